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
      let digit = text[position].hexadecimalDigit(lowercase: true)
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
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  var utf8: [UInt8] {
    let parts = spellsAlpha ? [red, green, blue, alpha] : [red, green, blue]
    return [UInt8(ascii: "#")]
      + parts.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
