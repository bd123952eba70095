/// Reads the columns of strokes: `[5123,4,3]`, a first value and then differences.
///
/// Holds the memory that every column of a page is read into before its length is known.
struct DeltaColumnReader: ~Copyable {
  private var scratch: [Int64] = []

  /// Reads one column of absolute values that fit `Value`.
  ///
  /// The sums are kept in 64 bits and looked at once for the whole column: a difference has at most 10 digits, so
  /// that no text short enough to be read can overflow them unseen.
  mutating func read<Value: FixedWidthInteger>(
    _ reader: inout JSONReader, as _: Value.Type, named name: StaticString
  ) throws(ModelError) -> [Value] {
    let start = reader.position
    let (count, least, most) = try readSums(&reader)
    if count > 0, least < Int64(Value.min) || most > Int64(Value.max) {
      throw ModelError(
        .range, at: start, "a value of the column \(name) lies outside \(Value.min)…\(Value.max)")
    }
    // Filling an array that is there is faster here than the initialisers that take a closure, which this compiler
    // leaves unspecialised.
    var values = [Value](repeating: 0, count: count)
    let sums = scratch.span
    var output = values.mutableSpan
    for position in 0..<count {
      unsafe output[unchecked: position] = Value(truncatingIfNeeded: sums[unchecked: position])
    }
    return values
  }

  private mutating func readSums(
    _ reader: inout JSONReader
  ) throws(ModelError) -> (count: Int, least: Int64, most: Int64) {
    let start = reader.position
    guard reader.current == UInt8(ascii: "[") else {
      throw reader.fault(wanting: "an array of whole numbers")
    }
    reader.position += 1
    // Every number but the last takes at least two bytes with its comma.
    let mostValues = min((reader.bytes.count - start) / 2 + 1, Self.closingBracket(reader) / 2 + 1)
    if scratch.count < mostValues { scratch = [Int64](repeating: 0, count: mostValues) }
    if reader.take(UInt8(ascii: "]")) { return (0, 0, 0) }
    var sums = scratch.mutableSpan
    var sum: Int64 = 0
    var least = Int64.max
    var most = Int64.min
    var count = 0
    var position = reader.position
    let end = reader.bytes.count
    let bytes = reader.bytes
    while true {
      var (difference, next) = Self.shortNumber(bytes, position, end)
      if next < 0 {
        reader.position = position
        difference = try Self.longNumber(&reader)
        next = reader.position
      }
      sum &+= difference
      least = min(least, sum)
      most = max(most, sum)
      unsafe sums[unchecked: count] = sum
      count += 1
      let separator = next < end ? unsafe bytes[unchecked: next] : 0
      position = next + 1
      if separator == UInt8(ascii: ",") { continue }
      if separator == UInt8(ascii: "]") { break }
      reader.position = next
      if reader.take(UInt8(ascii: "]")) {
        position = reader.position
        break
      }
      try reader.expect(UInt8(ascii: ","), "',' or ']'")
      reader.skipSpace()
      position = reader.position
    }
    reader.position = position
    return (count, least, most)
  }

  /// Bytes up to the bracket that ends the array at the reader's position, or to the end of the text.
  private static func closingBracket(_ reader: borrowing JSONReader) -> Int {
    var position = reader.position
    while position + 8 <= reader.bytes.count {
      let word = reader.bytes.word(at: position) ^ (0x0101_0101_0101_0101 &* UInt64(UInt8(ascii: "]")))
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return position + zeros.trailingZeroBitCount / 8 - reader.position + 1 }
      position += 8
    }
    return reader.bytes.count - reader.position + 1
  }

  /// Reads a number of one to seven digits, eight bytes at a time; `next` is negative for anything else.
  @inline(__always)
  private static func shortNumber(
    _ bytes: Span<UInt8>, _ position: Int, _ end: Int
  ) -> (value: Int64, next: Int) {
    guard position + 9 <= end else { return (0, -1) }
    let isNegative = unsafe bytes[unchecked: position] == UInt8(ascii: "-")
    let start = position &+ (isNegative ? 1 : 0)
    let word = bytes.word(at: start) ^ 0x3030_3030_3030_3030
    // A byte above 9 sets its top bit here; the lowest such byte is the first that is no digit.
    let others = ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
    let bitCount = others.trailingZeroBitCount & ~7
    guard bitCount &- 8 < 56, bitCount > 0, bitCount == 8 || word & 0xFF != 0 else { return (0, -1) }
    let digits = word &<< (64 &- UInt64(bitCount))
    let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    let value = Int64((fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF)
    return (isNegative ? -value : value, start &+ bitCount &>> 3)
  }

  private static func longNumber(_ reader: inout JSONReader) throws(ModelError) -> Int64 {
    let start = reader.position
    reader.skipSpace()
    let value: Int64
    do {
      value = try reader.readInteger()
    } catch {
      if error.code == .range { throw ModelError(.range, at: start, "a column holds whole numbers only") }
      throw error
    }
    guard value.magnitude < 10_000_000_000 else {
      throw ModelError(.range, at: start, "a difference of more than 10 digits")
    }
    return value
  }
}

extension Span<UInt8> {
  /// Eight bytes as one number, the first byte lowest; the caller has checked that they are there.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self))
  }
}
