/// Takes the segments of a path one by one, in user space and absolute coordinates.
protocol PathSink {
  mutating func move(to point: Point)
  mutating func line(to point: Point)
  /// A cubic Bézier curve; `endsVertex` is false inside an arc, where no marker stands.
  mutating func curve(_ first: Point, _ second: Point, to point: Point, endsVertex: Bool)
  /// An arc as path data gives it.
  mutating func arc(_ arc: EllipticalArc)
  mutating func close()
  /// Whether nothing more will be taken.
  var isFull: Bool { get }
}

extension PathSink {
  mutating func arc(_ arc: EllipticalArc) { arc.append(to: &self) }

  /// A quadratic curve, as the cubic that is the same.
  mutating func quadratic(from start: Point, _ control: Point, to end: Point) {
    curve(
      start.mixed(with: control, 2.0 / 3), end.mixed(with: control, 2.0 / 3), to: end, endsVertex: true)
  }
}

/// A path kept in memory.
struct VectorPath: PathSink {
  enum Segment: Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point, endsVertex: Bool)
    case close
  }

  private(set) var segments: [Segment] = []
  /// More than a path of markers may have.
  static let limit = 1_000_000

  var isFull: Bool { segments.count >= Self.limit }
  mutating func move(to point: Point) { segments.append(.move(point)) }
  mutating func line(to point: Point) { segments.append(.line(point)) }
  mutating func curve(_ first: Point, _ second: Point, to point: Point, endsVertex: Bool) {
    segments.append(.curve(first, second, point, endsVertex: endsVertex))
  }
  mutating func close() { segments.append(.close) }
}
