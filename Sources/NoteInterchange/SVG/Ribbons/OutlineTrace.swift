/// Reads the samples back out of the area that ``StrokeOutline`` draws of a stroke.
///
/// Each of its sub-paths is a disc, or the hull of two: two lines that touch both discs, joined by arcs. The arcs tell
/// centre and radius of their disc; a hull without an arc at its start goes on from the disc where the one before
/// ended. What isn't made so is no such area, and reading stops there.
struct OutlineTrace: PathSink {
  private struct Disc {
    var center: Point
    var radius: Double
  }

  /// How far what belongs together may be apart, in the units of the path: numbers have two decimals.
  private let tolerance: Double
  private let limit: Int
  private var line = InkLine()
  private var hullCount = 0
  private var isForeign = false
  /// Of the sub-path being read: the corners where lines end, and the arcs behind each.
  private var corners: [Point] = []
  private var arcs: [[EllipticalArc]] = []
  private var current = Point.zero
  /// Whether the next disc is the end of a hull.
  private var isOnHull = false
  /// Whether the sub-path before was a hull.
  private var isBehindHull = false

  private init(tolerance: Double, limit: Int) { (self.tolerance, self.limit) = (tolerance, limit) }

  /// The line that the path of a shape draws, on the page; nil for one that isn't an outline of a stroke.
  ///
  /// - Parameters:
  ///   - leastHulls: how many hulls it has at least; a single one may be any shape.
  ///   - limit: of samples.
  static func line(
    _ text: ArraySlice<UInt8>, _ transform: AffineTransform, leastHulls: Int, limit: Int
  ) -> InkLine? {
    guard !hasCurve(text.span), transform.isSimilarity else { return nil }
    let scale = transform.meanScale
    var trace = OutlineTrace(tolerance: 0.03 / scale, limit: limit)
    guard PathData.read(text.span, into: &trace) == nil, !trace.isForeign, trace.corners.isEmpty,
      trace.hullCount >= leastHulls, trace.line.count > 0
    else { return nil }
    let line = InkLine(
      points: trace.line.points.map(transform.map), radii: trace.line.radii.map { $0 * scale })
    let isNear = line.points.allSatisfy {
      abs($0.x) <= Flattener.farthest && abs($0.y) <= Flattener.farthest
    }
    return isNear ? line : nil
  }

  /// Whether path data has the letter of a curve, which no outline has: mostly it is among the first bytes.
  private static func hasCurve(_ text: Span<UInt8>) -> Bool {
    for position in text.indices {
      switch text[position] | 0x20 {
      case UInt8(ascii: "c"), UInt8(ascii: "s"), UInt8(ascii: "q"), UInt8(ascii: "t"): return true
      default: continue
      }
    }
    return false
  }

  // MARK: Segments

  var isFull: Bool { isForeign }

  mutating func move(to point: Point) {
    // A sub-path that isn't closed.
    if !corners.isEmpty { isForeign = true }
    corners = [point]
    arcs = [[]]
    current = point
  }

  mutating func line(to point: Point) {
    corners.append(point)
    arcs.append([])
    current = point
    if corners.count > 4 { isForeign = true }
  }

  mutating func curve(_ first: Point, _ second: Point, to point: Point, endsVertex: Bool) { isForeign = true }

  mutating func arc(_ arc: EllipticalArc) {
    guard let last = arcs.indices.last, abs(arc.radii.x - arc.radii.y) <= abs(arc.radii.x) * 1e-6 else {
      isForeign = true
      return
    }
    arcs[last].append(arc)
    current = arc.end
    if arcs[last].count > 8 { isForeign = true }
  }

  mutating func close() {
    guard let start = corners.first else { return }
    defer {
      corners = []
      arcs = []
    }
    // Nothing but a place.
    if corners.count == 1, arcs[0].isEmpty { return }
    // A line back to the start may be spelled out.
    if corners.count == 4, arcs[3].isEmpty, (corners[3] - start).length <= tolerance {
      corners.removeLast()
      arcs.removeLast()
    }
    switch corners.count {
    case 1:
      if let disc = Self.disc(arcs[0]), (current - start).length <= tolerance {
        add(disc)
      } else {
        isForeign = true
      }
    case 3: addHull(from: start)
    default: isForeign = true
    }
  }

  /// The disc that arcs run along; nil for none.
  private static func disc(_ arcs: [EllipticalArc]) -> Disc? {
    guard let radius = arcs.first.map({ abs($0.radii.x) }), radius > 0 else { return nil }
    var sum = Point.zero
    var weight = 0.0
    for arc in arcs {
      guard abs(abs(arc.radii.x) - radius) <= radius * 1e-6 else { return nil }
      let way = arc.end - arc.start
      let length = way.length
      guard length > 0 else { continue }
      let height = max(0, radius * radius - length * length / 4).squareRoot()
      let side = arc.isLarge == arc.isSweep ? -height : height
      let center = (arc.start + arc.end) * 0.5 + Point(-way.y, way.x) * (side / length)
      // Long chords tell the centre best.
      sum = sum + center * length
      weight += length
    }
    return weight > 0 ? Disc(center: sum * (1 / weight), radius: radius) : nil
  }

  // MARK: Hulls

  private mutating func addHull(from first: Point) {
    guard arcs[0].isEmpty else {
      isForeign = true
      return
    }
    // Along one side, around the end, back along the other side, around the start.
    let behind = arcs[1].last?.end ?? corners[1]
    let last = corners[2]
    let end = Self.disc(arcs[1]) ?? Disc(center: (corners[1] + behind) * 0.5, radius: 0)
    let start: Disc
    if let disc = Self.disc(arcs[2]) {
      guard (current - first).length <= tolerance else {
        isForeign = true
        return
      }
      start = disc
    } else if let center = line.points.last {
      start = Disc(center: center, radius: ((first - center).length + (last - center).length) / 2)
    } else {
      start = Disc(center: (first + last) * 0.5, radius: (first - last).length / 2)
    }
    guard isHull([first, corners[1], behind, last], start, end) else {
      isForeign = true
      return
    }
    hullCount += 1
    append(start)
    isOnHull = true
    append(end)
    isOnHull = false
    isBehindHull = true
  }

  /// Whether the corners are where the common tangents touch the discs.
  private func isHull(_ corners: [Point], _ start: Disc, _ end: Disc) -> Bool {
    let way = end.center - start.center
    guard way.length > abs(end.radius - start.radius) - tolerance else { return false }
    return isTangent(corners[0], corners[1], start, end) && isTangent(corners[3], corners[2], start, end)
  }

  /// Whether a side touches both discs: it ends on them, and both ends look the same way from their centres, across the
  /// side. Numbers are rounded, and the smaller a disc is and the shorter the side, the less they tell.
  private func isTangent(_ one: Point, _ two: Point, _ start: Disc, _ end: Disc) -> Bool {
    let first = one - start.center
    let last = two - end.center
    guard abs(first.length - start.radius) <= 2 * tolerance, abs(last.length - end.radius) <= 2 * tolerance
    else { return false }
    let (larger, smaller) = start.radius > end.radius ? (first, last) : (last, first)
    let (most, least) = (max(start.radius, end.radius), min(start.radius, end.radius))
    guard most > 0, (smaller - larger * (least / most)).length <= 3 * tolerance else { return false }
    let side = two - one
    return abs(side.x * larger.x + side.y * larger.y) <= 3 * tolerance * max(most, side.length)
  }

  /// A disc that the pen reaches next.
  private mutating func append(_ disc: Disc) {
    if let last = line.points.last, let radius = line.radii.last {
      let distance = (disc.center - last).length
      let growth = abs(disc.radius - radius)
      if distance <= 2 * tolerance, growth <= 2 * tolerance { return }
      // Only a way that one of its ends holds is drawn by no hull.
      if !isOnHull, distance > growth + 4 * tolerance { isForeign = true }
    }
    line.append(disc.center, disc.radius)
    if line.count > limit { isForeign = true }
  }

  /// A disc larger than the hulls around it, or one that no hull touches.
  private mutating func add(_ disc: Disc) {
    let place = line.count - 2
    if isBehindHull, place >= 0, (line.points[place] - disc.center).length <= 2 * tolerance {
      line.insert([disc.center, line.points[place]], [disc.radius, line.radii[place]], behind: place)
    } else {
      append(disc)
    }
    isBehindHull = false
  }
}
