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
    private let end: Point
    private let endRadius: Double
    /// The common tangents of both discs; nil when one holds the other.
    private let sides: (Side, Side)?

    init(_ start: Point, _ startRadius: Double, _ end: Point, _ endRadius: Double) {
      let way = end - start
      length = way.length
      self.start = start
      self.startRadius = length > 0 ? startRadius : max(startRadius, endRadius)
      growth = length > 0 ? endRadius - startRadius : 0
      direction = length > 0 ? way * (1 / length) : .zero
      self.end = start + direction * length
      self.endRadius = self.startRadius + growth
      guard length > abs(growth) else {
        sides = nil
        return
      }
      // The common tangents touch where the arm from either center leans back by as much as the radius grows.
      let lean = direction * (-growth / length)
      let across = Point(-direction.y, direction.x) * (1 - lean.squaredLength).squareRoot()
      let arms = (lean + across, lean - across)
      sides = (
        Side(from: start + arms.0 * startRadius, to: self.end + arms.0 * self.endRadius),
        Side(from: start + arms.1 * startRadius, to: self.end + arms.1 * self.endRadius)
      )
    }

    private struct Side: Sendable {
      let from: Point
      let to: Point

      /// Where it crosses the level line at `y`; nil for nowhere.
      func crossing(_ y: Double) -> Double? {
        guard min(from.y, to.y) <= y, max(from.y, to.y) >= y, from.y != to.y else { return nil }
        return from.mixed(with: to, (y - from.y) / (to.y - from.y)).x
      }
    }

    /// What is covered of the level line at `y`: one piece, since the area has no dents; nil for nothing.
    func span(_ y: Double) -> (from: Double, to: Double)? {
      var (low, high) = (Double.infinity, -Double.infinity)
      func take(_ from: Double, _ to: Double) {
        low = min(low, from)
        high = max(high, to)
      }
      func take(_ center: Point, _ radius: Double) {
        let square = radius * radius - (y - center.y) * (y - center.y)
        guard square >= 0 else { return }
        let half = square.squareRoot()
        take(center.x - half, center.x + half)
      }
      take(start, startRadius)
      take(end, endRadius)
      if let sides {
        if let x = sides.0.crossing(y) { take(x, x) }
        if let x = sides.1.crossing(y) { take(x, x) }
      }
      return low <= high ? (low, high) : nil
    }

    func covers(_ place: Point) -> Bool {
      let offset = place - start
      guard length > 0 else { return offset.squaredLength <= startRadius * startRadius }
      // The nearest disc isn't the one beside the place when the radius changes, but lies where the tangent touches.
      let slope = growth / length
      let lead = abs(slope) < 1 ? slope / (1 - slope * slope).squareRoot() : 0
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
