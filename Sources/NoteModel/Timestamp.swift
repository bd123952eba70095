/// A moment as its file spells it: RFC 3339, written by this toolkit in UTC with milliseconds.
///
/// Another program's spelling is kept, since it may say more (microseconds, a time zone) than a number would.
public struct Timestamp: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z; finer digits are dropped here but kept in ``text``.
  public let milliseconds: Int64
  /// The text as found, when it isn't the canonical spelling of ``milliseconds``.
  private let spelling: String?

  /// A moment between the years 0 and 9999; anything outside is moved to the nearer end.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.first), Self.last)
    spelling = nil
  }

  /// Reads an RFC 3339 time; nil for anything else.
  public init?(_ text: String) {
    guard let milliseconds = Self.parse(Array(text.utf8)) else { return nil }
    self.milliseconds = milliseconds
    spelling = Self.format(milliseconds) == text ? nil : text
  }

  public var text: String { spelling ?? Self.format(milliseconds) }

  private static let first: Int64 = -62_167_219_200_000
  private static let last: Int64 = 253_402_300_799_999
}

extension Timestamp {
  private static func parse(_ text: [UInt8]) -> Int64? {
    guard text.count >= 20 else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for byte in text[range] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), "Tt ".utf8.contains(text[10]),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), let year = number(0..<4),
      let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month),
      (1...daysInMonth(month, year: year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var position = 19
    var fraction: Int64 = 0
    if text[position] == UInt8(ascii: ".") {
      position += 1
      var digitCount = 0
      while position < text.count, let digit = number(position..<position + 1) {
        if digitCount < 3 { fraction = fraction * 10 + digit }
        digitCount += 1
        position += 1
      }
      guard digitCount > 0 else { return nil }
      while digitCount < 3 {
        fraction *= 10
        digitCount += 1
      }
    }
    guard let zone = zoneInMinutes(text[position...]) else { return nil }
    let days = daysSince1970(year: year, month: month, day: day)
    return (((days * 24 + hour) * 60 + minute - zone) * 60 + second) * 1000 + fraction
  }

  private static func zoneInMinutes(_ text: ArraySlice<UInt8>) -> Int64? {
    let zone = Array(text)
    if zone.count == 1, "Zz".utf8.contains(zone[0]) { return 0 }
    guard zone.count == 6, zone[3] == UInt8(ascii: ":"), "+-".utf8.contains(zone[0]),
      let hours = Int64(ascii: zone[1...2]), let minutes = Int64(ascii: zone[4...5]), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (zone[0] == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func format(_ milliseconds: Int64) -> String {
    let (days, rest) = milliseconds.flooringDivision(by: 86_400_000)
    let date = civilDate(daysSince1970: days)
    let seconds = rest / 1000
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2) + "."
      + padded(rest % 1000, 3) + "Z"
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
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

  private static func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
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

  fileprivate init?(ascii digits: ArraySlice<UInt8>) {
    var value: Int64 = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    self = value
  }
}
