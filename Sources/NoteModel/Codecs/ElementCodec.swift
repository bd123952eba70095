/// One element of a page: tells the types apart.
enum ElementCodec {
  /// Reads the object at the reader's position; on an error the reader stands somewhere inside it.
  static func read(
    _ reader: inout JSONReader, _ columns: inout DeltaColumnReader
  ) throws(ModelError) -> Element {
    let start = reader.position
    guard reader.current == UInt8(ascii: "{") else { throw reader.fault(wanting: "an element") }
    if reader.stands("{\"type\":\"stroke\",") { return .stroke(try StrokeCodec.read(&reader, &columns)) }
    let depth = reader.depth
    switch try type(&reader, from: start) {
    case .stroke: return .stroke(try StrokeCodec.read(&reader, &columns))
    case .image: return .image(try ImageCodec.read(&reader))
    case .other(let type):
      reader.resume(at: start, depth: depth)
      let json = try reader.rawValue()
      let id = try JSONValue.read(json.span)["id"]?.string.map { Identifier($0) }
      return .unknown(UnknownElement(type: type, id: id, json: json))
    }
  }

  private enum ElementType {
    case stroke
    case image
    case other(String)
  }

  /// Finds the value of `type`, first key or not, and puts the reader back to `start`.
  private static func type(_ reader: inout JSONReader, from start: Int) throws(ModelError) -> ElementType {
    let depth = reader.depth
    var isFirst = true
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      guard reader.matches(key, "type") else {
        try reader.skipValue()
        continue
      }
      let type = try reader.readString()
      reader.resume(at: start, depth: depth)
      switch type {
      case "stroke": return .stroke
      case "image": return .image
      default: return .other(type)
      }
    }
    throw ModelError(.missingKey, at: start, "an element without \"type\"")
  }
}
