import NoteModel

/// Reads the `ln:` attributes of single elements.
struct PayloadReader {
  private let document: XMLDocument

  init(_ document: XMLDocument) { self.document = document }

  func fault(_ code: InterchangeError.Code, _ node: Int, _ message: String) -> InterchangeError {
    InterchangeError(
      code, line: document.elements[node].line, path: document.path(of: node), message)
  }

  // MARK: Attributes

  func has(_ node: Int, _ name: String) -> Bool {
    document.value(node, name, in: SVGNames.payload) != nil
  }

  func bytes(_ node: Int, _ name: String) -> ArraySlice<UInt8>? {
    document.value(node, name, in: SVGNames.payload)
  }

  func text(_ node: Int, _ name: String) -> String? {
    bytes(node, name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A text whose unusual characters are spelled.
  func spelled(_ node: Int, _ name: String) throws(InterchangeError) -> String? {
    guard let value = bytes(node, name) else { return nil }
    guard let text = XMLSpelling.read(value) else { throw damaged(node, name) }
    return String(decoding: text, as: UTF8.self)
  }

  func identifier(_ node: Int, _ name: String) throws(InterchangeError) -> Identifier? {
    try spelled(node, name).map { Identifier($0) }
  }

  private func required<Value>(
    _ value: Value?, _ node: Int, _ name: String
  ) throws(InterchangeError) -> Value {
    guard let value else { throw fault(.missingKey, node, "the element lacks ln:\(name)") }
    return value
  }

  private func damaged(_ node: Int, _ name: String) -> InterchangeError {
    fault(.damagedPayload, node, "the attribute ln:\(name) can't be read")
  }

  private func timestamp(_ node: Int, _ name: String) throws(InterchangeError) -> Timestamp? {
    guard let text = try spelled(node, name) else { return nil }
    guard let time = Timestamp(text) else { throw damaged(node, name) }
    return time
  }

  private func integer<Value: FixedWidthInteger>(
    _ node: Int, _ name: String
  ) throws(InterchangeError) -> Value? {
    guard let text = text(node, name) else { return nil }
    guard let value = Value(text) else { throw damaged(node, name) }
    return value
  }

  private func members(
    _ node: Int, _ name: String, _ names: JSONNames
  ) throws(InterchangeError) -> [RawMember] {
    guard let value = bytes(node, name) else { return [] }
    guard let json = XMLSpelling.read(value) else { throw damaged(node, name) }
    do {
      var reader = JSONReader(json.span)
      var members: [RawMember] = []
      try reader.forEachMember { reader, key, keyName throws(ModelError) in
        if names.reserved.contains(keyName) {
          throw ModelError(.unknownKey, at: key.range.lowerBound, "a known key among the unknown")
        }
        members.append(try reader.rawMember(key))
      }
      try reader.expectEnd()
      return members
    } catch {
      throw damaged(node, name)
    }
  }

  // MARK: Elements

  struct Root {
    var documentID: Identifier
    var title: String
    var entry: PageEntry
    var contentID: Identifier?
    var epoch: UInt64?
    var header: [RawMember]
    var trailer: [RawMember]
  }

  func readRoot() throws(InterchangeError) -> Root { try readRoot(canvas: try readCanvas()) }

  /// - Parameter canvas: the size of the page, which gets what else the payload says about it.
  func readRoot(canvas: Canvas) throws(InterchangeError) -> Root {
    var canvas = canvas
    canvas.extra = try members(0, "canvas", .canvas)
    let id = try required(try identifier(0, "page"), 0, "page")
    guard id.text.isSafeName else { throw fault(.unsafeName, 0, "a page whose id can't name a file") }
    let entry = PageEntry(
      id: id, canvas: canvas,
      createdAt: try required(try timestamp(0, "createdAt"), 0, "createdAt"),
      modifiedAt: try required(try timestamp(0, "modifiedAt"), 0, "modifiedAt"), elementCount: 0,
      extra: try members(0, "extra", .page))
    let contentID = try identifier(0, "content")
    if let contentID, contentID != id { throw damaged(0, "content") }
    let epoch: UInt64? = text(0, "epoch") == "none" ? nil : try integer(0, "epoch") ?? 0
    return Root(
      documentID: try required(try identifier(0, "document"), 0, "document"),
      title: try required(try spelled(0, "title"), 0, "title"), entry: entry, contentID: contentID,
      epoch: epoch, header: try members(0, "header", .content),
      trailer: try members(0, "trailer", .content))
  }

  /// The size stands in the drawing alone: `width="820pt"`.
  private func readCanvas() throws(InterchangeError) -> Canvas {
    func side(_ name: String) -> Double? {
      guard let value = document.value(0, name), value.suffix(2).elementsEqual("pt".utf8) else { return nil }
      return Double(String(decoding: value.dropLast(2), as: UTF8.self))
    }
    guard let width = side("width"), let height = side("height") else {
      throw fault(
        .foreignDrawing, 0, "the page's size is not in pt")
    }
    let canvas = Canvas(width: width, height: height)
    guard canvas.isValid else {
      throw fault(.range, 0, "a side of a page is above 0 and at most 14400 points")
    }
    return canvas
  }

  func readStroke(_ node: Int) throws(InterchangeError) -> Stroke {
    let columns = try PayloadColumns(bytes(node, "s") ?? [], orThrow: damaged(node, "s"))
    guard let color = Color(text(node, "color") ?? "") else { throw damaged(node, "color") }
    return Stroke(
      id: try required(try identifier(node, "id"), node, "id"),
      tool: Stroke.Tool(rawValue: try required(try spelled(node, "tool"), node, "tool")), color: color,
      startedAt: try timestamp(node, "startedAt"), radius: columns.radius, x: columns.x, y: columns.y,
      pressure: columns.pressure, time: columns.time, extra: try members(node, "extra", .stroke))
  }

  func readImage(_ node: Int) throws(InterchangeError) -> PlacedImage {
    let sides = (text(node, "frame") ?? "").split(separator: ",").map { Int32($0) }
    guard sides.count == 4, let x = sides[0], let y = sides[1], let width = sides[2], let height = sides[3]
    else {
      throw damaged(node, "frame")
    }
    return PlacedImage(
      id: try required(try identifier(node, "id"), node, "id"),
      asset: try required(try identifier(node, "asset"), node, "asset"),
      frame: PlacedImage.Frame(x: x, y: y, width: width, height: height),
      rotation: try integer(node, "rotation"), opacity: try integer(node, "opacity"),
      extra: try members(node, "extra", .image))
  }

  func readUnknown(_ node: Int) throws(InterchangeError) -> UnknownElement {
    guard let json = XMLSpelling.read(bytes(node, "json") ?? []),
      let value = try? JSONValue.read(json.span), let type = value["type"]?.string,
      type != "stroke", type != "image"
    else { throw damaged(node, "json") }
    return UnknownElement(type: type, id: value["id"]?.string.map { Identifier($0) }, json: json)
  }
}
