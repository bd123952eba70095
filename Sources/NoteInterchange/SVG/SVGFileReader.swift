import NoteModel

/// Collects the images that an SVG holds or refers to.
struct SVGFileReader {
  private(set) var embedded: [SVGPage.EmbeddedAsset] = []
  private(set) var linked: [SVGPage.LinkedAsset] = []
  /// The assets in `<defs>`, in order.
  private(set) var definitions: [Identifier] = []
  private var files: [Identifier: AssetFile] = [:]
  /// What the ids in `<defs>` stand for.
  private var definitionIDs: [[UInt8]: Identifier] = [:]

  mutating func readDefinition(
    _ node: Int, _ document: XMLDocument, _ reader: PayloadReader
  ) throws(InterchangeError) {
    guard document.name(of: node).local == "image", let asset = try reader.identifier(node, "asset"),
      let id = document.value(node, "id")
    else {
      throw reader.fault(
        .foreignDrawing, node,
        "a definition without lnote payload")
    }
    guard files[asset] == nil else {
      throw reader.fault(.duplicateID, node, "an asset that is defined twice")
    }
    try read(node, asset, document, reader)
    definitions.append(asset)
    definitionIDs[Array(id)] = asset
  }

  /// Reads the file of a placed image, or checks that it uses the definition of its asset.
  mutating func readUse(
    _ node: Int, _ asset: Identifier, _ document: XMLDocument, _ reader: PayloadReader
  ) throws(InterchangeError) {
    guard document.name(of: node).local == "use" else {
      guard files[asset] == nil else { throw reader.fault(.duplicateID, node, "an asset that stands twice") }
      return try read(node, asset, document, reader)
    }
    guard let reference = Self.reference(node, document), reference.first == UInt8(ascii: "#"),
      definitionIDs[Array(reference.dropFirst())] == asset
    else { throw reader.fault(.damagedPayload, node, "an image that uses the file of another asset") }
  }

  private mutating func read(
    _ node: Int, _ asset: Identifier, _ document: XMLDocument, _ reader: PayloadReader
  ) throws(InterchangeError) {
    guard let reference = Self.reference(node, document) else {
      throw reader.fault(.missingKey, node, "an image without xlink:href")
    }
    let said = try reader.spelled(node, "extension")
    if reference.starts(with: "data:".utf8) {
      guard let comma = reference.firstIndex(of: UInt8(ascii: ",")) else {
        throw reader.fault(.wrongType, node, "a data: URI without a comma")
      }
      let head = String(decoding: reference[..<comma].dropFirst(5), as: UTF8.self)
      let digits = reference[(comma + 1)...]
      guard head.hasSuffix(";base64"), let bytes = Base64.decode(digits.span, skippingSpace: true)
      else { throw reader.fault(.wrongType, node, "a data: URI that is not base64") }
      let type = String(head.dropLast(";base64".utf8.count))
      let file = try file(asset, said ?? MediaType.canonicalExtension(of: type), node, reader)
      embedded.append(SVGPage.EmbeddedAsset(file: file, bytes: bytes))
    } else {
      let file = try file(asset, said, node, reader)
      linked.append(
        SVGPage.LinkedAsset(file: file, reference: String(decoding: reference, as: UTF8.self)))
    }
  }

  private mutating func file(
    _ asset: Identifier, _ fileExtension: String?, _ node: Int, _ reader: PayloadReader
  ) throws(InterchangeError) -> AssetFile {
    guard let fileExtension else {
      throw reader.fault(.missingKey, node, "an image of an unknown type without ln:extension")
    }
    let file = AssetFile(id: asset, fileExtension: fileExtension)
    guard file.isSafe else {
      throw reader.fault(.unsafeName, node, "an image whose asset and extension can't name a file")
    }
    files[asset] = file
    return file
  }

  /// SVG 2 calls it `href`, which tools may have made of it.
  private static func reference(_ node: Int, _ document: XMLDocument) -> ArraySlice<UInt8>? {
    document.value(node, "href", in: SVGNames.xlink) ?? document.value(node, "href")
  }

  /// Stands for the image where only the rest of the drawing is compared.
  func placeholder(for asset: Identifier) -> SVGImage? {
    files[asset].map { .linked($0, reference: "") }
  }
}
