import NoteModel

/// Values as PDF spells them (ISO 32000-1, 7.3 and 7.9).
enum PDFText {
  /// A number with at most two decimals.
  static func number(_ value: Double) -> String {
    var digits: [UInt8] = []
    digits.append(pdf: value)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Any text, as UTF-16 in hexadecimal digits.
  static func string(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var hexadecimal: [UInt8] = []
    for unit in [0xFEFF] + Array(text.utf16) {
      for shift in [12, 8, 4, 0] { hexadecimal.append(digits[Int(unit >> UInt16(shift)) & 15]) }
    }
    return "<" + String(decoding: hexadecimal, as: UTF8.self) + ">"
  }

  /// In UTC, to the second.
  static func date(_ time: Timestamp) -> String {
    let digits = Timestamp(milliseconds: time.milliseconds).text.prefix(19).filter { $0 >= "0" && $0 <= "9" }
    return "(D:\(digits)Z)"
  }
}

extension [UInt8] {
  mutating func append(pdf text: StaticString) {
    unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(pdf value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    var divisor: UInt = 1
    while magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude / divisor % 10))
      divisor /= 10
    }
  }

  /// At most two decimals; what can't be said becomes 0.
  mutating func append(pdf value: Double) {
    guard value.isFinite, abs(value) < 1e15 else { return append(UInt8(ascii: "0")) }
    let hundredths = Int((value * 100).rounded())
    if hundredths < 0 { append(UInt8(ascii: "-")) }
    let magnitude = Int(hundredths.magnitude)
    append(pdf: magnitude / 100)
    let rest = magnitude % 100
    guard rest > 0 else { return }
    append(UInt8(ascii: "."))
    append(UInt8(ascii: "0") + UInt8(rest / 10))
    if rest % 10 > 0 { append(UInt8(ascii: "0") + UInt8(rest % 10)) }
  }
}
