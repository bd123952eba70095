import NoteModel

/// Ink that was drawn as lines of one colour, each of a width of its own, that go on from one another.
///
/// Xournal++ exports strokes with pressure so, and so do programs for paper tablets. What such lines draw together is
/// one stroke with a radius at each sample.
struct SegmentChain {
  let color: Color
  /// The element of the first line.
  let node: Int
  /// The place of the first line's stroke among all elements; the others follow it.
  let start: Int
  private let firstRadius: Double
  /// In points, of the lines behind the first.
  private var otherRadii: [Double] = []
  private var end: Point

  /// The fewest lines that are taken for ink.
  private static let leastCount = 3
  /// The largest share of a radius by which it changes where a single sample stands between two lines.
  private static let gentleChange = 0.1
  /// In points.
  private static let tolerance = 0.005

  init(_ color: Color, _ node: Int, start: Int, width: Double, end: Point) {
    (self.color, self.node, self.start, self.end) = (color, node, start, end)
    firstRadius = width / 2
  }

  /// Takes a line that begins where the last one ends; false for any other.
  mutating func extend(_ points: ArraySlice<Point>, width: Double, _ color: Color) -> Bool {
    guard let first = points.first, let last = points.last, color == self.color,
      (first - end).squaredLength <= Self.tolerance * Self.tolerance
    else { return false }
    otherRadii.append(width / 2)
    end = last
    return true
  }

  var count: Int { otherRadii.count + 1 }

  /// Whether it is ink: several lines of more than one width.
  var isInk: Bool { count >= Self.leastCount && otherRadii.contains { $0 != firstRadius } }

  /// The line through all of them. Where the width changes a little, the radius at the sample between lies in the
  /// middle; where it changes by more, the sample stands there twice, so that no more is drawn than was.
  ///
  /// - Parameter strokes: those of the lines.
  func ink(_ strokes: ArraySlice<Element>) -> InkLine {
    var line = InkLine()
    for (element, radius) in zip(strokes, [firstRadius] + otherRadii) {
      guard case .stroke(let stroke) = element else { continue }
      let points = zip(stroke.x, stroke.y).map { Point(Double($0) / 10, Double($1) / 10) }
      let before = line.radii.last
      if let before, abs(radius - before) <= Self.gentleChange * min(radius, before) {
        line.radii[line.count - 1] = (radius + before) / 2
        if line.points[line.count - 1] != points[0] { line.append(points[0], radius) }
      } else {
        line.append(points[0], radius)
      }
      for point in points.dropFirst() { line.append(point, radius) }
    }
    return line
  }
}
