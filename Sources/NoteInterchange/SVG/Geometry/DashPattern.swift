/// Dashes and the gaps between them.
struct DashPattern: Sendable, Hashable {
  /// The most dashes of one path.
  static let limit = 10_000

  /// Dash, gap, dash, gap…; an even number of them.
  let lengths: [Double]
  let offset: Double

  /// Nil for lengths that make no pattern: negative ones, or none above 0.
  init?(_ lengths: [Double], offset: Double) {
    let sum = lengths.reduce(0, +)
    guard lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), sum > 0, sum.isFinite else { return nil }
    self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
    self.offset = offset.isFinite ? offset : 0
  }

  /// The dashes of a path; nil when there are more than ``limit``.
  ///
  /// - Parameter unmap: from directions on the page to those in which the lengths are meant; nil when `scale` tells
  ///   all.
  func dashes(of path: FlatPath, scale: Double, unmap: AffineTransform?) -> FlatPath? {
    let period = lengths.reduce(0, +)
    var result = FlatPath()
    for subpath in path.subpaths {
      let line = path.polyline(subpath, isClosed: subpath.isClosed)
      let measures = zip(line, line.dropFirst()).map { start, end in
        unmap.map { $0.mapDirection(end - start).length } ?? (end - start).length / scale
      }
      let count = measures.reduce(0, +) / period * Double(lengths.count / 2)
      guard count.isFinite, count + Double(result.subpaths.count) <= Double(Self.limit) else { return nil }
      append(line, measures, period, to: &result)
    }
    return result
  }

  private func append(_ line: [Point], _ measures: [Double], _ period: Double, to result: inout FlatPath) {
    var phase = offset.truncatingRemainder(dividingBy: period)
    if phase < 0 { phase += period }
    var index = 0
    while index < lengths.count - 1, phase >= lengths[index] {
      phase -= lengths[index]
      index += 1
    }
    var left = max(0, lengths[index] - phase)
    var first = result.points.count
    if index % 2 == 0 { result.points.append(line[0]) }
    for (segment, measure) in measures.enumerated() {
      var done = 0.0
      while measure - done > left {
        done += left
        let point = line[segment].mixed(with: line[segment + 1], done / measure)
        if index % 2 == 0 {
          result.points.append(point)
          result.subpaths.append(FlatPath.Subpath(points: first..<result.points.count, isClosed: false))
        }
        repeat {
          index = (index + 1) % lengths.count
          left = lengths[index]
          // A dash of no length is a dot, where caps show it; a gap of no length joins its dashes.
          if left == 0, index % 2 == 0 {
            result.points += [point, point]
            result.subpaths.append(
              FlatPath.Subpath(points: result.points.count - 2..<result.points.count, isClosed: false))
          }
        } while left == 0
        first = result.points.count
        if index % 2 == 0 { result.points.append(point) }
      }
      left -= measure - done
      if index % 2 == 0 { result.points.append(line[segment + 1]) }
    }
    if index % 2 == 0, result.points.count - first > 1 {
      result.subpaths.append(FlatPath.Subpath(points: first..<result.points.count, isClosed: false))
    } else {
      result.points.removeLast(result.points.count - first)
    }
  }
}
