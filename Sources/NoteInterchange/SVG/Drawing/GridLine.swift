import NoteModel

/// Rounds what was drawn to the grid of 0.1 pt.
enum GridLine {
  /// The columns of a polyline; neighbours that coincide on the grid become one sample.
  ///
  /// - Parameter isClosed: whether the first point comes again at the end.
  static func columns(_ points: ArraySlice<Point>, isClosed: Bool) -> (x: [Int32], y: [Int32]) {
    let span = points.span
    var x: [Int32] = []
    var y: [Int32] = []
    x.append(addingCapacity: span.count + 1) { x in
      y.append(addingCapacity: span.count + 1) { y in
        var last: (Int32, Int32)?
        func append(_ point: Point) {
          let place = (coordinate(point.x), coordinate(point.y))
          if let last, last == place { return }
          last = place
          x.append(place.0)
          y.append(place.1)
        }
        for index in span.indices { append(span[index]) }
        if isClosed, !span.isEmpty { append(span[0]) }
      }
    }
    return (x, y)
  }

  /// To nearest, halves away from zero; what doesn't fit becomes the largest that does.
  static func coordinate(_ points: Double) -> Int32 {
    let tenths = points * 10
    // Cutting off the fraction is quicker than rounding, which is a call where the processor may be an old one.
    if abs(tenths) < 2e9 { return Int32(tenths + (tenths < 0 ? -0.5 : 0.5)) }
    if tenths.isNaN { return 0 }
    return Int32(min(max(tenths, Double(Int32.min)), Double(Int32.max)))
  }

  /// Half a width.
  static func radius(width: Double) -> UInt16 {
    let tenths = (width * 5).rounded()
    return tenths.isNaN ? 0 : UInt16(min(max(tenths, 0), 65_535))
  }
}
