/// A place or a direction in the plane, y down.
struct Point: Sendable, Hashable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  static let zero = Point(0, 0)

  static func + (one: Point, other: Point) -> Point { Point(one.x + other.x, one.y + other.y) }
  static func - (one: Point, other: Point) -> Point { Point(one.x - other.x, one.y - other.y) }
  static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }

  var squaredLength: Double { x * x + y * y }
  var length: Double { squaredLength.squareRoot() }

  /// The point at a fraction of the way to another.
  func mixed(with other: Point, _ fraction: Double) -> Point {
    Point(x + (other.x - x) * fraction, y + (other.y - y) * fraction)
  }
}
