/// Cuts polygons at a box, keeping the winding of every place inside it.
enum PolygonClip {
  /// Sutherland and Hodgman, "Reentrant polygon clipping", 1974: what lies outside collapses onto the box's edges.
  static func clip(_ polygon: ArraySlice<Point>, to box: Box) -> [Point] {
    var corners = cut(polygon) { $0.x - box.left }
    corners = cut(corners[...]) { box.right - $0.x }
    corners = cut(corners[...]) { $0.y - box.top }
    return cut(corners[...]) { box.bottom - $0.y }
  }

  private static func cut(_ polygon: ArraySlice<Point>, _ inside: (Point) -> Double) -> [Point] {
    guard var previous = polygon.last else { return [] }
    var kept: [Point] = []
    kept.reserveCapacity(polygon.count + 4)
    var distance = inside(previous)
    for corner in polygon {
      let next = inside(corner)
      if (distance < 0) != (next < 0) {
        kept.append(previous + (corner - previous) * (distance / (distance - next)))
      }
      if next >= 0 { kept.append(corner) }
      previous = corner
      distance = next
    }
    return kept
  }
}
