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
    let values = Self.values.span
    var position = 0
    var word: UInt32 = 0
    var digitCount = 0
    var paddingCount = 0
    while position < text.count {
      if digitCount & 3 == 0, paddingCount == 0 {
        position = decodeWhole(text, from: position, values, into: &output)
        guard position < text.count else { break }
      }
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "=") {
        paddingCount += 1
        continue
      }
      if skippingSpace, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
      let value = values[Int(byte)]
      guard paddingCount == 0, value < 64 else { return nil }
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

  /// Reads digits by fours, as far as they stand right behind one another; where that ends.
  private static func decodeWhole(
    _ text: Span<UInt8>, from start: Int, _ values: Span<UInt8>, into output: inout [UInt8]
  ) -> Int {
    var position = start
    output.append(addingCapacity: (text.count - start) / 4 * 3) { output in
      while position + 4 <= text.count {
        let first = values[Int(text[position])]
        let second = values[Int(text[position + 1])]
        let third = values[Int(text[position + 2])]
        let fourth = values[Int(text[position + 3])]
        guard first | second | third | fourth < 64 else { return }
        output.append(first << 2 | second >> 4)
        output.append(second << 4 | third >> 2)
        output.append(third << 6 | fourth)
        position += 4
      }
    }
    return position
  }

  /// What each byte stands for as a digit; 255 for none. Comparing would go wrong ways too often: digits follow no
  /// order.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for value in UInt8(0)..<64 { values[Int(digit(value))] = value }
    return values
  }()
}
