import NoteModel

/// What one page object says, in whatever order.
struct JSONPageReader {
  private var start: Int
  private var id: Identifier?
  private var width: Double?
  private var height: Double?
  private var canvasExtra: [RawMember] = []
  private var createdAt: Timestamp?
  private var modifiedAt: Timestamp?
  private var epoch: UInt64? = 0
  private var contentID: Identifier?
  private var header: [RawMember] = []
  private var trailer: [RawMember] = []
  private var unknown = UnknownMembers(.page)
  /// Nil when the object has no `elements`, as the lines of NDJSON.
  private(set) var elements: [Element]?

  /// Reads the object at the reader's position.
  init(_ reader: inout JSONReader, _ elementReader: inout JSONElementReader) throws(ModelError) {
    reader.skipSpace()
    start = reader.position
    elementReader.startPage()
    // Copies, since a closure can't write to `self` before it is whole.
    var page = self
    try reader.forEachMember { reader, key, name throws(ModelError) in
      switch name {
      case "id": page.id = try reader.readIdentifier()
      case "width": page.width = try Self.readSide(&reader)
      case "height": page.height = try Self.readSide(&reader)
      case "canvas": page.canvasExtra = try UnknownMembers.readObject(&reader, .canvas)
      case "createdAt": page.createdAt = try reader.readTimestamp()
      case "modifiedAt": page.modifiedAt = try reader.readTimestamp()
      case "epoch": page.epoch = try Self.readEpoch(&reader)
      case "content": try page.readContent(&reader)
      case "elements": page.elements = try Self.readElements(&reader, &elementReader)
      default: try page.unknown.take(key, named: name, from: &reader)
      }
    }
    self = page
  }

  private static func readSide(_ reader: inout JSONReader) throws(ModelError) -> Double {
    reader.skipSpace()
    let start = reader.position
    let side = try reader.readDouble()
    guard side > 0, side <= Canvas.maximumSide else {
      throw ModelError(.range, at: start, "a side of a page is above 0 and at most 14400 points")
    }
    return side
  }

  private static func readEpoch(_ reader: inout JSONReader) throws(ModelError) -> UInt64? {
    reader.skipSpace()
    guard reader.current == UInt8(ascii: "n") else { return try reader.readInteger() }
    try reader.skipValue()
    return nil
  }

  private mutating func readContent(_ reader: inout JSONReader) throws(ModelError) {
    var content = self
    try reader.forEachMember { reader, key, name throws(ModelError) in
      switch name {
      case "page": content.contentID = try reader.readIdentifier()
      case "header": content.header = try UnknownMembers.readObject(&reader, .content)
      case "trailer": content.trailer = try UnknownMembers.readObject(&reader, .content)
      default:
        throw ModelError(
          .unknownKey, at: key.range.lowerBound - 1,
          "\"content\" holds \"page\", \"header\" and \"trailer\" only")
      }
    }
    self = content
  }

  private static func readElements(
    _ reader: inout JSONReader, _ elementReader: inout JSONElementReader
  ) throws(ModelError) -> [Element] {
    var elements: [Element] = []
    var isFirst = true
    try reader.beginArray()
    while try reader.nextElement(&isFirst) { elements.append(try elementReader.read(&reader)) }
    return elements
  }

  /// The page with these elements, and its entry in the document.
  func result(_ elements: [Element], _ reader: borrowing JSONReader) throws(ModelError) -> (PageEntry, Page) {
    let what = "a page"
    let id = try reader.required(id, "id", of: what, at: start)
    guard id.text.isSafeName else {
      throw ModelError(.unsafeName, at: start, "a page whose id can't name a file")
    }
    if let contentID, contentID != id {
      throw ModelError(.wrongType, at: start, "a page whose content is named after another page")
    }
    let canvas = Canvas(
      width: try reader.required(width, "width", of: what, at: start),
      height: try reader.required(height, "height", of: what, at: start), extra: canvasExtra)
    let entry = PageEntry(
      id: id, canvas: canvas, createdAt: try reader.required(createdAt, "createdAt", of: what, at: start),
      modifiedAt: try reader.required(modifiedAt, "modifiedAt", of: what, at: start),
      elementCount: elements.count, extra: unknown.members)
    let page = Page(
      id: contentID ?? id, epoch: epoch, elements: elements, extra: header, trailingExtra: trailer)
    return (entry, page)
  }
}
