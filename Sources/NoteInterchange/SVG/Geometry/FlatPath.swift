/// Polylines in points of the page.
struct FlatPath: Sendable {
  struct Subpath: Sendable {
    var points: Range<Int>
    /// Whether the last point is joined with the first; it isn't repeated.
    var isClosed: Bool
  }

  var points: [Point] = []
  var subpaths: [Subpath] = []

  var isEmpty: Bool { subpaths.isEmpty }

  /// The points of a subpath, the first again at the end when `isClosed`.
  func polyline(_ subpath: Subpath, isClosed: Bool) -> [Point] {
    var line: [Point] = []
    line.reserveCapacity(subpath.points.count + 1)
    line += points[subpath.points]
    if isClosed, let first = line.first, line.count > 1, line.last != first { line.append(first) }
    return line
  }

  /// How many points a closed subpath has, the first again at the end.
  func closedCount(_ subpath: Subpath) -> Int {
    let isDone = points[subpath.points.lowerBound] == points[subpath.points.upperBound - 1]
    return subpath.points.count + (isDone ? 0 : 1)
  }

  /// Twice the area that a subpath encloses, by the shoelace formula.
  func doubleArea(_ subpath: Subpath) -> Double {
    guard let first = subpath.points.first else { return 0 }
    let points = points.span
    let origin = points[first]
    var one = Point.zero
    var sum = 0.0
    for index in first + 1..<subpath.points.upperBound {
      let two = points[index] - origin
      sum += one.x * two.y - two.x * one.y
      one = two
    }
    return abs(sum)
  }

  /// Whether a fill of the subpath shows anything: its points don't all lie on one line.
  func hasArea(_ subpath: Subpath) -> Bool {
    guard subpath.points.count > 2, let first = subpath.points.first else { return false }
    if doubleArea(subpath) > 1e-6 { return true }
    // A figure of eight has no area in the sum, but isn't a line.
    let origin = points[first]
    guard
      let far = subpath.points.max(by: {
        (points[$0] - origin).squaredLength < (points[$1] - origin).squaredLength
      })
    else { return false }
    let direction = points[far] - origin
    let length = direction.length
    guard length > 0 else { return false }
    return subpath.points.contains { index in
      let point = points[index] - origin
      return abs(direction.x * point.y - direction.y * point.x) / length > 1e-3
    }
  }
}
