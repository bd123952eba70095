/// Writes the columns of strokes: a first value and then differences.
enum DeltaColumn {
  /// The longest text of one difference with its comma: a sign and 10 digits.
  private static let longestEntry = 12

  static func append<Value: FixedWidthInteger>(_ values: [Value], to output: inout [UInt8]) {
    output.append(addingCapacity: values.count * longestEntry + 2) { text in
      text.append(UInt8(ascii: "["))
      var previous: Int64 = 0
      for position in values.indices {
        let value = Int64(truncatingIfNeeded: values[position])
        if position > 0 { text.append(UInt8(ascii: ",")) }
        append(value &- previous, to: &text)
        previous = value
      }
      text.append(UInt8(ascii: "]"))
    }
  }

  @inline(__always)
  private static func append(_ difference: Int64, to text: inout OutputSpan<UInt8>) {
    if difference < 0 { text.append(UInt8(ascii: "-")) }
    let magnitude = UInt32(truncatingIfNeeded: difference.magnitude)
    if difference.magnitude < 10 {
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude))
    } else if difference.magnitude < 100 {
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude / 10))
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude % 10))
    } else {
      appendLong(difference.magnitude, to: &text)
    }
  }

  private static func appendLong(_ magnitude: UInt64, to text: inout OutputSpan<UInt8>) {
    var divisor: UInt64 = 100
    while magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude / divisor % 10))
      divisor /= 10
    }
  }
}
