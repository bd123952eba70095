/// `document.json` to values and back.
public enum DocumentCodec {
  /// What could be read of a document, and what is wrong with it.
  public struct Reading: Sendable {
    /// Nil when the id or the page list can't be read.
    public let document: Document?
    public let formatVersion: Int
    public let problems: [FieldProblem]
    /// Whether every entry of the page list could be read.
    public let listsEveryPage: Bool
    /// Offsets of the entries of `document.pages`, in the same order.
    public let pageOffsets: [Int]

    public var isNewer: Bool { formatVersion > FormatVersion.current }
  }

  /// Reads a document that must be whole.
  ///
  /// - Throws: the first fault, in the order of the text for syntax and of the format for fields. A newer format
  ///   is read as far as its known keys go, not refused.
  public static func decode(_ bytes: Span<UInt8>) throws(ModelError) -> Document {
    let reading = try read(bytes)
    if let problem = reading.problems.first { throw problem.error }
    guard let document = reading.document else {
      throw ModelError(.missingKey, at: 0, "lacks an id or a list of pages")
    }
    return document
  }

  /// Reads as much as can be read.
  ///
  /// - Throws: when the text is not one JSON object.
  public static func read(_ bytes: Span<UInt8>) throws(ModelError) -> Reading {
    let root = try JSONValue.read(bytes)
    guard var fields = FieldReader(root) else {
      throw ModelError(.wrongType, at: root.offset, "the document is no JSON object")
    }
    let formatVersion = fields.formatVersion()
    let id = fields.identifier("id")
    let title = fields.title()
    let createdAt = fields.timestamp("createdAt")
    let modifiedAt = fields.timestamp("modifiedAt")
    var storage: String?
    if let value = fields.take("storage") {
      storage = value.string
      if storage == nil {
        fields.note("storage", at: value.offset, "is not the name of a storage", hasSafeDefault: false)
      }
    }
    let list = fields.required("pages", "a list of pages") { $0.array }
    var pages: [PageEntry] = []
    var offsets: [Int] = []
    for (index, value) in (list ?? []).enumerated() {
      let (entry, problems) = readEntry(value, at: "pages[\(index)]")
      fields.adopt(problems)
      if let entry {
        pages.append(entry)
        offsets.append(value.offset)
      }
    }
    let document: Document? =
      if let id, list != nil {
        Document(
          formatVersion: formatVersion, id: id, title: title, createdAt: createdAt, modifiedAt: modifiedAt,
          storage: storage, pages: pages, extra: fields.rest)
      } else { nil }
    return Reading(
      document: document, formatVersion: formatVersion, problems: fields.problems,
      listsEveryPage: pages.count == list?.count, pageOffsets: offsets)
  }

  private static func readEntry(_ value: JSONValue, at place: String) -> (PageEntry?, [FieldProblem]) {
    guard var fields = FieldReader(value, at: place) else {
      let problem = FieldProblem(
        field: place, offset: value.offset, message: "is not a page (\(place))", hasSafeDefault: false)
      return (nil, [problem])
    }
    let id = fields.identifier("id")
    let canvasValue = fields.required("canvas", "a canvas") { FieldReader($0) == nil ? nil : $0 }
    var canvas = Canvas(width: 0, height: 0)
    if let canvasValue, var sides = FieldReader(canvasValue, at: place + ".canvas") {
      canvas.width = sides.required("width", "a number", default: 0) { $0.number } ?? 0
      canvas.height = sides.required("height", "a number", default: 0) { $0.number } ?? 0
      canvas.extra = sides.rest
      fields.adopt(sides.problems)
    }
    let createdAt = fields.timestamp("createdAt")
    let modifiedAt = fields.timestamp("modifiedAt")
    let elementCount = fields.count("elementCount")
    let entry = id.map { id in
      PageEntry(
        id: id, canvas: canvas, createdAt: createdAt, modifiedAt: modifiedAt, elementCount: elementCount,
        extra: fields.rest)
    }
    return (entry, fields.problems)
  }

  /// The exact bytes that the format describes.
  public static func encode(_ document: Document) -> [UInt8] {
    var writer = JSONWriter(.indented)
    writer.object { writer in
      writer.key("formatVersion")
      writer.integer(document.formatVersion)
      writer.key("id")
      writer.string(document.id.text)
      writer.key("title")
      writer.string(document.title)
      writer.key("createdAt")
      writer.string(document.createdAt.text)
      writer.key("modifiedAt")
      writer.string(document.modifiedAt.text)
      if let storage = document.storage {
        writer.key("storage")
        writer.string(storage)
      }
      writer.key("pages")
      writer.array { writer in
        for page in document.pages { encode(page, into: &writer) }
      }
      writer.members(document.extra)
    }
    writer.endLine()
    return writer.bytes
  }

  private static func encode(_ page: PageEntry, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("id")
      writer.string(page.id.text)
      writer.key("canvas")
      writer.object { writer in
        writer.key("width")
        writer.number(page.canvas.width)
        writer.key("height")
        writer.number(page.canvas.height)
        writer.members(page.canvas.extra)
      }
      writer.key("createdAt")
      writer.string(page.createdAt.text)
      writer.key("modifiedAt")
      writer.string(page.modifiedAt.text)
      writer.key("elementCount")
      writer.integer(page.elementCount)
      writer.members(page.extra)
    }
  }
}
