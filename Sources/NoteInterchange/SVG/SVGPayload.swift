import NoteModel

/// Writes the attributes in the namespace `urn:lnote:svg:1` that make an SVG readable to the bit.
enum SVGPayload {
  static func append(_ name: StaticString, _ text: String, to output: inout [UInt8]) {
    append(name, bytes: XMLSpelling.spell(text.utf8), to: &output)
  }

  private static func append(_ name: StaticString, bytes: [UInt8], to output: inout [UInt8]) {
    output.append(" ln:")
    output.append(name)
    output.append("=\"")
    output.append(xmlValue: bytes)
    output.append(UInt8(ascii: "\""))
  }

  /// Unknown keys as one JSON object; nothing for none.
  static func append(_ name: StaticString, _ members: [RawMember], to output: inout [UInt8]) {
    if members.isEmpty { return }
    var writer = JSONWriter(.compact)
    writer.object { $0.members(members) }
    append(name, bytes: XMLSpelling.spell(writer.bytes), to: &output)
  }

  /// The attributes of the root.
  static func append(
    _ document: Document, _ entry: PageEntry, _ page: Page, _ style: SVGExport.Style, to output: inout [UInt8]
  ) {
    append("v", SVGNames.payloadVersion, to: &output)
    if style != .runs { append("style", style.rawValue, to: &output) }
    append("document", document.id.text, to: &output)
    append("page", entry.id.text, to: &output)
    append("title", document.title, to: &output)
    append("createdAt", entry.createdAt.text, to: &output)
    append("modifiedAt", entry.modifiedAt.text, to: &output)
    // Absent is the usual case: the page file says 0.
    if page.epoch != 0 { append("epoch", page.epoch.map { String($0) } ?? "none", to: &output) }
    if !page.id.text.utf8.elementsEqual(entry.id.text.utf8) { append("content", page.id.text, to: &output) }
    append("canvas", entry.canvas.extra, to: &output)
    append("extra", entry.extra, to: &output)
    append("header", page.extra, to: &output)
    append("trailer", page.trailingExtra, to: &output)
  }

  static func append(_ stroke: Stroke, to output: inout [UInt8]) {
    append("id", stroke.id.text, to: &output)
    append("tool", stroke.tool.rawValue, to: &output)
    append("color", stroke.color.text, to: &output)
    if let startedAt = stroke.startedAt { append("startedAt", startedAt.text, to: &output) }
    output.append(" ln:s=\"")
    output.append(differencesOf: stroke.x)
    output.append(UInt8(ascii: ";"))
    output.append(differencesOf: stroke.y)
    output.append(UInt8(ascii: ";"))
    switch stroke.radius {
    case .constant(let value): output.append(integer: Int64(value))
    // One value could be either; the brackets of the snapshot tell.
    case .column(let values) where values.count == 1: output.append(contentsOf: "[\(values[0])]".utf8)
    case .column(let values): output.append(differencesOf: values)
    }
    output.append(UInt8(ascii: ";"))
    output.append(differencesOf: stroke.pressure ?? [])
    output.append(UInt8(ascii: ";"))
    output.append(differencesOf: stroke.time ?? [])
    output.append(UInt8(ascii: "\""))
    append("extra", stroke.extra, to: &output)
  }

  /// - Parameter fileExtension: said unless the image's media type tells it; nil when there is no file.
  static func append(_ image: PlacedImage, fileExtension: String?, to output: inout [UInt8]) {
    append("id", image.id.text, to: &output)
    append("asset", image.asset.text, to: &output)
    if let fileExtension { append("extension", fileExtension, to: &output) }
    let frame = image.frame
    append("frame", "\(frame.x),\(frame.y),\(frame.width),\(frame.height)", to: &output)
    if let rotation = image.rotation { append("rotation", String(rotation), to: &output) }
    if let opacity = image.opacity { append("opacity", String(opacity), to: &output) }
    append("extra", image.extra, to: &output)
  }

  static func append(_ element: UnknownElement, to output: inout [UInt8]) {
    append("json", bytes: XMLSpelling.spell(element.json), to: &output)
  }
}

extension [UInt8] {
  /// A column as in the snapshot, without its brackets.
  fileprivate mutating func append<Value: FixedWidthInteger>(differencesOf values: [Value]) {
    append(addingCapacity: values.count * 12) { output in
      var previous: Int64 = 0
      for position in values.indices {
        let value = Int64(truncatingIfNeeded: values[position])
        if position > 0 { output.append(UInt8(ascii: ",")) }
        output.append(integer: value - previous)
        previous = value
      }
    }
  }
}
