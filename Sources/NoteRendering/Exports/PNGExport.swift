public import NoteModel

/// One page as a PNG.
public struct PNGExport: Sendable {
  public var size: PictureSize
  public var area: PictureArea
  /// What lies behind the page; nil for nothing.
  public var background: Color?

  public init(
    size: PictureSize = .resolution(144), area: PictureArea = .page, background: Color? = .white
  ) {
    self.size = size
    self.area = area
    self.background = background
  }
}

extension Color {
  public static let white = Color(red: 255, green: 255, blue: 255)
}

#if Rendering
  extension PNGExport {
    /// How many pixels the picture of a page has.
    ///
    /// - Throws: `tooLarge` when that is more than can be drawn.
    public func pixelCount(_ page: Page, canvas: Canvas) throws(RenderingError) -> Int {
      let grid = try PictureGrid(area.box(of: page, canvas), size)
      return grid.width * grid.height
    }

    /// Draws and writes the whole picture. No more than its pixels and one image are held at a time.
    ///
    /// - Parameters:
    ///   - asset: gives the file of an image, nil when there is none.
    ///   - gate: shared by pages that are drawn at once, so that only one of them holds large images.
    ///   - emit: takes the next piece of the file.
    /// - Returns: what isn't drawn as it should be.
    /// - Throws: `tooLarge` before anything is drawn, `drawing`, and what the closures throw.
    public func write(
      _ page: Page, canvas: Canvas, asset: (Identifier) throws -> [UInt8]? = { _ in nil },
      gate: PictureGate = PictureGate(), emit: ([UInt8]) throws -> Void
    ) throws -> [DrawingWarning] {
      let drawn = try PagePicture.draw(page, canvas, size, area, background, asset: asset, gate: gate)
      var dotsPerInch: Double?
      if case .resolution(let resolution) = size { dotsPerInch = resolution }
      try PNGCoder.encode(drawn.surface, dotsPerInch: dotsPerInch, emit: emit)
      return drawn.warnings
    }
  }

  /// A page as pixels.
  struct PagePicture {
    let surface: PixelSurface
    let warnings: [DrawingWarning]

    static func draw(
      _ page: Page, _ canvas: Canvas, _ size: PictureSize, _ area: PictureArea = .page,
      _ background: Color? = .white, asset: (Identifier) throws -> [UInt8]?, gate: PictureGate = PictureGate()
    ) throws -> PagePicture {
      let grid = try PictureGrid(area.box(of: page, canvas), size)
      let surface = try PixelSurface(
        width: grid.width, height: grid.height, background?.alpha == 255 ? .opaque : .alpha)
      let warnings = try withoutActuallyEscaping(asset) { asset in
        let store = PictureStore(asset, gate: gate)
        let context = DrawingContext(on: surface)
        if let background {
          context.setColor(background)
          context.paint()
        }
        var painter = PagePainter(store)
        try painter.paint(
          page, on: context, PagePainter.Target(scale: grid.scale, area: grid.area))
        return store.takeWarnings()
      }
      return PagePicture(surface: surface, warnings: warnings)
    }
  }
#endif
