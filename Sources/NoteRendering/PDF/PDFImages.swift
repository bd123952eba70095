#if Rendering
  import NoteModel

  /// The images of a PDF, each of which stands in it once.
  struct PDFImages {
    struct Image {
      /// The object's number.
      let number: Int
      let orientation: ImageOrientation
    }

    /// Nil for an asset that can't be drawn.
    private var images: [Identifier: Image?] = [:]
    private(set) var warnings: [DrawingWarning] = []

    /// The image of an asset, written when it is asked for first; nil when it can't be drawn, which becomes a warning.
    mutating func number(
      of id: Identifier, _ asset: (Identifier) throws -> [UInt8]?, in file: inout PDFFile,
      emit: ([UInt8]) throws -> Void
    ) throws -> Image? {
      if let known = images[id] { return known }
      var image: Image?
      do {
        guard let bytes = try asset(id) else { throw PictureProblem("has no file") }
        image = try write(id, bytes, in: &file, emit)
      } catch let problem as PictureProblem {
        warn(id, problem)
      }
      images[id] = .some(image)
      return image
    }

    private mutating func warn(_ id: Identifier, _ problem: PictureProblem) {
      warnings.append(DrawingWarning(asset: id, reason: problem.reason))
    }

    private mutating func write(
      _ id: Identifier, _ bytes: [UInt8], in file: inout PDFFile, _ emit: ([UInt8]) throws -> Void
    ) throws -> Image {
      switch try PictureHeader(bytes) {
      case .png: return try write(try PNGCoder.decode(bytes), in: &file, emit)
      case .jpeg(let header):
        // The file goes along as it is if it is whole, which an eighth of its size tells.
        let isPlain = header.componentCount == 1 || header.componentCount == 3
        let probe = try JPEGCoder.decode(bytes, header, wanted: .zero)
        if let problem = probe.problem { warn(id, problem) }
        guard isPlain, probe.problem == nil else {
          // Four colours and damage look different in every program; pixels don't.
          return try write(
            try JPEGCoder.decode(bytes, header, wanted: Point(1e6, 1e6)).surface, in: &file, emit)
        }
        let space = header.componentCount == 1 ? "/DeviceGray" : "/DeviceRGB"
        let entries = Self.entries(header.width, header.height, space) + "/Filter/DCTDecode"
        return Image(
          number: try file.append(entries, bytes, emit: emit), orientation: header.orientation)
      }
    }

    private static func entries(_ width: Int, _ height: Int, _ space: String) -> String {
      "/Type/XObject/Subtype/Image/Width \(width)/Height \(height)/ColorSpace\(space)/BitsPerComponent 8"
        + "/Interpolate true"
    }

    private func write(
      _ surface: PixelSurface, in file: inout PDFFile, _ emit: ([UInt8]) throws -> Void
    ) throws -> Image {
      var mask = ""
      if surface.isTranslucent {
        let number = try file.appendPacked(
          Self.entries(surface.width, surface.height, "/DeviceGray"), pieceCount: surface.height, emit: emit
        ) { surface.alpha(ofRow: $0) }
        mask = "/SMask \(number) 0 R"
      }
      let number = try file.appendPacked(
        Self.entries(surface.width, surface.height, "/DeviceRGB") + mask, pieceCount: surface.height,
        emit: emit
      ) { surface.colors(ofRow: $0) }
      return Image(number: number, orientation: surface.orientation)
    }
  }
#endif
