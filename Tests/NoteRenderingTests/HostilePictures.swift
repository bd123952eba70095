#if Rendering
  import CCairo
  import CTurboJPEG
  import NoteModel

  @testable import NoteRendering

  /// Picture files made byte by byte: whole ones of every kind, and ones that lie.
  enum PictureFiles {
    /// Left half red, right half blue, as another program would write it.
    static func jpeg(
      width: Int = 64, height: Int = 48, format: TJPF = TJPF_RGB, sampling: TJSAMP = TJSAMP_444,
      flags: Int32 = 0
    ) -> [UInt8] {
      let componentCount = format == TJPF_CMYK ? 4 : format == TJPF_GRAY ? 1 : 3
      var pixels: [UInt8] = []
      for _ in 0..<height {
        for x in 0..<width {
          let isLeft = x < width / 2
          switch componentCount {
          case 4: pixels += isLeft ? [255, 0, 0, 255] : [0, 0, 255, 255]
          case 3: pixels += isLeft ? [255, 0, 0] : [0, 0, 255]
          default: pixels.append(isLeft ? 255 : 0)
          }
        }
      }
      let handle = tjInitCompress()
      defer { tjDestroy(handle) }
      var buffer: UnsafeMutablePointer<UInt8>?
      var count: UInt = 0
      precondition(
        tjCompress2(
          handle, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &buffer, &count,
          Int32((componentCount == 1 ? TJSAMP_GRAY : sampling).rawValue), 95, flags) == 0)
      defer { tjFree(buffer) }
      return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
    }

    /// The same file with another size in its frame header.
    static func saying(width: Int, height: Int, _ jpeg: [UInt8]) -> [UInt8] {
      var lying = jpeg
      let frame = frameStart(jpeg)
      lying.replaceSubrange(
        frame + 5..<frame + 9,
        with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
      return lying
    }

    private static func frameStart(_ jpeg: [UInt8]) -> Int {
      (0..<jpeg.count - 9).first { jpeg[$0] == 0xFF && [0xC0, 0xC1, 0xC2].contains(jpeg[$0 + 1]) } ?? 0
    }

    /// The same file with an Exif segment that says how the camera was held.
    static func turned(_ orientation: UInt8, _ jpeg: [UInt8], isBigEndian: Bool = true) -> [UInt8] {
      let entry: [UInt8] =
        isBigEndian
        ? [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        : [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      let head: [UInt8] =
        isBigEndian
        ? Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] : Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0]
      let content = Array("Exif\0\0".utf8) + head + entry + [0, 0, 0, 0]
      let segment = [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
      return Array(jpeg[..<2]) + segment + Array(jpeg[2...])
    }

    /// Left half red, right half clear or blue.
    static func png(
      width: Int = 64, height: Int = 48, bitDepth: Int = 8, colorType: UInt8 = 2, saidWidth: Int? = nil,
      saidHeight: Int? = nil
    ) -> [UInt8] {
      var rows: [UInt8] = []
      for _ in 0..<height {
        rows.append(0)
        for x in 0..<width {
          let isLeft = x < width / 2
          let parts: [UInt8] = isLeft ? [255, 0, 0, 255] : [0, 0, 255, 0]
          for part in parts.prefix(colorType == 6 ? 4 : 3) {
            rows += Array(repeating: part, count: bitDepth / 8)
          }
        }
      }
      return file(
        saidWidth ?? width, saidHeight ?? height, bitDepth: bitDepth, colorType: colorType,
        packed: packed(rows))
    }

    /// A picture of one bit a pixel, all of one colour: some kilobytes that stand for gigabytes.
    static func bomb(width: Int, height: Int) -> [UInt8] {
      file(
        width, height, bitDepth: 1, colorType: 0,
        packed: packed([UInt8](repeating: 0, count: (1 + (width + 7) / 8) * height)))
    }

    private static func file(
      _ width: Int, _ height: Int, bitDepth: Int, colorType: UInt8, packed: [UInt8]
    ) -> [UInt8] {
      PNGHeader.signature
        + chunk("IHDR", number(width) + number(height) + [UInt8(bitDepth), colorType, 0, 0, 0])
        + chunk("IDAT", packed) + chunk("IEND", [])
    }

    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
      var count = compressBound(UInt(bytes.count))
      var packed = [UInt8](repeating: 0, count: Int(count))
      precondition(compress2(&packed, &count, bytes, UInt(bytes.count), 9) == Z_OK)
      return Array(packed[..<Int(count)])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + content
      return number(content.count) + body + number(Int(crc32(0, body, UInt32(body.count))))
    }

    private static func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
  }
#endif
