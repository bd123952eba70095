/// A centre line with a radius at each point, in points of the page.
struct InkLine: Sendable {
  var points: [Point] = []
  var radii: [Double] = []

  var count: Int { points.count }

  mutating func append(_ point: Point, _ radius: Double) {
    points.append(point)
    radii.append(radius)
  }

  /// - Parameter place: -1 puts them before all.
  mutating func insert(_ others: [Point], _ otherRadii: [Double], behind place: Int) {
    points.insert(contentsOf: others, at: place + 1)
    radii.insert(contentsOf: otherRadii, at: place + 1)
  }

  /// The area that a disc covers while it moves from one point to the next and its radius changes linearly.
  struct Sweep: Sendable {
    private let start: Point
    private let startRadius: Double
    private let growth: Double
    /// Of length 1, or 0 for a disc that stays where it is.
    private let direction: Point
    private let length: Double
    /// How far along the nearest disc is for each step beside the way: when the radius changes, it isn't the one
    /// beside the place, but lies where the common tangent touches.
    private let lead: Double

    init(_ start: Point, _ startRadius: Double, _ end: Point, _ endRadius: Double) {
      self.start = start
      let way = end - start
      length = way.length
      guard length > 0 else {
        self.startRadius = max(startRadius, endRadius)
        (growth, direction, lead) = (0, .zero, 0)
        return
      }
      self.startRadius = startRadius
      growth = endRadius - startRadius
      direction = way * (1 / length)
      let slope = growth / length
      lead = abs(slope) < 1 ? slope / (1 - slope * slope).squareRoot() : 0
    }

    /// What is covered of the level line at `y`: one piece, since the area has no dents; nil for nothing.
    func span(_ y: Double) -> (from: Double, to: Double)? {
      var (low, high) = (Double.infinity, -Double.infinity)
      func take(_ from: Double, _ to: Double) {
        low = min(low, from)
        high = max(high, to)
      }
      let end = start + direction * length
      let endRadius = startRadius + growth
      for (center, radius) in [(start, startRadius), (end, endRadius)] {
        let half = radius * radius - (y - center.y) * (y - center.y)
        if half >= 0 { take(center.x - half.squareRoot(), center.x + half.squareRoot()) }
      }
      if length > abs(growth) {
        // The common tangents touch where the arm from either center leans back by as much as the radius grows.
        let lean = direction * (-growth / length)
        let across = Point(-direction.y, direction.x) * (1 - lean.squaredLength).squareRoot()
        for arm in [lean + across, lean - across] {
          let one = start + arm * startRadius
          let two = end + arm * endRadius
          guard min(one.y, two.y) <= y, max(one.y, two.y) >= y, one.y != two.y else { continue }
          let x = one.mixed(with: two, (y - one.y) / (two.y - one.y)).x
          take(x, x)
        }
      }
      return low <= high ? (low, high) : nil
    }

    func covers(_ place: Point) -> Bool {
      let offset = place - start
      guard length > 0 else { return offset.squaredLength <= startRadius * startRadius }
      let beside = abs(offset.x * direction.y - offset.y * direction.x)
      let along = offset.x * direction.x + offset.y * direction.y + beside * lead
      let done = min(max(along, 0), length)
      let radius = startRadius + growth * (done / length)
      return (offset - direction * done).squaredLength <= radius * radius
    }
  }

  static func covers(_ place: Point, _ start: Point, _ startRadius: Double, _ end: Point, _ endRadius: Double)
    -> Bool
  { Sweep(start, startRadius, end, endRadius).covers(place) }
}
