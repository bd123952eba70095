import NoteModel

/// Collects the keys of one object that aren't known, directly or under `extra`.
struct UnknownMembers {
  private let names: JSONNames
  private(set) var members: [RawMember] = []

  init(_ names: JSONNames) { self.names = names }

  /// Takes the value of `key`, which none of the object's own keys is.
  mutating func take(_ key: JSONKey, named name: String, from reader: inout JSONReader) throws(ModelError) {
    guard name == JSONNames.extra else { return try keep(key, named: name, from: &reader) }
    var isFirst = true
    var keys = JSONKeySet()
    try reader.beginObject()
    while let inner = try reader.nextKey(&isFirst) {
      try keys.insert(inner, of: reader)
      try keep(inner, named: try reader.string(inner), from: &reader)
    }
  }

  private mutating func keep(
    _ key: JSONKey, named name: String, from reader: inout JSONReader
  ) throws(ModelError) {
    if names.reserved.contains(name) {
      throw ModelError(
        .unknownKey, at: key.range.lowerBound - 1,
        "the key \"\(name)\" means something else inside a package and can't be kept")
    }
    members.append(try reader.rawMember(key))
  }

  /// Reads an object that holds nothing but unknown keys.
  static func readObject(
    _ reader: inout JSONReader, _ names: JSONNames
  ) throws(ModelError) -> [RawMember] {
    var unknown = UnknownMembers(names)
    try reader.forEachMember { reader, key, name throws(ModelError) in
      try unknown.take(key, named: name, from: &reader)
    }
    return unknown.members
  }
}

extension JSONReader {
  /// Goes through an object; `body` reads the value of each key. A key that stands twice is refused.
  mutating func forEachMember(
    _ body: (inout JSONReader, JSONKey, String) throws(ModelError) -> Void
  ) throws(ModelError) {
    var isFirst = true
    var keys = JSONKeySet()
    skipSpace()
    try beginObject()
    while let key = try nextKey(&isFirst) {
      try keys.insert(key, of: self)
      try body(&self, key, try string(key))
    }
  }

  /// Throws unless `value` was found in the object that begins at `offset`.
  func required<Value>(
    _ value: Value?, _ key: String, of object: String, at offset: Int
  ) throws(ModelError) -> Value {
    guard let value else { throw ModelError(.missingKey, at: offset, "\(object) without \"\(key)\"") }
    return value
  }
}
