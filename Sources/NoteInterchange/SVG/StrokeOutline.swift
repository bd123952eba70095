import CXML
import NoteModel

/// Path data of the area that a stroke covers: for each segment the hull of its two discs, and the discs that no hull
/// holds. All sub-paths run the same way round, so that a fill by `nonzero` shows their union.
///
/// Numbers are hundredths of a point, rounded first and then differenced.
struct StrokeOutline: ~Copyable {
  private var text = PathText()
  private var pen = (x: Int64(0), y: Int64(0))
  private var data: [UInt8] = []

  /// The data for the `d` of one path; the bare place for a stroke that covers nothing.
  static func data(_ stroke: Stroke) -> [UInt8] {
    var outline = StrokeOutline()
    outline.trace(stroke)
    if outline.data.isEmpty { outline.move(to: point(stroke, 0)) }
    return outline.data
  }

  private init() {}

  private static func point(_ stroke: Stroke, _ sample: Int) -> Point {
    Point(Double(stroke.x[sample]) / 10, Double(stroke.y[sample]) / 10)
  }

  private mutating func trace(_ stroke: Stroke) {
    let count = stroke.sampleCount
    /// Whether the hull of the segment before holds this sample's disc.
    var isHeld = false
    /// The radius that it ends with.
    var held = 0.0
    /// The largest radius of the samples that coincide here.
    var largest = 0.0
    for sample in 0..<count {
      let center = Self.point(stroke, sample)
      let radius = Double(stroke.radius[sample]) / 10
      largest = max(largest, radius)
      let next = sample + 1
      if next < count, stroke.x[sample] == stroke.x[next], stroke.y[sample] == stroke.y[next] {
        continue
      }
      var hasHull = false
      if next < count {
        let end = Self.point(stroke, next)
        let endRadius = Double(stroke.radius[next]) / 10
        if Self.isApart(stroke, sample, next), max(radius, endRadius) > 0 {
          let start = Disc(center: center, radius: radius)
          hull(start, Disc(center: end, radius: endRadius), hasStartCap: !isHeld || held < radius)
          hasHull = true
        }
      }
      if largest > (isHeld ? max(held, hasHull ? radius : 0) : hasHull ? radius : -1) {
        disc(center, largest)
      }
      held = next < count ? Double(stroke.radius[next]) / 10 : 0
      isHeld = hasHull
      largest = 0
    }
  }

  /// Whether neither of two samples' discs holds the other.
  private static func isApart(_ stroke: Stroke, _ one: Int, _ other: Int) -> Bool {
    let dx = Double(stroke.x[other]) - Double(stroke.x[one])
    let dy = Double(stroke.y[other]) - Double(stroke.y[one])
    let growth = Double(stroke.radius[other]) - Double(stroke.radius[one])
    return dx * dx + dy * dy > growth * growth
  }

  private struct Disc {
    var center: Point
    var radius: Double

    func edge(_ angle: Double) -> Point {
      radius == 0 ? center : center + Point(cos(angle), sin(angle)) * radius
    }
  }

  /// The area that a disc covers on its way to another one, neither of which holds the other.
  private mutating func hull(_ start: Disc, _ end: Disc, hasStartCap: Bool) {
    let way = end.center - start.center
    let direction = atan2(way.y, way.x)
    // The angle between the way and the places where the common tangents touch.
    let spread = acos(min(max((start.radius - end.radius) / way.length, -1), 1))
    move(to: start.edge(direction + spread))
    line(to: end.edge(direction + spread))
    arc(end, from: direction + spread, span: 2 * spread)
    line(to: start.edge(direction - spread))
    if hasStartCap { arc(start, from: direction - spread, span: 2 * (.pi - spread)) }
    close()
  }

  private mutating func disc(_ center: Point, _ radius: Double) {
    guard radius > 0 else { return }
    let disc = Disc(center: center, radius: radius)
    move(to: disc.edge(.pi))
    arc(disc, from: .pi, span: 2 * .pi)
    close()
  }

  // MARK: Commands

  /// Along the disc, against the clock, in pieces whose ends tell their centre well.
  private mutating func arc(_ disc: Disc, from start: Double, span: Double) {
    guard disc.radius > 0, span > 0 else { return }
    let count = max(1, Int((span / 1.75).rounded(.up)))
    let radius = Int64((disc.radius * 100).rounded())
    for piece in 1...count {
      let end = Self.rounded(disc.edge(start - span * Double(piece) / Double(count)))
      if end == pen { continue }
      write("a", [radius, radius, 0])
      data.append(addingCapacity: 8) { output in
        text.flag(false, to: &output)
        text.flag(false, to: &output)
      }
      append([end.x - pen.x, end.y - pen.y])
      pen = end
    }
  }

  private mutating func move(to point: Point) {
    pen = Self.rounded(point)
    write("M", [pen.x, pen.y])
  }

  private mutating func line(to point: Point) {
    let end = Self.rounded(point)
    if end == pen { return }
    write("l", [end.x - pen.x, end.y - pen.y])
    pen = end
  }

  private mutating func close() { write("z", []) }

  private mutating func write(_ command: Unicode.Scalar, _ numbers: [Int64]) {
    data.append(addingCapacity: 1) { output in text.command(UInt8(ascii: command), to: &output) }
    append(numbers)
  }

  private mutating func append(_ numbers: [Int64]) {
    data.append(addingCapacity: numbers.count * PathText.longestPoint) { output in
      for number in numbers { text.number(hundredths: number, to: &output) }
    }
  }

  private static func rounded(_ point: Point) -> (x: Int64, y: Int64) {
    (Int64((point.x * 100).rounded()), Int64((point.y * 100).rounded()))
  }
}
