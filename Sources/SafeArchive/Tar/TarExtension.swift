import DurableFiles

/// What an extended header of the pax format says of the entry behind it, as far as it matters.
struct TarExtension {
  private(set) var path: [UInt8]?
  private(set) var contentByteCount: Int?
  private(set) var isLink = false

  /// Why an extended header isn't taken.
  enum Problem: Error {
    case damaged
    case feature(String)
  }

  /// Reads the records: a length that counts itself, a space, key, `=`, value and a line feed.
  init(_ bytes: [UInt8]) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard (1...9).contains(digits.count), rest.dropFirst(digits.count).first == 0x20 else { throw .damaged }
      let count = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard count > digits.count + 3, count <= rest.count else { throw .damaged }
      let record = rest.prefix(count).dropFirst(digits.count + 1)
      rest = rest.dropFirst(count)
      guard record.last == 0x0A, let equals = record.firstIndex(of: UInt8(ascii: "=")),
        equals > record.startIndex
      else { throw .damaged }
      try take(String(decoding: record[..<equals], as: UTF8.self), Array(record[(equals + 1)...].dropLast()))
    }
  }

  private mutating func take(_ key: String, _ value: [UInt8]) throws(Problem) {
    switch key {
    case "path":
      guard path == nil else { throw .feature("it has several names") }
      path = value
    case "size":
      guard contentByteCount == nil, !value.isEmpty, value.count < 19,
        value.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw .damaged }
      contentByteCount = value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    case "linkpath": isLink = true
    case "hdrcharset":
      guard value.elementsEqual("ISO-IR 10646 2000 UTF-8".utf8) else {
        throw .feature("its name is in another character set")
      }
    // Times, owners and attributes, all of which mean nothing here.
    default:
      if key.hasPrefix("GNU.sparse.") || ["SCHILY.realsize", "SUN.holesdata"].contains(key) {
        throw .feature("it is a sparse file, which isn't read")
      }
    }
  }
}
