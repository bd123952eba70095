/// Slanted lines that stand for a fill, as a pen would shade it.
enum FillHatching {
  /// From one line to the next, in points.
  private static let spacing = 2.0
  /// The most lines across one fill; large ones are hatched more widely.
  private static let mostLines = 2_000.0
  /// The most edges that are looked at, on all lines together.
  private static let mostWork = 20_000_000

  /// - Returns: the ends of the lines, nil for a fill that no line meets or that would take too long.
  static func lines(_ polygons: [[Point]], isEvenOdd: Bool) -> [(from: Point, to: Point)]? {
    // The lines rise to the right: on turned paper they are level.
    let turned = polygons.map { $0.map { turn($0) } }
    guard let bounds = FillBounds(turned), bounds.height > 0 else { return nil }
    let step = max(spacing, bounds.height / mostLines)
    var spans = FillSpans(turned, isEvenOdd: isEvenOdd)
    var lines: [(from: Point, to: Point)] = []
    // All fills of a drawing share one grid of lines, so that neighbours look like one area.
    var y = (bounds.low.y / step).rounded(.up) * step
    while y < bounds.high.y {
      spans.move(to: y)
      for span in spans.spans {
        lines.append((turnBack(Point(span.from, y)), turnBack(Point(span.to, y))))
      }
      guard spans.work < mostWork else { return nil }
      y += step
    }
    return lines.isEmpty ? nil : lines
  }

  private static let half = 0.5.squareRoot()

  private static func turn(_ point: Point) -> Point {
    Point((point.x - point.y) * half, (point.x + point.y) * half)
  }

  private static func turnBack(_ point: Point) -> Point {
    Point((point.x + point.y) * half, (point.y - point.x) * half)
  }
}
