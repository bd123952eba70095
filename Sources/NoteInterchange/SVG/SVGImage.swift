/// How the file of a placed image goes into an SVG.
public enum SVGImage: Sendable, Hashable {
  /// As a `data:` URI with these bytes.
  case embedded(AssetFile, [UInt8])
  /// As a reference, relative to the SVG.
  case linked(AssetFile, reference: String)

  var file: AssetFile {
    switch self {
    case .embedded(let file, _), .linked(let file, _): file
    }
  }

  /// What the payload must say about the file's extension.
  var saidExtension: String? {
    switch self {
    case .embedded(let file, _): MediaType.tellsExtension(file.fileExtension) ? nil : file.fileExtension
    case .linked(let file, _): file.fileExtension
    }
  }
}
