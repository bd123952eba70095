/// The properties that children take over, in effect at one element.
struct InheritedStyle: Sendable {
  enum LineCap: Sendable { case butt, round, square }
  enum PaintPart: Sendable { case fill, stroke, markers }

  var fill = Paint.color(.black)
  var stroke = Paint.none
  var fillOpacity = 1.0
  var strokeOpacity = 1.0
  var strokeWidth = Length(1)
  var lineCap = LineCap.butt
  var dashes: [Length] = []
  var dashOffset = Length(0)
  var isEvenOdd = false
  /// Ids; nil for none.
  var markerStart: String?
  var markerMiddle: String?
  var markerEnd: String?
  var paintOrder: [PaintPart] = [.fill, .stroke, .markers]
  var isVisible = true
  var color = PaintColor.black
  /// In px.
  var fontSize = 16.0

  var hasMarkers: Bool { markerStart != nil || markerMiddle != nil || markerEnd != nil }

  /// Takes over what an element says.
  mutating func apply(_ values: StyleValues, _ units: LengthUnits) {
    if values.isEmpty { return }
    applyPaint(values)
    applyFont(values, units)
    applyLine(values)
    applyMarkers(values)
    if let text = values[.visibility]?.keyword, text != "inherit" { isVisible = text == "visible" }
    if let order = values[.paintOrder].flatMap({ Self.paintOrder($0) }) { paintOrder = order }
  }

  private mutating func applyPaint(_ values: StyleValues) {
    if let color = values[.color].flatMap({ PaintColorReader.read($0) }) { self.color = color }
    if let paint = values[.fill].flatMap({ Paint($0) }) { fill = paint }
    if let paint = values[.stroke].flatMap({ Paint($0) }) { stroke = paint }
    if let value = values[.fillOpacity].flatMap({ Self.opacity($0) }) { fillOpacity = value }
    if let value = values[.strokeOpacity].flatMap({ Self.opacity($0) }) { strokeOpacity = value }
    switch values[.fillRule]?.keyword {
    case "evenodd": isEvenOdd = true
    case "nonzero": isEvenOdd = false
    default: break
    }
  }

  private mutating func applyFont(_ values: StyleValues, _ units: LengthUnits) {
    guard let text = values[.fontSize] else { return }
    guard let length = Length(text) else {
      if let size = Self.fontSizes[text.keyword] { fontSize = size }
      return
    }
    let size = length.unit == .percent ? length.value / 100 * fontSize : units.pixels(length)
    if size >= 0, size.isFinite { fontSize = size }
  }

  private static let fontSizes: [String: Double] = [
    "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
  ]

  private mutating func applyLine(_ values: StyleValues) {
    if let width = values[.strokeWidth].flatMap({ Length($0) }) { strokeWidth = width }
    switch values[.strokeLinecap]?.keyword {
    case "butt": lineCap = .butt
    case "round": lineCap = .round
    case "square": lineCap = .square
    default: break
    }
    if let text = values[.strokeDasharray], text.keyword != "inherit" {
      dashes = text.keyword == "none" ? [] : Length.list(text) ?? []
    }
    if let offset = values[.strokeDashoffset].flatMap({ Length($0) }) { dashOffset = offset }
  }

  private mutating func applyMarkers(_ values: StyleValues) {
    func marker(_ property: StyleProperty, _ inherited: String?) -> String? {
      guard let text = values[property] else { return inherited }
      if text.keyword == "inherit" { return inherited }
      var scanner = TextScanner(text.trimmed)
      return scanner.localReference().flatMap { $0.isEmpty ? nil : $0 }
    }
    markerStart = marker(.markerStart, markerStart)
    markerMiddle = marker(.markerMid, markerMiddle)
    markerEnd = marker(.markerEnd, markerEnd)
  }

  /// A number or a percentage, held between 0 and 1; nil for anything else.
  static func opacity(_ text: ArraySlice<UInt8>) -> Double? {
    guard let length = Length(text) else { return nil }
    switch length.unit {
    case .none: return min(max(length.value, 0), 1)
    case .percent: return min(max(length.value / 100, 0), 1)
    default: return nil
    }
  }

  private static func paintOrder(_ text: ArraySlice<UInt8>) -> [PaintPart]? {
    let words = text.keyword.split(separator: " ").map(String.init)
    if words == ["normal"] { return [.fill, .stroke, .markers] }
    let parts: [String: PaintPart] = ["fill": .fill, "stroke": .stroke, "markers": .markers]
    var order: [PaintPart] = []
    for word in words {
      guard let part = parts[word], !order.contains(part) else { return nil }
      order.append(part)
    }
    for part in [PaintPart.fill, .stroke, .markers] where !order.contains(part) { order.append(part) }
    return order
  }
}
