/// The media type of an asset and the file extension that stands for it.
///
/// Source: the IANA registry of media types, for the extensions that `format.md` names and their usual company.
enum MediaType {
  /// Stands for every extension that isn't known.
  static let unknown = "application/octet-stream"

  /// The first extension of a type is the canonical one.
  private static let table: [(type: String, fileExtension: String)] = [
    ("image/jpeg", "jpg"), ("image/jpeg", "jpeg"), ("image/png", "png"), ("image/heic", "heic"),
    ("image/heif", "heif"), ("image/gif", "gif"), ("image/webp", "webp"), ("image/avif", "avif"),
    ("image/tiff", "tiff"), ("image/tiff", "tif"), ("image/bmp", "bmp"), ("image/svg+xml", "svg"),
    ("application/pdf", "pdf"), ("audio/mp4", "m4a"), ("audio/mpeg", "mp3"), ("video/mp4", "mp4"),
    ("text/plain", "txt"), ("application/json", "json"),
  ]

  /// The type of a file extension in any case.
  static func type(ofExtension fileExtension: String) -> String {
    let lowered = fileExtension.lowercased()
    return table.first { $0.fileExtension == lowered }?.type ?? unknown
  }

  /// The extension that a type is written with; nil for a type that isn't known.
  static func canonicalExtension(of type: String) -> String? {
    table.first { $0.type == type }?.fileExtension
  }

  /// Whether the type alone tells the extension, so that it needn't be said.
  static func tellsExtension(_ fileExtension: String) -> Bool {
    canonicalExtension(of: type(ofExtension: fileExtension)) == fileExtension
  }
}
