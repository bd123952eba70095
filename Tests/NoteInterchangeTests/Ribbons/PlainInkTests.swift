import NoteModel
import Testing

@testable import NoteInterchange

/// Our own drawings without payload: what the lines and areas alone tell of the samples.
@Suite struct PlainInkTests {
  /// How many samples of a thousand may be hidden in a way that only the drawing's order could tell: a change of the
  /// radius while the pen rests, and the order of discs that no line joins.
  private static let hiddenShare = 1.0

  @Test(
    .disabled(if: Corpus.isMissing, "the corpus isn't there"), arguments: Corpus.packages,
    SVGExport.Style.allCases)
  func everySampleThatIsDrawnComesBack(_ package: CorpusPackage, _ style: SVGExport.Style) throws {
    let document = try package.document()
    var (sampleCount, missingCount) = (0, 0)
    for entry in document.pages {
      let page = try package.page(entry)
      let export = SVGExport(document: document, entry: entry, style: style, hasPayload: false)
      let bytes = try export.text(page) { try package.image($0) }
      let read = try SVGImport.read(bytes.span)
      #expect(read.warnings.filter { $0.code != .imageRefused } == [])
      let sources = page.elements.compactMap(\.stroke).filter { style == .runs || $0.largestRadius > 0 }
      let found = read.page.elements.compactMap(\.stroke)
      try #require(found.count == sources.count, "page \(entry.id)")
      for (source, stroke) in zip(sources, found) {
        let missing = InkComparison(source, stroke).missing
        sampleCount += source.sampleCount
        missingCount += missing.count
        // Drawn again, it is the same area, hull by hull; only the order of discs may differ, which changes a few parts.
        if style == .outline, StrokeOutline.data(stroke) != StrokeOutline.data(source) {
          #expect(Self.sharedParts(stroke, source) >= 0.7, "\(entry.id) \(source.id)")
        }
      }
    }
    #expect(
      Double(missingCount) * 1000 <= Self.hiddenShare * Double(sampleCount),
      "\(missingCount) of \(sampleCount)")
  }

  /// How many sub-paths two outlines share, of those that either has.
  private static func sharedParts(_ one: Stroke, _ other: Stroke) -> Double {
    func parts(_ stroke: Stroke) -> Set<[UInt8]> {
      Set(StrokeOutline.data(stroke).split(separator: UInt8(ascii: "z")).map(Array.init))
    }
    let (first, second) = (parts(one), parts(other))
    return Double(first.intersection(second).count) / Double(first.union(second).count)
  }

  @Test func aMovedStrokeComesBackMoved() throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="300pt" height="300pt" viewBox="0 0 300 300" role="img" \
      fill="none" stroke-linecap="round" stroke-linejoin="round"><path fill="#112233" \
      transform="translate(30 5) rotate(90) scale(2)" d="\(Self.outline)"/></svg>
      """
    let stroke = try #require(importSVG(text).page.elements.first?.stroke)
    #expect(stroke.x == [-370, -570, -610])
    #expect(stroke.y == [250, 450, 1050])
    #expect(stroke.radius == .column([10, 40, 20]))
  }

  /// The data of an outline: three samples.
  private static let outline = String(
    decoding: StrokeOutline.data(
      Stroke(
        id: Identifier("s"), color: Color(red: 0, green: 0, blue: 0), radius: .column([5, 20, 10]),
        x: [100, 200, 500], y: [335, 435, 455])), as: UTF8.self)

  /// In anybody's drawing a few hulls in a row are ink; one alone may be any shape.
  @Test func anOutlineInAnotherDrawingIsInkFromThreeHullsOn() throws {
    let long = StrokeOutline.data(
      Stroke(
        id: Identifier("s"), color: Color(red: 0, green: 0, blue: 0), radius: .column([5, 20, 10, 10]),
        x: [100, 200, 500, 700], y: [335, 435, 455, 455]))
    func page(_ data: String) throws -> SVGPage {
      try importSVG(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300pt\" height=\"300pt\" viewBox=\"0 0 300 300\"><path d=\"\(data)\"/></svg>"
      )
    }
    let ink = try page(String(decoding: long, as: UTF8.self))
    #expect(ink.warnings.map(\.code) == [.ribbon])
    #expect(ink.page.elements.compactMap(\.stroke).map(\.x) == [[100, 200, 500, 700]])
    #expect(try page(Self.outline).warnings.map(\.code) == [.fillOutlined])
  }

  @Test func widthsTellRadii() {
    func radii(_ widths: [Int?]) -> [Int] {
      RunRadii.radii(widths.map { $0.map { Double($0) / 10 } }).map { Int(($0 * 10).rounded()) }
    }
    #expect(radii([10, 11, 13, 13, 12]) == [5, 5, 6, 7, 6, 6])
    #expect(radii([11, 11, 11, 12]) == [5, 6, 5, 6, 6])
    #expect(radii([11]) == [5, 6])
    #expect(radii([12, nil, 21, 22]) == [6, 6, 10, 11, 11])
    // Steep: the outer lines keep to the ends.
    #expect(radii([10, 11, 32, 54, 75, 76]).first == 5)
    #expect(radii([10, 11, 32, 54, 75, 76]).suffix(2) == [38, 38])
  }
}

extension Element {
  var stroke: Stroke? { if case .stroke(let stroke) = self { stroke } else { nil } }
}

extension Stroke {
  var largestRadius: UInt16 { x.indices.reduce(0) { max($0, radius[$1]) } }
}
