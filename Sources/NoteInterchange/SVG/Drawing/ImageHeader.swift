/// The type and size of an image file, from its first bytes alone.
struct ImageHeader {
  /// The most pixels that an image may have.
  static let pixelLimit = 40_000_000

  let width: Int
  let height: Int
  let fileExtension: String

  var pixelCount: Int { width * height }

  /// Nil for a file that isn't PNG, JPEG, GIF or WebP, or that has no size.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
      (width, height) = (Self.big(bytes, 16, 4), Self.big(bytes, 20, 4))
      fileExtension = "png"
    } else if bytes.starts(with: "GIF8".utf8), bytes.count >= 10 {
      (width, height) = (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
      fileExtension = "gif"
    } else if bytes.starts(with: [0xFF, 0xD8]), let size = Self.sizeOfJPEG(bytes) {
      (width, height) = size
      fileExtension = "jpg"
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8),
      let size = Self.sizeOfWebP(bytes)
    {
      (width, height) = size
      fileExtension = "webp"
    } else {
      return nil
    }
    guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else { return nil }
  }

  private static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// From the frame header: ITU T.81, section B.2.2.
  private static func sizeOfJPEG(_ bytes: [UInt8]) -> (Int, Int)? {
    var position = 2
    while position + 9 < bytes.count {
      guard bytes[position] == 0xFF else { return nil }
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      let isFrame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
      if isFrame { return (big(bytes, position + 7, 2), big(bytes, position + 5, 2)) }
      position += 2
      if marker == 0x01 || marker >= 0xD0 && marker <= 0xD8 { continue }
      position += max(2, big(bytes, position, 2))
    }
    return nil
  }

  /// From the first chunk: RFC 9649, section 2.
  private static func sizeOfWebP(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 30 else { return nil }
    func little(_ start: Int, _ count: Int) -> Int {
      bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ": return (little(26, 2) & 0x3FFF, little(28, 2) & 0x3FFF)
    case "VP8L":
      let bits = little(21, 4)
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X": return (little(24, 3) + 1, little(27, 3) + 1)
    default: return nil
    }
  }
}
