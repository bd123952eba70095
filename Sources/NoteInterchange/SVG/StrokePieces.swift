import NoteModel

/// A stroke cut into centre lines of equal width, and the discs that no line covers.
///
/// A segment between two samples is drawn in the mean of its ends' widths, so that no edge is off by more than
/// 0.05 pt; where the radius changes by more than 0.1 pt the segment is split until no step exceeds that. Hairlines,
/// of which 0.05 pt is half, are split in three already where they change by 0.1 pt. So each line's width is the sum
/// of the whole radii at its ends, by which ``RunRadii`` finds the radii again.
/// Everything is whole numbers in 0.1 pt; the memory is used again for the next stroke.
struct StrokePieces {
  struct Point: Equatable {
    var x: Int32
    var y: Int32
  }

  /// A polyline.
  struct Run {
    var width: Int64
    var points: Range<Int>
  }

  struct Disc {
    var center: Point
    var radius: Int64
  }

  /// The points of all runs, one run behind the other.
  private(set) var points: [Point] = []
  private(set) var runs: [Run] = []
  private(set) var discs: [Disc] = []
  /// The width of the run being made; nil when there is none.
  private var width: Int64?
  private var runStart = 0
  /// The radius of each sample.
  private var radii: [UInt16] = []

  /// The thickest radius that is split for a change of 0.1 pt.
  private static let hairlineRadius: Int64 = 2
  /// How many lines a stroke may have beyond ``linesPerSample`` for each sample, so that no file can make
  /// this toolkit draw without end. Only strokes that no hand draws reach it.
  private static let spareLines: Int64 = 256
  private static let linesPerSample: Int64 = 64

  /// Whether one line or one disc is all there is.
  var isSingle: Bool { runs.count + discs.count == 1 }

  mutating func trace(_ stroke: Stroke) {
    points.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    discs.removeAll(keepingCapacity: true)
    let count = stroke.x.count
    switch stroke.radius {
    case .constant(let radius): radii = [UInt16](repeating: radius, count: count)
    case .column(let column): radii = column
    }
    let step = lineStep()
    /// The radius that the segment before draws at this place; negative for none.
    var incoming: Int64 = -1
    /// The largest radius of the samples that coincide here.
    var largest: Int64 = -1
    for sample in 0..<count {
      let radius = Int64(radii[sample])
      largest = max(largest, radius)
      let next = sample + 1
      if next < count, stroke.x[sample] == stroke.x[next], stroke.y[sample] == stroke.y[next] { continue }
      let isDrawn = next < count && addSegment(of: stroke, from: sample, step: step)
      let covered = max(incoming, isDrawn ? radius : -1)
      if covered < 0 || largest > covered + 1 {
        discs.append(Disc(center: Point(x: stroke.x[sample], y: stroke.y[sample]), radius: largest))
      }
      incoming = isDrawn ? Int64(radii[next]) : -1
      largest = -1
    }
    closeRun()
  }

  /// The largest change of the radius from line to line: 1, or more where that would make too many lines.
  private func lineStep() -> Int64 {
    var sum: Int64 = 0
    for sample in radii.indices.dropFirst() { sum += abs(Int64(radii[sample]) - Int64(radii[sample - 1])) }
    let most = Self.spareLines + Self.linesPerSample * Int64(radii.count)
    return max(1, (sum + most - 1) / most)
  }

  /// Adds the lines from a sample to the next, which lies elsewhere; false when the larger of the two discs holds
  /// the whole segment.
  private mutating func addSegment(of stroke: Stroke, from sample: Int, step: Int64) -> Bool {
    let start = Point(x: stroke.x[sample], y: stroke.y[sample])
    let end = Point(x: stroke.x[sample + 1], y: stroke.y[sample + 1])
    let first = Int64(radii[sample])
    let last = Int64(radii[sample + 1])
    let change = abs(last - first)
    let dx = Int64(end.x) - Int64(start.x)
    let dy = Int64(end.y) - Int64(start.y)
    let length = max(abs(dx), abs(dy))
    let isHairline = change == 1 && step == 1 && min(first, last) <= Self.hairlineRadius && length >= 3
    if change <= 1, !isHairline {
      addLine(from: start, to: end, first + last)
      return true
    }
    if length <= change, dx * dx + dy * dy <= change * change {
      closeRun()
      return false
    }
    // Points of the grid differ along the longer side as long as there are no more lines than steps of the grid.
    let count = isHairline ? 3 : min((change + step - 1) / step, length)
    var previous = start
    for line in 1...count {
      let point = Point(
        x: start.x &+ Int32(truncatingIfNeeded: (dx * line).dividedRounding(by: count)),
        y: start.y &+ Int32(truncatingIfNeeded: (dy * line).dividedRounding(by: count)))
      addLine(from: previous, to: point, Self.width(line, of: count, first, last))
      previous = point
    }
    return true
  }

  /// The width of one of the lines that a segment is split into.
  ///
  /// Where there are fewer of them than steps of the radius, the outer two keep to the ends' radii and the larger steps
  /// lie between.
  private static func width(_ line: Int64, of count: Int64, _ first: Int64, _ last: Int64) -> Int64 {
    let change = last - first
    guard abs(change) > count, count > 2 else {
      return 2 * first + (change * (2 * line - 1)).dividedRounding(by: count)
    }
    let inner = change - change.signum()
    return 2 * first + change.signum() + (2 * inner * (line - 1)).dividedRounding(by: count - 1)
  }

  private mutating func addLine(from start: Point, to end: Point, _ width: Int64) {
    if self.width == width, points.last == start {
      points.append(end)
      return
    }
    closeRun()
    self.width = width
    runStart = points.count
    points.append(start)
    points.append(end)
  }

  private mutating func closeRun() {
    guard let width else { return }
    runs.append(Run(width: width, points: runStart..<points.count))
    self.width = nil
  }
}

extension Int64 {
  /// To nearest, halves away from zero; the divisor is positive.
  @inline(__always)
  func dividedRounding(by divisor: Int64) -> Int64 {
    self < 0 ? -((-self * 2 + divisor) / (2 * divisor)) : (self * 2 + divisor) / (2 * divisor)
  }
}
