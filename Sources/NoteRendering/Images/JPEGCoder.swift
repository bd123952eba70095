#if Rendering
  import CTurboJPEG

  /// Reads and writes JPEG.
  enum JPEGCoder {
    /// The most pixels that are decoded at once, 128 MB.
    private static let maximumPixelCount = 32_000_000

    /// Decodes a picture, at least as large as wanted if it is, smaller where that saves time and memory.
    ///
    /// - Returns: the pixels, and what is wrong with them when only a part could be decoded.
    static func decode(
      _ bytes: [UInt8], _ header: JPEGHeader, wanted: Point
    ) throws(PictureProblem) -> (surface: PixelSurface, problem: PictureProblem?) {
      let divisor = divisor(header, wanted: wanted)
      let (width, height) = (
        (header.width + divisor - 1) / divisor, (header.height + divisor - 1) / divisor
      )
      let decoder = try Decoder()
      let surface: PixelSurface
      do {
        surface = try PixelSurface(
          width: width, height: height, .opaque, orientation: header.orientation)
      } catch {
        throw PictureProblem(error.message)
      }
      let isCMYK = header.componentCount == 4
      let problem = try unsafe surface.withPixels { pixels, bytesPerRow throws(PictureProblem) in
        let problem = try unsafe decoder.decode(
          bytes, into: pixels, width: width, height: height, bytesPerRow: bytesPerRow,
          isCMYK ? TJPF_CMYK : TJPF_BGRX)
        if isCMYK {
          for row in 0..<height {
            unsafe convertCMYK(pixels + row * bytesPerRow, count: width, isInverted: header.isAdobe)
          }
        }
        return problem
      }
      return (surface, problem ?? nil)
    }

    /// 1, 2, 4 or 8.
    private static func divisor(_ header: JPEGHeader, wanted: Point) -> Int {
      let size = header.orientation.isTransposed ? Point(wanted.y, wanted.x) : wanted
      var divisor = 1
      while divisor < 8 {
        let next = Double(divisor * 2)
        let isEnough = Double(header.width) / next >= size.x && Double(header.height) / next >= size.y
        let isTooLarge =
          header.width * header.height / (divisor * divisor) > maximumPixelCount
          || max(header.width, header.height) / divisor > PictureSize.maximumSide
        guard isEnough || isTooLarge else { break }
        divisor *= 2
      }
      return divisor
    }

    /// The plain conversion: each of red, green and blue is what its opposite colour and black leave.
    private static func convertCMYK(_ row: UnsafeMutablePointer<UInt8>, count: Int, isInverted: Bool) {
      for index in 0..<count {
        let pixel = unsafe row + 4 * index
        func light(_ component: Int) -> UInt8 {
          let ink = unsafe (UInt32(pixel[component]), UInt32(pixel[3]))
          let rest = isInverted ? ink.0 * ink.1 : (255 - ink.0) * (255 - ink.1)
          return UInt8(truncatingIfNeeded: (rest + 127) / 255)
        }
        let (red, green, blue) = (light(0), light(1), light(2))
        unsafe pixel[0] = blue
        unsafe pixel[1] = green
        unsafe pixel[2] = red
        unsafe pixel[3] = 255
      }
    }

    @safe private struct Decoder: ~Copyable {
      private let handle: tjhandle

      init() throws(PictureProblem) {
        guard let handle = unsafe tjInitDecompress() else { throw PictureProblem("can't be decoded now") }
        unsafe self.handle = unsafe handle
      }

      deinit { unsafe _ = tjDestroy(handle) }

      func decode(
        _ bytes: [UInt8], into pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int,
        _ format: TJPF
      ) throws(PictureProblem) -> PictureProblem? {
        let status = unsafe tjDecompress2(
          handle, bytes, UInt(bytes.count), pixels, Int32(width), Int32(bytesPerRow), Int32(height),
          Int32(format.rawValue), Int32(TJFLAG_LIMITSCANS))
        guard status != 0 else { return nil }
        let reason = unsafe String(cString: tjGetErrorStr2(handle))
        guard unsafe tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
          throw PictureProblem("is a damaged JPEG: \(reason)")
        }
        return PictureProblem("is a damaged JPEG, drawn as far as it goes: \(reason)")
      }
    }

    /// Encodes opaque pixels, each with its own colour, since coloured ink is thin.
    static func encode(_ surface: PixelSurface, quality: Int) throws(RenderingError) -> [UInt8] {
      guard let handle = unsafe tjInitCompress() else {
        throw RenderingError(.drawing, "can't write a JPEG: no memory")
      }
      defer { unsafe _ = tjDestroy(handle) }
      let bytes = unsafe surface.withPixels { pixels, bytesPerRow -> [UInt8]? in
        var buffer: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let status = unsafe tjCompress2(
          handle, pixels, Int32(surface.width), Int32(bytesPerRow), Int32(surface.height),
          Int32(TJPF_BGRX.rawValue), &buffer, &count, Int32(TJSAMP_444.rawValue), Int32(quality), 0)
        defer { unsafe tjFree(buffer) }
        guard status == 0 else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
      }
      guard let bytes = bytes ?? nil else {
        let reason = unsafe String(cString: tjGetErrorStr2(handle))
        throw RenderingError(.drawing, "can't write a JPEG: \(reason)")
      }
      return bytes
    }
  }
#endif
