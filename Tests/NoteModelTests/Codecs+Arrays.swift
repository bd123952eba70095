import NoteModel

// Expectations are macros, in which the compiler can't keep a span of a value that it made there.

extension PageCodec {
  static func decode(_ bytes: [UInt8]) throws(ModelError) -> Page { try decode(bytes.span) }
  static func read(_ bytes: [UInt8]) throws(ModelError) -> Reading { try read(bytes.span) }
}

extension DocumentCodec {
  static func decode(_ bytes: [UInt8]) throws(ModelError) -> Document { try decode(bytes.span) }
  static func read(_ bytes: [UInt8]) throws(ModelError) -> Reading { try read(bytes.span) }
}

extension ManifestCodec {
  static func decode(_ bytes: [UInt8]) throws(ModelError) -> Manifest { try decode(bytes.span) }
}

extension JSONValue {
  static func read(_ bytes: [UInt8]) throws(ModelError) -> JSONValue { try read(bytes.span) }
}

extension JSONPlace {
  init(of offset: Int, in bytes: [UInt8]) { self.init(of: offset, in: bytes.span) }
}
