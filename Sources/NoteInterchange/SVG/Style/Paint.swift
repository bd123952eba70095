/// What a fill or a stroke is painted with.
enum Paint: Sendable, Hashable {
  case none
  case color(PaintColor)
  case currentColor
  /// A gradient or pattern by its id, and what stands in when there is none.
  indirect case server(String, fallback: Paint?)
  /// What the element that shows a marker, or the `use` around, is filled or stroked with.
  case contextFill, contextStroke

  /// Nil for a text that is no paint, which then changes nothing.
  init?(_ text: ArraySlice<UInt8>) {
    var scanner = TextScanner(text.trimmed)
    if let id = scanner.localReference() {
      scanner.skipSpace()
      self = .server(id, fallback: scanner.isAtEnd ? nil : Paint(scanner.rest))
      return
    }
    if scanner.next == UInt8(ascii: "#") {
      guard let color = PaintColorReader.read(&scanner) else { return nil }
      self = .color(color)
      return
    }
    switch text.keyword {
    case "none": self = .none
    case "currentcolor": self = .currentColor
    case "context-fill": self = .contextFill
    case "context-stroke": self = .contextStroke
    default:
      guard let color = PaintColorReader.read(&scanner) else { return nil }
      self = .color(color)
    }
  }
}
