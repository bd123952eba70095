/// A strict JSON reader over bytes: one forward cursor, no tree, every fault with its offset.
///
/// Accepts what RFC 8259 defines and nothing else: no comments, no trailing commas, no `NaN`. Strings must be valid
/// UTF-8, an object must not say a key twice. A leading byte order mark and white space are skipped.
public struct JSONReader: ~Escapable {
  public let bytes: Span<UInt8>
  /// The next byte to read.
  public package(set) var position = 0
  package internal(set) var depth = 0

  /// Containers inside containers beyond this are refused, so that no input can exhaust the stack.
  public static let maximumDepth = 128

  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
  }

  /// The byte at ``position`` or nil at the end.
  @inline(__always)
  public var current: UInt8? {
    position < bytes.count ? unsafe bytes[unchecked: position] : nil
  }

  @inline(__always)
  public mutating func skipSpace() {
    while position < bytes.count {
      switch unsafe bytes[unchecked: position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Skips white space and takes `byte` if it is next.
  @inline(__always)
  package mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Skips white space and insists on `byte`; throws what was wanted and what stands there.
  @inline(__always)
  package mutating func expect(_ byte: UInt8, _ wanted: StaticString) throws(ModelError) {
    guard take(byte) else { throw fault(wanting: wanted) }
  }

  /// Throws unless only white space is left.
  public mutating func expectEnd() throws(ModelError) {
    skipSpace()
    if position < bytes.count {
      throw ModelError(
        .trailingBytes, at: position, "\(shown(bytes[position])) stands behind the end of the value")
    }
  }

  /// The error for something else than `wanted` at ``position``.
  package func fault(wanting wanted: StaticString) -> ModelError {
    guard let byte = current else {
      return ModelError(.unexpectedEnd, at: position, "the text ends where \(wanted) should stand")
    }
    return ModelError(.syntax, at: position, "\(shown(byte)) stands where \(wanted) should")
  }
}

/// How a byte is named in a message.
func shown(_ byte: UInt8) -> String {
  if byte >= 0x21, byte < 0x7F { return "'" + String(UnicodeScalar(byte)) + "'" }
  let digits = String(byte, radix: 16, uppercase: true)
  return "byte 0x" + (digits.utf8.count < 2 ? "0" : "") + digits
}

// MARK: - Objects and arrays

extension JSONReader {
  /// Enters an object; follow with ``nextKey(_:)`` until it is nil.
  public mutating func beginObject() throws(ModelError) {
    try expect(UInt8(ascii: "{"), "an object")
    try deepen()
  }

  /// Reads the next key and its colon, or the object's end.
  ///
  /// - Parameter isFirst: true for the first call after ``beginObject()``; set to false here.
  public mutating func nextKey(_ isFirst: inout Bool) throws(ModelError) -> JSONKey? {
    if !isFirst, let key = shortKey() { return key }
    if take(UInt8(ascii: "}")) {
      depth -= 1
      return nil
    }
    if !isFirst { try expect(UInt8(ascii: ","), "',' or '}'") }
    isFirst = false
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw fault(wanting: "a key in quotes") }
    let key = try scanString()
    try expect(UInt8(ascii: ":"), "':'")
    skipSpace()
    return key
  }

  /// Reads `,"key":` of up to eight plain characters with no space in or behind it: what nearly every key is.
  @inline(__always)
  private mutating func shortKey() -> JSONKey? {
    let start = position + 2
    guard start + 11 <= bytes.count, unsafe bytes[unchecked: position] == UInt8(ascii: ","),
      unsafe bytes[unchecked: position + 1] == UInt8(ascii: "\"")
    else { return nil }
    let end = start + bytes.word(at: start).firstSpecial.trailingZeroBitCount / 8
    guard unsafe bytes[unchecked: end] == UInt8(ascii: "\""),
      unsafe bytes[unchecked: end + 1] == UInt8(ascii: ":"),
      unsafe bytes[unchecked: end + 2] > UInt8(ascii: " ")
    else { return nil }
    position = end + 2
    return JSONKey(range: start..<end, hasEscapes: false)
  }

  /// Enters an array; follow with ``nextElement(_:)`` until it is false.
  public mutating func beginArray() throws(ModelError) {
    try expect(UInt8(ascii: "["), "an array")
    try deepen()
  }

  /// Moves to the next element of an array, or over its end.
  ///
  /// - Parameter isFirst: true for the first call after ``beginArray()``; set to false here.
  public mutating func nextElement(_ isFirst: inout Bool) throws(ModelError) -> Bool {
    if take(UInt8(ascii: "]")) {
      depth -= 1
      return false
    }
    if !isFirst {
      try expect(UInt8(ascii: ","), "',' or ']'")
      skipSpace()
      if current == UInt8(ascii: "]") { throw fault(wanting: "a value") }
    }
    isFirst = false
    skipSpace()
    return true
  }

  private mutating func deepen() throws(ModelError) {
    depth += 1
    if depth > Self.maximumDepth {
      throw ModelError(.depth, at: position - 1, "values are nested deeper than \(Self.maximumDepth)")
    }
  }

  /// Skips one value of any type, checking it as strictly as if it were read.
  public mutating func skipValue() throws(ModelError) {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"):
      try beginObject()
      var isFirst = true
      var keys = JSONKeySet()
      while let key = try nextKey(&isFirst) {
        try keys.insert(key, of: self)
        try skipValue()
      }
    case UInt8(ascii: "["):
      try beginArray()
      var isFirst = true
      while try nextElement(&isFirst) { try skipValue() }
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "t"): try skipWord("true")
    case UInt8(ascii: "f"): try skipWord("false")
    case UInt8(ascii: "n"): try skipWord("null")
    default: _ = try scanNumber()
    }
  }

  /// Skips one value and gives its bytes.
  public mutating func rawValue() throws(ModelError) -> [UInt8] {
    skipSpace()
    let start = position
    try skipValue()
    return copy(start..<position)
  }

  /// Reads the value of a key that isn't known.
  public mutating func rawMember(_ key: JSONKey) throws(ModelError) -> RawMember {
    RawMember(key: copy(key.range), value: try rawValue())
  }

  /// The bytes of a part of the text.
  public func copy(_ range: Range<Int>) -> [UInt8] {
    [UInt8](capacity: range.count) { output in
      for position in range { output.append(unsafe bytes[unchecked: position]) }
    }
  }

  mutating func skipWord(_ word: StaticString) throws(ModelError) {
    let count = word.utf8CodeUnitCount
    let start = position
    for offset in 0..<count {
      guard position < bytes.count else { throw fault(wanting: word) }
      guard unsafe bytes[position] == word.utf8Start[offset] else {
        throw ModelError(.syntax, at: start, "a value that is no JSON (NaN, Infinity and bare words aren't)")
      }
      position += 1
    }
  }
}

/// Where a key stands in its text, between the quotes.
public struct JSONKey: Sendable, Hashable {
  public let range: Range<Int>
  public let hasEscapes: Bool
}

/// The keys that one object has said so far.
///
/// Keys are compared by the characters they mean, so `"a"` and `"\u0061"` are the same one.
package struct JSONKeySet {
  private var small: [[UInt8]] = []
  private var large: Set<[UInt8]> = []

  package init() {}

  package mutating func insert(_ key: JSONKey, of reader: borrowing JSONReader) throws(ModelError) {
    let name = key.hasEscapes ? Array(try reader.string(key).utf8) : reader.copy(key.range)
    let isNew: Bool
    if large.isEmpty {
      isNew = !small.contains(name)
      small.append(name)
      if small.count > 16 { large = Set(small) }
    } else {
      isNew = large.insert(name).inserted
    }
    if !isNew { throw duplicate(name, at: key.range.lowerBound - 1) }
  }

  private func duplicate(_ name: [UInt8], at offset: Int) -> ModelError {
    ModelError(.duplicateKey, at: offset, "the key \"\(String(decoding: name, as: UTF8.self))\" stands twice")
  }
}
