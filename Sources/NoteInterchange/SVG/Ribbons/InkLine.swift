/// A centre line with a radius at each point, in points of the page.
struct InkLine: Sendable {
  var points: [Point] = []
  var radii: [Double] = []

  var count: Int { points.count }

  mutating func append(_ point: Point, _ radius: Double) {
    points.append(point)
    radii.append(radius)
  }

  /// Whether a place is covered by the disc that moves from one point to the next while its radius changes linearly.
  static func covers(_ place: Point, _ start: Point, _ startRadius: Double, _ end: Point, _ endRadius: Double)
    -> Bool
  {
    let way = end - start
    let offset = place - start
    let square = way.squaredLength
    if square <= 0 {
      return offset.squaredLength <= max(startRadius, endRadius) * max(startRadius, endRadius)
    }
    // When the radius changes, the nearest disc isn't the one beside the place, but lies where the common tangent
    // touches.
    let growth = endRadius - startRadius
    let length = square.squareRoot()
    let along = (offset.x * way.x + offset.y * way.y) / length
    let beside = abs(offset.x * way.y - offset.y * way.x) / length
    let slope = growth / length
    var share = along / length
    if abs(slope) < 1 { share = (along + beside * slope / (1 - slope * slope).squareRoot()) / length }
    share = min(max(share, 0), 1)
    let radius = startRadius + growth * share
    return (offset - way * share).squaredLength <= radius * radius
  }
}
