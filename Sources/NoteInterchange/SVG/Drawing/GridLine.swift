import NoteModel

/// Rounds what was drawn to the grid of 0.1 pt.
enum GridLine {
  /// The columns of a polyline; neighbours that coincide on the grid become one sample.
  ///
  /// - Parameter isClosed: whether the first point comes again at the end.
  static func columns(_ points: ArraySlice<Point>, isClosed: Bool) -> (x: [Int32], y: [Int32]) {
    let points = points.span
    guard !points.isEmpty else { return ([], []) }
    let count = points.count + (isClosed ? 1 : 0)
    var x = [Int32](repeating: coordinate(points[0].x), count: count)
    var y = [Int32](repeating: coordinate(points[0].y), count: count)
    let kept = fill(&x, &y, points)
    if kept < count {
      x.removeLast(count - kept)
      y.removeLast(count - kept)
    }
    return (x, y)
  }

  /// Sets all columns but the first, from the points and the first of them again as far as there is room; how many of
  /// them differ from those before.
  private static func fill(_ x: inout [Int32], _ y: inout [Int32], _ points: Span<Point>) -> Int {
    var x = x.mutableSpan
    var y = y.mutableSpan
    var last = (x: x[0], y: y[0])
    var kept = 1
    for index in 1..<x.count {
      let point = points[index < points.count ? index : 0]
      let place = (x: coordinate(point.x), y: coordinate(point.y))
      x[kept] = place.x
      y[kept] = place.y
      kept += place == last ? 0 : 1
      last = place
    }
    return kept
  }

  /// To nearest, halves away from zero; what doesn't fit becomes the largest that does.
  @inline(__always)
  static func coordinate(_ points: Double) -> Int32 {
    let tenths = points * 10
    // Cutting off the fraction is quicker than rounding, which is a call where the processor may be an old one.
    if abs(tenths) < 2e9 { return Int32(tenths + Double(signOf: tenths, magnitudeOf: 0.5)) }
    return farCoordinate(tenths)
  }

  private static func farCoordinate(_ tenths: Double) -> Int32 {
    if tenths.isNaN { return 0 }
    return Int32(min(max(tenths, Double(Int32.min)), Double(Int32.max)))
  }

  /// Half a width.
  static func radius(width: Double) -> UInt16 {
    let tenths = (width * 5).rounded()
    return tenths.isNaN ? 0 : UInt16(min(max(tenths, 0), 65_535))
  }
}
