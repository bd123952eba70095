import NoteModel

/// One stroke out of the runs and discs that our own style `runs` draws it with, for files without payload.
enum PlainStroke {
  /// Whether a drawing without payload is one of ours, by what stands on its root.
  static func isOurs(_ index: SVGIndex) -> Bool {
    func says(_ name: String, _ value: String) -> Bool {
      index.document.value(index.root, name)?.elementsEqual(value.utf8) ?? false
    }
    return index.root == 0 && says("role", "img") && says("fill", "none") && says("stroke-linecap", "round")
      && says("stroke-linejoin", "round") && index.document.value(0, "v", in: SVGNames.payload) == nil
  }

  /// The line through all pieces, with the radius at each place; nil for pieces that no single stroke draws.
  static func line(_ pieces: [DrawnPiece]) -> InkLine? {
    guard let first = pieces.first, pieces.allSatisfy({ $0.color == first.color }) else { return nil }
    var line = InkLine()
    for piece in pieces {
      if case .line(let width) = piece.kind {
        append(piece.points, radius: width / 2, to: &line)
      } else if let disc = ExpectedPieces.disc(piece.points) {
        insert(disc.center, disc.radius, into: &line)
      } else {
        return nil
      }
    }
    return line.count > 0 ? line : nil
  }

  /// Where two runs meet, the radius is between theirs.
  private static func append(_ points: [Point], radius: Double, to line: inout InkLine) {
    for (number, point) in points.enumerated() {
      if number == 0, let last = line.points.last, (last - point).length < 0.005 {
        line.radii[line.count - 1] = (line.radii[line.count - 1] + radius) / 2
      } else {
        line.append(point, radius)
      }
    }
  }

  /// A disc that no run covers stands on a place of the line, or before or behind it.
  private static func insert(_ center: Point, _ radius: Double, into line: inout InkLine) {
    if let place = line.points.firstIndex(where: { ($0 - center).length < 0.005 }) {
      line.points.insert(contentsOf: [center, center], at: place + 1)
      line.radii.insert(contentsOf: [radius, line.radii[place]], at: place + 1)
    } else if let start = line.points.first, let end = line.points.last,
      (start - center).length < (end - center).length
    {
      line.points.insert(center, at: 0)
      line.radii.insert(radius, at: 0)
    } else {
      line.append(center, radius)
    }
  }
}
