/// An sRGB colour with straight alpha, spelled `#RRGGBB` or `#RRGGBBAA`.
public struct Color: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// 0 is clear, 255 opaque.
  public var alpha: UInt8
  /// Whether the file spells the alpha out; kept, so that a rewrite changes nothing.
  public var spellsAlpha: Bool

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255, spellsAlpha: Bool = true) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.spellsAlpha = spellsAlpha || alpha != 255
  }

  /// Reads `#RRGGBB` or `#RRGGBBAA` in either case; nil for anything else.
  public init?(_ text: String) {
    self.init(utf8: Array(text.utf8).span)
  }

  init?(utf8 text: Span<UInt8>) {
    guard text.count == 7 || text.count == 9, text[0] == UInt8(ascii: "#") else { return nil }
    var word: UInt32 = 0
    for position in 1..<text.count {
      let digit = text[position].hexadecimalDigit
      guard digit < 16 else { return nil }
      word = word << 4 | UInt32(digit)
    }
    spellsAlpha = text.count == 9
    if !spellsAlpha { word = word << 8 | 0xFF }
    red = UInt8(truncatingIfNeeded: word >> 24)
    green = UInt8(truncatingIfNeeded: word >> 16)
    blue = UInt8(truncatingIfNeeded: word >> 8)
    alpha = UInt8(truncatingIfNeeded: word)
  }

  /// `#RRGGBB` or `#RRGGBBAA`, upper case.
  public var text: String {
    String(decoding: [UInt8](capacity: 9) { $0.append(self) }, as: UTF8.self)
  }
}

extension OutputSpan<UInt8> {
  /// Appends the seven or nine characters of a colour.
  mutating func append(_ color: Color) {
    let bytes =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | UInt32(color.alpha) << 24
    append(UInt8(ascii: "#"))
    append(UInt64(hexadecimalDigitsOf: bytes), count: color.spellsAlpha ? 8 : 6)
  }
}
