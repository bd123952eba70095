import Foundation
import NoteInterchange
import NoteModel
import Testing

/// What other renderers make of our SVG, against the definition of a stroke's shape.
@Suite struct SVGRasterTests {
  static let side = 80.0

  private static func stroke(
    _ x: [Int32], _ y: [Int32], _ radius: Stroke.Radius, alpha: UInt8 = 255
  ) -> Stroke {
    Stroke(
      id: Identifier("\(x)\(y)\(radius)\(alpha)"), color: Color(red: 20, green: 60, blue: 160, alpha: alpha),
      radius: radius, x: x, y: y)
  }

  static let cases: [(String, [Stroke])] = [
    ("dots", [stroke([200], [200], .constant(30)), stroke([500], [500], .column([4]))]),
    ("coincident samples", [stroke([300, 300, 300], [300, 300, 300], .column([5, 40, 9]))]),
    ("reversal", [stroke([100, 600, 200, 210], [400, 400, 401, 405], .column([8, 20, 12, 12]))]),
    (
      "radius 0",
      [
        stroke([100, 600], [100, 600], .constant(0)),
        stroke([100, 400, 700], [600, 650, 600], .column([0, 30, 0])),
      ]
    ),
    ("radius 6000", [stroke([-60100, -60200], [400, 500], .constant(60000))]),
    (
      "crossing at half opacity",
      [stroke([100, 700, 700, 100, 400], [100, 700, 100, 700, 50], .constant(40), alpha: 128)]
    ),
    (
      "swelling at half opacity",
      [stroke([100, 300, 500, 700], [300, 500, 200, 600], .column([5, 60, 10, 80]), alpha: 128)]
    ),
    ("negative coordinates", [stroke([-300, 300, 500], [-200, 300, 900], .column([20, 25, 30]))]),
    (
      "disc that holds its neighbour",
      [stroke([400, 420, 440, 700], [400, 400, 400, 440], .column([5, 90, 5, 5]))]
    ),
    (
      "curve",
      [
        stroke(
          (0..<40).map { Int32(100 + $0 * 15) }, (0..<40).map { Int32(400 + 200 * sin(Double($0) / 5)) },
          .column((0..<40).map { UInt16(10 + abs(20 - $0)) }))
      ]
    ),
  ]

  @Test(
    .disabled(if: !Program.exists("rsvg-convert"), "rsvg-convert isn't there"),
    arguments: cases.indices, SVGExport.Style.allCases)
  func librsvgDrawsTheDefinition(_ index: Int, _ style: SVGExport.Style) throws {
    let (name, strokes) = Self.cases[index]
    try Self.compare(strokes, name, style, side: Self.side) { picture, drawing in
      ["rsvg-convert", "-z", "2.25", "-b", "white", "-o", picture, drawing]
    }
  }

  /// Whether a renderer draws the strokes as the format defines them.
  static func compare(
    _ strokes: [Stroke], _ name: String, _ style: SVGExport.Style, side: Double,
    _ renderer: (_ picture: String, _ drawing: String) -> [String]
  ) throws {
    let entry = PageEntry(
      id: Identifier("page"), canvas: Canvas(width: side, height: side), createdAt: Example.time,
      modifiedAt: Example.time, elementCount: strokes.count)
    let page = Page(id: entry.id, elements: strokes.map { .stroke($0) })
    let export = SVGExport(document: Example.document, entry: entry, style: style, hasPayload: false)
    let text = try export.text(page)
    try Program.withFolder { folder in
      let file = folder.appendingPathComponent("page.svg")
      try Data(text).write(to: file)
      let picture = folder.appendingPathComponent("page.png")
      let words = renderer(picture.path, file.path)
      let result = try Program.run(words[0], Array(words.dropFirst()))
      #expect(result.status == 0, "\(result.output)")
      let drawn = try #require(ExactPicture(png: [UInt8](try Data(contentsOf: picture))))
      let exact = ExactPicture(
        strokes, width: drawn.width, height: drawn.height, scale: Double(drawn.width) / side,
        samples: name == "radius 0" ? 16 : 4)
      let share = exact.wrongShare(against: drawn)
      #expect(share <= 0.0005, "\(name), \(style.rawValue): \(share) of the inked pixels are wrong")
    }
  }
}

/// With another renderer, which takes its time, and a page full of strokes.
@Suite struct HeavySVGRasterTests {
  @Test(
    .disabled(if: !Program.exists("inkscape"), "inkscape isn't there"),
    arguments: SVGRasterTests.cases.indices, SVGExport.Style.allCases)
  func inkscapeDrawsTheDefinition(_ index: Int, _ style: SVGExport.Style) throws {
    let (name, strokes) = SVGRasterTests.cases[index]
    try SVGRasterTests.compare(strokes, name, style, side: SVGRasterTests.side) { picture, drawing in
      ["inkscape", "-d", "216", "-b", "white", "-y", "1", "--export-type=png", "-o", picture, drawing]
    }
  }

  @Test(
    .disabled(if: !Program.exists("rsvg-convert"), "rsvg-convert isn't there"),
    arguments: SVGExport.Style.allCases)
  func pageOfTwoThousandStrokes(_ style: SVGExport.Style) throws {
    var state: UInt64 = 5
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    let strokes = (0..<2_000).map { number -> Stroke in
      var place = (x: random(4_000), y: random(4_000))
      var columns: (x: [Int32], y: [Int32], radius: [UInt16]) = ([], [], [])
      for _ in 0..<20 {
        place.x += random(31) - 15
        place.y += random(31) - 15
        columns.x.append(Int32(place.x))
        columns.y.append(Int32(place.y))
        columns.radius.append(UInt16(5 + random(8)))
      }
      let color = Color(red: 0, green: 40, blue: 90, alpha: number % 3 == 0 ? 128 : 255)
      return Stroke(
        id: Identifier("\(number)"), color: color,
        radius: .column(columns.radius), x: columns.x, y: columns.y)
    }
    try SVGRasterTests.compare(strokes, "2,000 strokes", style, side: 400) { picture, drawing in
      ["rsvg-convert", "-z", "2.25", "-b", "white", "-o", picture, drawing]
    }
  }
}
