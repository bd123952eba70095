import NoteModel

/// A fill as a picture: its colour where it covers, nothing elsewhere.
struct FillPicture {
  let png: [UInt8]
  /// In points; its sides lie on whole pixels around the fill.
  let origin: Point
  let width: Double
  let height: Double

  /// Pixels a point: 144 an inch.
  private static let finest = 2.0
  private static let mostPixels = 4_000_000.0
  /// Lines a pixel, for smooth edges.
  private static let lines = 4
  /// The most edges that are looked at, on all lines together.
  private static let mostWork = 20_000_000

  /// Nil for a fill that covers nothing or that would take too long.
  init?(_ polygons: [[Point]], isEvenOdd: Bool, _ color: Color) {
    guard let bounds = FillBounds(polygons), bounds.width > 0, bounds.height > 0 else { return nil }
    let scale = min(Self.finest, (Self.mostPixels / (bounds.width * bounds.height)).squareRoot())
    let left = (bounds.low.x * scale).rounded(.down)
    let top = (bounds.low.y * scale).rounded(.down)
    let columns = Int((bounds.high.x * scale).rounded(.up) - left)
    let rows = Int((bounds.high.y * scale).rounded(.up) - top)
    guard columns > 0, rows > 0, columns <= 32_000, rows <= 32_000,
      var writer = PNGWriter(width: columns, height: rows)
    else { return nil }
    var spans = FillSpans(polygons, isEvenOdd: isEvenOdd)
    var coverage = [Double](repeating: 0, count: columns)
    var isEmpty = true
    for row in 0..<rows {
      for column in coverage.indices { coverage[column] = 0 }
      for line in 0..<Self.lines {
        let y = top + Double(row) + (Double(line) + 0.5) / Double(Self.lines)
        spans.move(to: y / scale)
        for span in spans.spans {
          isEmpty = false
          Self.add(span.from * scale - left, span.to * scale - left, to: &coverage)
        }
        guard spans.work < Self.mostWork else { return nil }
      }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(columns * 4)
      for share in coverage {
        let alpha = Double(color.alpha) * min(1, share / Double(Self.lines))
        pixels += [color.red, color.green, color.blue, UInt8(alpha.rounded())]
      }
      writer.append(row: pixels)
    }
    if isEmpty { return nil }
    png = writer.finish()
    origin = Point(left / scale, top / scale)
    width = Double(columns) / scale
    height = Double(rows) / scale
  }

  /// Adds to each pixel the share of it that lies between two places.
  private static func add(_ from: Double, _ to: Double, to coverage: inout [Double]) {
    let (from, to) = (max(0, from), min(Double(coverage.count), to))
    guard to > from else { return }
    let (first, last) = (Int(from), min(coverage.count - 1, Int(to)))
    if first == last {
      coverage[first] += to - from
      return
    }
    coverage[first] += Double(first + 1) - from
    for column in first + 1..<max(first + 1, last) { coverage[column] += 1 }
    coverage[last] += to - Double(last)
  }
}
