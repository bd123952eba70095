import NoteModel

extension JSONExport {
  func writeAsset(
    _ asset: AssetFile, _ connections: Connections, to writer: inout JSONWriter,
    _ emit: ([UInt8]) throws -> Void
  ) throws {
    try writer.object { writer in
      writer.key("id")
      writer.string(asset.id.text)
      writer.key("type")
      writer.string(asset.mediaType)
      if !MediaType.tellsExtension(asset.fileExtension) {
        writer.key("extension")
        writer.string(asset.fileExtension)
      }
      switch assetPolicy {
      case .embedded:
        writer.key("data")
        try writer.write(data: try connections.readAsset(asset), emit)
      case .linked, .omitted:
        writer.key("href")
        writer.string(try connections.reference(asset))
      }
    }
  }

  func writeFile(
    _ path: [UInt8], _ connections: Connections, to writer: inout JSONWriter,
    _ emit: ([UInt8]) throws -> Void
  ) throws {
    try writer.object { writer in
      let text = String(decoding: path, as: UTF8.self)
      if text.utf8.elementsEqual(path) {
        writer.key("path")
        writer.string(text)
      } else {
        var encoded: [UInt8] = []
        Base64.append(path[...], to: &encoded)
        writer.key("pathData")
        writer.string(String(decoding: encoded, as: UTF8.self))
      }
      writer.key("data")
      try writer.write(data: try connections.readExtraFile(path), emit)
    }
  }

  func writeLines(_ connections: Connections, _ emit: ([UInt8]) throws -> Void) throws {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.key("type")
      writer.string(JSONLine.document)
      writeHead(to: &writer)
    }
    writer.endLine()
    for entry in pages {
      let page = try connections.readPage(entry)
      writer.line(JSONLine.page) { writer in
        writer.object { writer in
          writePageFields(entry, page, to: &writer)
          writer.write(unknown: entry.extra, in: .page, isOneLine: true)
        }
      }
      for element in page.elements {
        writeElementLine(element, to: &writer)
        if writer.bytes.count >= Self.pieceByteCount { try emit(writer.takeBytes()) }
      }
    }
    if assetPolicy != .omitted {
      for asset in assets {
        try writer.line(JSONLine.asset) { try writeAsset(asset, connections, to: &$0, emit) }
      }
    }
    for path in extraFiles {
      try writer.line(JSONLine.file) { try writeFile(path, connections, to: &$0, emit) }
    }
    try emit(writer.takeBytes())
  }

  /// An element stands on its line as it is, unless its type would be taken for that of a line.
  private func writeElementLine(_ element: Element, to writer: inout JSONWriter) {
    if case .unknown(let unknown) = element, JSONLine.all.contains(unknown.type) {
      writer.line(JSONLine.element) { writeElement(element, to: &$0) }
    } else {
      writeElement(element, to: &writer)
      writer.endLine()
    }
  }
}

/// The types of the lines that are no elements.
enum JSONLine {
  static let document = "document"
  static let page = "page"
  static let element = "element"
  static let asset = "asset"
  static let file = "file"
  static let all: Set<String> = [document, page, element, asset, file]
}

extension JSONWriter {
  /// A line that says its type, and its value under the same name.
  fileprivate mutating func line(_ type: String, _ value: (inout JSONWriter) throws -> Void) rethrows {
    try object { writer in
      writer.key("type")
      writer.string(type)
      writer.key(type)
      try value(&writer)
    }
    endLine()
  }

  /// Bytes as a string of base64, handed over piece by piece.
  fileprivate mutating func write(data: [UInt8], _ emit: ([UInt8]) throws -> Void) throws {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    var start = 0
    while data.count - start > Base64.pieceByteCount {
      let end = start + Base64.pieceByteCount
      Base64.append(data[start..<end], to: &text)
      if start == 0 { raw(text) } else { try emit(text) }
      if start == 0 { try emit(takeBytes()) }
      text.removeAll(keepingCapacity: true)
      start = end
    }
    Base64.append(data[start...], to: &text)
    text.append(UInt8(ascii: "\""))
    if start == 0 { raw(text) } else { try emit(text) }
  }
}
