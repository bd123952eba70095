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
    var points: [Point] = []
    var widths: [Double?] = []
    var discs: [ExpectedPieces.Disc] = []
    for piece in pieces {
      if case .line(let width) = piece.kind {
        for (number, point) in piece.points.enumerated() {
          // A run begins where the one before ends.
          if number == 0, let last = points.last, (last - point).length < 0.005 { continue }
          if !points.isEmpty { widths.append(number == 0 ? nil : width) }
          points.append(point)
        }
      } else if let disc = ExpectedPieces.disc(piece.points) {
        discs.append(disc)
      } else {
        return nil
      }
    }
    var line = InkLine(points: points, radii: points.isEmpty ? [] : RunRadii.radii(widths))
    var gaps = widths.indices.filter { widths[$0] == nil }
    for disc in discs { insert(disc, into: &line, &gaps) }
    return line.count > 0 ? line : nil
  }

  /// Puts a disc that no run covers onto its place of the line, or where the line is broken, or before or behind it.
  ///
  /// - Parameter gaps: the points behind which the line is broken.
  private static func insert(_ disc: ExpectedPieces.Disc, into line: inout InkLine, _ gaps: inout [Int]) {
    let center = disc.center
    if let place = line.points.firstIndex(where: { ($0 - center).length < 0.005 }) {
      line.insert([center, center], [disc.radius, line.radii[place]], behind: place)
      for gap in gaps.indices where gaps[gap] >= place { gaps[gap] += 2 }
      return
    }
    /// Whether one of the two discs holds the other, so that no run joins them.
    func isHeld(_ point: Int) -> Bool {
      (line.points[point] - center).length <= abs(line.radii[point] - disc.radius) + 0.005
    }
    func distance(_ point: Int) -> Double { (line.points[point] - center).length }
    let broken = gaps.indices.filter { isHeld(gaps[$0]) }.min { distance(gaps[$0]) < distance(gaps[$1]) }
    if let broken, distance(gaps[broken]) < distance(line.count - 1) {
      line.insert([center], [disc.radius], behind: gaps[broken])
      for gap in gaps[broken...].indices { gaps[gap] += 1 }
    } else if line.count > 0, gaps.isEmpty, isHeld(0) {
      line.insert([center], [disc.radius], behind: -1)
    } else {
      line.append(center, disc.radius)
    }
  }
}
