#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A UUID as `8-4-4-4-12` hexadecimal digits, read eight of them at a time.
struct HexadecimalUUID {
  let uuid: UUID
  /// Whether no digit is a small letter.
  let isUpperCase: Bool

  /// Nil for any other text.
  init?(_ text: Span<UInt8>) {
    guard text.count == 36, text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"),
      text[18] == UInt8(ascii: "-"), text[23] == UInt8(ascii: "-")
    else { return nil }
    let words = Self.words(of: text)
    let folded = (
      words.0.foldingLetters, words.1.foldingLetters, words.2.foldingLetters, words.3.foldingLetters
    )
    guard let first = folded.0.hexadecimalBytes, let second = folded.1.hexadecimalBytes,
      let third = folded.2.hexadecimalBytes, let fourth = folded.3.hexadecimalBytes
    else { return nil }
    isUpperCase = words == folded
    let halves = (UInt64(first) | UInt64(second) << 32, UInt64(third) | UInt64(fourth) << 32)
    let bytes = (halves.0.littleEndian, halves.1.littleEndian)
    uuid = UUID(uuid: unsafe unsafeBitCast(bytes, to: uuid_t.self))
  }

  /// The 32 digits; those with a dash in between are read around it.
  private static func words(of text: Span<UInt8>) -> (UInt64, UInt64, UInt64, UInt64) {
    let low: UInt64 = 0xFFFF_FFFF
    return (
      text.word(at: 0), text.word(at: 9) & low | text.word(at: 14) << 32,
      text.word(at: 19) & low | text.word(at: 24) << 32, text.word(at: 28)
    )
  }
}

extension OutputSpan<UInt8> {
  /// Appends the 36 upper-case characters of a UUID.
  mutating func append(hexadecimal uuid: UUID) {
    let halves = unsafe unsafeBitCast(uuid.uuid, to: (UInt64, UInt64).self)
    let (first, second) = (UInt64(littleEndian: halves.0), UInt64(littleEndian: halves.1))
    append(UInt64(hexadecimalDigitsOf: UInt32(truncatingIfNeeded: first)), count: 8)
    append(UInt8(ascii: "-"))
    let middle = UInt64(hexadecimalDigitsOf: UInt32(truncatingIfNeeded: first >> 32))
    append(middle, count: 4)
    append(UInt8(ascii: "-"))
    append(middle >> 32, count: 4)
    append(UInt8(ascii: "-"))
    let last = UInt64(hexadecimalDigitsOf: UInt32(truncatingIfNeeded: second))
    append(last, count: 4)
    append(UInt8(ascii: "-"))
    append(last >> 32, count: 4)
    append(UInt64(hexadecimalDigitsOf: UInt32(truncatingIfNeeded: second >> 32)), count: 8)
  }

  /// Appends the lowest bytes of a word, the lowest first.
  @inline(__always)
  mutating func append(_ word: UInt64, count: Int) {
    for place in 0..<count { append(UInt8(truncatingIfNeeded: word &>> UInt64(place &* 8))) }
  }
}

extension UInt64 {
  /// The eight upper-case digits of four bytes, the lowest byte's first.
  init(hexadecimalDigitsOf bytes: UInt32) {
    var pairs = UInt64(bytes)
    pairs = (pairs | pairs << 16) & 0x0000_FFFF_0000_FFFF
    pairs = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
    self.init(
      hexadecimalDigitsOfNibbles: pairs >> 4 & 0x000F_000F_000F_000F | (pairs & 0x000F_000F_000F_000F) << 8)
  }

  /// The digits of eight values from 0 to 15.
  private init(hexadecimalDigitsOfNibbles nibbles: UInt64) {
    let areLetters = ((nibbles + UInt64(repeating: 6)) >> 4) & UInt64(repeating: 1)
    self = nibbles + UInt64(repeating: UInt8(ascii: "0")) + areLetters * 7
  }

  /// What eight upper-case digits mean, the first two in the lowest byte; nil for anything else.
  fileprivate var hexadecimalBytes: UInt32? {
    let letters = (self >> 6) & UInt64(repeating: 1)
    let nibbles = ((self & UInt64(repeating: 0x0F)) + letters * 9) & UInt64(repeating: 0x0F)
    guard UInt64(hexadecimalDigitsOfNibbles: nibbles) == self else { return nil }
    var pairs = (nibbles << 4 | nibbles >> 8) & 0x00FF_00FF_00FF_00FF
    pairs = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: pairs | pairs >> 16)
  }

  /// With every small letter made a capital one; characters that are no letters may change into others of these.
  fileprivate var foldingLetters: UInt64 { self & ~((self & UInt64(repeating: 0x40)) >> 1) }
}

extension UInt8 {
  /// The value of a hexadecimal digit, 16 and more for anything else.
  @inline(__always)
  var hexadecimalDigit: UInt8 {
    let digit = self &- UInt8(ascii: "0")
    if digit < 10 { return digit }
    let letter = (self & 0xDF) &- UInt8(ascii: "A")
    return letter < 6 ? letter &+ 10 : 0xFF
  }
}
