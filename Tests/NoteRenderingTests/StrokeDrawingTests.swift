#if Rendering
  import NoteModel
  import NoteRendering
  import Testing

  /// Strokes drawn against the definition.
  struct StrokeDrawingTests {
    private static let canvas = Canvas(width: 100, height: 100)
    private static let half = Color(red: 200, green: 40, blue: 0, alpha: 128)

    struct Case: CustomTestStringConvertible, Sendable {
      let name: String
      let stroke: Stroke

      init(_ name: String, _ stroke: Stroke) {
        self.name = name
        self.stroke = stroke
      }

      var testDescription: String { name }
    }

    private static let zigzag: [(Int32, Int32)] = (0..<60).map { index in
      let step = Int32(index)
      return (300 + step * 7, 500 + step * 37 % 23)
    }

    static let cases: [Case] = [
      Case("one sample", Made.stroke([(500, 500)], radius: .constant(123))),
      Case("a tiny dot", Made.stroke([(503, 507)], radius: .constant(3))),
      Case("coincident samples", Made.stroke([(300, 300), (300, 300), (300, 300), (700, 300), (700, 300)])),
      Case(
        "coincident samples that grow",
        Made.stroke([(300, 300), (300, 300), (700, 300)], radius: .column([5, 90, 5]))),
      Case(
        "radius 0 at the ends",
        Made.stroke([(100, 100), (500, 600), (900, 100)], radius: .column([0, 100, 0]))),
      Case("a hair", Made.stroke([(100, 105), (900, 335)], radius: .constant(1))),
      Case("there and back", Made.stroke([(200, 500), (800, 500), (200, 500)], color: half)),
      Case(
        "a loop at half opacity",
        Made.stroke([(100, 800), (900, 200), (900, 800), (100, 200)], radius: .constant(60), color: half)),
      Case(
        "a disc that holds the next",
        Made.stroke([(500, 500), (520, 500), (900, 500)], radius: .column([200, 20, 20]), color: half)),
      Case(
        "a disc that holds the last",
        Made.stroke([(100, 500), (500, 500), (520, 510)], radius: .column([20, 200, 20]), color: half)),
      Case(
        "steps shorter than the radius",
        Made.stroke(zigzag, radius: .constant(90), color: half)
      ),
      Case(
        "sharp corners",
        Made.stroke(
          [(100, 100), (900, 120), (110, 180), (900, 260), (500, 900)], radius: .column([30, 10, 40, 5, 60]),
          color: half)),
      Case(
        "beyond the page", Made.stroke([(-50_000, 500), (500, 480), (500, 90_000)], radius: .constant(50))),
      Case("far beyond the page", Made.stroke([(.min, 500), (.max, 520)], radius: .constant(50))),
      Case(
        "a disc larger than the page", Made.stroke([(40_000, 500), (40_100, 500)], radius: .constant(39_500))),
    ]

    @Test("A stroke is the union of its moving discs, filled once", arguments: cases, [1.0, 3.0])
    func drawsTheDefinition(_ input: Case, scale: Double) throws {
      let page = Made.page(input.stroke)
      let drawn = try PNGExport(size: .resolution(72 * scale)).raster(page, Self.canvas)
      let difference = PictureDifference(drawn, ExactRaster.drawing(page, Self.canvas, scale: scale))
      #expect(difference.wrongCount == 0 && difference.largest <= 44, "\(difference)")
    }

    @Test("Random walks with random radii are drawn as defined, at half opacity", arguments: 0..<40)
    func drawsRandomWalks(seed: Int) throws {
      var random = SplitMix(state: UInt64(seed) &* 0x9E37_79B9)
      let step = [3, 12, 60, 300][seed % 4]
      var places: [(Int32, Int32)] = [(500, 500)]
      for _ in 0..<40 {
        let (x, y) = places[places.count - 1]
        places.append(
          (x + Int32(random.next(2 * step + 1) - step), y + Int32(random.next(2 * step + 1) - step)))
      }
      let largest = [4, 30, 120][seed % 3]
      let radii = places.map { _ in UInt16(random.next(largest)) }
      let page = Made.page(Made.stroke(places, radius: .column(radii), color: Self.half))
      let drawn = try PNGExport(size: .resolution(144)).raster(page, Self.canvas)
      let difference = PictureDifference(drawn, ExactRaster.drawing(page, Self.canvas, scale: 2))
      #expect(difference.wrongCount == 0, "\(difference)")
    }

    @Test("A stroke without a width or without a colour shows nothing")
    func drawsNothing() throws {
      let thin = Made.stroke([(100, 100), (900, 900)], radius: .constant(0))
      let clear = Made.stroke([(100, 100), (900, 900)], color: Color(red: 0, green: 0, blue: 0, alpha: 0))
      let drawn = try PNGExport(size: .resolution(72)).raster(Made.page(thin, clear), Self.canvas)
      #expect(drawn.pixels.allSatisfy { $0 == SIMD4(255, 255, 255, 0) })
    }

    @Test("Later strokes lie over earlier ones")
    func keepsTheOrder() throws {
      let red = Color(red: 255, green: 0, blue: 0)
      let page = Made.page(
        Made.stroke([(500, 500)], radius: .constant(300)),
        Made.stroke([(500, 500)], radius: .constant(200), color: red))
      #expect(try PNGExport(size: .resolution(72)).raster(page, Self.canvas)[50, 50] == SIMD4(255, 0, 0, 0))
    }
  }

  /// Numbers that are the same in every run.
  private struct SplitMix {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return Int((word ^ word >> 31) % UInt64(bound))
    }
  }
#endif
