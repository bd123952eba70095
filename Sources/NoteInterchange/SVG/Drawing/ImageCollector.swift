import NoteModel

/// The images of a drawing and the files behind them.
struct ImageCollector {
  private(set) var embedded: [SVGPage.EmbeddedAsset] = []
  /// Where in ``embedded`` the files of a digest stand.
  private var places: [IdentifierSource.Digest: Int] = [:]
  private var byteCount = 0
  let readLinkedFile: (@Sendable (String) -> [UInt8]?)?

  /// The most bytes of all images together.
  static let byteLimit = 128 << 20

  init(readLinkedFile: (@Sendable (String) -> [UInt8]?)?) { self.readLinkedFile = readLinkedFile }

  struct Image {
    var asset: Identifier
    /// In pixels.
    var width: Int
    var height: Int
  }

  enum Failure: Error { case external, refused }

  /// The image behind a reference.
  ///
  /// - Parameter asset: the id that a payload says, or a new one.
  mutating func image(
    _ reference: ArraySlice<UInt8>, asset: @autoclosure () -> Identifier, fileExtension: String?
  ) throws(Failure) -> Image {
    var bytes: [UInt8] = []
    if reference.prefix(5).keyword == "data:" {
      guard let data = Self.data(of: reference) else { throw .refused }
      bytes = data
    } else {
      let text = String(decoding: reference, as: UTF8.self)
      guard let read = readLinkedFile?(text) else { throw .external }
      bytes = read
    }
    guard let header = ImageHeader(bytes), header.pixelCount <= ImageHeader.pixelLimit else { throw .refused }
    let digest = IdentifierSource.Digest(bytes.span)
    if let place = places[digest], embedded[place].bytes == bytes {
      return Image(asset: embedded[place].file.id, width: header.width, height: header.height)
    }
    guard byteCount + bytes.count <= Self.byteLimit else { throw .refused }
    byteCount += bytes.count
    let id = asset()
    let file = AssetFile(id: id, fileExtension: fileExtension ?? header.fileExtension)
    guard file.isSafe else { throw .refused }
    places[digest] = embedded.count
    embedded.append(SVGPage.EmbeddedAsset(file: file, bytes: bytes))
    return Image(asset: id, width: header.width, height: header.height)
  }

  /// The bytes of a `data:` URI; nil when it can't be read.
  private static func data(of reference: ArraySlice<UInt8>) -> [UInt8]? {
    guard let comma = reference.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let body = reference[(comma + 1)...]
    let unescaped = body.contains(UInt8(ascii: "%")) ? unescape(body)[...] : body
    guard reference[..<comma].keyword.hasSuffix(";base64") else { return Array(unescaped) }
    return Base64.decode(unescaped.span, skippingSpace: true)
  }

  private static func unescape(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var position = text.startIndex
    while position < text.endIndex {
      if text[position] == UInt8(ascii: "%"), position + 2 < text.endIndex,
        let high = TextScanner.hexadecimal(text[position + 1]),
        let low = TextScanner.hexadecimal(text[position + 2])
      {
        output.append(high << 4 | low)
        position += 3
      } else {
        output.append(text[position])
        position += 1
      }
    }
    return output
  }
}
