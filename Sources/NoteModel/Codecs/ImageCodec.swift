#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One image of a page snapshot to values and back.
enum ImageCodec {
  static func read(_ reader: inout JSONReader) throws(ModelError) -> PlacedImage {
    let start = reader.position
    var id: Identifier?
    var asset: Identifier?
    var frame: PlacedImage.Frame?
    var rotation: Int32?
    var opacity: Int32?
    var extra: [RawMember] = []
    var keys = JSONKeySet()
    var isFirst = true
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      try keys.insert(key, of: reader)
      if reader.matches(key, "type") {
        try reader.skipValue()
      } else if reader.matches(key, "id") {
        id = try reader.readIdentifier()
      } else if reader.matches(key, "asset") {
        asset = try reader.readIdentifier()
      } else if reader.matches(key, "frame") {
        frame = try readFrame(&reader)
      } else if reader.matches(key, "rotation") {
        rotation = try reader.readInteger()
      } else if reader.matches(key, "opacity") {
        opacity = try reader.readInteger()
      } else {
        extra.append(try reader.rawMember(key))
      }
    }
    guard let id else { throw lacks("id", start) }
    guard let asset else { throw lacks("asset", start) }
    guard let frame else { throw lacks("frame", start) }
    return PlacedImage(id: id, asset: asset, frame: frame, rotation: rotation, opacity: opacity, extra: extra)
  }

  private static func lacks(_ key: String, _ offset: Int) -> ModelError {
    ModelError(.missingKey, at: offset, "an image without \"\(key)\"")
  }

  private static func readFrame(_ reader: inout JSONReader) throws(ModelError) -> PlacedImage.Frame {
    let start = reader.position
    var sides: [Int32] = []
    var isFirst = true
    try reader.beginArray()
    while try reader.nextElement(&isFirst) { sides.append(try reader.readInteger()) }
    guard sides.count == 4 else {
      throw ModelError(
        .wrongType, at: start, "a frame of \(sides.count) numbers; x, y, width and height are wanted")
    }
    return PlacedImage.Frame(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }

  static func append(_ image: PlacedImage, to output: inout [UInt8]) {
    output.append("{\"type\":\"image\",\"id\":")
    output.appendQuoted(image.id)
    output.append(",\"asset\":")
    output.appendQuoted(image.asset)
    let frame = image.frame
    output.append(contentsOf: ",\"frame\":[\(frame.x),\(frame.y),\(frame.width),\(frame.height)]".utf8)
    if let rotation = image.rotation { output.append(contentsOf: ",\"rotation\":\(rotation)".utf8) }
    if let opacity = image.opacity { output.append(contentsOf: ",\"opacity\":\(opacity)".utf8) }
    output.append(members: image.extra)
    output.append(UInt8(ascii: "}"))
  }
}

extension JSONReader {
  package mutating func readIdentifier() throws(ModelError) -> Identifier {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw fault(wanting: "an id in quotes") }
    if let uuid = plainUUID() { return Identifier(uuid) }
    let text = try scanString()
    return text.hasEscapes ? Identifier(try string(text)) : Identifier(utf8: bytes.extracting(text.range))
  }

  /// Reads a quoted upper-case UUID: what nearly every id is.
  private mutating func plainUUID() -> UUID? {
    guard position + 38 <= bytes.count, bytes[position + 37] == UInt8(ascii: "\"") else { return nil }
    let text = HexadecimalUUID(bytes.extracting(position + 1..<position + 37))
    guard let text, text.isUpperCase else { return nil }
    position += 38
    return text.uuid
  }

  package mutating func readTool() throws(ModelError) -> Stroke.Tool {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw fault(wanting: "a tool in quotes") }
    let text = try scanString()
    if matches(text, "pen") { return .pen }
    if matches(text, "pencil") { return .pencil }
    if matches(text, "marker") { return .marker }
    return Stroke.Tool(rawValue: try string(text))
  }

  package mutating func readColor() throws(ModelError) -> Color {
    skipSpace()
    let start = position
    guard current == UInt8(ascii: "\"") else { throw fault(wanting: "a colour in quotes") }
    let text = try scanString()
    guard !text.hasEscapes, let color = Color(utf8: bytes.extracting(text.range)) else {
      throw ModelError(.wrongType, at: start, "a colour that is neither #RRGGBB nor #RRGGBBAA")
    }
    return color
  }

  package mutating func readTimestamp() throws(ModelError) -> Timestamp {
    skipSpace()
    let start = position
    guard current == UInt8(ascii: "\"") else { throw fault(wanting: "a time in quotes") }
    let text = try scanString()
    let time = text.hasEscapes ? Timestamp(try string(text)) : Timestamp(utf8: bytes.extracting(text.range))
    guard let time else { throw ModelError(.wrongType, at: start, "a time that is not RFC 3339") }
    return time
  }
}
