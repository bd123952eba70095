#if Rendering
  public import NoteModel
#endif

/// Draws the thumbnails of pages: JPEG of quality 80, on white, 256 pixels on the longer side.
public struct ThumbnailDrawer: Sendable {
  /// In pixels.
  public var longerSide: Int

  public static let usualLongerSide = 256
  static let quality = 80

  public init(longerSide: Int = usualLongerSide) { self.longerSide = longerSide }

  /// What a thumbnail is worth.
  public enum Judgement: Sendable, Hashable {
    case current
    /// It shows something else than the page.
    case stale
    /// It is no whole JPEG.
    case unreadable
  }
}

#if Rendering
  extension ThumbnailDrawer {
    /// Draws the thumbnail of a page, marked with what it was drawn from.
    ///
    /// - Parameter asset: gives the file of an image, nil when there is none. An image that can't be drawn becomes a
    ///   grey box.
    /// - Throws: `drawing`, and what `asset` throws.
    public func thumbnail(
      of page: Page, canvas: Canvas, asset: (Identifier) throws -> [UInt8]?
    ) throws -> [UInt8] {
      try draw(page, canvas: canvas, asset: asset).jpeg
    }

    /// Draws the thumbnail of a page and says what isn't drawn as it should be.
    public func draw(
      _ page: Page, canvas: Canvas, asset: (Identifier) throws -> [UInt8]?
    ) throws -> (jpeg: [UInt8], warnings: [DrawingWarning]) {
      var byteCounts: [Identifier: Int] = [:]
      for case .image(let image) in page.elements where byteCounts[image.asset] == nil {
        byteCounts[image.asset] = try asset(image.asset)?.count
      }
      let picture = try PagePicture.draw(page, canvas, .longerSide(longerSide), asset: asset)
      var jpeg = try JPEGCoder.encode(picture.surface, quality: Self.quality)
      ThumbnailMark(page, canvas: canvas) { byteCounts[$0] }.insert(into: &jpeg)
      return (jpeg, picture.warnings)
    }

    /// Whether a thumbnail shows its page.
    ///
    /// One of ours is judged by its mark. Another program's is compared with a drawing of the same size: it may look a
    /// little different, but ink must be where ink is.
    ///
    /// - Parameters:
    ///   - assetByteCount: how large the file of an asset is, nil when there is none.
    ///   - asset: gives the file of an image; called only where there is no mark.
    public func judge(
      _ thumbnail: [UInt8], of page: Page, canvas: Canvas, assetByteCount: (Identifier) -> Int?,
      asset: (Identifier) throws -> [UInt8]?
    ) throws -> Judgement {
      guard let header = try? JPEGHeader(thumbnail), header.width * header.height <= Self.largestForeign,
        let decoded = try? JPEGCoder.decode(thumbnail, header, wanted: Point(1e6, 1e6)),
        decoded.problem == nil
      else { return .unreadable }
      if let mark = ThumbnailMark(in: thumbnail) {
        return mark == ThumbnailMark(page, canvas: canvas, assetByteCount: assetByteCount) ? .current : .stale
      }
      let side = max(header.width, header.height)
      let picture = try PagePicture.draw(page, canvas, .longerSide(side), asset: asset)
      guard abs(picture.surface.width - header.width) <= 1, abs(picture.surface.height - header.height) <= 1
      else { return .stale }
      return PixelComparison(picture.surface, decoded.surface).isAlike ? .current : .stale
    }

    /// Whether a thumbnail's longer side is as long as this drawer's.
    public func isSized(_ thumbnail: [UInt8]) -> Bool {
      guard let header = try? JPEGHeader(thumbnail) else { return false }
      return max(header.width, header.height) == longerSide
    }

    private static var largestForeign: Int { 16_000_000 }
  }
#endif
