import NoteModel

/// Reads the elements of a page, one object each.
struct JSONElementReader {
  private var samples = SampleReader()
  /// The ids of the page so far.
  private var ids: Set<Identifier> = []

  /// Begins with another page.
  mutating func startPage() { ids.removeAll(keepingCapacity: true) }

  mutating func read(_ reader: inout JSONReader) throws(ModelError) -> Element {
    reader.skipSpace()
    let start = reader.position
    let element: Element
    switch try reader.peekType("an element") {
    case "stroke": element = .stroke(try readStroke(&reader))
    case "image": element = .image(try readImage(&reader))
    case let type:
      let json = try reader.rawValue()
      let id = try JSONValue.read(json.span)["id"]?.string.map { Identifier($0) }
      element = .unknown(UnknownElement(type: type, id: id, json: json))
    }
    if let id = element.id, !ids.insert(id).inserted {
      throw ModelError(.duplicateID, at: start, "the id \(id.text) stands twice in one page")
    }
    return element
  }

  private mutating func readStroke(_ reader: inout JSONReader) throws(ModelError) -> Stroke {
    let start = reader.position
    var id: Identifier?
    var tool: Stroke.Tool?
    var color: Color?
    var startedAt: Timestamp?
    var radius: UInt16?
    var fields: [SampleField]?
    var samples: Samples?
    /// Where the samples stand when they come before their fields.
    var postponed: Int?
    var unknown = UnknownMembers(.stroke)
    try reader.forEachMember { reader, key, name throws(ModelError) in
      switch name {
      case "type": try reader.skipValue()
      case "id": id = try reader.readIdentifier()
      case "tool": tool = try reader.readTool()
      case "color": color = try reader.readColor()
      case "startedAt": startedAt = try reader.readTimestamp()
      case "radius": radius = try Self.readGrid(&reader, decimalCount: 1)
      case "fields": fields = try SampleReader.readFields(&reader)
      case "samples":
        if let fields {
          samples = try self.samples.read(&reader, fields)
        } else {
          postponed = reader.position
          try reader.skipValue()
        }
      default: try unknown.take(key, named: name, from: &reader)
      }
    }
    let what = "a stroke"
    let columns = try reader.required(fields, "fields", of: what, at: start)
    if let postponed {
      let (end, depth) = (reader.position, reader.depth)
      reader.resume(at: postponed, depth: depth)
      samples = try self.samples.read(&reader, columns)
      reader.resume(at: end, depth: depth)
    }
    let rows = try reader.required(samples, "samples", of: what, at: start)
    let x = try reader.required(try rows.column(.x, as: Int32.self), "x", of: "fields", at: start)
    let y = try reader.required(try rows.column(.y, as: Int32.self), "y", of: "fields", at: start)
    return Stroke(
      id: try reader.required(id, "id", of: what, at: start),
      tool: try reader.required(tool, "tool", of: what, at: start),
      color: try reader.required(color, "color", of: what, at: start), startedAt: startedAt,
      radius: try Self.radius(radius, try rows.column(.radius), at: start), x: x, y: y,
      pressure: try rows.column(.pressure), time: try rows.column(.time), extra: unknown.members)
  }

  private static func radius(
    _ constant: UInt16?, _ column: [UInt16]?, at offset: Int
  ) throws(ModelError) -> Stroke.Radius {
    switch (constant, column) {
    case (let value?, nil): return .constant(value)
    case (nil, let values?): return .column(values)
    case (nil, nil):
      throw ModelError(.missingKey, at: offset, "a stroke without \"radius\", as key or as field")
    case (_?, _?): throw ModelError(.duplicateKey, at: offset, "a stroke with a radius as key and as field")
    }
  }

  private func readImage(_ reader: inout JSONReader) throws(ModelError) -> PlacedImage {
    let start = reader.position
    var id: Identifier?
    var asset: Identifier?
    var x: Int32?
    var y: Int32?
    var width: Int32?
    var height: Int32?
    var rotation: Int32?
    var opacity: Int32?
    var unknown = UnknownMembers(.image)
    try reader.forEachMember { reader, key, name throws(ModelError) in
      switch name {
      case "type": try reader.skipValue()
      case "id": id = try reader.readIdentifier()
      case "asset": asset = try reader.readIdentifier()
      case "x": x = try Self.readGrid(&reader, decimalCount: 1)
      case "y": y = try Self.readGrid(&reader, decimalCount: 1)
      case "width": width = try Self.readGrid(&reader, decimalCount: 1)
      case "height": height = try Self.readGrid(&reader, decimalCount: 1)
      case "rotation": rotation = try Self.readGrid(&reader, decimalCount: 1)
      case "opacity": opacity = try Self.readGrid(&reader, decimalCount: 3)
      default: try unknown.take(key, named: name, from: &reader)
      }
    }
    let what = "an image"
    let frame = PlacedImage.Frame(
      x: try reader.required(x, "x", of: what, at: start),
      y: try reader.required(y, "y", of: what, at: start),
      width: try reader.required(width, "width", of: what, at: start),
      height: try reader.required(height, "height", of: what, at: start))
    return PlacedImage(
      id: try reader.required(id, "id", of: what, at: start),
      asset: try reader.required(asset, "asset", of: what, at: start), frame: frame, rotation: rotation,
      opacity: opacity, extra: unknown.members)
  }

  private static func readGrid<Value: FixedWidthInteger>(
    _ reader: inout JSONReader, decimalCount: Int
  ) throws(ModelError) -> Value {
    reader.skipSpace()
    let start = reader.position
    let number = try GridNumber.read(&reader, decimalCount: decimalCount)
    guard let value = Value(exactly: number) else {
      throw ModelError(.range, at: start, "a number that lies outside what a page can hold")
    }
    return value
  }
}

extension JSONReader {
  /// Finds the text under `type`, first key or not, and stays at the object's beginning.
  mutating func peekType(_ object: String) throws(ModelError) -> String {
    skipSpace()
    let (start, outside) = (position, depth)
    var isFirst = true
    try beginObject()
    while let key = try nextKey(&isFirst) {
      guard try string(key) == "type" else {
        try skipValue()
        continue
      }
      let type = try readString()
      resume(at: start, depth: outside)
      return type
    }
    throw ModelError(.missingKey, at: start, "\(object) without \"type\"")
  }
}
