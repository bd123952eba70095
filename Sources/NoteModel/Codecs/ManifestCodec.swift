/// `manifest.json` to values and back.
public enum ManifestCodec {
  /// Reads a manifest that must be whole.
  ///
  /// - Throws: the first fault; a manifest can be made again, so that nothing of a faulty one is worth keeping.
  public static func decode(_ bytes: Span<UInt8>) throws(ModelError) -> Manifest {
    let root = try JSONValue.read(bytes)
    guard var fields = FieldReader(root) else {
      throw ModelError(.wrongType, at: root.offset, "the manifest is no JSON object")
    }
    let formatVersion = fields.formatVersion()
    let id = fields.identifier("id")
    let title = fields.title()
    let modifiedAt = fields.timestamp("modifiedAt")
    let pageCount = fields.count("pageCount")
    let cover = fields.required("cover", "a path or null", default: String?.none) { value in
      if case .null = value.content { return String?.none }
      return value.string.map { Optional($0) }
    }
    if let problem = fields.problems.first { throw problem.error }
    guard let id else { throw ModelError(.missingKey, at: root.offset, "lacks an id") }
    return Manifest(
      formatVersion: formatVersion, id: id, title: title, modifiedAt: modifiedAt, pageCount: pageCount,
      cover: cover ?? nil, extra: fields.rest)
  }

  /// The exact bytes that the format describes.
  public static func encode(_ manifest: Manifest) -> [UInt8] {
    var writer = JSONWriter(.indented)
    writer.object { writer in
      writer.key("formatVersion")
      writer.integer(manifest.formatVersion)
      writer.key("id")
      writer.string(manifest.id.text)
      writer.key("title")
      writer.string(manifest.title)
      writer.key("modifiedAt")
      writer.string(manifest.modifiedAt.text)
      writer.key("pageCount")
      writer.integer(manifest.pageCount)
      writer.key("cover")
      if let cover = manifest.cover { writer.string(cover) } else { writer.null() }
      writer.members(manifest.extra)
    }
    writer.endLine()
    return writer.bytes
  }
}
