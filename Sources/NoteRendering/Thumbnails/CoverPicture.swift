#if Rendering
  import NoteModel

  /// A cover brought to another size, for programs that show files.
  public enum CoverPicture {
    /// Makes a picture of a cover whose longer side has at most so many pixels.
    ///
    /// - Throws: `unreadable` for a cover that is no picture.
    public static func png(
      of cover: [UInt8], longerSide: Int, emit: ([UInt8]) throws -> Void
    ) throws {
      try PNGCoder.encode(try scaled(cover, longerSide), dotsPerInch: nil, emit: emit)
    }

    /// The same as a JPEG.
    public static func jpeg(of cover: [UInt8], longerSide: Int) throws -> [UInt8] {
      try JPEGCoder.encode(try scaled(cover, longerSide), quality: ThumbnailDrawer.quality)
    }

    private static func scaled(_ cover: [UInt8], _ longerSide: Int) throws -> PixelSurface {
      let picture = try read(cover, wanted: Point(Double(longerSide), Double(longerSide)))
      let (width, height) = (Double(picture.uprightWidth), Double(picture.uprightHeight))
      let factor = min(1, Double(longerSide) / max(width, height))
      let size = Point(max(1, (width * factor).rounded()), max(1, (height * factor).rounded()))
      let scaled = try PixelSurface(width: Int(size.x), height: Int(size.y), .opaque)
      let context = DrawingContext(on: scaled)
      context.setColor(.white)
      context.paint()
      context.paint(
        picture, origin: .zero, x: Point(size.x, 0), y: Point(0, size.y), opacity: 1)
      try context.checkStatus()
      return scaled
    }

    static func read(_ cover: [UInt8], wanted: Point) throws(RenderingError) -> PixelSurface {
      do throws(PictureProblem) {
        return switch try PictureHeader(cover) {
        case .jpeg(let header): try JPEGCoder.decode(cover, header, wanted: wanted).surface
        case .png: try PNGCoder.decode(cover)
        }
      } catch {
        throw RenderingError(.unreadable, "the cover \(error.reason)")
      }
    }
  }
#endif
