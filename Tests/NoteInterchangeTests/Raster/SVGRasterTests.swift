import Foundation
import NoteInterchange
import NoteModel
import Testing

/// What other renderers make of our SVG, against the definition of a stroke's shape.
@Suite struct SVGRasterTests {
  private static let side = 80.0

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
  func otherRenderersDrawTheDefinition(_ index: Int, _ style: SVGExport.Style) throws {
    let (name, strokes) = Self.cases[index]
    let entry = PageEntry(
      id: Identifier("page"), canvas: Canvas(width: Self.side, height: Self.side), createdAt: Example.time,
      modifiedAt: Example.time, elementCount: strokes.count)
    let page = Page(id: entry.id, elements: strokes.map { .stroke($0) })
    let text = try SVGExport(document: Example.document, entry: entry, style: style, hasPayload: false).text(
      page)
    try Program.withFolder { folder in
      let file = folder.appendingPathComponent("page.svg")
      try Data(text).write(to: file)
      let picture = folder.appendingPathComponent("page.png")
      let result = try Program.run(
        "rsvg-convert", ["-z", "2.25", "-b", "white", "-o", picture.path, file.path])
      #expect(result.status == 0, "\(result.output)")
      let drawn = try #require(ExactPicture(png: [UInt8](try Data(contentsOf: picture))))
      let exact = ExactPicture(
        strokes, width: drawn.width, height: drawn.height, scale: Double(drawn.width) / Self.side,
        samples: name == "radius 0" ? 16 : 4)
      let share = exact.wrongShare(against: drawn)
      #expect(share <= 0.0005, "\(name), \(style.rawValue): \(share) of the inked pixels are wrong")
    }
  }
}
