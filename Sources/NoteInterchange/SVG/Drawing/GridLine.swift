import NoteModel

/// Rounds what was drawn to the grid of 0.1 pt.
enum GridLine {
  /// The columns of a polyline; neighbours that coincide on the grid become one sample.
  ///
  /// - Parameter isClosed: whether the first point comes again at the end.
  static func columns(_ points: ArraySlice<Point>, isClosed: Bool) -> (x: [Int32], y: [Int32]) {
    let points = points.span
    var x: [Int32] = []
    var y: [Int32] = []
    x.append(addingCapacity: points.count + 1) { x in
      y.append(addingCapacity: points.count + 1) { y in append(points, isClosed: isClosed, to: &x, &y) }
    }
    return (x, y)
  }

  private static func append(
    _ points: Span<Point>, isClosed: Bool, to x: inout OutputSpan<Int32>, _ y: inout OutputSpan<Int32>
  ) {
    guard !points.isEmpty else { return }
    var last = (x: coordinate(points[0].x), y: coordinate(points[0].y))
    x.append(last.x)
    y.append(last.y)
    for index in 1..<points.count + (isClosed ? 1 : 0) {
      let point = points[index < points.count ? index : 0]
      let place = (x: coordinate(point.x), y: coordinate(point.y))
      if place == last { continue }
      last = place
      x.append(place.x)
      y.append(place.y)
    }
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
