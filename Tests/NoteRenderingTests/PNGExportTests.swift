#if Rendering
  import NoteModel
  import Testing

  @testable import NoteRendering

  struct PNGExportTests {
    private static let canvas = Canvas(width: 100, height: 50)
    private static let page = Made.page(Made.stroke([(300, 200), (600, 300)], radius: .constant(50)))

    private static func size(_ export: PNGExport) throws -> [Int] {
      let raster = try export.raster(page, canvas)
      return [raster.width, raster.height]
    }

    @Test("A resolution and a side give the picture's size")
    func sizesPictures() throws {
      #expect(try Self.size(PNGExport(size: .resolution(72))) == [100, 50])
      #expect(try Self.size(PNGExport(size: .resolution(100))) == [139, 70])
      #expect(try Self.size(PNGExport(size: .longerSide(256))) == [256, 128])
      #expect(try Self.size(PNGExport(size: .longerSide(1))) == [1, 1])
    }

    @Test("Cropped to the ink a picture ends where the ink does")
    func crops() throws {
      #expect(try Self.size(PNGExport(size: .resolution(72), area: .ink)) == [40, 20])
      let raster = try PNGExport(size: .resolution(72), area: .ink).raster(Self.page, Self.canvas)
      #expect(raster[5, 5] == SIMD4(0, 0, 0, 0))
    }

    @Test("The background is painted, or nothing is")
    func paintsBackgrounds() throws {
      let yellow = Color(red: 255, green: 255, blue: 0)
      #expect(
        try PNGExport(size: .resolution(72), background: yellow).raster(Self.page, Self.canvas)[1, 1]
          == SIMD4(255, 255, 0, 0))
      let clear = try PNGCoder.decode(
        try PNGExport(size: .resolution(72), background: nil).file(Self.page, Self.canvas).bytes)
      #expect(clear.alpha(ofRow: 0).allSatisfy { $0 == 0 })
      #expect(clear.alpha(ofRow: 25)[45] == 255)
    }

    @Test("Pictures too large to hold are refused before anything is drawn")
    func refusesHugePictures() throws {
      let huge = Canvas(width: 14_400, height: 14_400)
      #expect(throws: RenderingError.self) { try PNGExport(size: .resolution(144)).file(Self.page, huge) }
      #expect(throws: RenderingError.self) {
        try PNGExport(size: .longerSide(40_000)).file(Self.page, Self.canvas)
      }
      #expect(throws: RenderingError.self) {
        try PNGExport(size: .longerSide(100)).file(Self.page, Canvas(width: 0, height: 0))
      }
    }

    @Test("The resolution is told to those who print")
    func tellsTheResolution() throws {
      let bytes = try PNGExport(size: .resolution(72)).file(Self.page, Self.canvas).bytes
      #expect(bytes[37..<41].elementsEqual("pHYs".utf8))
      #expect(bytes[41..<45].elementsEqual([0, 0, 0x0B, 0x13]))
    }
  }
#endif
