/// A small JSON text as a tree that knows where each value stands; for documents, not for ink.
public struct JSONValue: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    case null
    case bool(Bool)
    /// Any finite number; an exact whole number is read from the text with ``JSONValue/integer(_:)``.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  public struct Member: Sendable, Hashable {
    public let key: String
    /// The member as it stands in the text, for keeping it.
    public let raw: RawMember
    public let value: JSONValue
  }

  public let content: Content
  /// Offset of the value's first byte.
  public let offset: Int
  /// A number's digits as they stand in the text, else empty.
  let digits: String

  /// Reads a whole text.
  public static func read(_ bytes: Span<UInt8>) throws(ModelError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.readValue()
    try reader.expectEnd()
    return value
  }

  public subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  public var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  public var number: Double? {
    if case .number(let value) = content { value } else { nil }
  }

  public var array: [JSONValue]? {
    if case .array(let values) = content { values } else { nil }
  }

  /// The number when it is written without fraction and exponent and fits.
  public func integer<Integer: FixedWidthInteger>(_: Integer.Type = Int.self) -> Integer? {
    if case .number = content { Integer(digits) } else { nil }
  }
}

extension JSONReader {
  /// Reads a value of any type as a tree.
  public mutating func readValue() throws(ModelError) -> JSONValue {
    skipSpace()
    let offset = position
    switch current {
    case UInt8(ascii: "{"): return JSONValue(content: .object(try readMembers()), offset: offset, digits: "")
    case UInt8(ascii: "["): return JSONValue(content: .array(try readValues()), offset: offset, digits: "")
    case UInt8(ascii: "\""): return JSONValue(content: .string(try readString()), offset: offset, digits: "")
    case UInt8(ascii: "t"):
      try skipWord("true")
      return JSONValue(content: .bool(true), offset: offset, digits: "")
    case UInt8(ascii: "f"):
      try skipWord("false")
      return JSONValue(content: .bool(false), offset: offset, digits: "")
    case UInt8(ascii: "n"):
      try skipWord("null")
      return JSONValue(content: .null, offset: offset, digits: "")
    default:
      let number = try readDouble()
      let digits = String(validUTF8: bytes.extracting(offset..<position))
      return JSONValue(content: .number(number), offset: offset, digits: digits)
    }
  }

  private mutating func readMembers() throws(ModelError) -> [JSONValue.Member] {
    try beginObject()
    var isFirst = true
    var keys = JSONKeySet()
    var members: [JSONValue.Member] = []
    while let key = try nextKey(&isFirst) {
      try keys.insert(key, of: self)
      let start = position
      let value = try readValue()
      let raw = RawMember(key: copy(key.range), value: copy(start..<position))
      members.append(JSONValue.Member(key: try string(key), raw: raw, value: value))
    }
    return members
  }

  private mutating func readValues() throws(ModelError) -> [JSONValue] {
    try beginArray()
    var isFirst = true
    var values: [JSONValue] = []
    while try nextElement(&isFirst) { values.append(try readValue()) }
    return values
  }
}
