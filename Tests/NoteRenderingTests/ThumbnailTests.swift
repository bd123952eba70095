#if Rendering
  import NoteModel
  import Testing

  @testable import NoteRendering

  struct ThumbnailTests {
    private static let canvas = Canvas(width: 595.3, height: 841.9)
    private static let stroke = Made.stroke([(500, 500), (5000, 6000), (800, 7000)], radius: .constant(30))
    private static let page = Made.page(stroke)

    private static func judge(_ thumbnail: [UInt8], _ page: Page = page, _ canvas: Canvas = canvas) throws
      -> ThumbnailDrawer.Judgement
    {
      try ThumbnailDrawer().judge(
        thumbnail, of: page, canvas: canvas, assetByteCount: { _ in nil }, asset: { _ in nil })
    }

    private static func thumbnail(_ page: Page = page) throws -> [UInt8] {
      try ThumbnailDrawer().thumbnail(of: page, canvas: canvas, asset: { _ in nil })
    }

    /// What another program would have drawn.
    private static func foreign(_ page: Page, side: Int = 256) throws -> [UInt8] {
      let picture = try PagePicture.draw(page, canvas, .longerSide(side), asset: { _ in nil })
      return try JPEGCoder.encode(picture.surface, quality: 60)
    }

    @Test("A thumbnail is a JPEG with 256 pixels on the longer side")
    func drawsThumbnails() throws {
      let header = try JPEGHeader(try Self.thumbnail())
      #expect([header.width, header.height] == [181, 256])
    }

    @Test("A thumbnail just drawn is current, and drawing it again gives the same bytes")
    func knowsItsOwn() throws {
      let thumbnail = try Self.thumbnail()
      #expect(try Self.judge(thumbnail) == .current)
      #expect(try Self.thumbnail() == thumbnail)
    }

    @Test("A changed page or canvas makes it stale; epoch and unknown keys don't")
    func seesChanges() throws {
      let thumbnail = try Self.thumbnail()
      var changed = Self.stroke
      changed.x[1] += 1
      #expect(try Self.judge(thumbnail, Page(id: Self.page.id, elements: [.stroke(changed)])) == .stale)
      #expect(try Self.judge(thumbnail, Self.page, Canvas(width: 595.4, height: 841.9)) == .stale)
      var merged = Self.page
      merged.epoch = 7
      #expect(try Self.judge(thumbnail, merged) == .current)
    }

    @Test("An asset of another size makes it stale")
    func seesChangedAssets() throws {
      let id = Identifier("11111111-2222-4333-8444-555555555555")
      let page = Made.page(elements: [.image(Made.image(id))])
      let drawer = ThumbnailDrawer()
      let file = PictureFiles.jpeg()
      let thumbnail = try drawer.thumbnail(of: page, canvas: Self.canvas) { _ in file }
      func judge(_ count: Int?) throws -> ThumbnailDrawer.Judgement {
        try drawer.judge(
          thumbnail, of: page, canvas: Self.canvas, assetByteCount: { _ in count }, asset: { _ in file })
      }
      #expect(try judge(file.count) == .current)
      #expect(try judge(file.count + 1) == .stale)
      #expect(try judge(nil) == .stale)
    }

    @Test(
      "Another program's thumbnail is current as long as ink is where ink is", arguments: [128, 256, 400])
    func comparesForeignOnes(side: Int) throws {
      let thumbnail = try Self.foreign(Self.page, side: side)
      #expect(try Self.judge(thumbnail) == .current)
      let more = Made.page(Self.stroke, Made.stroke([(3000, 1000), (3400, 1000)], radius: .constant(30)))
      #expect(try Self.judge(thumbnail, more) == .stale)
      #expect(try Self.judge(thumbnail, Made.page()) == .stale)
      #expect(try Self.judge(thumbnail, Self.page, Canvas(width: 841.9, height: 595.3)) == .stale)
    }

    @Test("A cut, empty or foreign file is unreadable")
    func refusesDamage() throws {
      let thumbnail = try Self.thumbnail()
      #expect(try Self.judge([]) == .unreadable)
      #expect(try Self.judge(Array(thumbnail.dropLast(200))) == .unreadable)
      #expect(try Self.judge(PictureFiles.png()) == .unreadable)
    }

    @Test("A cover is made smaller, never larger")
    func scalesCovers() throws {
      let cover = try Self.thumbnail()
      for (side, expected) in [(64, [45, 64]), (1024, [181, 256])] {
        let header = try JPEGHeader(try CoverPicture.jpeg(of: cover, longerSide: side))
        #expect(header.height == expected[1] && abs(header.width - expected[0]) <= 1)
      }
    }

    @Test("A contact sheet shows every document, whatever its title and cover", arguments: [0, 1, 7, 400])
    func drawsContactSheets(count: Int) throws {
      let titles = (0..<count).map {
        ["", "Notes", "\u{202E}evil\n\0title", String(repeating: "long ", count: 90)][$0 % 4]
      }
      let cover = try Self.thumbnail()
      var bytes: [UInt8] = []
      let problems = try ContactSheet(titles: titles).write(
        cover: { [cover, nil, Array("no picture".utf8)][$0 % 3] }, emit: { bytes += $0 })
      #expect(problems.map(\.index) == (0..<count).filter { $0 % 3 == 2 })
      let sheet = try PNGCoder.decode(bytes)
      #expect(sheet.pixelCount <= 25_000_000)
    }
  }
#endif
