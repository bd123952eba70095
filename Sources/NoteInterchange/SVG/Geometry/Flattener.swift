/// Maps a path into the page and makes polylines of its curves, none off by more than ``tolerance``.
///
/// Curves are halved until their control points lie that close to the chord. Segments that leave the range of
/// finite places are dropped, the rest is kept.
struct Flattener: PathSink {
  /// In points of the page.
  static let tolerance = 0.025
  /// The farthest place from the origin, in points.
  static let farthest = 1e6

  private(set) var path = FlatPath()
  /// How many segments were dropped.
  private(set) var droppedCount = 0
  private let transform: AffineTransform
  private let limit: Int
  private var start = Point.zero
  private var current = Point.zero
  private var first = 0
  /// Whether the current subpath lacks segments, so that closing it would draw something else.
  private var isBroken = false

  /// - Parameter limit: of points; the flattener is full then.
  init(_ transform: AffineTransform, limit: Int) {
    self.transform = transform
    self.limit = limit
  }

  /// - Parameter memory: a path that isn't needed any more, whose memory is used.
  init(_ transform: AffineTransform, limit: Int, memory: inout FlatPath) {
    self.init(transform, limit: limit)
    swap(&path, &memory)
    path.points.removeAll(keepingCapacity: true)
    path.subpaths.removeAll(keepingCapacity: true)
  }

  /// Makes room for the points of a long path, which then need not be moved while they become more.
  mutating func reserve(for byteCount: Int) {
    // A point takes at least four bytes; memory that isn't used costs nothing.
    if byteCount > 1 << 20 { path.points.reserveCapacity(min(limit, byteCount / 4)) }
  }

  var isFull: Bool { path.points.count >= limit }

  private static func isNear(_ point: Point) -> Bool {
    abs(point.x) <= farthest && abs(point.y) <= farthest
  }

  mutating func move(to point: Point) {
    finish(isClosed: false)
    start = transform.map(point)
    begin(at: start)
    isBroken = false
  }

  private mutating func begin(at point: Point) {
    first = path.points.count
    current = point
    if Self.isNear(point) { path.points.append(point) }
  }

  private mutating func finish(isClosed: Bool) {
    let count = path.points.count
    if count - first > 1 || isClosed && count > first {
      path.subpaths.append(FlatPath.Subpath(points: first..<count, isClosed: isClosed))
    } else {
      path.points.removeLast(count - first)
    }
    first = path.points.count
  }

  mutating func line(to point: Point) {
    let end = transform.map(point)
    guard Self.isNear(current), Self.isNear(end) else { return drop(to: end) }
    path.points.append(end)
    current = end
  }

  mutating func curve(_ first: Point, _ second: Point, to point: Point, endsVertex: Bool) {
    let one = transform.map(first)
    let two = transform.map(second)
    let end = transform.map(point)
    guard Self.isNear(current), Self.isNear(one), Self.isNear(two), Self.isNear(end) else {
      return drop(to: end)
    }
    if isEnd(current, one, two, end, depth: 0) {
      path.points.append(end)
    } else {
      halve(current, one, two, end, depth: 0)
    }
    current = end
  }

  private mutating func drop(to end: Point) {
    droppedCount += 1
    finish(isClosed: false)
    isBroken = true
    begin(at: end)
  }

  mutating func close() {
    if isBroken {
      if Self.isNear(current), Self.isNear(start) { path.points.append(start) }
      finish(isClosed: false)
    } else {
      finish(isClosed: true)
    }
    begin(at: start)
    isBroken = false
  }

  /// Appends the points behind the first of a curve that isn't at its end yet.
  private mutating func halve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, depth: Int) {
    var (p0, p1, p2) = (p0, p1, p2)
    var depth = depth
    repeat {
      depth += 1
      let p01 = p0.mixed(with: p1, 0.5)
      let p12 = p1.mixed(with: p2, 0.5)
      let p23 = p2.mixed(with: p3, 0.5)
      let p012 = p01.mixed(with: p12, 0.5)
      let p123 = p12.mixed(with: p23, 0.5)
      let middle = p012.mixed(with: p123, 0.5)
      if isEnd(p0, p01, p012, middle, depth: depth) {
        path.points.append(middle)
      } else {
        halve(p0, p01, p012, middle, depth: depth)
      }
      (p0, p1, p2) = (middle, p123, p23)
    } while !isEnd(p0, p1, p2, p3, depth: depth)
    path.points.append(p3)
  }

  /// Whether a curve isn't halved any more; at most 18 times it is.
  @inline(__always)
  private func isEnd(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, depth: Int) -> Bool {
    depth >= 18 || isFull || Self.isFlat(p0, p1, p2, p3)
  }

  /// Whether both control points lie beside the chord, one behind the other and close to it. The curve is at most
  /// three quarters as far from the chord as its control points.
  private static func isFlat(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) -> Bool {
    let chord = p3 - p0
    let one = p1 - p0
    let two = p2 - p0
    let square = chord.squaredLength
    let beside1 = one.x * chord.y - one.y * chord.x
    let beside2 = two.x * chord.y - two.y * chord.x
    let along1 = one.x * chord.x + one.y * chord.y
    let along2 = two.x * chord.x + two.y * chord.y
    // Mostly it is plain without the length of the chord, for which a root would have to be drawn.
    let most = reach * reach * square
    let (square1, square2) = (beside1 * beside1, beside2 * beside2)
    if square > 1e-12 {
      if square1 > most * 1.000001 || square2 > most * 1.000001 { return false }
      if square1 < most * 0.999999, square2 < most * 0.999999, along1 >= 0, along2 <= square, along1 <= along2
      {
        return true
      }
    }
    return isFlat(square, (one, two), (abs(beside1), abs(beside2)), (along1, along2))
  }

  private static let reach = tolerance * 4 / 3

  /// The same by the length of the chord. All but it is times that length, which saves dividing by it.
  private static func isFlat(
    _ square: Double, _ offset: (Point, Point), _ beside: (Double, Double), _ along: (Double, Double)
  ) -> Bool {
    let length = square.squareRoot()
    if length <= 1e-9 { return offset.0.length <= reach && offset.1.length <= reach }
    let most = reach * length
    guard beside.0 <= most, beside.1 <= most else { return false }
    return along.0 >= -most && along.1 <= square + most && along.0 <= along.1 + most
  }

  /// The polylines, the last one finished.
  mutating func finished() -> FlatPath {
    finish(isClosed: false)
    return path
  }

  /// Finishes the last polyline and exchanges all of them for what was there.
  mutating func finish(into other: inout FlatPath) {
    finish(isClosed: false)
    swap(&path, &other)
  }
}
