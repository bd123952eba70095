/// Base64 (RFC 4648, section 4), with padding and without line breaks.
enum Base64 {
  /// Bytes that are encoded in one go, a multiple of 3, so that the pieces join without padding between them.
  static let pieceByteCount = 48 * 1024

  static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.append(addingCapacity: (bytes.count + 2) / 3 * 4) { text in
      let source = bytes.span
      let whole = source.count / 3 * 3
      var position = 0
      while position < whole {
        append(source[position], source[position + 1], source[position + 2], to: &text)
        position += 3
      }
      switch source.count - whole {
      case 1:
        append(source[whole], 0, 0, digitCount: 2, to: &text)
      case 2:
        append(source[whole], source[whole + 1], 0, digitCount: 3, to: &text)
      default: break
      }
    }
  }

  @inline(__always)
  private static func append(
    _ first: UInt8, _ second: UInt8, _ third: UInt8, digitCount: Int = 4, to text: inout OutputSpan<UInt8>
  ) {
    text.append(digit(first >> 2))
    text.append(digit((first & 3) << 4 | second >> 4))
    text.append(digitCount > 2 ? digit((second & 15) << 2 | third >> 6) : UInt8(ascii: "="))
    text.append(digitCount > 3 ? digit(third & 63) : UInt8(ascii: "="))
  }

  @inline(__always)
  private static func digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: value &+ UInt8(ascii: "A")
    case 26..<52: value &- 26 &+ UInt8(ascii: "a")
    case 52..<62: value &- 52 &+ UInt8(ascii: "0")
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  /// Reads the whole text; nil when it is not base64. White space between digits is skipped when asked, since XML
  /// tools fold long attributes.
  static func decode(_ text: Span<UInt8>, skippingSpace: Bool = false) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3 + 3)
    var word: UInt32 = 0
    var digitCount = 0
    var paddingCount = 0
    for position in text.indices {
      let byte = text[position]
      if byte == UInt8(ascii: "=") {
        paddingCount += 1
        continue
      }
      if skippingSpace, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
      guard paddingCount == 0, let value = value(byte) else { return nil }
      word = word << 6 | UInt32(value)
      digitCount += 1
      if digitCount & 3 == 0 {
        output.append(UInt8(truncatingIfNeeded: word >> 16))
        output.append(UInt8(truncatingIfNeeded: word >> 8))
        output.append(UInt8(truncatingIfNeeded: word))
      }
    }
    switch (digitCount & 3, paddingCount) {
    case (0, 0): break
    case (2, 2) where word & 15 == 0: output.append(UInt8(truncatingIfNeeded: word >> 4))
    case (3, 1) where word & 3 == 0:
      output.append(UInt8(truncatingIfNeeded: word >> 10))
      output.append(UInt8(truncatingIfNeeded: word >> 2))
    default: return nil
    }
    return output
  }

  @inline(__always)
  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit &- UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit &- UInt8(ascii: "a") &+ 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0") &+ 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
