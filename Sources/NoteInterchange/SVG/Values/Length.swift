/// A number with the unit that its file gives it.
struct Length: Sendable, Hashable {
  enum Unit: String, Sendable {
    case none = ""
    case px, pt, pc, mm, cm, em, ex, rem, ch, vw, vh
    case inch = "in"
    case quarter = "q"
    case percent = "%"
  }

  var value: Double
  var unit: Unit

  init(_ value: Double, _ unit: Unit = .none) {
    self.value = value
    self.unit = unit
  }

  /// Reads a whole text; nil for anything but one finite number with a known unit.
  init?(_ text: ArraySlice<UInt8>) {
    var scanner = TextScanner(text.trimmed)
    guard let length = Length.read(&scanner), scanner.isAtEnd else { return nil }
    self = length
  }

  static func read(_ scanner: inout TextScanner) -> Length? {
    guard let value = scanner.number(), value.isFinite else { return nil }
    if scanner.isAtEnd { return Length(value) }
    if scanner.skip("%") { return Length(value, .percent) }
    guard let unit = Unit(rawValue: scanner.name().lowercased()) else { return nil }
    return Length(value, unit)
  }

  /// Lengths parted by white space or commas; nil when one can't be read.
  static func list(_ text: ArraySlice<UInt8>) -> [Length]? {
    var scanner = TextScanner(text.trimmed)
    var lengths: [Length] = []
    while !scanner.isAtEnd {
      guard let length = read(&scanner) else { return nil }
      lengths.append(length)
      scanner.skipSeparator()
    }
    return lengths
  }
}

/// What units are worth at one place of a drawing.
struct LengthUnits: Sendable, Hashable {
  enum Axis {
    case horizontal, vertical, diagonal
  }

  /// In px.
  var fontSize = 16.0
  var rootFontSize = 16.0
  /// Of the nearest viewport, in its user units.
  var viewportWidth = 100.0
  var viewportHeight = 100.0
  /// How many px an inch has.
  var resolution = 96.0

  /// How many points a px has.
  var pageScale: Double { 72 / resolution }

  /// A length in px, percentages of the viewport's side.
  func pixels(_ length: Length, _ axis: Axis = .diagonal) -> Double {
    switch length.unit {
    case .none, .px: length.value
    case .inch: length.value * resolution
    case .pt: length.value * resolution / 72
    case .pc: length.value * resolution / 6
    case .mm: length.value * resolution / 25.4
    case .cm: length.value * resolution / 2.54
    case .quarter: length.value * resolution / 101.6
    case .em: length.value * fontSize
    case .ex, .ch: length.value * fontSize / 2
    case .rem: length.value * rootFontSize
    case .vw: length.value * viewportWidth / 100
    case .vh: length.value * viewportHeight / 100
    case .percent: length.value / 100 * side(axis)
    }
  }

  private func side(_ axis: Axis) -> Double {
    switch axis {
    case .horizontal: viewportWidth
    case .vertical: viewportHeight
    case .diagonal:
      ((viewportWidth * viewportWidth + viewportHeight * viewportHeight) / 2).squareRoot()
    }
  }
}
