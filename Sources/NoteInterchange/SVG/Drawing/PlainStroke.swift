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

  /// More than any hand draws in one stroke.
  private static let mostPoints = 500_000

  /// The line through all pieces, with the radius at each place; nil for pieces that no single stroke draws.
  static func line(_ pieces: [DrawnPiece]) -> InkLine? {
    guard let first = pieces.first, pieces.allSatisfy({ $0.color == first.color }),
      pieces.reduce(0, { $0 + $1.points.count }) <= mostPoints
    else { return nil }
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
    let radii = points.isEmpty ? [] : RunRadii.radii(widths)
    let line = InkLine(points: points, radii: radii)
    return discs.isEmpty ? line : join(line, gaps: widths.indices.filter { widths[$0] == nil }, discs)
  }

  /// The line with the discs that no run covers: on its places, where it is broken, before it or behind it.
  ///
  /// - Parameter gaps: the points behind which it is broken.
  private static func join(_ line: InkLine, gaps: [Int], _ discs: [ExpectedPieces.Disc]) -> InkLine {
    var places: [Place: Int?] = [:]
    for disc in discs { places[Place(disc.center)] = .some(nil) }
    for point in line.points.indices.reversed() {
      let place = Place(line.points[point])
      if places[place] != nil { places[place] = point }
    }
    /// Those that stand on a point, and those that come before it.
    var resting: [Int: [ExpectedPieces.Disc]] = [:]
    var before: [Int: [ExpectedPieces.Disc]] = [:]
    // A drawing of ours has few of both.
    let gaps = gaps.count * discs.count < 1_000_000 ? gaps : []
    for disc in discs {
      if let point = places[Place(disc.center)] ?? nil {
        resting[point, default: []].append(disc)
      } else {
        before[slot(of: disc, in: line, gaps), default: []].append(disc)
      }
    }
    var joined = InkLine()
    for point in 0...line.count {
      for disc in before[point] ?? [] { joined.append(disc.center, disc.radius) }
      guard point < line.count else { break }
      joined.append(line.points[point], line.radii[point])
      for disc in resting[point] ?? [] {
        joined.append(disc.center, disc.radius)
        joined.append(line.points[point], line.radii[point])
      }
    }
    return joined
  }

  /// A point on the grid.
  private struct Place: Hashable {
    let x: Int32
    let y: Int32

    init(_ point: Point) { (x, y) = (GridLine.coordinate(point.x), GridLine.coordinate(point.y)) }
  }

  /// The point before which a disc comes that stands on none.
  private static func slot(of disc: ExpectedPieces.Disc, in line: InkLine, _ gaps: [Int]) -> Int {
    guard let last = line.points.indices.last else { return 0 }
    func distance(_ point: Int) -> Double { (line.points[point] - disc.center).length }
    // No run joins discs of which one holds the other. Where both ends are such, the pen came down with the larger.
    if gaps.isEmpty, distance(0) <= abs(line.radii[0] - disc.radius) + 0.005 { return 0 }
    let ends = [(distance(0), 0), (distance(last), last + 1)]
    let broken = gaps.map { (min(distance($0), distance($0 + 1)), $0 + 1) }
    return (ends + broken).min { $0.0 < $1.0 }?.1 ?? 0
  }
}
