/// Reads decimal numbers as SVG and CSS spell them: `-1.5e-3`, `.5`, `5.`.
enum DecimalNumber {
  /// The number at a position, which moves behind it; nil when there is none, and the position stays.
  ///
  /// A number too large for a `Double` comes out infinite.
  static func read(_ text: Span<UInt8>, at position: inout Int) -> Double? {
    var index = position
    let isNegative = skipSign(text, at: &index)
    // Mostly there are few enough digits that none has to be looked at twice.
    let first = index
    var short: Int64 = 0
    while let digit = digit(text, at: index) {
      short = short &* 10 &+ Int64(digit)
      index += 1
    }
    var digitCount = index - first
    var fractionCount = 0
    if index < text.count, text[index] == UInt8(ascii: ".") {
      var next = index + 1
      while let digit = digit(text, at: next) {
        short = short &* 10 &+ Int64(digit)
        next += 1
      }
      fractionCount = next - index - 1
      digitCount += fractionCount
      if digitCount > 0 { index = next }
    }
    guard digitCount > 0 else { return nil }
    guard digitCount <= 17 else { return readLong(text, first, isNegative, at: &position) }
    var exponent = -fractionCount
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      exponent += readExponent(text, at: &index)
    }
    position = index
    let mantissa = Double(short)
    let value = exponent <= 0 && exponent >= -22 ? mantissa / powers[-exponent] : scaled(mantissa, exponent)
    return isNegative ? -value : value
  }

  /// A number whose digits begin at a place and may be more than count.
  private static func readLong(
    _ text: Span<UInt8>, _ first: Int, _ isNegative: Bool, at position: inout Int
  ) -> Double {
    var index = first
    var mantissa: UInt64 = 0
    var exponent = 0
    while let digit = digit(text, at: index) {
      take(digit, into: &mantissa, &exponent, isFraction: false)
      index += 1
    }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      var next = index + 1
      while let digit = digit(text, at: next) {
        take(digit, into: &mantissa, &exponent, isFraction: true)
        next += 1
      }
      index = next
    }
    exponent += readExponent(text, at: &index)
    position = index
    let value = scaled(Double(mantissa), exponent)
    return isNegative ? -value : value
  }

  private static func skipSign(_ text: Span<UInt8>, at index: inout Int) -> Bool {
    guard index < text.count else { return false }
    let sign = text[index]
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { index += 1 }
    return sign == UInt8(ascii: "-")
  }

  @inline(__always)
  private static func digit(_ text: Span<UInt8>, at index: Int) -> UInt8? {
    guard index < text.count else { return nil }
    let digit = text[index] &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  /// Digits beyond the eighteenth change nothing that a drawing shows.
  private static func take(
    _ digit: UInt8, into mantissa: inout UInt64, _ exponent: inout Int, isFraction: Bool
  ) {
    if mantissa < 100_000_000_000_000_000 {
      mantissa = mantissa * 10 + UInt64(digit)
      if isFraction { exponent -= 1 }
    } else if !isFraction {
      exponent += 1
    }
  }

  /// `e` begins an exponent only before digits, so that `1em` keeps its unit.
  private static func readExponent(_ text: Span<UInt8>, at index: inout Int) -> Int {
    guard index < text.count, text[index] | 0x20 == UInt8(ascii: "e") else { return 0 }
    var next = index + 1
    let isNegative = skipSign(text, at: &next)
    guard digit(text, at: next) != nil else { return 0 }
    var value = 0
    while let digit = digit(text, at: next) {
      value = min(value * 10 + Int(digit), 100_000)
      next += 1
    }
    index = next
    return isNegative ? -value : value
  }

  private static func scaled(_ mantissa: Double, _ exponent: Int) -> Double {
    if exponent == 0 || mantissa == 0 { return mantissa }
    if exponent < 0 {
      let size = -exponent
      if size <= 22 { return mantissa / powers[size] }
      return size > 340 ? 0 : mantissa / powers[22] / power(size - 22)
    }
    return exponent > 340 ? .infinity : mantissa * power(exponent)
  }

  private static func power(_ exponent: Int) -> Double {
    var result = 1.0
    var rest = exponent
    while rest > 22 {
      result *= powers[22]
      rest -= 22
    }
    return result * powers[rest]
  }

  /// The powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}
