extension JSONReader {
  /// Steps over a number and gives its place in the text.
  package mutating func scanNumber() throws(ModelError) -> Range<Int> {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    guard let first = current, first.isDigit else {
      if let byte = current, "NI".utf8.contains(byte) {
        throw ModelError(.syntax, at: start, "a value that is no JSON (NaN, Infinity and bare words aren't)")
      }
      throw fault(wanting: start == position ? "a value" : "a digit")
    }
    position += 1
    if first == UInt8(ascii: "0") {
      if let next = current, next.isDigit {
        throw ModelError(.syntax, at: start, "a number with a leading zero")
      }
    } else {
      skipDigits()
    }
    if current == UInt8(ascii: ".") {
      position += 1
      try expectDigits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try expectDigits()
    }
    return start..<position
  }

  private mutating func skipDigits() {
    while let byte = current, byte.isDigit { position += 1 }
  }

  private mutating func expectDigits() throws(ModelError) {
    guard let byte = current, byte.isDigit else { throw fault(wanting: "a digit") }
    skipDigits()
  }

  /// Reads any finite number.
  public mutating func readDouble() throws(ModelError) -> Double {
    skipSpace()
    let range = try scanNumber()
    guard let value = Double(String(validUTF8: bytes.extracting(range))), value.isFinite else {
      throw ModelError(.range, at: range.lowerBound, "a number too large to hold")
    }
    return value
  }

  /// Reads a number without fraction or exponent that fits `Integer`.
  public mutating func readInteger<Integer: FixedWidthInteger>(
    _: Integer.Type = Integer.self
  ) throws(ModelError) -> Integer {
    skipSpace()
    let range = try scanNumber()
    guard let value = Integer(String(validUTF8: bytes.extracting(range))) else {
      throw ModelError(
        .range, at: range.lowerBound, "a whole number from \(Integer.min) to \(Integer.max) is wanted")
    }
    return value
  }
}

extension UInt8 {
  @inline(__always)
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
