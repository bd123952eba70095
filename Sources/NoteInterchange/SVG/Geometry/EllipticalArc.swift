import CXML

/// An arc of an ellipse between two points, as path data gives it.
///
/// Source: SVG 1.1, appendix F.6 (implementation notes for elliptical arcs).
struct EllipticalArc {
  var start: Point
  var end: Point
  var radii: Point
  /// Of the ellipse's first axis, in degrees.
  var rotation: Double
  var isLarge: Bool
  var isSweep: Bool

  /// Appends the arc as cubic curves of at most an eighth of a turn, which are off by 4 · 10⁻⁶ of the radius.
  func append<Sink: PathSink>(to sink: inout Sink) {
    var radiusX = abs(radii.x)
    var radiusY = abs(radii.y)
    if start == end { return }
    guard radiusX > 0, radiusY > 0, radiusX.isFinite, radiusY.isFinite else { return sink.line(to: end) }
    let angle = rotation * .pi / 180
    let cosine = cos(angle)
    let sine = sin(angle)
    let half = (start - end) * 0.5
    let x = cosine * half.x + sine * half.y
    let y = -sine * half.x + cosine * half.y
    let lack = (x / radiusX) * (x / radiusX) + (y / radiusY) * (y / radiusY)
    if lack > 1 {
      radiusX *= lack.squareRoot()
      radiusY *= lack.squareRoot()
    }
    let middle = centerFromMiddle(x, y, radiusX, radiusY)
    let center = Point(
      cosine * middle.x - sine * middle.y + (start.x + end.x) / 2,
      sine * middle.x + cosine * middle.y + (start.y + end.y) / 2)
    let first = atan2((y - middle.y) / radiusY, (x - middle.x) / radiusX)
    let last = atan2((-y - middle.y) / radiusY, (-x - middle.x) / radiusX)
    var sweep = last - first
    if isSweep, sweep < 0 { sweep += 2 * .pi }
    if !isSweep, sweep > 0 { sweep -= 2 * .pi }
    guard center.x.isFinite, center.y.isFinite, sweep.isFinite else { return sink.line(to: end) }
    let frame = AffineTransform(
      radiusX * cosine, radiusX * sine, -radiusY * sine, radiusY * cosine, center.x, center.y)
    Self.append(frame, from: first, sweep: sweep, end: end, to: &sink)
  }

  private func centerFromMiddle(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double) -> Point {
    let above = radiusX * radiusX * radiusY * radiusY
    let below = radiusX * radiusX * y * y + radiusY * radiusY * x * x
    guard below > 0 else { return .zero }
    let root = max(0, (above - below) / below).squareRoot() * (isLarge == isSweep ? -1 : 1)
    return Point(root * radiusX * y / radiusY, -root * radiusY * x / radiusX)
  }

  /// Pieces of the unit circle, mapped by `frame`.
  static func append<Sink: PathSink>(
    _ frame: AffineTransform, from first: Double, sweep: Double, end: Point, to sink: inout Sink
  ) {
    let count = max(1, min(8, Int((abs(sweep) / (.pi / 4) - 1e-9).rounded(.up))))
    let step = sweep / Double(count)
    let reach = 4.0 / 3 * tan(step / 4)
    for index in 0..<count {
      let one = first + step * Double(index)
      let two = one + step
      let from = Point(cos(one), sin(one))
      let to = Point(cos(two), sin(two))
      let isLast = index == count - 1
      sink.curve(
        frame.map(Point(from.x - reach * from.y, from.y + reach * from.x)),
        frame.map(Point(to.x + reach * to.y, to.y - reach * to.x)), to: isLast ? end : frame.map(to),
        endsVertex: isLast)
    }
  }
}
