/// Writes the columns of strokes: a first value and then differences.
enum DeltaColumn {
  /// The longest text of one difference: a comma, a sign and 10 digits.
  private static let longestEntry = 12

  static func append<Value: FixedWidthInteger>(_ values: borrowing [Value], to output: inout [UInt8]) {
    let values = values.span
    let table = shortDifferences
    // Every text is stored as a whole word, so that the last one needs room behind it.
    output.append(addingCapacity: values.count * longestEntry + 2 + MemoryLayout<UInt64>.size) { text in
      let start = text.count
      unsafe text.withUnsafeMutableBufferPointer { buffer, filled in
        let bytes = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[start...])
        unsafe filled = start + write(values, table.span, to: bytes)
      }
    }
  }

  /// Writes a column to memory that is long enough and gives its length.
  private static func write<Value: FixedWidthInteger>(
    _ values: Span<Value>, _ table: Span<UInt64>, to bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    var end = 0
    var previous: Int64 = 0
    for position in values.indices {
      let value = Int64(truncatingIfNeeded: unsafe values[unchecked: position])
      let difference = value &- previous
      previous = value
      let index = UInt64(bitPattern: difference &+ Int64(shortLimit))
      if index <= 2 * UInt64(shortLimit) {
        let entry = unsafe table[unchecked: Int(truncatingIfNeeded: index)]
        unsafe bytes.storeBytes(of: entry.littleEndian, toByteOffset: end, as: UInt64.self)
        end &+= Int(truncatingIfNeeded: entry &>> 56)
      } else {
        end = unsafe write(difference, to: bytes, at: end)
      }
    }
    // The first comma's place is the opening bracket's.
    unsafe bytes[0] = UInt8(ascii: "[")
    end = max(end, 1)
    unsafe bytes[end] = UInt8(ascii: "]")
    return end + 1
  }

  /// Writes a comma and a difference of any length and gives the place behind it.
  private static func write(_ difference: Int64, to bytes: UnsafeMutableRawBufferPointer, at start: Int)
    -> Int
  {
    var end = start
    unsafe bytes[end] = UInt8(ascii: ",")
    end += 1
    if difference < 0 {
      unsafe bytes[end] = UInt8(ascii: "-")
      end += 1
    }
    var rest = difference.magnitude
    var divisor: UInt64 = 1
    while rest / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      unsafe bytes[end] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / divisor)
      end += 1
      rest %= divisor
      divisor /= 10
    }
    return end
  }

  private static let shortLimit = 999

  /// For every difference from -999 to 999 its text with a comma before it, the first byte lowest, and in the
  /// highest byte its length.
  private static let shortDifferences: [UInt64] = (-shortLimit...shortLimit).map { difference in
    let text = Array(",\(difference)".utf8)
    return text.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(text.count) << 56
  }
}
