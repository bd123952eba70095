/// What the first bytes of a picture file say, read before anything of its size is asked for.
enum PictureHeader {
  case jpeg(JPEGHeader)
  case png(PNGHeader)

  /// Goes by the bytes, not by the file's name.
  init(_ bytes: [UInt8]) throws(PictureProblem) {
    if bytes.isEmpty { throw PictureProblem("is empty") }
    if bytes.starts(with: [0xFF, 0xD8]) {
      self = .jpeg(try JPEGHeader(bytes))
    } else if bytes.starts(with: PNGHeader.signature) {
      self = .png(try PNGHeader(bytes))
    } else {
      throw PictureProblem(
        Self.otherKind(bytes).map { "is \($0), which can't be drawn yet" }
          ?? "is no picture that can be drawn")
    }
  }

  private static func otherKind(_ bytes: [UInt8]) -> String? {
    func says(_ text: StaticString, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: Array("\(text)".utf8))
    }
    if says("GIF8") { return "a GIF" }
    if says("RIFF"), says("WEBP", at: 8) { return "a WebP" }
    if says("ftypheic", at: 4) || says("ftypmif1", at: 4) || says("ftypheix", at: 4) { return "a HEIC" }
    if says("ftypavif", at: 4) { return "an AVIF" }
    if says("%PDF") { return "a PDF" }
    if says("II*\0") || says("MM\0*") { return "a TIFF" }
    return nil
  }

  var width: Int {
    switch self {
    case .jpeg(let header): header.width
    case .png(let header): header.width
    }
  }

  var height: Int {
    switch self {
    case .jpeg(let header): header.height
    case .png(let header): header.height
    }
  }
}

/// Why a picture isn't drawn as it should be: the end of a sentence that begins with the picture.
struct PictureProblem: Error, Sendable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The first chunk of a PNG.
struct PNGHeader {
  let width: Int
  let height: Int

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// PNG can't be decoded smaller, so all its pixels stand in memory at once: 160 MB.
  private static let maximumPixelCount = 40_000_000

  init(_ bytes: [UInt8]) throws(PictureProblem) {
    guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw PictureProblem("is a damaged PNG")
    }
    func number(at offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    width = number(at: 16)
    height = number(at: 20)
    guard width > 0, height > 0 else { throw PictureProblem("is a damaged PNG") }
    guard width <= PictureSize.maximumSide, height <= PictureSize.maximumSide,
      width * height <= Self.maximumPixelCount
    else { throw PictureProblem("says that it has \(width) × \(height) pixels, which are too many") }
  }
}
