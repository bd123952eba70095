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
    let hasBraces = bytes.count == 38 && bytes[0] == UInt8(ascii: "{") && bytes[37] == UInt8(ascii: "}")
    let reading = HexadecimalUUID(hasBraces ? bytes.extracting(1..<37) : bytes)
    uuid = reading?.uuid
    spelling = reading?.isUpperCase == true && !hasBraces ? nil : String(validUTF8: bytes)
  }

  /// Stands in for an id that hasn't been read yet; its text is empty.
  static var unread: Identifier { Identifier(uuid: nil, spelling: nil) }

  private init(uuid: UUID?, spelling: String?) {
    self.uuid = uuid
    self.spelling = spelling
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

extension [UInt8] {
  /// Appends the id's text as a JSON string.
  mutating func appendQuoted(_ id: Identifier) {
    guard id.isCanonical, let uuid = id.uuid else { return appendQuoted(id.text) }
    append(addingCapacity: 38) { text in
      text.append(UInt8(ascii: "\""))
      text.append(hexadecimal: uuid)
      text.append(UInt8(ascii: "\""))
    }
  }
}
