#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The id of a document, page, element or asset, as its file spells it.
///
/// Ids are UUIDs, upper case when this toolkit makes them. Two spellings of one UUID are equal; anything else is
/// equal only to the same text, so that an id another program invented survives a rewrite.
public struct Identifier: Sendable {
  /// The 16 bytes, when the text is a UUID in any case, with or without braces.
  public let uuid: UUID?
  /// The text as found, when it isn't the canonical spelling of ``uuid``.
  private let spelling: String?

  public init(_ uuid: UUID) {
    self.uuid = uuid
    spelling = nil
  }

  /// Takes any text; ``uuid`` tells whether it is one.
  public init(_ text: String) {
    self.init(utf8: Array(text.utf8).span)
  }

  /// Takes the UTF-8 bytes of a text that has been found valid.
  init(utf8 bytes: Span<UInt8>) {
    if bytes.count == 36, let canonical = UUID(hexadecimal: bytes, lowercase: false) {
      uuid = canonical
      spelling = nil
      return
    }
    if bytes.count == 36 {
      uuid = UUID(hexadecimal: bytes, lowercase: true)
    } else if bytes.count == 38, bytes[0] == UInt8(ascii: "{"), bytes[37] == UInt8(ascii: "}") {
      uuid = UUID(hexadecimal: bytes.extracting(1..<37), lowercase: true)
    } else {
      uuid = nil
    }
    spelling = String(validUTF8: bytes)
  }

  /// The text as its file spells it.
  public var text: String { spelling ?? uuid?.uuidString ?? "" }

  /// The text in the spelling that this toolkit writes for something new.
  public var canonicalText: String { uuid?.uuidString ?? text }

  /// Whether ``text`` is an upper-case UUID without braces.
  public var isCanonical: Bool { spelling == nil }
}

extension Identifier: Hashable {
  public static func == (one: Identifier, other: Identifier) -> Bool {
    if let first = one.uuid, let second = other.uuid { return first == second }
    return one.uuid == nil && other.uuid == nil && one.text.utf8.elementsEqual(other.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    if let uuid { hasher.combine(uuid) } else { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

extension Identifier: CustomStringConvertible {
  public var description: String { text }
}

extension UUID {
  /// Reads `8-4-4-4-12` hexadecimal digits; nil for anything else.
  init?(hexadecimal text: Span<UInt8>, lowercase: Bool) {
    guard text.count == 36, text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"),
      text[18] == UInt8(ascii: "-"), text[23] == UInt8(ascii: "-")
    else { return nil }
    var areDigits = true
    func byte(_ position: Int) -> UInt8 {
      let high = unsafe text[unchecked: position].hexadecimalDigit(lowercase: lowercase)
      let low = unsafe text[unchecked: position + 1].hexadecimalDigit(lowercase: lowercase)
      areDigits = areDigits && high < 16 && low < 16
      return high << 4 | low & 15
    }
    let bytes = (
      byte(0), byte(2), byte(4), byte(6), byte(9), byte(11), byte(14), byte(16), byte(19), byte(21), byte(24),
      byte(26), byte(28), byte(30), byte(32), byte(34)
    )
    guard areDigits else { return nil }
    self.init(uuid: bytes)
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit, 16 and more for anything else; small letters only when asked for.
  @inline(__always)
  func hexadecimalDigit(lowercase: Bool) -> UInt8 {
    let digit = self &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    let letter = (lowercase ? self & 0xDF : self) &- UInt8(ascii: "A")
    return letter < 6 ? letter &+ 10 : 0xFF
  }
}
