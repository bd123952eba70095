/// What a payload draws, to be found again in a drawing that may have been moved, turned, scaled or mirrored.
struct ExpectedPieces {
  private struct Line {
    var points: [Point]
    var width: Double
  }

  struct Disc {
    var center: Point
    var radius: Double
  }

  private var lines: [Line] = []
  private var discs: [Disc] = []

  init(_ pieces: StrokePieces) {
    func point(_ point: StrokePieces.Point) -> Point { Point(Double(point.x) / 10, Double(point.y) / 10) }
    for run in pieces.runs {
      lines.append(Line(points: pieces.points[run.points].map(point), width: Double(run.width) / 10))
    }
    // A disc without radius is drawn as nothing.
    for disc in pieces.discs where disc.radius > 0 {
      discs.append(Disc(center: point(disc.center), radius: Double(disc.radius) / 10))
    }
  }

  /// The similarity under which all pieces are those drawn; nil when there is none.
  func map(to drawn: [DrawnPiece]) -> Similarity? {
    guard drawn.count == lines.count + discs.count, !drawn.isEmpty else { return nil }
    for (index, piece) in drawn.enumerated() where piece.isFill != (index >= lines.count) { return nil }
    let drawnDiscs = drawn[lines.count...].map { Self.disc($0.points) }
    guard !drawnDiscs.contains(where: { $0 == nil }) else { return nil }
    let found = Drawn(lines: Array(drawn[..<lines.count]), discs: drawnDiscs.compactMap { $0 })
    return candidates(found).first { agrees(found, $0) }
  }

  private struct Drawn {
    var lines: [DrawnPiece]
    var discs: [Disc]
  }

  /// The circle through three points of a polygon that follows it; nil when it doesn't.
  static func disc(_ points: [Point]) -> Disc? {
    let count = points.count - 1
    guard count >= 3 else { return nil }
    let (a, b, c) = (points[0], points[count / 3], points[2 * count / 3])
    let one = b - a
    let two = c - a
    let area = 2 * (one.x * two.y - one.y * two.x)
    guard abs(area) > 1e-12 else { return nil }
    let center = Point(
      a.x + (two.y * one.squaredLength - one.y * two.squaredLength) / area,
      a.y + (one.x * two.squaredLength - two.x * one.squaredLength) / area)
    let radius = (a - center).length
    let isRound = points.allSatisfy { abs(($0 - center).length - radius) <= PayloadMatcher.tolerance }
    return isRound ? Disc(center: center, radius: radius) : nil
  }

  // MARK: Candidates

  /// No change, and what the two places that lie farthest apart tell.
  private func candidates(_ drawn: Drawn) -> [Similarity] {
    var pairs: [(Point, Point)] = []
    for (line, found) in zip(lines, drawn.lines) {
      if line.points.count == found.points.count {
        pairs += zip(line.points, found.points)
      } else if let first = line.points.first, let last = line.points.last, let start = found.points.first,
        let end = found.points.last
      {
        pairs += [(first, start), (last, end)]
      }
    }
    for (disc, found) in zip(discs, drawn.discs) { pairs.append((disc.center, found.center)) }
    var list = [Similarity()]
    guard let first = pairs.first else { return list }
    let far =
      pairs.max { ($0.0 - first.0).squaredLength < ($1.0 - first.0).squaredLength } ?? first
    for isMirrored in [false, true] {
      if let map = Similarity(from: (first.0, far.0), to: (first.1, far.1), isMirrored: isMirrored) {
        list.append(map.snapped(near: first.0))
      }
    }
    list.append(Similarity(shift: first.1 - first.0))
    if let disc = discs.first, let found = drawn.discs.first {
      list.append(Similarity(scale: found.radius / disc.radius, from: disc.center, to: found.center))
    }
    return list
  }

  // MARK: Comparison

  private func agrees(_ drawn: Drawn, _ map: Similarity) -> Bool {
    let tolerance = PayloadMatcher.tolerance
    for (disc, found) in zip(discs, drawn.discs) {
      guard (map.transform.map(disc.center) - found.center).length <= tolerance,
        abs(disc.radius * map.scale - found.radius) <= tolerance
      else { return false }
    }
    for (line, found) in zip(lines, drawn.lines) {
      guard case .line(let width) = found.kind, abs(line.width * map.scale - width) <= tolerance,
        Self.follows(line.points.map(map.transform.map), found.points, tolerance)
      else { return false }
    }
    return true
  }

  /// Whether two polylines go the same way: each corner of one lies on the other, in order.
  static func follows(_ expected: [Point], _ found: [Point], _ tolerance: Double) -> Bool {
    if expected.count == found.count {
      if zip(expected, found).allSatisfy({ ($0 - $1).length <= tolerance }) { return true }
    }
    guard let first = expected.first, let last = expected.last, let start = found.first, let end = found.last,
      (first - start).length <= tolerance, (last - end).length <= tolerance
    else { return false }
    return visits(expected, found, tolerance) && visits(found, expected, tolerance)
  }

  /// Whether the corners lie on the line, one behind the other.
  private static func visits(_ corners: [Point], _ line: [Point], _ tolerance: Double) -> Bool {
    guard line.count > 1 else { return corners.allSatisfy { ($0 - line[0]).length <= tolerance } }
    var segment = 0
    var least = 0.0
    for corner in corners {
      while true {
        let (distance, along) = place(corner, line[segment], line[segment + 1], from: least)
        if distance <= tolerance {
          least = along
          break
        }
        segment += 1
        least = 0
        if segment + 1 >= line.count { return false }
      }
    }
    return true
  }

  /// How far a point is from a segment behind a share of it, and where the nearest place is.
  private static func place(
    _ point: Point, _ start: Point, _ end: Point, from least: Double
  ) -> (distance: Double, along: Double) {
    let direction = end - start
    let square = direction.squaredLength
    guard square > 0 else { return ((point - start).length, least) }
    let offset = point - start
    let along = min(max((offset.x * direction.x + offset.y * direction.y) / square, least), 1)
    return ((point - start.mixed(with: end, along)).length, along)
  }
}
