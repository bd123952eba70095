import NoteModel

/// The columns of a stroke out of `x;y;radius;pressure;time`, each a first value and then differences.
struct PayloadColumns {
  let x: [Int32]
  let y: [Int32]
  let radius: Stroke.Radius
  let pressure: [UInt16]?
  let time: [UInt32]?

  /// Throws `fault` for anything else than columns of one length.
  init(_ text: ArraySlice<UInt8>, orThrow fault: InterchangeError) throws(InterchangeError) {
    let parts = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard parts.count == 5, let x = Self.column(parts[0], as: Int32.self), !x.isEmpty,
      let y = Self.column(parts[1], as: Int32.self), x.count == y.count,
      let radius = Self.radius(parts[2], count: x.count),
      let pressure = Self.column(parts[3], as: UInt16.self), pressure.isEmpty || pressure.count == x.count,
      let time = Self.column(parts[4], as: UInt32.self), time.isEmpty || time.count == x.count
    else { throw fault }
    self.x = x
    self.y = y
    self.radius = radius
    self.pressure = pressure.isEmpty ? nil : pressure
    self.time = time.isEmpty ? nil : time
  }

  private static func radius(_ text: ArraySlice<UInt8>, count: Int) -> Stroke.Radius? {
    if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), text.count > 2 {
      guard let values = column(text.dropFirst().dropLast(), as: UInt16.self), values.count == count else {
        return nil
      }
      return .column(values)
    }
    guard let values = column(text, as: UInt16.self), let first = values.first else { return nil }
    if values.count == 1 { return .constant(first) }
    return values.count == count ? .column(values) : nil
  }

  /// Nil for a text that is no column or holds a value that doesn't fit.
  private static func column<Value: FixedWidthInteger>(
    _ text: ArraySlice<UInt8>, as _: Value.Type
  ) -> [Value]? {
    var values: [Value] = []
    if text.isEmpty { return values }
    values.reserveCapacity(text.count / 2 + 1)
    let bytes = text.span
    var sum: Int64 = 0
    var position = 0
    while true {
      var isNegative = false
      if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
        isNegative = true
        position += 1
      }
      let start = position
      var number: Int64 = 0
      while position < bytes.count {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        number = number &* 10 &+ Int64(digit)
        position += 1
      }
      guard position > start, position - start <= 10 else { return nil }
      sum += isNegative ? -number : number
      guard let value = Value(exactly: sum) else { return nil }
      values.append(value)
      if position == bytes.count { return values }
      guard bytes[position] == UInt8(ascii: ",") else { return nil }
      position += 1
    }
  }
}
