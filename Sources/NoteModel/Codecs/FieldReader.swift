/// A field of a document or manifest that is missing or of the wrong type.
public struct FieldProblem: Sendable, Hashable {
  /// Such as `pages[2].id`.
  public let field: String
  /// Where the value, or the object that lacks it, stands in the file.
  public let offset: Int
  public let message: String
  /// Whether a default can stand in: a title, a date, a count.
  public let hasSafeDefault: Bool

  var error: ModelError {
    ModelError(message.hasPrefix("lacks") ? .missingKey : .wrongType, at: offset, message)
  }
}

/// Takes the known fields out of one object, notes what is wrong with them, and keeps the rest.
struct FieldReader {
  private let value: JSONValue
  private let members: [JSONValue.Member]
  private let place: String
  /// Few, so that a search is faster than hashing.
  private var taken: [String] = []
  private(set) var problems: [FieldProblem] = []

  /// Nil when `value` is no object.
  init?(_ value: JSONValue, at place: String = "") {
    guard case .object(let members) = value.content else { return nil }
    self.value = value
    self.members = members
    self.place = place
  }

  /// The members that nobody asked for, in the order found.
  var rest: [RawMember] {
    members.filter { member in !taken.contains { $0.utf8.elementsEqual(member.key.utf8) } }.map(\.raw)
  }

  mutating func take(_ key: String) -> JSONValue? {
    taken.append(key)
    return value[key]
  }

  mutating func adopt(_ problems: [FieldProblem]) { self.problems += problems }

  mutating func note(_ key: String, at offset: Int? = nil, _ message: String, hasSafeDefault: Bool) {
    let field = place.isEmpty ? key : "\(place).\(key)"
    problems.append(
      FieldProblem(
        field: field, offset: offset ?? value.offset, message: "\(message) (\(field))",
        hasSafeDefault: hasSafeDefault))
  }

  /// Reads a required field with `read`, which gives nil for a value of the wrong type.
  mutating func required<Value>(
    _ key: String, _ wanted: String, default fallback: Value? = nil, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let value = take(key) else {
      note(key, "lacks \(wanted)", hasSafeDefault: fallback != nil)
      return fallback
    }
    guard let result = read(value) else {
      note(key, at: value.offset, "is not \(wanted)", hasSafeDefault: fallback != nil)
      return fallback
    }
    return result
  }

  mutating func identifier(_ key: String) -> Identifier? {
    required(key, "an id") { value in value.string.map { Identifier($0) } }
  }

  mutating func title() -> String { required("title", "a title", default: "") { $0.string } ?? "" }

  mutating func timestamp(_ key: String) -> Timestamp {
    required(key, "an RFC 3339 time", default: .unknown) { value in
      value.string.flatMap { Timestamp($0) }
    } ?? .unknown
  }

  mutating func count(_ key: String) -> Int {
    required(key, "a count", default: 0) { value in value.integer().flatMap { $0 < 0 ? nil : $0 } } ?? 0
  }

  mutating func formatVersion() -> Int {
    required("formatVersion", "a format version", default: FormatVersion.current) { value in
      value.integer().flatMap { $0 < 1 ? nil : $0 }
    } ?? FormatVersion.current
  }
}

extension Timestamp {
  /// What stands in where a file gives no readable time.
  static var unknown: Timestamp { Timestamp(milliseconds: 0) }
}
