import NoteModel

/// Decides whether the payload of an element draws what the element draws.
///
/// The drawing is made again from the payload and compared with what is there: equal as it stands, after a
/// similarity, or but for its colour. Everything else is another drawing.
struct PayloadMatcher {
  enum Verdict {
    /// The samples, moved and coloured as they are drawn.
    case believed(Stroke)
    case differs
    case damaged
  }

  /// How far what is drawn may be from what the payload draws, in points.
  static let tolerance = 0.02

  private let reader: PayloadReader

  init(_ document: XMLDocument) { reader = PayloadReader(document) }

  func match(_ node: Int, _ drawn: [DrawnPiece]) -> Verdict {
    let stroke: Stroke
    do throws(InterchangeError) { stroke = try reader.readStroke(node) } catch { return .damaged }
    let drawn = Self.joined(drawn)
    guard let first = drawn.first, drawn.allSatisfy({ $0.color == first.color }) else { return .differs }
    var pieces = StrokePieces()
    pieces.trace(stroke)
    let expected = ExpectedPieces(pieces)
    guard let map = expected.map(to: drawn) ?? ExpectedOutline(stroke).map(to: drawn) else { return .differs }
    return .believed(Self.moved(stroke, by: map, first.color))
  }

  /// Lines of one path of which each begins where the one before ends, as a `z` in the middle leaves them, as one line.
  private static func joined(_ drawn: [DrawnPiece]) -> [DrawnPiece] {
    var pieces: [DrawnPiece] = []
    for piece in drawn {
      if let last = pieces.last, !piece.isFill, last.node == piece.node, last.kind == piece.kind,
        last.points.last == piece.points.first
      {
        pieces[pieces.count - 1].points += piece.points.dropFirst()
      } else {
        pieces.append(piece)
      }
    }
    return pieces
  }

  private static func moved(_ original: Stroke, by map: Similarity, _ color: Color) -> Stroke {
    var stroke = original
    // Opacity is drawn in thousandths, which tell every alpha.
    if (stroke.color.red, stroke.color.green, stroke.color.blue, stroke.color.alpha)
      != (color.red, color.green, color.blue, color.alpha)
    {
      stroke.color = Color(
        red: color.red, green: color.green, blue: color.blue, alpha: color.alpha,
        spellsAlpha: stroke.color.spellsAlpha)
    }
    guard !map.isIdentity else { return stroke }
    for sample in stroke.x.indices {
      let point = map.transform.map(Point(Double(stroke.x[sample]) / 10, Double(stroke.y[sample]) / 10))
      stroke.x[sample] = GridLine.coordinate(point.x)
      stroke.y[sample] = GridLine.coordinate(point.y)
    }
    if abs(map.scale - 1) > 1e-4 {
      func scaled(_ radius: UInt16) -> UInt16 { GridLine.radius(width: Double(radius) / 5 * map.scale) }
      switch stroke.radius {
      case .constant(let radius): stroke.radius = .constant(scaled(radius))
      case .column(let radii): stroke.radius = .column(radii.map(scaled))
      }
    }
    return stroke
  }
}
