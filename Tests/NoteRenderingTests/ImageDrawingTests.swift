#if Rendering
  import CTurboJPEG
  import Foundation
  import NoteModel
  import Testing

  @testable import NoteRendering

  /// Images on a page of 100 × 100 pt, in a frame from 10 to 90.
  struct ImageDrawingTests {
    private static let canvas = Canvas(width: 100, height: 100)
    private static let asset = Identifier("11111111-2222-4333-8444-555555555555")

    struct File: CustomTestStringConvertible, Sendable {
      let name: String
      let bytes: [UInt8]

      init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
      }

      var testDescription: String { name }
    }

    private static func draw(
      _ bytes: [UInt8]?, _ image: PlacedImage = Made.image(asset), scale: Double = 1
    ) throws -> (raster: Raster, warnings: [DrawingWarning]) {
      let drawn = try PNGExport(size: .resolution(72 * scale)).file(
        Made.page(elements: [.image(image)]), canvas
      ) {
        _ in bytes
      }
      return (try Raster(png: drawn.bytes), drawn.warnings)
    }

    private static func isNear(_ pixel: SIMD4<Float>, _ red: Float, _ green: Float, _ blue: Float) -> Bool {
      let gap = pixel - SIMD4(red, green, blue, 0)
      return max(abs(gap.x), abs(gap.y), abs(gap.z)) < 12
    }

    static let wholeFiles = [
      File("JPEG", PictureFiles.jpeg()),
      File("progressive JPEG", PictureFiles.jpeg(flags: TJFLAG_PROGRESSIVE)),
      File("JPEG of thinned colours", PictureFiles.jpeg(sampling: TJSAMP_420)),
      File("CMYK JPEG", PictureFiles.jpeg(format: TJPF_CMYK)),
      File("large JPEG", PictureFiles.jpeg(width: 3000, height: 2000)),
      File("PNG", PictureFiles.png()),
      File("PNG of 16 bits", PictureFiles.png(bitDepth: 16)),
    ]

    @Test("A picture of every kind fills its frame", arguments: wholeFiles)
    func drawsPictures(_ file: File) throws {
      let (raster, warnings) = try Self.draw(file.bytes)
      #expect(warnings.isEmpty)
      #expect(Self.isNear(raster[30, 50], 255, 0, 0))
      #expect(Self.isNear(raster[70, 50], 0, 0, 255))
      #expect(Self.isNear(raster[11, 11], 255, 0, 0))
      #expect(raster[9, 50] == SIMD4(255, 255, 255, 0))
      #expect(raster[90, 50] == SIMD4(255, 255, 255, 0))
    }

    @Test("What a PNG leaves clear shows the paper")
    func drawsAlpha() throws {
      let (raster, _) = try Self.draw(PictureFiles.png(colorType: 6))
      #expect(Self.isNear(raster[30, 50], 255, 0, 0))
      #expect(raster[70, 50] == SIMD4(255, 255, 255, 0))
    }

    @Test("Opacity and rotation hold for the whole image")
    func drawsTurnedImages() throws {
      let (raster, _) = try Self.draw(PictureFiles.png(), Made.image(Self.asset, rotation: 900, opacity: 500))
      #expect(Self.isNear(raster[50, 30], 255, 127, 127), "\(raster[50, 30])")
      #expect(Self.isNear(raster[50, 70], 127, 127, 255))
    }

    @Test("A photograph is drawn upright", arguments: 1...8, [true, false])
    func drawsUpright(orientation: Int, isBigEndian: Bool) throws {
      let bytes = PictureFiles.turned(UInt8(orientation), PictureFiles.jpeg(), isBigEndian: isBigEndian)
      let (raster, _) = try Self.draw(bytes)
      // Where the stored picture's left edge, which is red, comes to lie.
      let red = [(20, 50), (80, 50), (80, 50), (20, 50), (50, 20), (50, 20), (50, 80), (50, 80)][
        orientation - 1]
      #expect(Self.isNear(raster[red.0, red.1], 255, 0, 0))
      #expect(Self.isNear(raster[100 - red.0, 100 - red.1], 0, 0, 255))
    }

    static let hostileFiles = [
      File(
        "JPEG saying 65535 × 65535", PictureFiles.saying(width: 65535, height: 65535, PictureFiles.jpeg())),
      File(
        "progressive JPEG saying 65535 × 65535",
        PictureFiles.saying(width: 65535, height: 65535, PictureFiles.jpeg(flags: TJFLAG_PROGRESSIVE))),
      File("PNG saying 65535 × 65535", PictureFiles.png(saidWidth: 65535, saidHeight: 65535)),
      File("PNG bomb", PictureFiles.bomb(width: 30_000, height: 30_000)),
      File("cut PNG", Array(PictureFiles.png().prefix(60))),
      File("PNG that ends in its header", Array(PictureFiles.png().prefix(20))),
      File("JPEG without a picture", Array(PictureFiles.jpeg().prefix(40))),
      File("two bytes of a JPEG", [0xFF, 0xD8]),
      File("empty", []),
      File("text named .jpg", Array("Dear diary, this is no picture at all.".utf8)),
      File("HEIC", [0, 0, 0, 24] + Array("ftypheic".utf8)),
      File("WebP", Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8)),
    ]

    @Test(
      "What can't be drawn becomes a grey box and a warning", .timeLimit(.minutes(1)), arguments: hostileFiles
    )
    func drawsBoxes(_ file: File) throws {
      let (raster, warnings) = try Self.draw(file.bytes)
      #expect(warnings.map(\.asset) == [Self.asset])
      #expect(Self.isNear(raster[50, 30], 224, 224, 224))
      #expect(Self.isNear(raster[50, 50], 144, 144, 144))
    }

    @Test("A missing asset becomes a grey box and a warning")
    func drawsMissingAssets() throws {
      let (raster, warnings) = try Self.draw(nil)
      #expect(warnings == [DrawingWarning(asset: Self.asset, reason: "has no file")])
      #expect(Self.isNear(raster[50, 30], 224, 224, 224))
    }

    @Test("A cut JPEG is drawn as far as it goes, with a warning")
    func drawsCutFiles() throws {
      let whole = PictureFiles.jpeg(width: 640, height: 640)
      let (raster, warnings) = try Self.draw(Array(whole.prefix(whole.count / 2)))
      #expect(warnings.count == 1)
      #expect(Self.isNear(raster[30, 15], 255, 0, 0))
    }

    @Test(
      "A file cut at any place never stops the drawing", arguments: [PictureFiles.jpeg(), PictureFiles.png()])
    func survivesCuts(_ bytes: [UInt8]) throws {
      for count in stride(from: 0, to: bytes.count, by: 7) { _ = try Self.draw(Array(bytes.prefix(count))) }
    }

    @Test(
      "A file with any byte flipped never stops the drawing",
      arguments: [PictureFiles.jpeg(), PictureFiles.png()])
    func survivesFlips(_ bytes: [UInt8]) throws {
      for index in stride(from: 0, to: bytes.count, by: 3) {
        var flipped = bytes
        flipped[index] ^= 0xFF
        _ = try Self.draw(flipped)
      }
    }

    @Test("Of a large JPEG only what is shown is decoded")
    func decodesSmaller() throws {
      let bytes = PictureFiles.jpeg(width: 4096, height: 2048)
      let header = try JPEGHeader(bytes)
      let small = try JPEGCoder.decode(bytes, header, wanted: SIMD2(200, 100))
      #expect(small.surface.width == 512)
    }
  }
#endif
