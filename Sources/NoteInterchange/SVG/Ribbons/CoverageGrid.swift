/// Two shapes on one grid of cells, to tell how much of them is the same.
struct CoverageGrid {
  /// The most cells that are looked at.
  static let limit = 400_000

  private let origin: Point
  private let cell: Double
  private let columns: Int
  private let rows: Int
  private var cells: [UInt8]

  var cellCount: Int { cells.count }

  /// - Parameter detail: the smallest width that must show, in points.
  init?(around points: [Point], margin: Double, detail: Double) {
    guard let first = points.first, detail > 0 else { return nil }
    var low = first
    var high = first
    for point in points {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    let width = high.x - low.x + 2 * margin
    let height = high.y - low.y + 2 * margin
    let cell = max(detail, (width * height / Double(Self.limit)).squareRoot(), max(width, height) / 4_000)
    guard cell.isFinite, cell < detail * 3 else { return nil }
    self.cell = cell
    origin = Point(low.x - margin, low.y - margin)
    columns = Int(width / cell) + 1
    rows = Int(height / cell) + 1
    guard columns * rows <= 2 * Self.limit else { return nil }
    cells = [UInt8](repeating: 0, count: columns * rows)
  }

  /// Marks the inside of closed polygons.
  mutating func fill(_ polygons: [[Point]], isEvenOdd: Bool) {
    var spans = FillSpans(polygons, isEvenOdd: isEvenOdd)
    for row in 0..<rows {
      spans.move(to: middle(row))
      for span in spans.spans { mark(span.from, span.to, row, 1) }
    }
  }

  /// Marks what a line of ink covers.
  mutating func ink(_ line: InkLine) {
    for index in 0..<max(1, line.count - 1) {
      let next = min(index + 1, line.count - 1)
      let (start, end) = (line.points[index], line.points[next])
      let reach = max(line.radii[index], line.radii[next])
      let sweep = InkLine.Sweep(start, line.radii[index], end, line.radii[next])
      let first = max(0, Int(((min(start.y, end.y) - reach - origin.y) / cell).rounded(.down)))
      let last = min(rows - 1, Int(((max(start.y, end.y) + reach - origin.y) / cell).rounded(.up)))
      for row in first..<max(first, last + 1) {
        if let span = sweep.span(middle(row)) { mark(span.from, span.to, row, 2) }
      }
    }
  }

  private func middle(_ row: Int) -> Double { origin.y + (Double(row) + 0.5) * cell }

  /// Marks the cells of a row whose middles lie between two places.
  private mutating func mark(_ from: Double, _ to: Double, _ row: Int, _ bit: UInt8) {
    let first = max(0, Self.ceiling((from - origin.x) / cell - 0.5))
    let last = min(columns - 1, Self.ceiling((to - origin.x) / cell - 0.5) - 1)
    guard first <= last else { return }
    let places = row * columns + first...row * columns + last
    var cells = cells.mutableSpan
    for place in places { cells[place] |= bit }
  }

  /// Rounded up, without the call that rounding is where the processor may be an old one.
  @inline(__always)
  private static func ceiling(_ value: Double) -> Int {
    let whole = Int(value)
    return Double(whole) < value ? whole + 1 : whole
  }

  /// What both cover, as a share of what either covers.
  var overlap: Double {
    var both = 0
    var either = 0
    for cell in cells where cell != 0 {
      either += 1
      if cell == 3 { both += 1 }
    }
    return either == 0 ? 0 : Double(both) / Double(either)
  }
}
