/// A place or a direction; its unit is said where it is used.
typealias Point = SIMD2<Double>

extension Point {
  @inline(__always)
  func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  /// The signed area that both span, positive when `other` lies to the side to which x turns into y.
  @inline(__always)
  func cross(_ other: Point) -> Double { x * other.y - y * other.x }
}
