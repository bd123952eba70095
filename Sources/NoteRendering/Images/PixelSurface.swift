#if Rendering
  import CCairo

  /// Pixels in memory. A class, since the drawing library and the painters' stores share them.
  @safe final class PixelSurface {
    let width: Int
    let height: Int
    /// How the stored pixels become the upright picture.
    let orientation: ImageOrientation
    private let surface: OpaquePointer

    enum Format {
      /// Red, green, blue and an unused byte, opaque.
      case opaque
      /// With alpha, premultiplied.
      case alpha
    }

    /// Clear or black pixels; memory that is never touched is never taken.
    init(
      width: Int, height: Int, _ format: Format, orientation: ImageOrientation = .upright
    ) throws(RenderingError) {
      let cairoFormat = format == .opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
      unsafe surface = cairo_image_surface_create(
        cairoFormat, Int32(clamping: width), Int32(clamping: height))
      self.width = width
      self.height = height
      self.orientation = orientation
      try unsafe check(cairo_surface_status(surface), "make room for \(width) × \(height) pixels")
    }

    /// Takes over a surface of pixels.
    init(_ surface: OpaquePointer) throws(RenderingError) {
      unsafe self.surface = unsafe surface
      width = unsafe Int(cairo_image_surface_get_width(surface))
      height = unsafe Int(cairo_image_surface_get_height(surface))
      orientation = .upright
      try unsafe check(cairo_surface_status(surface), "read a PNG")
    }

    deinit { unsafe cairo_surface_destroy(surface) }

    var pixelCount: Int { width * height }
    var uprightWidth: Int { orientation.isTransposed ? height : width }
    var uprightHeight: Int { orientation.isTransposed ? width : height }

    func withSurface<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(surface) }

    /// Lends the rows, four bytes a pixel in the order blue, green, red, alpha on little-endian machines.
    func withPixels<Result, Failure: Error>(
      _ body: (_ pixels: UnsafeMutablePointer<UInt8>, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
      unsafe cairo_surface_flush(surface)
      defer { unsafe cairo_surface_mark_dirty(surface) }
      guard let pixels = unsafe cairo_image_surface_get_data(surface) else { return nil }
      return try unsafe body(pixels, Int(cairo_image_surface_get_stride(surface)))
    }
  }

  extension PixelSurface {
    /// Whether there is a pixel that isn't opaque.
    var isTranslucent: Bool {
      let hasAlpha = unsafe withSurface { unsafe cairo_image_surface_get_format($0) == CAIRO_FORMAT_ARGB32 }
      return hasAlpha && (0..<height).contains { row in alpha(ofRow: row).contains { $0 < 255 } }
    }

    /// One byte a pixel.
    func alpha(ofRow row: Int) -> [UInt8] {
      unsafe withPixels { pixels, bytesPerRow in
        let start = unsafe pixels + row * bytesPerRow
        return (0..<width).map { unsafe start[4 * $0 + 3] }
      } ?? []
    }

    /// Red, green and blue of each pixel, without the alpha that they are multiplied with.
    func colors(ofRow row: Int) -> [UInt8] {
      let isOpaque = unsafe withSurface { unsafe cairo_image_surface_get_format($0) != CAIRO_FORMAT_ARGB32 }
      return unsafe withPixels { pixels, bytesPerRow in
        let start = unsafe pixels + row * bytesPerRow
        var colors = [UInt8](repeating: 255, count: 3 * width)
        for x in 0..<width {
          let alpha = isOpaque ? 255 : unsafe Int(start[4 * x + 3])
          guard alpha > 0 else { continue }
          for part in 0..<3 {
            let value = unsafe Int(start[4 * x + 2 - part])
            colors[3 * x + part] =
              alpha == 255 ? UInt8(value) : UInt8(clamping: (value * 255 + alpha / 2) / alpha)
          }
        }
        return colors
      } ?? []
    }
  }

  /// Turns a status of the drawing library into an error.
  func check(_ status: cairo_status_t, _ what: @autoclosure () -> String) throws(RenderingError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    let reason = unsafe String(cString: cairo_status_to_string(status))
    throw RenderingError(.drawing, "can't \(what()): \(reason)")
  }
#endif
