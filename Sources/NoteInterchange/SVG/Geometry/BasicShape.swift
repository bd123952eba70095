/// The shapes of SVG as paths, their sizes resolved to user units.
enum BasicShape: Sendable {
  case rectangle(x: Double, y: Double, width: Double, height: Double, radiusX: Double, radiusY: Double)
  case ellipse(center: Point, radii: Point)
  case line(Point, Point)
  case polyline(ArraySlice<UInt8>, isClosed: Bool)

  /// Nothing for a shape that isn't drawn, such as a circle without radius.
  func append<Sink: PathSink>(to sink: inout Sink) {
    switch self {
    case .rectangle(let x, let y, let width, let height, let radiusX, let radiusY):
      guard width > 0, height > 0 else { return }
      let radii = Point(min(radiusX, width / 2), min(radiusY, height / 2))
      Self.appendRectangle(x, y, x + width, y + height, radii, to: &sink)
    case .ellipse(let center, let radii):
      guard radii.x > 0, radii.y > 0 else { return }
      let frame = AffineTransform(radii.x, 0, 0, radii.y, center.x, center.y)
      let start = Point(center.x + radii.x, center.y)
      sink.move(to: start)
      for quarter in 0..<4 {
        let angle = Double(quarter) * .pi / 2
        let ends = [
          Point(center.x, center.y + radii.y), Point(center.x - radii.x, center.y),
          Point(center.x, center.y - radii.y), start,
        ]
        EllipticalArc.append(frame, from: angle, sweep: .pi / 2, end: ends[quarter], to: &sink)
      }
      sink.close()
    case .line(let start, let end):
      sink.move(to: start)
      sink.line(to: end)
    case .polyline(let text, let isClosed): Self.appendPoints(text, isClosed, to: &sink)
    }
  }

  private static func appendRectangle<Sink: PathSink>(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ radii: Point, to sink: inout Sink
  ) {
    guard radii.x > 0 else {
      sink.move(to: Point(left, top))
      sink.line(to: Point(right, top))
      sink.line(to: Point(right, bottom))
      sink.line(to: Point(left, bottom))
      return sink.close()
    }
    func corner(_ x: Double, _ y: Double, _ angle: Double, _ end: Point) {
      guard radii.y > 0 else { return sink.line(to: end) }
      EllipticalArc.append(
        AffineTransform(radii.x, 0, 0, radii.y, x, y), from: angle, sweep: .pi / 2, end: end, to: &sink)
    }
    sink.move(to: Point(left + radii.x, top))
    sink.line(to: Point(right - radii.x, top))
    corner(right - radii.x, top + radii.y, -.pi / 2, Point(right, top + radii.y))
    sink.line(to: Point(right, bottom - radii.y))
    corner(right - radii.x, bottom - radii.y, 0, Point(right - radii.x, bottom))
    sink.line(to: Point(left + radii.x, bottom))
    corner(left + radii.x, bottom - radii.y, .pi / 2, Point(left, bottom - radii.y))
    sink.line(to: Point(left, top + radii.y))
    corner(left + radii.x, top + radii.y, .pi, Point(left + radii.x, top))
    sink.close()
  }

  /// Pairs of numbers; an odd one at the end and everything behind a fault are left out.
  private static func appendPoints<Sink: PathSink>(
    _ text: ArraySlice<UInt8>, _ isClosed: Bool, to sink: inout Sink
  ) {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    var count = 0
    var held: Point?
    while !sink.isFull, let x = scanner.number() {
      scanner.skipSeparator()
      guard let y = scanner.number() else { break }
      scanner.skipSeparator()
      let point = Point(x, y)
      count += 1
      if count == 1 {
        held = point
      } else {
        // One point alone draws nothing.
        if let first = held { sink.move(to: first) }
        held = nil
        sink.line(to: point)
      }
    }
    if isClosed, count > 1 { sink.close() }
  }
}
