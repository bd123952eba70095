import NoteModel

/// Reads the payload of an SVG and checks it against the drawing.
struct SVGPageReader {
  private let document: XMLDocument
  private let byteCount: Int
  private let reader: PayloadReader
  private var files = SVGFileReader()
  private var elements: [Element] = []
  private var ids: Set<Identifier> = []
  private var paintsBackground = false

  /// - Parameter byteCount: of the text that the document was read from.
  init(_ document: XMLDocument, byteCount: Int) {
    self.document = document
    self.byteCount = byteCount
    reader = PayloadReader(document)
  }

  mutating func read() throws(InterchangeError) -> SVGPage {
    guard document.name(of: 0).local == "svg" else {
      throw InterchangeError(
        .notSVG, line: document.elements[0].line, path: document.path(of: 0),
        "the root element is no svg")
    }
    guard document.name(of: 0).namespace == SVGNames.svg, let version = reader.text(0, "v") else {
      throw foreign(0, "the drawing has no lnote payload")
    }
    guard version == SVGNames.payloadVersion else {
      throw reader.fault(
        .newerFormat, 0, "a payload of version \(version), newer than this program, which reads 1")
    }
    let root = try reader.readRoot()
    for child in document.children(of: 0) { try read(child) }
    var entry = root.entry
    entry.elementCount = elements.count
    let page = Page(
      id: root.contentID ?? entry.id, epoch: root.epoch, elements: elements, extra: root.header,
      trailingExtra: root.trailer)
    try compare(page, root, entry)
    return SVGPage(
      documentID: root.documentID, title: root.title, entry: entry, page: page, assets: files.embedded,
      linkedAssets: files.linked)
  }

  private mutating func read(_ node: Int) throws(InterchangeError) {
    let name = document.name(of: node)
    guard SVGComparison.isDrawn(name) else { return }
    if name.local == "defs" {
      for child in document.children(of: node) where SVGComparison.isDrawn(document.name(of: child)) {
        try files.readDefinition(child, document, reader)
      }
    } else if reader.has(node, "s") {
      try add(.stroke(try reader.readStroke(node)), node)
    } else if reader.has(node, "asset") {
      let image = try reader.readImage(node)
      if name.local != "g" { try files.readUse(node, image.asset, document, reader) }
      try add(.image(image), node)
    } else if reader.has(node, "json") {
      try add(.unknown(try reader.readUnknown(node)), node)
    } else if name.local == "rect", reader.has(node, "background") {
      paintsBackground = true
    } else {
      throw foreign(node, "the element has no lnote payload")
    }
  }

  private mutating func add(_ element: Element, _ node: Int) throws(InterchangeError) {
    if let id = element.id, !ids.insert(id).inserted {
      throw foreign(node, "the element is a copy of another one with the id \(id.text)")
    }
    elements.append(element)
  }

  /// Draws the page again and throws for the first element that looks otherwise in the file.
  private func compare(_ page: Page, _ root: PayloadReader.Root, _ entry: PageEntry) throws(InterchangeError)
  {
    let source = Document(
      id: root.documentID, title: root.title, createdAt: entry.createdAt, modifiedAt: entry.modifiedAt,
      pages: [entry])
    let export = SVGExport(
      document: source, entry: entry,
      style: reader.text(0, "style").flatMap { SVGExport.Style(rawValue: $0) } ?? .runs,
      paintsBackground: paintsBackground)
    // What draws the same is as long, but for white space and references; no payload may draw without end.
    let longest = 2 * byteCount + 64 * 1024
    var bytes: [UInt8] = []
    do {
      let placeholder = { files.placeholder(for: $0) }
      try export.write(page, sharing: files.definitions, image: placeholder) { piece in
        bytes += piece
        if bytes.count > longest { throw foreign(0, "the drawing holds less than its lnote payload draws") }
      }
    } catch let error as InterchangeError {
      throw error
    } catch {
      throw reader.fault(.damagedPayload, 0, "the payload can't be drawn")
    }
    let drawn = try XMLReader.read(bytes, .drawnAgain)
    if let node = SVGComparison.firstDifference(document, drawn) {
      throw foreign(node, "the element draws something else than its lnote payload")
    }
  }

  private func foreign(_ node: Int, _ reason: String) -> InterchangeError {
    reader.fault(.foreignDrawing, node, reason)
  }
}

extension XMLReader.Limits {
  /// For what was made from a text within the limits: as long and as many as it gets.
  fileprivate static var drawnAgain: XMLReader.Limits {
    XMLReader.Limits(byteCount: Int(Int32.max), elementCount: 4_000_000)
  }
}
