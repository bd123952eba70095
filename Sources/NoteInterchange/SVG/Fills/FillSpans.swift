/// What a fill covers of horizontal lines, asked for from top to bottom.
struct FillSpans {
  private struct Edge {
    let top: Point
    let bottom: Point
    /// 1 downwards, -1 upwards.
    let winding: Int
  }

  /// By their tops, the highest last.
  private var waiting: [Edge] = []
  private var active: [Edge] = []
  private let isEvenOdd: Bool
  /// How many edges were looked at so far, on all lines together.
  private(set) var work = 0

  /// - Parameter polygons: closed ones; the last point is joined with the first.
  init(_ polygons: [[Point]], isEvenOdd: Bool) {
    self.isEvenOdd = isEvenOdd
    for polygon in polygons {
      guard var last = polygon.last else { continue }
      for point in polygon {
        if point.y > last.y { waiting.append(Edge(top: last, bottom: point, winding: 1)) }
        if point.y < last.y { waiting.append(Edge(top: point, bottom: last, winding: -1)) }
        last = point
      }
    }
    waiting.sort { $0.top.y > $1.top.y }
  }

  /// The covered parts of the line that was gone to last.
  private(set) var spans: [(from: Double, to: Double)] = []
  private var crossings: [(x: Double, winding: Int)] = []

  /// Goes to the line at `y`, which is never above the one before.
  mutating func move(to y: Double) {
    active.removeAll { $0.bottom.y <= y }
    while let edge = waiting.last, edge.top.y <= y {
      waiting.removeLast()
      if edge.bottom.y > y { active.append(edge) }
    }
    work += active.count
    crossings.removeAll(keepingCapacity: true)
    for edge in active {
      let share = (y - edge.top.y) / (edge.bottom.y - edge.top.y)
      crossings.append((edge.top.mixed(with: edge.bottom, share).x, edge.winding))
    }
    if crossings.count > 2 || crossings.count == 2 && crossings[1].x < crossings[0].x {
      crossings.sort { $0.x < $1.x }
    }
    spans.removeAll(keepingCapacity: true)
    var winding = 0
    for index in crossings.indices.dropLast() {
      let (one, next) = (crossings[index], crossings[index + 1])
      winding += one.winding
      guard isEvenOdd ? winding & 1 != 0 : winding != 0, next.x > one.x else { continue }
      if let last = spans.last, last.to == one.x {
        spans[spans.count - 1].to = next.x
      } else {
        spans.append((one.x, next.x))
      }
    }
  }
}

/// The smallest upright rectangle around points.
struct FillBounds {
  private(set) var low: Point
  private(set) var high: Point

  init?(_ polygons: [[Point]]) {
    guard let first = polygons.lazy.joined().first else { return nil }
    (low, high) = (first, first)
    for point in polygons.joined() {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
  }

  var width: Double { high.x - low.x }
  var height: Double { high.y - low.y }
}
