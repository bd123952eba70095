#if Rendering
  import TestSupport
  import Testing

  /// Pages of real ink in three programs' pictures and by the definition.
  @Suite(CorpusPage.areThere)
  struct CorpusDrawingTests {
    @Test("Light pages are drawn as defined", arguments: CorpusPage.light.filter { $0.imageCount == 0 })
    func drawsPages(_ page: CorpusPage) throws { try page.expectExact(at: 72) }

    @Test("Our SVG looks the same in rsvg-convert", CorpusPage.needsRSVG, arguments: CorpusPage.light)
    func agreesWithSVG(_ page: CorpusPage) throws { try page.expectSVG(.runs, at: 216, times: 1) }

    @Test("Our PDF looks the same in pdftoppm", CorpusPage.needsPoppler, arguments: CorpusPage.light)
    func agreesWithPDF(_ page: CorpusPage) throws { try page.expectPDF(at: 72, times: 4) }
  }

  /// The same of every page.
  @Suite(CorpusPage.areThere)
  struct HeavyCorpusDrawingTests {
    @Test(
      "Every page is drawn as defined", arguments: CorpusPage.all.filter { $0.imageCount == 0 },
      [72.0, 144, 216])
    func drawsPages(_ page: CorpusPage, _ resolution: Double) throws { try page.expectExact(at: resolution) }

    @Test(
      "Our SVG of every page looks the same in rsvg-convert", CorpusPage.needsRSVG, arguments: CorpusPage.all,
      [(72, 3), (144, 2), (216, 1)])
    func agreesWithSVG(_ page: CorpusPage, _ size: (resolution: Int, factor: Int)) throws {
      try page.expectSVG(.runs, at: size.resolution, times: size.factor)
    }

    @Test(
      "Our outlines of every page look the same in rsvg-convert", CorpusPage.needsRSVG,
      arguments: CorpusPage.all, [72, 144, 216])
    func agreesWithOutlines(_ page: CorpusPage, _ resolution: Int) throws {
      try page.expectSVG(.outline, at: resolution, times: 1)
    }

    @Test(
      "Our PDF of every page looks the same in pdftoppm", CorpusPage.needsPoppler, arguments: CorpusPage.all,
      [(72, 4), (144, 4)])
    func agreesWithPDF(_ page: CorpusPage, _ size: (resolution: Int, factor: Int)) throws {
      try page.expectPDF(at: size.resolution, times: size.factor)
    }
  }
#endif
