import Foundation
import NoteInterchange
import NoteModel
import Testing

/// Drawings of ours that were changed: each element follows what is drawn.
@Suite struct SVGPayloadTests {
  private static let entry = Example.entries[2]

  private static let strokes: [Stroke] = [
    Stroke(
      id: Identifier("AAAAAAAA-0000-4000-8000-000000000001"), color: Color(red: 26, green: 26, blue: 26),
      startedAt: Example.time, radius: .column([12, 13, 14, 30, 8]), x: [1000, 1100, 1250, 1500, 1600],
      y: [2000, 2050, 1990, 2100, 2400], pressure: [100, 200, 300, 400, 500], time: [0, 8, 16, 24, 32]),
    Stroke(
      id: Identifier("AAAAAAAA-0000-4000-8000-000000000002"),
      color: Color(red: 200, green: 0, blue: 0, alpha: 128), radius: .constant(20), x: [3000, 3100, 3200],
      y: [500, 700, 400], pressure: [1, 2, 3], time: [0, 5, 9]),
    Stroke(
      id: Identifier("AAAAAAAA-0000-4000-8000-000000000003"), color: Color(red: 0, green: 0, blue: 250),
      radius: .constant(25), x: [4000], y: [4000], pressure: [77]),
  ]

  private static func text() throws -> String {
    let page = Page(id: entry.id, elements: strokes.map { .stroke($0) })
    return String(decoding: try SVGExport(document: Example.document, entry: entry).text(page), as: UTF8.self)
  }

  private static func strokes(_ text: String) throws -> (strokes: [Stroke], page: SVGPage) {
    let page = try importSVG(text)
    return (page.page.elements.compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }, page)
  }

  /// The drawing with a group around all strokes.
  private static func grouped(_ attributes: String) throws -> String {
    try text().replacingOccurrences(of: "</desc>\n", with: "</desc>\n<g \(attributes)>")
      .replacingOccurrences(of: "</svg>", with: "</g></svg>")
  }

  /// What a map of places, in 0.1 pt, makes of the strokes.
  private static func mapped(
    radius: Double = 1, _ map: (Double, Double) -> (Double, Double)
  ) -> [Stroke] {
    strokes.map { original in
      var stroke = original
      for sample in stroke.x.indices {
        let (x, y) = map(Double(stroke.x[sample]), Double(stroke.y[sample]))
        stroke.x[sample] = Int32(x.rounded())
        stroke.y[sample] = Int32(y.rounded())
      }
      func scaled(_ value: UInt16) -> UInt16 { UInt16((Double(value) * radius).rounded()) }
      switch stroke.radius {
      case .constant(let value): stroke.radius = .constant(scaled(value))
      case .column(let values): stroke.radius = .column(values.map(scaled))
      }
      return stroke
    }
  }

  @Test func unchangedInAGroupIsBelievedToTheBit() throws {
    let (strokes, page) = try Self.strokes(Self.grouped("id='layer1'"))
    #expect(strokes == Self.strokes)
    #expect(page.payload == .believed)
    #expect(page.warnings.isEmpty)
    #expect(page.entry.id == Self.entry.id)
    #expect(page.documentID == Example.document.id)
    #expect(page.entry.canvas.width == Self.entry.canvas.width)
  }

  @Test func movedStrokesKeepTheirSamples() throws {
    let (strokes, page) = try Self.strokes(Self.grouped("transform='translate(10.3, -20)'"))
    #expect(strokes == Self.mapped { ($0 + 103, $1 - 200) })
    #expect(page.payload == .believed)
  }

  @Test func scaledStrokesKeepTheirSamples() throws {
    let (strokes, _) = try Self.strokes(Self.grouped("transform='scale(2)'"))
    #expect(strokes == Self.mapped(radius: 2) { ($0 * 2, $1 * 2) })
  }

  @Test(arguments: ["rotate(90)", "matrix(0 1 -1 0 0 0)"])
  func turnedStrokesKeepTheirSamples(_ transform: String) throws {
    let (strokes, _) = try Self.strokes(Self.grouped("transform='\(transform)'"))
    #expect(strokes == Self.mapped { (-$1, $0) })
  }

  @Test func mirroredStrokesKeepTheirSamples() throws {
    let (strokes, _) = try Self.strokes(Self.grouped("transform='scale(-1 1)'"))
    #expect(strokes == Self.mapped { (-$0, $1) })
  }

  @Test func stretchedStrokesAreWhatIsDrawn() throws {
    let (strokes, page) = try Self.strokes(Self.grouped("transform='scale(2 1)'"))
    #expect(strokes.allSatisfy { $0.pressure == nil })
    #expect(page.warnings.contains { $0.code == .payloadDiffers && $0.count == 3 })
  }

  @Test func recolouredStrokeKeepsItsSamples() throws {
    let changed = try Self.text().replacingOccurrences(of: "#1a1a1a", with: "#00ff00")
    let (strokes, page) = try Self.strokes(changed)
    var expected = Self.strokes
    expected[0].color = Color(red: 0, green: 255, blue: 0)
    #expect(strokes == expected)
    #expect(page.payload == .believed)
  }

  @Test func coloursOfAStyleSheetCount() throws {
    let changed = try Self.text().replacingOccurrences(
      of: "</desc>", with: "</desc><style>path{stroke:#010203 !important}</style>")
    let (strokes, _) = try Self.strokes(changed)
    #expect(strokes[0].color == Color(red: 1, green: 2, blue: 3))
    #expect(strokes[0].pressure == Self.strokes[0].pressure)
  }

  @Test func deletedStrokeStaysDeleted() throws {
    let lines = try Self.text().split(separator: "\n").filter { !$0.contains("000000000002") }
    let (strokes, page) = try Self.strokes(lines.joined(separator: "\n"))
    #expect(strokes == [Self.strokes[0], Self.strokes[2]])
    #expect(page.payload == .believed)
  }

  @Test func copyGetsAnIdOfItsOwn() throws {
    let lines = try Self.text().split(separator: "\n").flatMap {
      $0.contains("000000000002")
        ? [String($0), $0.replacingOccurrences(of: "<path", with: "<path transform='translate(5)'")]
        : [String($0)]
    }
    let (strokes, page) = try Self.strokes(lines.joined(separator: "\n"))
    #expect(strokes.count == 4)
    #expect(strokes[1] == Self.strokes[1])
    #expect(strokes[2].x == Self.strokes[1].x.map { $0 + 50 })
    #expect(strokes[2].pressure == Self.strokes[1].pressure)
    #expect(Set(strokes.map(\.id)).count == 4)
    #expect(page.payload == .believed)
  }

  @Test func usedAgainIsACopyToo() throws {
    let changed = try Self.text()
      .replacingOccurrences(
        of: "ln:id=\"AAAAAAAA-0000-4000-8000-000000000001\"", with: "id='s' ln:id='first'"
      )
      .replacingOccurrences(of: "</svg>", with: "<use href='#s' y='100'/></svg>")
    let (strokes, _) = try Self.strokes(changed)
    #expect(strokes.count == 4)
    #expect(strokes[3].y == Self.strokes[0].y.map { $0 + 1000 })
    #expect(strokes[3].id != strokes[0].id)
    #expect(strokes[3].time == Self.strokes[0].time)
  }

  @Test func redrawnPathIsWhatIsDrawn() throws {
    let changed = try Self.text().replacingOccurrences(of: "M300 50l10 20 10-30", with: "M300 50l10 20 10-31")
    let (strokes, page) = try Self.strokes(changed)
    #expect(strokes[0] == Self.strokes[0])
    #expect(strokes[1].pressure == nil)
    #expect(strokes[1].y == [500, 700, 390])
    #expect(strokes[1].color == Self.strokes[1].color)
    #expect(page.payload == .partlyBelieved(2, of: 3))
    let warning = try #require(page.warnings.first)
    #expect(warning.code == .payloadDiffers)
    #expect(warning.path == "svg/path[1]")
  }

  @Test func otherWidthIsWhatIsDrawn() throws {
    let changed = try Self.text().replacingOccurrences(of: "stroke-width=\"4\"", with: "stroke-width=\"5\"")
    let (strokes, _) = try Self.strokes(changed)
    #expect(strokes[1].radius == .constant(25))
    #expect(strokes[1].pressure == nil)
  }

  /// What optimisers do: other commands, rounding, joined lines on one way, a transform worked in.
  @Test func otherSpellingsOfTheSamePathAreBelieved() throws {
    let changed = try Self.text().replacingOccurrences(
      of: "M300 50l10 20 10-30", with: "M300,50 305,60.005L310 70,320 40.0")
    let (strokes, page) = try Self.strokes(changed)
    #expect(strokes == Self.strokes)
    #expect(page.payload == .believed)
  }

  @Test func damagedPayloadLeavesTheDrawing() throws {
    let changed = try Self.text().replacingOccurrences(of: ";1,1,1;", with: ";1,1;")
    let (strokes, page) = try Self.strokes(changed)
    #expect(strokes[1].x == Self.strokes[1].x)
    #expect(strokes[1].pressure == nil)
    #expect(page.warnings.map(\.code) == [.payloadDamaged])
  }

  @Test(.disabled(if: Corpus.isMissing, "the corpus isn't there"), arguments: Corpus.packages)
  func movedThereAndBack(_ package: CorpusPackage) throws {
    let document = try package.document()
    for entry in document.pages.prefix(1) {
      let page = try package.page(entry)
      let bytes = try SVGExport(document: document, entry: entry).text(page) { try package.image($0) }
      let text = String(decoding: bytes, as: UTF8.self)
        .replacingOccurrences(
          of: "</desc>\n", with: "</desc>\n<g transform='translate(100,0)'><g transform='translate(-100,0)'>"
        )
        .replacingOccurrences(of: "</svg>", with: "</g></g></svg>")
      let read = try importSVG(text)
      #expect(read.payload == .believed)
      let differing = zip(read.page.elements, page.elements).filter { $0 != $1 }
      #expect(differing.isEmpty, "\(differing.count) of \(page.elements.count)")
      #expect(read.page.elements.count == page.elements.count)
    }
  }
}

/// The same in style `outline`.
@Suite struct SVGOutlineTests {
  private static let entry = Example.entries[2]

  static let strokes: [Stroke] = [
    Stroke(
      id: Identifier("1"), color: Color(red: 26, green: 26, blue: 26), radius: .column([12, 13, 14, 30, 8]),
      x: [1000, 1100, 1250, 1500, 1600], y: [2000, 2050, 1990, 2100, 2400], pressure: [1, 2, 3, 4, 5]),
    Stroke(
      id: Identifier("2"), color: Color(red: 200, green: 0, blue: 0, alpha: 128), radius: .constant(20),
      x: [3000, 3000, 3100, 3200, 3100], y: [500, 500, 700, 400, 700]),
    Stroke(
      id: Identifier("3"), color: Color(red: 0, green: 0, blue: 250), radius: .constant(25), x: [4000],
      y: [4000]),
    Stroke(
      id: Identifier("4"), color: Color(red: 0, green: 0, blue: 0), radius: .column([5, 60, 5, 5]),
      x: [500, 520, 540, 900], y: [500, 500, 500, 560]),
    Stroke(
      id: Identifier("5"), color: Color(red: 0, green: 99, blue: 0), radius: .column([10, 10, 80, 10, 10]),
      x: [2000, 2100, 2100, 2100, 2300], y: [3000, 3000, 3000, 3000, 3000]),
  ]

  static func text(_ style: SVGExport.Style = .outline, hasPayload: Bool = true) throws -> String {
    let page = Page(id: entry.id, elements: strokes.map { .stroke($0) })
    let export = SVGExport(
      document: Example.document, entry: entry, style: style, hasPayload: hasPayload)
    return String(decoding: try export.text(page), as: UTF8.self)
  }

  @Test func untouchedOutlinesComeBack() throws {
    let page = try importSVG(try Self.text())
    #expect(page.page.elements == Self.strokes.map { .stroke($0) })
    #expect(page.payload == .believed)
  }

  @Test(arguments: [
    "", "transform='translate(7 8)'", "transform='rotate(30) scale(1.5)'", "transform='scale(-1 1)'",
  ])
  func movedOutlinesKeepTheirSamples(_ attributes: String) throws {
    let text = try Self.text().replacingOccurrences(of: "</desc>\n", with: "</desc>\n<g \(attributes)>")
      .replacingOccurrences(of: "</svg>", with: "</g></svg>")
    let page = try importSVG(text)
    #expect(page.payload == .believed, "\(page.warnings)")
    #expect(page.page.elements.count == Self.strokes.count)
    if attributes.isEmpty { #expect(page.page.elements == Self.strokes.map { .stroke($0) }) }
  }
}

/// Our own drawings, written without payload.
@Suite struct SVGWithoutPayloadTests {
  @Test(.disabled(if: Corpus.isMissing, "the corpus isn't there"), arguments: Corpus.packages.prefix(6))
  func strokesComeBackAsTheyAreDrawn(_ package: CorpusPackage) throws {
    let document = try package.document()
    guard let entry = document.pages.first else { return }
    let page = try package.page(entry)
    let text = try SVGExport(document: document, entry: entry, hasPayload: false).text(page)
    let strokes = try importSVG(text).page.elements.compactMap {
      if case .stroke(let stroke) = $0 { stroke } else { nil }
    }
    let originals = page.elements.compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
    #expect(strokes.count == originals.count)
    for (stroke, original) in zip(strokes, originals) {
      let places = Set(zip(stroke.x, stroke.y).map { SIMD2($0, $1) })
      // A sample whose disc a neighbour holds isn't drawn.
      let lost = zip(original.x, original.y).filter { !places.contains(SIMD2($0, $1)) }
      #expect(lost.count <= original.sampleCount / 20, "\(original.id)")
      // Where a disc covers a run, and where a run is split, the drawing says less.
      let off = zip(stroke.x, stroke.y).enumerated().filter { sample, place in
        let others = zip(original.x, original.y).enumerated().filter { $1 == place }.map(\.offset)
        return !others.isEmpty
          && !others.contains { abs(Int(stroke.radius[sample]) - Int(original.radius[$0])) <= 1 }
      }
      // A split point may also lie where another sample does.
      #expect(off.count <= max(1, original.sampleCount / 10), "\(original.id): \(off.count)")
    }
  }

  @Test func dotsComeBackAsDots() throws {
    let entry = Example.entries[2]
    let dot = Stroke(
      id: Identifier("dot"), color: Color(red: 9, green: 9, blue: 9), radius: .constant(25), x: [4000],
      y: [3000])
    let page = Page(id: entry.id, elements: [.stroke(dot)])
    let text = try SVGExport(document: Example.document, entry: entry, hasPayload: false).text(page)
    #expect(try importSVG(text).page.elements.map(\.withoutID) == [Element.stroke(dot).withoutID])
  }
}
