import NoteModel

/// Reads the objects of `assets` and `files`.
enum JSONFileReader {
  enum Asset {
    case embedded(AssetFile, [UInt8])
    case linked(AssetFile, String)

    var file: AssetFile {
      switch self {
      case .embedded(let file, _), .linked(let file, _): file
      }
    }
  }

  static func readAsset(_ reader: inout JSONReader) throws(ModelError) -> Asset {
    reader.skipSpace()
    let start = reader.position
    var id: Identifier?
    var type: String?
    var fileExtension: String?
    var bytes: [UInt8]?
    var reference: String?
    try reader.forEachMember { reader, key, name throws(ModelError) in
      switch name {
      case "id": id = try reader.readIdentifier()
      case "type": type = try reader.readString()
      case "extension": fileExtension = try reader.readString()
      case "data": bytes = try readData(&reader)
      case "href": reference = try reader.readString()
      default: throw unknown(name, key, of: "an asset")
      }
    }
    let what = "an asset"
    let mediaType = try reader.required(type, "type", of: what, at: start)
    guard let named = fileExtension ?? MediaType.canonicalExtension(of: mediaType) else {
      throw ModelError(.missingKey, at: start, "an asset of an unknown type without \"extension\"")
    }
    let file = AssetFile(id: try reader.required(id, "id", of: what, at: start), fileExtension: named)
    guard file.isSafe else {
      throw ModelError(.unsafeName, at: start, "an asset whose id and extension can't name a file")
    }
    switch (bytes, reference) {
    case (let bytes?, nil): return .embedded(file, bytes)
    case (nil, let reference?): return .linked(file, reference)
    case (_?, _?): throw ModelError(.duplicateKey, at: start, "an asset with both \"data\" and \"href\"")
    case (nil, nil): throw ModelError(.missingKey, at: start, "an asset without \"data\"")
    }
  }

  static func readFile(
    _ reader: inout JSONReader
  ) throws(ModelError) -> (path: [UInt8], bytes: [UInt8]) {
    reader.skipSpace()
    let start = reader.position
    var path: [UInt8]?
    var bytes: [UInt8]?
    try reader.forEachMember { reader, key, name throws(ModelError) in
      switch name {
      case "path" where path == nil: path = Array(try reader.readString().utf8)
      case "pathData" where path == nil: path = try readData(&reader)
      case "data": bytes = try readData(&reader)
      default: throw unknown(name, key, of: "a file")
      }
    }
    let named = try reader.required(path, "path", of: "a file", at: start)
    guard isExtra(named) else {
      throw ModelError(.unsafeName, at: start, "a path that leaves the package or names a file of the format")
    }
    return (named, try reader.required(bytes, "data", of: "a file", at: start))
  }

  private static func readData(_ reader: inout JSONReader) throws(ModelError) -> [UInt8] {
    reader.skipSpace()
    let start = reader.position
    guard reader.current == UInt8(ascii: "\"") else { throw reader.fault(wanting: "base64 in quotes") }
    let text = try reader.scanString()
    guard !text.hasEscapes else {
      return try decoded(Array(try reader.string(text).utf8).span, at: start)
    }
    return try decoded(reader.bytes.extracting(text.range), at: start)
  }

  private static func decoded(_ text: Span<UInt8>, at offset: Int) throws(ModelError) -> [UInt8] {
    guard let bytes = Base64.decode(text) else {
      throw ModelError(.wrongType, at: offset, "a text that is not base64")
    }
    return bytes
  }

  private static func unknown(_ name: String, _ key: JSONKey, of object: String) -> ModelError {
    ModelError(
      .unknownKey, at: key.range.lowerBound - 1, "\(object) has no key \"\(name)\", and nothing could keep it"
    )
  }

  /// Whether a path stays inside the package and can't be taken for a file of the format, on file systems that
  /// don't tell letters by case either.
  private static func isExtra(_ path: [UInt8]) -> Bool {
    let steps = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard path.count <= 4096, !path.contains(0), !path.contains(UInt8(ascii: "\\")) else { return false }
    let dot = UInt8(ascii: ".")
    for step in steps where step.isEmpty || step.count > 255 || step == [dot] || step == [dot, dot] {
      return false
    }
    let lowered = String(decoding: path, as: UTF8.self).lowercased()
    let names = ["document.json", "manifest.json", "pages.sqlite", "pages.sqlite-wal", "pages.sqlite-shm"]
    if names.contains(lowered) || ["pages", "assets", "thumbnails"].contains(lowered) { return false }
    return !(lowered.hasPrefix("pages/") && (lowered.hasSuffix(".content") || lowered.hasSuffix(".journal")))
  }
}
