import NoteModel

/// JSON numbers as whole numbers of the grid, rounded to nearest, halves away from zero.
enum GridNumber {
  /// Reads a plain number of up to 15 digits, with no more decimals than the grid has; `next` is negative for any
  /// other, which ``read(_:decimalCount:)`` takes.
  @inline(__always)
  static func readPlain(
    _ bytes: Span<UInt8>, at start: Int, decimalCount: Int
  ) -> (value: Int64, next: Int) {
    var position = start
    let isNegative = byte(bytes, position) == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    let firstDigit = position
    var value: Int64 = 0
    while let digit = digit(bytes, position) {
      value = value &* 10 &+ digit
      position &+= 1
    }
    let digitCount = position &- firstDigit
    guard digitCount > 0, digitCount <= 12, digitCount == 1 || byte(bytes, firstDigit) != UInt8(ascii: "0")
    else { return (0, -1) }
    var missing = decimalCount
    if byte(bytes, position) == UInt8(ascii: ".") {
      position &+= 1
      guard digit(bytes, position) != nil else { return (0, -1) }
      while missing > 0, let digit = digit(bytes, position) {
        value = value &* 10 &+ digit
        position &+= 1
        missing &-= 1
      }
    }
    while missing > 0 {
      value = value &* 10
      missing &-= 1
    }
    let end = byte(bytes, position)
    guard digit(bytes, position) == nil, end | 0x20 != UInt8(ascii: "e"), end != UInt8(ascii: ".") else {
      return (0, -1)
    }
    return (isNegative ? -value : value, position)
  }

  /// The byte at a place, or 0 behind the end.
  @inline(__always)
  private static func byte(_ bytes: Span<UInt8>, _ position: Int) -> UInt8 {
    position < bytes.count ? unsafe bytes[unchecked: position] : 0
  }

  @inline(__always)
  private static func digit(_ bytes: Span<UInt8>, _ position: Int) -> Int64? {
    let digit = byte(bytes, position) &- UInt8(ascii: "0")
    return digit < 10 ? Int64(digit) : nil
  }

  /// Reads any JSON number at the reader's position.
  static func read(_ reader: inout JSONReader, decimalCount: Int) throws(ModelError) -> Int64 {
    reader.skipSpace()
    let (value, next) = readPlain(reader.bytes, at: reader.position, decimalCount: decimalCount)
    if next >= 0 {
      reader.position = next
      return value
    }
    let range = try reader.scanNumber()
    let digits = reader.copy(range)
    if let value = rounded(digits, decimalCount: decimalCount) { return value }
    let scale = decimalCount == 0 ? 1.0 : decimalCount == 1 ? 10.0 : 1000.0
    guard let number = Double(String(decoding: digits, as: UTF8.self)), abs(number) < 1e14 else {
      throw ModelError(.range, at: range.lowerBound, "a number too large for any column")
    }
    return Int64((number * scale).rounded(.toNearestOrAwayFromZero))
  }

  /// Rounds a number without exponent and with at most 15 digits before the point; nil for any other.
  ///
  /// Since halves go away from zero, the first digit beyond the grid decides alone.
  private static func rounded(_ text: [UInt8], decimalCount: Int) -> Int64? {
    var value: Int64 = 0
    var digitCount = 0
    var fractionCount = 0
    var isFraction = false
    for byte in text where byte != UInt8(ascii: "-") {
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10, digitCount < 15 || isFraction else { return nil }
      if isFraction { fractionCount += 1 } else { digitCount += 1 }
      if fractionCount <= decimalCount {
        value = value * 10 + Int64(digit)
      } else if fractionCount == decimalCount + 1, digit >= 5 {
        value += 1
      }
    }
    for _ in 0..<max(0, decimalCount - fractionCount) { value *= 10 }
    return text.first == UInt8(ascii: "-") ? -value : value
  }
}
