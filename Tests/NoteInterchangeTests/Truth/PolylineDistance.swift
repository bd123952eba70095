/// Distances between polylines.
enum PolylineDistance {
  typealias Point = SIMD2<Double>

  /// Whether two polylines can be walked side by side, never backwards, without being farther apart than this: the
  /// continuous Fréchet distance, decided by reachable intervals (Alt and Godau, 1995).
  static func isFrechet(_ one: [Point], _ two: [Point], within limit: Double) -> Bool {
    let first = one.count == 1 ? [one[0], one[0]] : one
    let second = two.count == 1 ? [two[0], two[0]] : two
    guard near(first[0], second[0], limit), near(first[first.count - 1], second[second.count - 1], limit)
    else {
      return false
    }
    let columns = second.count - 1
    // Reachable parts of the cells' lower edges (along `second`) in the row at hand.
    var lower = [ClosedRange<Double>?](repeating: nil, count: columns)
    for column in 0..<columns {
      guard let free = free(first[0], second[column], second[column + 1], limit), free.lowerBound <= 1e-12
      else {
        break
      }
      lower[column] = free
      if free.upperBound < 1 { break }
    }
    var from = 0
    for row in 0..<first.count - 1 {
      var next = [ClosedRange<Double>?](repeating: nil, count: columns)
      // The left edge of the first cell can be walked as long as the start of each row was reached.
      var left: ClosedRange<Double>?
      if let start = lower[0], start.lowerBound <= 1e-12,
        let edge = free(second[0], first[row], first[row + 1], limit), edge.lowerBound <= 1e-12
      {
        left = edge
      }
      var isAny = false
      var start = columns
      for column in from..<columns {
        let below = lower[column]
        guard left != nil || below != nil else {
          if column > from, lower[column...].allSatisfy({ $0 == nil }) { break }
          continue
        }
        if start == columns { start = column }
        // The upper edge is reachable from the lower one behind its start, and from the left one altogether.
        let upperFree = free(first[row + 1], second[column], second[column + 1], limit)
        let rightFree = free(second[column + 1], first[row], first[row + 1], limit)
        var upper: ClosedRange<Double>?
        if let free = upperFree {
          if left != nil {
            upper = free
          } else if let below, below.lowerBound <= free.upperBound {
            upper = max(free.lowerBound, below.lowerBound)...free.upperBound
          }
        }
        var right: ClosedRange<Double>?
        if let free = rightFree {
          if below != nil {
            right = free
          } else if let left, left.lowerBound <= free.upperBound {
            right = max(free.lowerBound, left.lowerBound)...free.upperBound
          }
        }
        next[column] = upper
        isAny = isAny || upper != nil
        left = right
      }
      if row == first.count - 2 {
        return left.map { $0.upperBound >= 1 - 1e-9 } ?? false
          || next[columns - 1].map { $0.upperBound >= 1 - 1e-9 } ?? false
      }
      if !isAny { return false }
      from = min(start, columns - 1)
      lower = next
    }
    return false
  }

  private static func near(_ one: Point, _ two: Point, _ limit: Double) -> Bool {
    let difference = one - two
    return (difference * difference).sum() <= limit * limit
  }

  /// The part of a segment that lies within a limit of a point.
  private static func free(_ point: Point, _ start: Point, _ end: Point, _ limit: Double) -> ClosedRange<
    Double
  >? {
    let direction = end - start
    let offset = start - point
    let a = (direction * direction).sum()
    let b = (direction * offset).sum()
    let c = (offset * offset).sum() - limit * limit
    if a < 1e-18 { return c <= 0 ? 0...1 : nil }
    let root = b * b - a * c
    if root < 0 { return nil }
    let low = (-b - root.squareRoot()) / a
    let high = (-b + root.squareRoot()) / a
    return high < 0 || low > 1 ? nil : max(0, low)...min(1, high)
  }

  /// The largest distance of a corner of one polyline from the other.
  static func directed(_ one: [Point], _ two: [Point]) -> Double {
    one.reduce(0) { largest, point in max(largest, distance(point, two, enough: largest)) }
  }

  private static func distance(_ point: Point, _ line: [Point], enough: Double) -> Double {
    var least = Double.infinity
    if line.count == 1 { least = ((line[0] - point) * (line[0] - point)).sum() }
    for index in line.indices.dropFirst() {
      let start = line[index - 1]
      let direction = line[index] - start
      let square = (direction * direction).sum()
      let along = square > 0 ? min(max(((point - start) * direction).sum() / square, 0), 1) : 0
      let offset = start + direction * along - point
      least = min(least, (offset * offset).sum())
      if least <= enough * enough { return enough }
    }
    return least.squareRoot()
  }
}
