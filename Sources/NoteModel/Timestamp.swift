/// A moment as its file spells it: RFC 3339, written by this toolkit in UTC with milliseconds.
///
/// Another program's spelling is kept, since it may say more (microseconds, a time zone) than a number would.
public struct Timestamp: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z; finer digits are dropped here but kept in ``text``.
  public let milliseconds: Int64
  /// The text as found, when it isn't the canonical spelling of ``milliseconds``.
  fileprivate let spelling: String?

  /// A moment between the years 0 and 9999; anything outside is moved to the nearer end.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.first), Self.last)
    spelling = nil
  }

  /// Reads an RFC 3339 time; nil for anything else.
  public init?(_ text: String) {
    self.init(utf8: Array(text.utf8).span)
  }

  /// Takes the UTF-8 bytes of a text that has been found valid.
  init?(utf8 text: Span<UInt8>) {
    guard let milliseconds = Self.parse(text) else { return nil }
    self.milliseconds = milliseconds
    spelling = Self.isCanonical(text) ? nil : String(validUTF8: text)
  }

  public var text: String {
    spelling
      ?? String(decoding: [UInt8](capacity: 24) { $0.append(milliseconds: milliseconds) }, as: UTF8.self)
  }

  /// Whether a time that could be read is in UTC with milliseconds, no leap second and no small letters.
  private static func isCanonical(_ text: Span<UInt8>) -> Bool {
    text.count == 24 && text[10] == UInt8(ascii: "T") && text[19] == UInt8(ascii: ".")
      && text[23] == UInt8(ascii: "Z") && text[17] < UInt8(ascii: "6")
  }

  private static let first: Int64 = -62_167_219_200_000
  private static let last: Int64 = 253_402_300_799_999
}

extension [UInt8] {
  /// Appends the time's text as a JSON string.
  mutating func appendQuoted(_ time: Timestamp) {
    if let spelling = time.spelling { return appendQuoted(spelling) }
    append(addingCapacity: 26) { text in
      text.append(UInt8(ascii: "\""))
      text.append(milliseconds: time.milliseconds)
      text.append(UInt8(ascii: "\""))
    }
  }
}

extension Timestamp {
  private static func parse(_ text: Span<UInt8>) -> Int64? {
    guard text.count >= 20 else { return nil }
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] & 0xDF == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), let year = number(text, 0..<4), let month = number(text, 5..<7),
      let day = number(text, 8..<10), let hour = number(text, 11..<13), let minute = number(text, 14..<16),
      let second = number(text, 17..<19), (1...12).contains(month),
      day >= 1, day <= daysInMonth(month, year: year), hour < 24, minute < 60, second <= 60
    else { return nil }
    var position = 19
    var fraction: Int64 = 0
    if text[position] == UInt8(ascii: ".") {
      position += 1
      let start = position
      while position < text.count, text[position].isDigit {
        if position - start < 3 { fraction = fraction * 10 + Int64(text[position] - UInt8(ascii: "0")) }
        position += 1
      }
      guard position > start else { return nil }
      for _ in min(position - start, 3)..<3 { fraction *= 10 }
    }
    guard let zone = zoneInMinutes(text, from: position) else { return nil }
    let days = daysSince1970(year: year, month: month, day: day)
    return (((days * 24 + hour) * 60 + minute - zone) * 60 + second) * 1000 + fraction
  }

  private static func zoneInMinutes(_ text: Span<UInt8>, from start: Int) -> Int64? {
    if text.count == start + 1, text[start] & 0xDF == UInt8(ascii: "Z") { return 0 }
    guard text.count == start + 6, text[start + 3] == UInt8(ascii: ":"),
      let hours = number(text, start + 1..<start + 3), let minutes = number(text, start + 4..<start + 6),
      hours < 24, minutes < 60
    else { return nil }
    switch text[start] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    var value: Int64 = 0
    for position in range {
      guard text[position].isDigit else { return nil }
      value = value * 10 + Int64(text[position] - UInt8(ascii: "0"))
    }
    return value
  }

  private static func daysInMonth(_ month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts days in the Gregorian calendar with years that begin in March, so that a leap day comes last.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = marchYear.flooringDivision(by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  fileprivate static func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).flooringDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension Int64 {
  fileprivate func flooringDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension OutputSpan<UInt8> {
  /// Appends the 24 characters of a time between the years 0 and 9999.
  fileprivate mutating func append(milliseconds: Int64) {
    let (days, rest) = milliseconds.flooringDivision(by: 86_400_000)
    let date = Timestamp.civilDate(daysSince1970: days)
    let seconds = rest / 1000
    append(date.year, width: 4)
    append(UInt8(ascii: "-"))
    append(date.month, width: 2)
    append(UInt8(ascii: "-"))
    append(date.day, width: 2)
    append(UInt8(ascii: "T"))
    append(seconds / 3600, width: 2)
    append(UInt8(ascii: ":"))
    append(seconds / 60 % 60, width: 2)
    append(UInt8(ascii: ":"))
    append(seconds % 60, width: 2)
    append(UInt8(ascii: "."))
    append(rest % 1000, width: 3)
    append(UInt8(ascii: "Z"))
  }

  private mutating func append(_ value: Int64, width: Int) {
    var divisor: Int64 = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}
