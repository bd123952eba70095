#if Rendering
  import DurableFiles
  import Foundation
  import NoteInterchange
  import NoteModel
  import NotePackage
  import NoteRendering
  import TestSupport
  import Testing

  extension CorpusPage {
    static let areThere = ConditionTrait.enabled(
      if: Corpus.packages != nil, "the packages beside the project, ../shared/corpus/lnote, are missing")
    static let needsRSVG = ConditionTrait.enabled(
      if: Program.has("rsvg-convert"), "rsvg-convert isn't installed")
    static let needsPoppler = ConditionTrait.enabled(if: Program.has("pdftoppm"), "pdftoppm isn't installed")

    /// Compares our picture with one made from the definition.
    func expectExact(at resolution: Double) throws {
      let (_, entry, page) = try open()
      let drawn = try PNGExport(size: .resolution(resolution)).raster(page, entry.canvas)
      let exact = ExactRaster.drawing(page, entry.canvas, scale: resolution / 72)
      let difference = PictureDifference(drawn, exact)
      #expect(difference.isAllowed, "\(difference)")
    }

    /// Compares our picture with that of our SVG by rsvg-convert, which smooths the edges of each path for itself, also
    /// where the pieces of one stroke meet; of several times as many pixels the means are right.
    func expectSVG(_ style: SVGExport.Style, at resolution: Int, times factor: Int) throws {
      let (package, entry, page) = try open()
      var svg: [UInt8] = []
      try SVGExport(document: package.document, entry: entry, style: style).write(
        page,
        image: { id in
          guard let asset = package.inventory.asset(id) else { return nil }
          return .embedded(
            AssetFile(id: id, fileExtension: asset.fileExtension), try package.assetBytes(id))
        }, emit: { svg += $0 })
      let theirs = "\(factor * resolution)"
      let outcome = try Program.named("rsvg-convert").run(
        ["--unlimited", "-d", theirs, "-p", theirs, "-b", "white"], input: svg)
      let drawn = try PNGExport(size: .resolution(Double(resolution))).file(page, entry.canvas) {
        try package.assetBytes($0)
      }
      let difference = PictureDifference(
        try Raster(png: drawn.bytes), try Raster(png: outcome.outputBytes).reduced(by: factor))
      #expect(isAllowed(difference, isReduced: factor > 1), "\(difference)")
    }

    /// Compares our picture with that of our PDF by pdftoppm, which makes the edges of shapes lighter than they cover;
    /// of several times as many pixels the means are right.
    func expectPDF(at resolution: Int, times factor: Int) throws {
      let (package, entry, page) = try open()
      let pdf = try PDFExport(document: package.document, pages: [entry]).file(
        page: { _ in page }, asset: { try package.assetBytes($0) })
      let folder = try TemporaryFolder()
      try folder.folder.createFileDurably(Name.of("page.pdf"), with: pdf.bytes)
      let outcome = try Program.named("pdftoppm").run(
        ["-png", "-r", "\(factor * resolution)", "-singlefile", "page.pdf", "page"], in: folder.path)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      let theirs = try Raster(png: try folder.folder.read(Name.of("page.png"), limit: 1 << 30)).reduced(
        by: factor)
      let ours = try PNGExport(size: .resolution(Double(resolution))).file(page, entry.canvas) {
        try package.assetBytes($0)
      }
      let difference = PictureDifference(try Raster(png: ours.bytes), theirs)
      #expect(isAllowed(difference, isReduced: true), "\(difference)")
    }

    /// Where three thin lines lie over each other, as on one page, the mean of many pixels is lighter than one pixel whose
    /// edges add up stroke by stroke, as the definition wants it.
    private func isAllowed(_ difference: PictureDifference, isReduced: Bool) -> Bool {
      let hasLinesOverOthers = path.contains("5EF5709C-8738-506F-A7FE-B14FD841CD31")
      return difference.isAllowed
        || isReduced && hasLinesOverOthers && difference.wrongCount * 1500 < difference.inkedCount
    }
  }
#endif
