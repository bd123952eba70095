import CXML

/// Where the markers of a path stand and how they are turned.
///
/// Source: SVG 2, section 13.7 (rendering markers): the direction at a vertex halves the angle between its segments.
struct MarkerPositions: PathSink {
  enum Kind: Sendable {
    case start, middle, end
  }

  struct Place: Sendable {
    var kind: Kind
    var point: Point
    /// In radians, clockwise on the page.
    var angle: Double
  }

  private struct Vertex {
    var point: Point
    var incoming: Point?
    var outgoing: Point?
  }

  private var vertices: [Vertex] = []
  /// The first vertex of the subpath, and the point where the pen is.
  private var start = 0
  private var current = Point.zero
  /// The direction in which a segment under way left its vertex; kept through the pieces of an arc.
  private var isInsideArc = false
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { vertices.count > limit }

  mutating func move(to point: Point) {
    start = vertices.count
    current = point
    vertices.append(Vertex(point: point))
  }

  mutating func line(to point: Point) {
    leave(point - current)
    arrive(at: point, point - current)
  }

  mutating func curve(_ first: Point, _ second: Point, to point: Point, endsVertex: Bool) {
    let leaving = [first - current, second - current, point - current].first { $0.squaredLength > 0 }
    if !isInsideArc { leave(leaving ?? .zero) }
    isInsideArc = !endsVertex
    guard endsVertex else {
      current = point
      return
    }
    let arriving = [point - second, point - first, point - current].first { $0.squaredLength > 0 }
    arrive(at: point, arriving ?? .zero)
  }

  mutating func close() {
    guard start < vertices.count else { return }
    let first = vertices[start].point
    let direction = first - current
    if direction.squaredLength > 0 {
      leave(direction)
      arrive(at: first, direction)
    } else if let last = vertices.indices.last {
      vertices[last].outgoing = vertices[start].outgoing
    }
    vertices[start].incoming = vertices.last?.incoming
    if let last = vertices.indices.last { vertices[last].outgoing = vertices[start].outgoing }
    current = first
  }

  private mutating func leave(_ direction: Point) {
    guard let last = vertices.indices.last else { return }
    if direction.squaredLength > 0 { vertices[last].outgoing = direction }
  }

  private mutating func arrive(at point: Point, _ direction: Point) {
    // A segment of no length goes on in the direction of the one before.
    let incoming = direction.squaredLength > 0 ? direction : vertices.last?.incoming
    vertices.append(Vertex(point: point, incoming: incoming))
    current = point
  }

  /// In the order of the path.
  func places() -> [Place] {
    vertices.enumerated().map { index, vertex in
      let kind: Kind = index == 0 ? .start : index == vertices.count - 1 ? .end : .middle
      return Place(kind: kind, point: vertex.point, angle: Self.angle(vertex))
    }
  }

  private static func angle(_ vertex: Vertex) -> Double {
    guard let incoming = vertex.incoming else { return vertex.outgoing.map { atan2($0.y, $0.x) } ?? 0 }
    let first = atan2(incoming.y, incoming.x)
    guard let outgoing = vertex.outgoing else { return first }
    let second = atan2(outgoing.y, outgoing.x)
    let mean = (first + second) / 2
    return abs(first - second) > .pi ? mean + .pi : mean
  }
}
