/// A map that keeps shapes: shift, turn, uniform scale, and possibly a reflection.
struct Similarity: Sendable {
  var transform = AffineTransform.identity
  var scale = 1.0

  var isIdentity: Bool { transform == .identity }

  /// The map that takes two points to two others; nil when they don't tell it.
  init?(from one: (Point, Point), to other: (Point, Point), isMirrored: Bool) {
    let source = one.1 - one.0
    let target = other.1 - other.0
    let square = source.squaredLength
    guard square > 1e-12 else { return nil }
    // As complex numbers: target = factor · source, or factor · conjugate(source).
    let sourceY = isMirrored ? -source.y : source.y
    let real = (target.x * source.x + target.y * sourceY) / square
    let imaginary = (target.y * source.x - target.x * sourceY) / square
    let sign = isMirrored ? -1.0 : 1
    let linear = AffineTransform(real, imaginary, -imaginary * sign, real * sign, 0, 0)
    let moved = linear.map(one.0)
    transform = linear
    transform.e = other.0.x - moved.x
    transform.f = other.0.y - moved.y
    scale = (real * real + imaginary * imaginary).squareRoot()
    guard transform.isFinite, scale > 1e-6, scale < 1e6 else { return nil }
  }

  init() {}

  init(shift: Point) { transform = .translation(shift.x, shift.y) }

  init(scale: Double, from center: Point, to target: Point) {
    self.scale = scale
    transform = AffineTransform(scale, 0, 0, scale, target.x - center.x * scale, target.y - center.y * scale)
  }

  /// Without the turn and the scale when they are no more than rounding.
  func snapped(near point: Point) -> Similarity {
    let distance = abs(transform.a - 1) + abs(transform.b) + abs(transform.c) + abs(transform.d - 1)
    guard distance < 2e-4 else { return self }
    return Similarity(shift: transform.map(point) - point)
  }
}
