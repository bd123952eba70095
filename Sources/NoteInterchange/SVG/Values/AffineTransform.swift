import CXML

/// A map of the plane: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`, as SVG's `matrix(a b c d e f)`.
struct AffineTransform: Sendable, Hashable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var e = 0.0
  var f = 0.0

  static let identity = AffineTransform()

  init() {}

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  static func translation(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(1, 0, 0, 1, x, y) }
  static func scale(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(x, 0, 0, y, 0, 0) }

  /// A clockwise turn, as it looks with y down.
  static func rotation(radians: Double) -> AffineTransform {
    let sine = sin(radians)
    let cosine = cos(radians)
    return AffineTransform(cosine, sine, -sine, cosine, 0, 0)
  }

  /// First the other map, then this one: what a child's transform inside this one's coordinates does.
  func applied(after other: AffineTransform) -> AffineTransform {
    AffineTransform(
      a * other.a + c * other.b, b * other.a + d * other.b, a * other.c + c * other.d,
      b * other.c + d * other.d, a * other.e + c * other.f + e, b * other.e + d * other.f + f)
  }

  @inline(__always)
  func map(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + e, b * point.x + d * point.y + f)
  }

  /// A direction: without the shift.
  @inline(__always)
  func mapDirection(_ direction: Point) -> Point {
    Point(a * direction.x + c * direction.y, b * direction.x + d * direction.y)
  }

  var determinant: Double { a * d - b * c }
  var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && e.isFinite && f.isFinite }

  /// Whether the map can be undone, so that what it maps has an area.
  var isInvertible: Bool { isFinite && determinant.isFinite && abs(determinant) > 1e-18 }

  /// The geometric mean of the two scales.
  var meanScale: Double { abs(determinant).squareRoot() }

  /// The larger and the smaller of the two scales.
  var scales: (Double, Double) {
    let sum = (a * a + b * b + c * c + d * d) / 2
    let root = max(0, sum * sum - determinant * determinant).squareRoot()
    return (max(0, sum + root).squareRoot(), max(0, sum - root).squareRoot())
  }

  /// Whether upright rectangles stay upright.
  var isUpright: Bool { b == 0 && c == 0 }

  /// Whether lengths change by the same factor in all directions.
  var isSimilarity: Bool {
    let (larger, smaller) = scales
    return larger - smaller <= larger * 1e-6
  }

  /// The map that undoes this one; nil when there is none.
  var inverse: AffineTransform? {
    guard isInvertible else { return nil }
    let scale = 1 / determinant
    return AffineTransform(
      d * scale, -b * scale, -c * scale, a * scale, (c * f - d * e) * scale, (b * e - a * f) * scale)
  }
}
