import NoteModel

/// Reads the rows of samples into columns; holds the memory that the rows of all strokes are read into.
struct SampleReader {
  /// Row after row, in grid units.
  private var values: [Int64] = []

  /// Reads the names of the columns.
  static func readFields(_ reader: inout JSONReader) throws(ModelError) -> [SampleField] {
    var fields: [SampleField] = []
    var isFirst = true
    try reader.beginArray()
    while try reader.nextElement(&isFirst) {
      let start = reader.position
      let name = try reader.readString()
      guard let field = SampleField(rawValue: name) else {
        throw ModelError(
          .wrongType, at: start, "a field that no sample has; x, y, radius, pressure and time exist")
      }
      if fields.contains(field) { throw ModelError(.duplicateKey, at: start, "a field stands twice") }
      fields.append(field)
    }
    return fields
  }

  /// Reads the array of samples; the columns can be asked for until the next call.
  mutating func read(_ reader: inout JSONReader, _ fields: [SampleField]) throws(ModelError) -> Samples {
    values.removeAll(keepingCapacity: true)
    let start = reader.position
    let decimalCounts = fields.map(\.decimalCount)
    var isFirst = true
    try reader.beginArray()
    while try reader.nextElement(&isFirst) {
      let row = reader.position
      try reader.expect(UInt8(ascii: "["), "a sample, which is an array of numbers,")
      let before = values.count
      try readRow(&reader, decimalCounts)
      if values.count - before != fields.count {
        throw ModelError(
          .columnsDiffer, at: row,
          "a sample of \(values.count - before) numbers, but the stroke has \(fields.count) fields")
      }
    }
    if values.isEmpty { throw ModelError(.range, at: start, "a stroke without samples") }
    return Samples(fields: fields, values: values, offset: start)
  }

  /// Reads the numbers of one row and its closing bracket.
  private mutating func readRow(_ reader: inout JSONReader, _ decimalCounts: [Int]) throws(ModelError) {
    let bytes = reader.bytes
    var position = reader.position
    var column = 0
    while true {
      let decimalCount = column < decimalCounts.count ? decimalCounts[column] : 0
      var (value, next) = GridNumber.readPlain(bytes, at: position, decimalCount: decimalCount)
      if next < 0 {
        reader.position = position
        if column == 0, reader.take(UInt8(ascii: "]")) { return }
        value = try GridNumber.read(&reader, decimalCount: decimalCount)
        next = reader.position
      }
      values.append(value)
      column += 1
      let separator = next < bytes.count ? unsafe bytes[unchecked: next] : 0
      position = next + 1
      if separator == UInt8(ascii: ",") {
        // A single space is what readable layouts write.
        if position < bytes.count, bytes[position] == 0x20 { position += 1 }
        continue
      }
      reader.position = position
      if separator == UInt8(ascii: "]") { return }
      reader.position = next
      if reader.take(UInt8(ascii: "]")) { return }
      try reader.expect(UInt8(ascii: ","), "',' or ']'")
      reader.skipSpace()
      position = reader.position
    }
  }
}

/// The samples of one stroke as they were read.
struct Samples {
  let fields: [SampleField]
  /// Row after row.
  let values: [Int64]
  /// Where the array begins.
  let offset: Int

  /// One column; nil when the samples don't have it.
  func column<Value: FixedWidthInteger>(
    _ field: SampleField, as _: Value.Type = Value.self
  ) throws(ModelError) -> [Value]? {
    guard let place = fields.firstIndex(of: field) else { return nil }
    var column: [Value] = []
    column.reserveCapacity(values.count / fields.count)
    var position = place
    while position < values.count {
      guard let value = Value(exactly: values[position]) else {
        throw ModelError(
          .range, at: offset,
          "sample \(position / fields.count) has a \(field.rawValue) that its column can't hold")
      }
      column.append(value)
      position += fields.count
    }
    return column
  }
}
