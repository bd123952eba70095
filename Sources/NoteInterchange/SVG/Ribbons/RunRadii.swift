/// Finds the radii at the samples again by the widths of the lines that ``StrokePieces`` draws between them.
///
/// Radii are whole tenths of a point, and a line's width is the sum of the two at its ends, which differ by one tenth
/// at most. An even width tells both, and from a known one on, each odd width tells the next.
enum RunRadii {
  /// In points; where widths aren't such sums, the mean of both sides.
  ///
  /// - Parameter widths: of the line behind each point but the last; nil where nothing is drawn.
  static func radii(_ widths: [Double?]) -> [Double] {
    let tenths = widths.map { width in width.map { ($0 * 10).rounded() } }
    let isExact = zip(widths, tenths).allSatisfy { width, rounded in
      guard let width, let rounded else { return true }
      return rounded < 1e9 && abs(width * 10 - rounded) < 0.01
    }
    guard isExact else { return means(widths) }
    return wholes(tenths.map { width in width.map { Int($0) } }).map { Double($0) / 10 }
  }

  private static func means(_ widths: [Double?]) -> [Double] {
    (0...widths.count).map { point in
      let sides = [point > 0 ? widths[point - 1] : nil, point < widths.count ? widths[point] : nil]
        .compactMap { $0 }
      return sides.isEmpty ? 0 : sides.reduce(0, +) / Double(2 * sides.count)
    }
  }

  private static func wholes(_ widths: [Int?]) -> [Int] {
    var radii = [Int?](repeating: nil, count: widths.count + 1)
    /// Whether a radius comes from a step that no sample makes, and tells nothing about the next.
    var isStep = [Bool](repeating: false, count: radii.count)
    for point in radii.indices {
      let before = point > 0 ? widths[point - 1] : nil
      let behind = point < widths.count ? widths[point] : nil
      guard let one = before ?? behind, let other = behind ?? before else { continue }
      let low = max(one / 2, other / 2)
      let high = min((one + 1) / 2, (other + 1) / 2)
      if low < high { continue }
      isStep[point] = low > high
      radii[point] = low > high ? (one + other + 2) / 4 : low
    }
    for point in widths.indices where radii[point + 1] == nil {
      radii[point + 1] = next(radii[point], isStep[point], widths[point])
    }
    for point in widths.indices.reversed() where radii[point] == nil {
      radii[point] = next(radii[point + 1], isStep[point + 1], widths[point])
    }
    // What is left lies on lines of one odd width, which may begin with either radius: the one that is nearer to what
    // comes before, and at the start the smaller one, as ink mostly swells where the pen comes down.
    for point in radii.indices where radii[point] == nil {
      let width = (point < widths.count ? widths[point] : nil) ?? (point > 0 ? widths[point - 1] : nil) ?? 0
      let before = point > 0 ? radii[point - 1] : nil
      radii[point] = before.map { 2 * $0 < width } ?? true ? width / 2 : (width + 1) / 2
      var last = point
      while last < widths.count, radii[last + 1] == nil, widths[last] != nil {
        radii[last + 1] = next(radii[last], false, widths[last])
        last += 1
      }
    }
    return radii.map { $0 ?? 0 }
  }

  /// The radius at the other end of a line.
  private static func next(_ radius: Int?, _ isStep: Bool, _ width: Int?) -> Int? {
    guard let radius, !isStep, let width, abs(2 * radius - width) <= 1 else { return nil }
    return width - radius
  }
}
