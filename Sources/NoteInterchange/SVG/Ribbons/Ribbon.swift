/// Finds the centre line of ink that was drawn as a filled ribbon.
///
/// The outline of a ribbon turns back at two tips. From one tip to the other it has two sides, which are walked
/// together; the middle between them is the centre, half their distance the radius.
struct Ribbon {
  /// The least overlap of the redrawn line with the shape.
  static let leastOverlap = 0.95
  /// How many times as long as wide a ribbon is at least; shorter shapes may be anything.
  static let leastLength = 8.0
  /// The most corners of an outline that are looked at.
  static let cornerLimit = 4_000

  /// A closed polygon with the measures of a ribbon.
  struct Shape {
    private let corners: ArraySlice<Point>
    fileprivate let perimeter: Double
    fileprivate let width: Double
    /// In widths.
    fileprivate let length: Double

    /// Nil for one too thick or too large to be ink.
    ///
    /// - Parameter corners: the last one is joined with the first, if it isn't the same.
    init?(_ corners: ArraySlice<Point>) {
      guard corners.count >= 13, let first = corners.first, let last = corners.last else { return nil }
      let count = corners.count + (first == last ? 0 : 1)
      guard count >= 14, count <= Ribbon.cornerLimit else { return nil }
      var around = 0.0
      var doubleArea = 0.0
      var before = first
      for corner in corners.dropFirst() {
        around += (corner - before).length
        let (one, two) = (before - first, corner - first)
        doubleArea += one.x * two.y - two.x * one.y
        before = corner
      }
      perimeter = around + (first - last).length
      let area = abs(doubleArea) / 2
      guard perimeter > 0, area > 0 else { return nil }
      // A ribbon of a length and a width has about twice the length around it.
      width = 2 * area / perimeter
      length = perimeter / 2 / width
      guard width > 0.05, width < 12, length >= 3 else { return nil }
      self.corners = corners
    }

    /// The first point again at its end.
    fileprivate func polygon() -> [Point] {
      var polygon: [Point] = []
      polygon.reserveCapacity(corners.count + 1)
      polygon += corners
      if let first = corners.first, first != corners.last { polygon.append(first) }
      return polygon
    }
  }

  private let polygon: [Point]
  private let outline: [Point]
  private let width: Double
  private let spacing: Double

  /// The centre line of a shape, nil for one that is no ribbon.
  ///
  /// - Parameters:
  ///   - hints: ink has many corners, a drawn shape few.
  ///   - work: how many steps may still be spent on ribbons; what this one took is taken off.
  static func centerLine(
    _ shape: Shape, isEvenOdd: Bool, _ hints: inout InkHints, work: inout Int
  ) -> InkLine? {
    guard work > 0, let ribbon = Ribbon(shape, &hints) else { return nil }
    work -= ribbon.outline.count * 30
    guard work > 0, let line = ribbon.trace() else { return nil }
    guard
      var grid = CoverageGrid(around: ribbon.polygon, margin: ribbon.width, detail: ribbon.width / 6)
    else { return nil }
    work -= grid.cellCount * 2
    grid.fill([ribbon.polygon], isEvenOdd: isEvenOdd)
    grid.ink(line)
    return grid.overlap >= leastOverlap ? line : nil
  }

  /// Nil for a shape too plain to be ink.
  private init?(_ shape: Shape, _ hints: inout InkHints) {
    width = shape.width
    // On each side a corner at least for every width that the pen went.
    guard
      hints.isKnownInk
        || shape.length >= Self.leastLength && Double(hints.cornerCount) >= 2 * shape.length
    else { return nil }
    polygon = shape.polygon()
    spacing = max(width / 4, shape.perimeter / 2_000)
    outline = Self.resampled(polygon, spacing)
    guard outline.count >= 16 else { return nil }
  }

  /// Points on the outline at equal distances; the last isn't the first again.
  private static func resampled(_ polygon: [Point], _ spacing: Double) -> [Point] {
    var points: [Point] = [polygon[0]]
    var left = spacing
    for (start, end) in zip(polygon, polygon.dropFirst()) {
      let length = (end - start).length
      var done = 0.0
      while length - done >= left {
        done += left
        points.append(start.mixed(with: end, done / length))
        left = spacing
      }
      left -= length - done
    }
    if points.count > 1, (points[points.count - 1] - points[0]).length < spacing / 2 { points.removeLast() }
    return points
  }

  private func trace() -> InkLine? {
    let tips = tips()
    var least = 2.5 * width
    var best: (Int, Int)?
    for (index, one) in tips.enumerated() {
      for other in tips[(index + 1)...] {
        let cost = walk(from: one, to: other, within: least) { _, _ in }
        if cost < least { (least, best) = (cost, (one, other)) }
      }
    }
    guard let best else { return nil }
    var line = InkLine()
    line.append(outline[best.0], 0)
    _ = walk(from: best.0, to: best.1, within: .infinity) { one, other in
      line.append((one + other) * 0.5, (one - other).length / 2)
    }
    return trimmed(line)
  }

  // MARK: Tips

  /// Where the outline turns by most, at most eight places, apart from one another.
  private func tips() -> [Int] {
    let count = outline.count
    let reach = max(2, min(count / 6, Int((width * 0.9 / spacing).rounded(.up))))
    let turns = (0..<count).map { index -> Double in
      let before = outline[index] - outline[(index - reach + count) % count]
      let after = outline[(index + reach) % count] - outline[index]
      let product = before.length * after.length
      return product > 0 ? (before.x * after.x + before.y * after.y) / product : 1
    }
    var tips: [Int] = []
    for index in (0..<count).filter({ turns[$0] < 0.5 }).sorted(by: { turns[$0] < turns[$1] }) {
      guard tips.count < 8 else { break }
      let isApart = tips.allSatisfy { tip in
        let distance = abs(tip - index)
        return min(distance, count - distance) > 2 * reach
      }
      if isApart { tips.append(index) }
    }
    return tips.sorted()
  }

  // MARK: Sides

  /// Walks both sides from one tip to the other, which comes later; gives the mean distance of the sides, infinite when
  /// it is above the limit.
  @inline(__always)
  private func walk(
    from first: Int, to second: Int, within limit: Double, _ visit: (Point, Point) -> Void
  ) -> Double {
    let count = outline.count
    var ahead = first
    var behind = first
    let aheadCount = second - first
    let behindCount = count - aheadCount
    var aheadDone = 0
    var behindDone = 0
    var sum = 0.0
    var stepCount = 1
    while aheadDone < aheadCount || behindDone < behindCount {
      let nextAhead = ahead + 1 == count ? 0 : ahead + 1
      let nextBehind = behind == 0 ? count - 1 : behind - 1
      let both = (outline[nextAhead] - outline[nextBehind]).squaredLength
      let onlyAhead = (outline[nextAhead] - outline[behind]).squaredLength
      let onlyBehind = (outline[ahead] - outline[nextBehind]).squaredLength
      let mayGoAhead = aheadDone < aheadCount
      let mayGoBehind = behindDone < behindCount
      if mayGoAhead, mayGoBehind,
        both <= min(onlyAhead, onlyBehind) || !(onlyAhead < both || onlyBehind < both)
      {
        (ahead, behind) = (nextAhead, nextBehind)
        aheadDone += 1
        behindDone += 1
      } else if mayGoAhead, !mayGoBehind || onlyAhead <= onlyBehind {
        ahead = nextAhead
        aheadDone += 1
      } else {
        behind = nextBehind
        behindDone += 1
      }
      visit(outline[ahead], outline[behind])
      sum += (outline[ahead] - outline[behind]).length
      stepCount += 1
      // There are at most as many steps as corners.
      if sum > limit * Double(count + 1) { return .infinity }
    }
    let imbalance = Double(max(aheadCount, behindCount)) / Double(max(1, min(aheadCount, behindCount)))
    return sum / Double(stepCount) * max(1, imbalance / 2)
  }

  /// Without the ends, where the sides run together, and with no more samples than the line needs.
  private func trimmed(_ line: InkLine) -> InkLine? {
    guard let first = line.points.first, let last = line.points.last, line.count > 2 else { return nil }
    var start = 0
    while start < line.count - 1, (line.points[start] - first).length < line.radii[start] { start += 1 }
    var end = line.count - 1
    while end > start, (line.points[end] - last).length < line.radii[end] { end -= 1 }
    guard end > start else { return nil }
    var kept = InkLine()
    var index = start
    kept.append(line.points[start], line.radii[start])
    while index < end {
      var next = min(index + 1, end)
      while next < end, canSkip(line, index, next + 1) { next += 1 }
      kept.append(line.points[next], line.radii[next])
      index = next
    }
    return kept
  }

  /// Whether all between two samples lies on the straight way between them.
  private func canSkip(_ line: InkLine, _ from: Int, _ to: Int) -> Bool {
    guard to - from < 24 else { return false }
    let (start, end) = (line.points[from], line.points[to])
    let way = end - start
    let length = way.length
    guard length > 0 else { return false }
    let tolerance = max(0.04, width * 0.02)
    for index in from + 1..<to {
      let offset = line.points[index] - start
      let along = (offset.x * way.x + offset.y * way.y) / (length * length)
      let beside = abs(offset.x * way.y - offset.y * way.x) / length
      let radius = line.radii[from] + (line.radii[to] - line.radii[from]) * along
      if along < 0 || along > 1 || beside > tolerance || abs(radius - line.radii[index]) > tolerance {
        return false
      }
    }
    return true
  }
}
