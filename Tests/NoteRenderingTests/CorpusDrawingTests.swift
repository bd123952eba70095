#if Rendering
  import DurableFiles
  import Foundation
  import NoteInterchange
  import NoteModel
  import NotePackage
  import NoteRendering
  import TestSupport
  import Testing

  /// Pages of real ink in three programs' pictures and by the definition.
  @Suite(
    .enabled(
      if: Corpus.packages != nil, "the packages beside the project, ../shared/corpus/lnote, are missing"))
  struct CorpusDrawingTests {
    @Test("Light pages are drawn as defined", arguments: CorpusPage.light.filter { $0.imageCount == 0 })
    func drawsLightPages(_ page: CorpusPage) throws { try expectExact(page, 72) }

    @Test(
      "Heavy: every page is drawn as defined at 72, 144 and 216 dpi",
      .enabled(if: Program.isFastBuild, "needs a release build"),
      arguments: CorpusPage.all.filter { $0.imageCount == 0 }, [72.0, 144, 216])
    func drawsEveryPage(_ page: CorpusPage, _ resolution: Double) throws { try expectExact(page, resolution) }

    private func expectExact(_ corpusPage: CorpusPage, _ resolution: Double) throws {
      let (_, entry, page) = try corpusPage.open()
      let drawn = try PNGExport(size: .resolution(resolution)).raster(page, entry.canvas)
      let exact = ExactRaster.drawing(page, entry.canvas, scale: resolution / 72)
      let difference = PictureDifference(drawn, exact)
      #expect(difference.isAllowed, "\(difference)")
    }

    private static let needsRSVG = ConditionTrait.enabled(
      if: Program.has("rsvg-convert"), "rsvg-convert isn't installed")

    @Test("Our SVG looks the same in rsvg-convert", needsRSVG, arguments: CorpusPage.light)
    func agreesWithSVG(_ page: CorpusPage) throws { try expectSVG(page) }

    @Test(
      "Heavy: our SVG of every page looks the same in rsvg-convert", needsRSVG,
      .enabled(if: Program.isFastBuild, "needs a release build"), arguments: CorpusPage.all)
    func agreesWithEverySVG(_ page: CorpusPage) throws { try expectSVG(page) }

    private func expectSVG(_ corpusPage: CorpusPage) throws {
      let (package, entry, page) = try corpusPage.open()
      var svg: [UInt8] = []
      try SVGExport(document: package.document, entry: entry).write(
        page,
        image: { id in
          guard let asset = package.inventory.asset(id) else { return nil }
          return .embedded(
            AssetFile(id: id, fileExtension: asset.fileExtension), try package.assetBytes(id))
        }, emit: { svg += $0 })
      let outcome = try Program.named("rsvg-convert").run(
        ["--unlimited", "-d", "216", "-p", "216", "-b", "white"], input: svg)
      let drawn = try PNGExport(size: .resolution(216)).file(page, entry.canvas) {
        try package.assetBytes($0)
      }
      let difference = PictureDifference(try Raster(png: drawn.bytes), try Raster(png: outcome.outputBytes))
      #expect(difference.isAllowed, "\(difference)")
    }

    private static let needsPoppler = ConditionTrait.enabled(
      if: Program.has("pdftoppm"), "pdftoppm isn't installed")

    @Test("Our PDF looks the same in pdftoppm", needsPoppler, arguments: CorpusPage.light)
    func agreesWithPDF(_ page: CorpusPage) throws { try expectPDF(page, 72) }

    @Test(
      "Heavy: our PDF of every page looks the same in pdftoppm", needsPoppler,
      .enabled(if: Program.isFastBuild, "needs a release build"), arguments: CorpusPage.all, [72, 144])
    func agreesWithEveryPDF(_ page: CorpusPage, _ resolution: Int) throws { try expectPDF(page, resolution) }

    /// pdftoppm makes the edges of shapes lighter than they cover; four times as many pixels and their means are right.
    private func expectPDF(_ corpusPage: CorpusPage, _ resolution: Int) throws {
      let (package, entry, page) = try corpusPage.open()
      let pdf = try PDFExport(document: package.document, pages: [entry]).file(
        page: { _ in page }, asset: { try package.assetBytes($0) })
      let folder = try TemporaryFolder()
      try folder.folder.createFileDurably(Name.of("page.pdf"), with: pdf.bytes)
      let outcome = try Program.named("pdftoppm").run(
        ["-png", "-r", "\(4 * resolution)", "-singlefile", "page.pdf", "page"], in: folder.path)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      let theirs = try Raster(png: try folder.folder.read(Name.of("page.png"), limit: 1 << 30)).reduced(by: 4)
      let ours = try PNGExport(size: .resolution(Double(resolution))).file(page, entry.canvas) {
        try package.assetBytes($0)
      }
      let difference = PictureDifference(try Raster(png: ours.bytes), theirs)
      #expect(difference.isAllowed, "\(difference)")
    }
  }
#endif
