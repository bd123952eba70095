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
    guard text.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digitCount = 0
    for position in 0..<36 {
      let byte = text[position]
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = byte.hexadecimalDigit(lowercase: lowercase) else { return nil }
      if digitCount < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digitCount += 1
    }
    func byte(_ word: UInt64, _ place: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * place))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
        byte(low, 6), byte(low, 7)
      ))
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; small letters only when asked for.
  @inline(__always)
  func hexadecimalDigit(lowercase: Bool) -> UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self &- UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- UInt8(ascii: "A") &+ 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): lowercase ? self &- UInt8(ascii: "a") &+ 10 : nil
    default: nil
    }
  }
}
