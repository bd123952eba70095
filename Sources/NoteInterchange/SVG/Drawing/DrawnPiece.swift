import NoteModel

/// One line or area as it is drawn, in points of the page, before the grid.
struct DrawnPiece: Sendable {
  enum Kind: Sendable, Hashable {
    /// A line of a width, in points.
    case line(width: Double)
    case fill(isEvenOdd: Bool)
  }

  var kind: Kind
  /// The first point again at the end of a closed one.
  var points: [Point]
  var color: Color
  var node: Int

  var isFill: Bool { if case .fill = kind { true } else { false } }
}
