/// Numbers of the grid as decimal text, by whole-number arithmetic: no `Double`, no exponent, no locale.
extension OutputSpan<UInt8> {
  /// The longest text that one of these functions appends.
  static var longestNumber: Int { 24 }

  /// A whole number.
  @inline(__always)
  mutating func append(integer value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digitsOf: value.magnitude)
  }

  /// A number of 0.1 units: `512.3`, `78`, `-0.4`.
  @inline(__always)
  mutating func append(tenths value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let (whole, tenth) = value.magnitude.quotientAndRemainder(dividingBy: 10)
    append(digitsOf: whole)
    if tenth != 0 {
      append(UInt8(ascii: "."))
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tenth))
    }
  }

  /// A number of 0.001 units: `0.412`, `0.5`, `1`.
  @inline(__always)
  mutating func append(thousandths value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
    append(digitsOf: whole)
    if rest == 0 { return }
    append(UInt8(ascii: "."))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / 100))
    if rest % 100 == 0 { return }
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / 10 % 10))
    if rest % 10 == 0 { return }
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
  }

  @inline(__always)
  mutating func append(digitsOf magnitude: UInt64) {
    if magnitude < 10 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude))
    } else if magnitude < 100 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude / 10))
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude % 10))
    } else {
      append(longDigitsOf: magnitude)
    }
  }

  private mutating func append(longDigitsOf magnitude: UInt64) {
    var divisor: UInt64 = 100
    while magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude / divisor % 10))
      divisor /= 10
    }
  }
}

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes in unsafe append(contentsOf: bytes) }
  }

  mutating func append(tenths value: Int64) {
    append(addingCapacity: OutputSpan<UInt8>.longestNumber) { $0.append(tenths: value) }
  }

  mutating func append(thousandths value: Int64) {
    append(addingCapacity: OutputSpan<UInt8>.longestNumber) { $0.append(thousandths: value) }
  }

  mutating func append(integer value: Int64) {
    append(addingCapacity: OutputSpan<UInt8>.longestNumber) { $0.append(integer: value) }
  }
}

/// The text of one number of the grid.
func gridText(tenths value: Int64) -> [UInt8] {
  var text: [UInt8] = []
  text.append(tenths: value)
  return text
}
