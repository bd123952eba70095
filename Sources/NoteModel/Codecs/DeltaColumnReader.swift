/// Reads the columns of strokes: `[5123,4,3]`, a first value and then differences.
///
/// Holds the memory that every column of a page is read into before its length is known.
struct DeltaColumnReader: ~Copyable {
  private var sums: [Int64] = []

  /// Reads one column of absolute values that fit `Value`.
  mutating func read<Value: FixedWidthInteger>(
    _ reader: inout JSONReader, as _: Value.Type, named name: StaticString
  ) throws(ModelError) -> [Value] {
    let start = reader.position
    let count = try readSums(&reader)
    let sums = sums.span
    var values: [Value] = []
    var outside: UInt64 = 0
    values.append(addingCapacity: count) { output in
      for position in 0..<count {
        let sum = unsafe sums[unchecked: position]
        outside |= UInt64(bitPattern: sum &- Int64(Value.min)) &>> UInt64(Value.bitWidth)
        output.append(Value(truncatingIfNeeded: sum))
      }
    }
    guard outside == 0 else {
      throw ModelError(
        .range, at: start, "a value of the column \(name) lies outside \(Value.min)…\(Value.max)")
    }
    return values
  }

  /// How far a column has been read.
  private struct Progress {
    var count = 0
    var sum: Int64 = 0
    var isComplete = false
  }

  /// Reads the array at the reader's position as running sums and gives their number.
  ///
  /// A difference has at most 10 digits, so that no text short enough to be read overflows 64 bits.
  private mutating func readSums(_ reader: inout JSONReader) throws(ModelError) -> Int {
    guard reader.current == UInt8(ascii: "[") else {
      throw reader.fault(wanting: "an array of whole numbers")
    }
    reader.position += 1
    if reader.take(UInt8(ascii: "]")) { return 0 }
    var progress = Progress()
    while true {
      if sums.count < progress.count + Self.blockLength {
        sums += [Int64](repeating: 0, count: sums.count + Self.blockLength)
      }
      progress = Self.readShortNumbers(&reader, into: &sums, after: progress)
      if progress.isComplete { return progress.count }
      progress.sum &+= try Self.anyNumber(&reader)
      sums[progress.count] = progress.sum
      progress.count += 1
      if reader.take(UInt8(ascii: "]")) { return progress.count }
      try reader.expect(UInt8(ascii: ","), "',' or ']'")
      reader.skipSpace()
    }
  }

  private static let blockLength = 32

  /// Reads numbers for as long as they are short and there is nothing between them but a comma.
  ///
  /// Finds the ends of the numbers in a block of text first, so that no number waits for the one before it.
  private static func readShortNumbers(
    _ reader: inout JSONReader, into sums: inout [Int64], after done: Progress
  ) -> Progress {
    let bytes = reader.bytes
    var progress = done
    var start = reader.position
    defer { reader.position = start }
    var sums = sums.mutableSpan
    while start + blockLength + 4 <= bytes.count, progress.count + blockLength <= sums.count {
      let block = start
      var ends = numberEnds(bytes, block)
      while ends != 0 {
        let end = block &+ ends.trailingZeroBitCount
        ends &= ends &- 1
        guard let difference = shortNumber(bytes, start, end) else { return progress }
        let separator = unsafe bytes[unchecked: end]
        if separator != UInt8(ascii: ",") {
          guard separator == UInt8(ascii: "]") else { return progress }
          progress.isComplete = true
        }
        progress.sum &+= difference
        unsafe sums[unchecked: progress.count] = progress.sum
        progress.count &+= 1
        start = end &+ 1
        if progress.isComplete { return progress }
      }
      if start == block { break }
    }
    return progress
  }

  /// One bit for every byte of a block that isn't a digit or a minus: bit 6 is set in it, or neither bit 4 nor bit 0.
  ///
  /// That tells them from a comma and a bracket; other bytes fall on either side, and are refused where they are used.
  @inline(__always)
  private static func numberEnds(_ bytes: Span<UInt8>, _ block: Int) -> UInt32 {
    var ends: UInt32 = 0
    for part in 0..<4 {
      let word = bytes.word(at: block &+ part &* 8)
      let flags = (word &>> 6 | ~(word &>> 4 | word)) & UInt64(repeating: 1)
      ends |= UInt32(truncatingIfNeeded: flags.gatheredLowBits) &<< UInt32(part &* 8)
    }
    return ends
  }

  /// Reads a number of one to four digits that fills the place; nil for anything else.
  @inline(__always)
  private static func shortNumber(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int64? {
    let minus = unsafe bytes[unchecked: start] == UInt8(ascii: "-") ? 1 : 0
    let text = bytes.halfWord(at: start &+ minus) ^ 0x3030_3030
    let digitCount = UInt32(truncatingIfNeeded: end &- start &- minus)
    // The digits at the top of the word, and zeros below them.
    let digits = text &<< (0 &- 8 &* digitCount)
    let others = ((digits &+ 0x7676_7676) | digits) & 0x8080_8080
    // All ones when the first digit is a zero; no branch, since single zeros are as frequent as other numbers.
    let zero = ((text & 0xFF) &- 1) &>> 24
    let more = digitCount &- 1
    guard more < 4, others | zero & more == 0 else { return nil }
    let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF
    let value = Int64((pairs &* 100 &+ pairs &>> 16) & 0xFFFF)
    let sign = 0 &- Int64(minus)
    return (value ^ sign) &- sign
  }

  private static func anyNumber(_ reader: inout JSONReader) throws(ModelError) -> Int64 {
    let start = reader.position
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
