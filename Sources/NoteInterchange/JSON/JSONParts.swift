import NoteModel

/// The parts of a text that were read so far.
struct JSONParts {
  private var document: Document?
  private var manifestExtra: [RawMember] = []
  private var entries: [PageEntry] = []
  private var pageIDs: Set<Identifier> = []
  private var assetIDs: Set<Identifier> = []
  private var paths: Set<[UInt8]> = []
  private var elements = JSONElementReader()
  /// Whether the root is the first line of NDJSON.
  private(set) var isLines = false

  mutating func readRoot(
    _ reader: inout JSONReader, into receiver: inout some DocumentReceiver
  ) throws {
    reader.skipSpace()
    let start = reader.position
    var isFirst = true
    var keys = JSONKeySet()
    var format: String?
    var version: Int?
    var hasPages = false
    var firstPart: String?
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      try keys.insert(key, of: reader)
      let name = try reader.string(key)
      switch name {
      case "$schema": _ = try reader.readString()
      case "format": format = try Self.readFormat(&reader)
      case "version": version = try Self.readVersion(&reader)
      case "type": try readLineType(&reader)
      case "document": document = try Self.readDocument(&reader)
      case "manifest": manifestExtra = try UnknownMembers.readObject(&reader, .manifest)
      case "pages":
        hasPages = true
        try forEachElement(&reader) { parts, reader in try parts.readPage(&reader, into: &receiver) }
      case "assets":
        firstPart = name
        try forEachElement(&reader) { parts, reader in try parts.readAsset(&reader, into: &receiver) }
      case "files":
        firstPart = name
        try forEachElement(&reader) { parts, reader in try parts.readFile(&reader, into: &receiver) }
      default:
        throw ModelError(
          .unknownKey, at: key.range.lowerBound - 1,
          "the text has no key \"\(name)\", and nothing could keep it")
      }
    }
    _ = try reader.required(format, "format", of: "the text", at: start)
    _ = try reader.required(version, "version", of: "the text", at: start)
    _ = try reader.required(document, "document", of: "the text", at: start)
    if isLines, let part = hasPages ? "pages" : firstPart {
      throw ModelError(.unknownKey, at: start, "the line of the document has no key \"\(part)\"")
    }
    if !isLines, !hasPages { throw ModelError(.missingKey, at: start, "the text without \"pages\"") }
  }

  private mutating func forEachElement(
    _ reader: inout JSONReader, _ body: (inout JSONParts, inout JSONReader) throws -> Void
  ) throws {
    var isFirst = true
    try reader.beginArray()
    while try reader.nextElement(&isFirst) { try body(&self, &reader) }
  }

  private static func readFormat(_ reader: inout JSONReader) throws(ModelError) -> String {
    let start = reader.position
    let format = try reader.readString()
    guard format == JSONFormat.name else {
      throw ModelError(.wrongType, at: start, "JSON of another format than \(JSONFormat.name)")
    }
    return format
  }

  private static func readVersion(_ reader: inout JSONReader) throws(ModelError) -> Int {
    let start = reader.position
    let version: Int = try reader.readInteger()
    if version > JSONFormat.version {
      throw ModelError(
        .newerFormat, at: start, "the text has version \(version), newer than this program, which reads 1")
    }
    if version < 1 { throw ModelError(.range, at: start, "a version below 1") }
    return version
  }

  private mutating func readLineType(_ reader: inout JSONReader) throws(ModelError) {
    let start = reader.position
    guard try reader.readString() == JSONLine.document else {
      throw ModelError(.wrongType, at: start, "the first line is not that of the document")
    }
    isLines = true
  }

  private static func readDocument(_ reader: inout JSONReader) throws(ModelError) -> Document {
    reader.skipSpace()
    let start = reader.position
    var id: Identifier?
    var title: String?
    var createdAt: Timestamp?
    var modifiedAt: Timestamp?
    var storage: String?
    var unknown = UnknownMembers(.document)
    try reader.forEachMember { reader, key, name throws(ModelError) in
      switch name {
      case "id": id = try reader.readIdentifier()
      case "title": title = try reader.readString()
      case "createdAt": createdAt = try reader.readTimestamp()
      case "modifiedAt": modifiedAt = try reader.readTimestamp()
      case "storage": storage = try reader.readString()
      default: try unknown.take(key, named: name, from: &reader)
      }
    }
    let what = "the document"
    return Document(
      id: try reader.required(id, "id", of: what, at: start),
      title: try reader.required(title, "title", of: what, at: start),
      createdAt: try reader.required(createdAt, "createdAt", of: what, at: start),
      modifiedAt: try reader.required(modifiedAt, "modifiedAt", of: what, at: start), storage: storage,
      pages: [], extra: unknown.members)
  }

  // MARK: Parts

  private mutating func readPage(
    _ reader: inout JSONReader, into receiver: inout some DocumentReceiver
  ) throws {
    let start = reader.position
    let page = try JSONPageReader(&reader, &elements)
    let read = try reader.required(page.elements, "elements", of: "a page", at: start)
    try deliver(page, read, at: start, reader, to: &receiver)
  }

  private mutating func deliver(
    _ page: JSONPageReader, _ elements: [Element], at offset: Int, _ reader: borrowing JSONReader,
    to receiver: inout some DocumentReceiver
  ) throws {
    let (entry, content) = try page.result(elements, reader)
    guard pageIDs.insert(entry.id).inserted else { throw Self.twice("page", entry.id.text, at: offset) }
    try receiver.page(content, entry: entry)
    entries.append(entry)
  }

  private mutating func readAsset(
    _ reader: inout JSONReader, into receiver: inout some DocumentReceiver
  ) throws {
    let start = reader.position
    let asset = try JSONFileReader.readAsset(&reader)
    guard assetIDs.insert(asset.file.id).inserted else {
      throw Self.twice("asset", asset.file.id.text, at: start)
    }
    switch asset {
    case .embedded(let file, let bytes): try receiver.asset(file, bytes: bytes)
    case .linked(let file, let reference): try receiver.linkedAsset(file, reference: reference)
    }
  }

  private mutating func readFile(
    _ reader: inout JSONReader, into receiver: inout some DocumentReceiver
  ) throws {
    let start = reader.position
    let (path, bytes) = try JSONFileReader.readFile(&reader)
    guard paths.insert(path).inserted else {
      throw Self.twice("file", String(decoding: path, as: UTF8.self), at: start)
    }
    try receiver.file(path: path, bytes: bytes)
  }

  private static func twice(_ part: String, _ name: String, at offset: Int) -> ModelError {
    ModelError(.duplicateID, at: offset, "the \(part) \(name) stands twice")
  }

  // MARK: NDJSON

  /// Reads the lines behind the document's.
  mutating func readLines(
    _ reader: inout JSONReader, into receiver: inout some DocumentReceiver
  ) throws {
    var open: (page: JSONPageReader, elements: [Element], offset: Int)?
    reader.skipSpace()
    while reader.current != nil {
      let start = reader.position
      let type = try reader.peekType("a line")
      guard JSONLine.all.contains(type), type != JSONLine.element else {
        guard open != nil else { throw ModelError(.missingKey, at: start, "an element before any page") }
        open?.elements.append(try readElementLine(&reader, isWrapped: type == JSONLine.element))
        reader.skipSpace()
        continue
      }
      if let page = open { try deliver(page.page, page.elements, at: page.offset, reader, to: &receiver) }
      open = nil
      switch type {
      case JSONLine.page:
        try readWrapped(&reader, type) { parts, reader in
          open = (try JSONPageReader(&reader, &parts.elements), [], start)
        }
        if open?.page.elements != nil {
          throw ModelError(.unknownKey, at: start, "the line of a page has no \"elements\"; they follow it")
        }
      case JSONLine.asset:
        try readWrapped(&reader, type) { parts, reader in try parts.readAsset(&reader, into: &receiver) }
      case JSONLine.file:
        try readWrapped(&reader, type) { parts, reader in try parts.readFile(&reader, into: &receiver) }
      default: throw ModelError(.duplicateID, at: start, "a second document in one text")
      }
      reader.skipSpace()
    }
    if let page = open { try deliver(page.page, page.elements, at: page.offset, reader, to: &receiver) }
  }

  private mutating func readElementLine(_ reader: inout JSONReader, isWrapped: Bool) throws -> Element {
    guard isWrapped else { return try elements.read(&reader) }
    var element: Element?
    try readWrapped(&reader, JSONLine.element) { parts, reader in element = try parts.elements.read(&reader) }
    return try reader.required(element, JSONLine.element, of: "a line", at: reader.position)
  }

  /// Reads a line that says its type and, under the same name, its value.
  private mutating func readWrapped(
    _ reader: inout JSONReader, _ type: String, _ body: (inout JSONParts, inout JSONReader) throws -> Void
  ) throws {
    let start = reader.position
    var isFirst = true
    var keys = JSONKeySet()
    var hasValue = false
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      try keys.insert(key, of: reader)
      let name = try reader.string(key)
      if name == "type" {
        try reader.skipValue()
      } else if name == type {
        hasValue = true
        try body(&self, &reader)
      } else {
        throw ModelError(
          .unknownKey, at: key.range.lowerBound - 1, "a line of the type \(type) has no key \"\(name)\"")
      }
    }
    if !hasValue { throw ModelError(.missingKey, at: start, "a line without \"\(type)\"") }
  }

  func result(_ reader: borrowing JSONReader) throws(ModelError) -> ImportedDocument {
    var document = try reader.required(document, "document", of: "the text", at: 0)
    document.pages = entries
    return ImportedDocument(document: document, manifestExtra: manifestExtra)
  }
}
