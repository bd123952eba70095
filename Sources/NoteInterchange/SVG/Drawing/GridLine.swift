import NoteModel

/// Rounds what was drawn to the grid of 0.1 pt.
enum GridLine {
  /// The columns of a polyline; neighbours that coincide on the grid become one sample.
  static func columns(_ points: [Point]) -> (x: [Int32], y: [Int32]) {
    var x: [Int32] = []
    var y: [Int32] = []
    x.reserveCapacity(points.count)
    y.reserveCapacity(points.count)
    for point in points {
      let column = coordinate(point.x)
      let row = coordinate(point.y)
      if let last = x.last, last == column, y.last == row { continue }
      x.append(column)
      y.append(row)
    }
    return (x, y)
  }

  /// To nearest, halves away from zero; what doesn't fit becomes the largest that does.
  static func coordinate(_ points: Double) -> Int32 {
    let tenths = (points * 10).rounded()
    if tenths.isNaN { return 0 }
    return Int32(min(max(tenths, Double(Int32.min)), Double(Int32.max)))
  }

  /// Half a width.
  static func radius(width: Double) -> UInt16 {
    let tenths = (width * 5).rounded()
    return tenths.isNaN ? 0 : UInt16(min(max(tenths, 0), 65_535))
  }
}
