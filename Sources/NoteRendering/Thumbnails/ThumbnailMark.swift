import DurableFiles
public import NoteModel

/// What a thumbnail was drawn from: a digest, kept in a JPEG comment of ours.
///
/// It covers the page's elements, the canvas, and of each image's asset its id and its number of bytes, since an asset
/// never changes under its id. Neither times nor places are in it, so that it outlives copying, unpacking and
/// restoring; nor are the page's epoch and unknown keys, which nobody sees.
public struct ThumbnailMark: Hashable, Sendable {
  /// `lnote-thumbnail 1 ` and 64 hexadecimal digits.
  public let text: String

  private static let prefix = "lnote-thumbnail 1 "

  /// - Parameter assetByteCount: how large the file of an asset is, nil when there is none.
  public init(_ page: Page, canvas: Canvas, assetByteCount: (Identifier) -> Int?) {
    var drawn = Page(id: page.id, elements: page.elements)
    drawn.epoch = nil
    var digest = SHA256()
    digest.update(PageCodec.encode(drawn))
    var facts = "\(canvas.width) \(canvas.height)\n"
    var seen: Set<Identifier> = []
    for case .image(let image) in page.elements where seen.insert(image.asset).inserted {
      facts += "\(image.asset.canonicalText) \(assetByteCount(image.asset).map(String.init) ?? "none")\n"
    }
    digest.update(Array(facts.utf8))
    text = Self.prefix + Self.hexadecimal(digest.finalize())
  }

  /// The mark in a JPEG; nil for one that another program drew.
  public init?(in jpeg: [UInt8]) {
    var position = 2
    while position + 4 <= jpeg.count, jpeg[position] == 0xFF, jpeg[position + 1] != 0xDA {
      let end = position + 2 + Int(jpeg[position + 2]) << 8 + Int(jpeg[position + 3])
      guard end <= jpeg.count, end >= position + 4 else { return nil }
      if jpeg[position + 1] == Self.comment {
        let text = String(decoding: jpeg[position + 4..<end], as: UTF8.self)
        if text.hasPrefix(Self.prefix) {
          self.text = text
          return
        }
      }
      position = end
    }
    return nil
  }

  private static let comment: UInt8 = 0xFE

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Puts the mark into a JPEG, behind the segment that says JFIF, which must be the first.
  func insert(into jpeg: inout [UInt8]) {
    guard jpeg.count > 6 else { return }
    let isJFIF = jpeg[3] == 0xE0
    let place = isJFIF ? 4 + Int(jpeg[4]) << 8 + Int(jpeg[5]) : 2
    guard place <= jpeg.count else { return }
    let length = text.utf8.count + 2
    jpeg.insert(
      contentsOf: [0xFF, Self.comment, UInt8(length >> 8), UInt8(length & 255)] + Array(text.utf8), at: place)
  }
}
