import NoteModel
import Testing

@testable import NoteInterchange

@Suite struct StrokePiecesTests {
  private static func pieces(_ x: [Int32], _ y: [Int32], _ radius: [UInt16]) -> StrokePieces {
    var pieces = StrokePieces()
    pieces.trace(
      Stroke(
        id: Identifier("s"), color: Color(red: 0, green: 0, blue: 0), radius: .column(radius), x: x, y: y))
    return pieces
  }

  private static func svg(_ x: [Int32], _ y: [Int32], _ radius: Stroke.Radius, alpha: UInt8 = 255) -> String {
    var drawing = SVGDrawing(hasPayload: false)
    drawing.append(
      Stroke(
        id: Identifier("s"), color: Color(red: 0, green: 16, blue: 255, alpha: alpha), radius: radius, x: x,
        y: y))
    return String(decoding: drawing.bytes, as: UTF8.self)
  }

  @Test func constantRadiusIsOnePath() {
    #expect(
      Self.svg([5123, 5127, 5127, 5120, 5120], [780, 778, 788, 788, 789], .constant(12), alpha: 128)
        == "<path stroke=\"#0010ff\" stroke-width=\"2.4\" opacity=\"0.502\" d=\"M512.3 78l.4-.2 0 1-.7 0 0 .1\"/>\n"
    )
  }

  @Test func dotIsACircle() {
    let dot = "<path fill=\"#0010ff\" d=\"M511.1 78a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0z\"/>\n"
    #expect(Self.svg([5123], [780], .constant(12)) == dot)
    #expect(Self.svg([5123, 5123, 5123], [780, 780, 780], .column([3, 12, 0])) == dot)
    #expect(Self.svg([5123], [780], .constant(0)) == "<path fill=\"#0010ff\" d=\"M512.3 78\"/>\n")
  }

  @Test func opacityStandsOnTheGroupOnly() {
    let text = Self.svg([0, 100, 200], [0, 0, 0], .column([3, 4, 4]), alpha: 51)
    #expect(
      text
        == """
        <g stroke="#0010ff" opacity="0.2">
        <path stroke-width=".7" d="M0 0l10 0"/>
        <path stroke-width=".8" d="M10 0l10 0"/>
        </g>

        """.replacingOccurrences(of: "\".", with: "\"0."))
  }

  @Test func aHairlineIsSplitWhereItsRadiusChanges() {
    let pieces = Self.pieces([0, 30], [0, 0], [1, 2])
    #expect(pieces.runs.map(\.width) == [2, 3, 4])
    #expect(Self.pieces([0, 2], [0, 0], [1, 2]).runs.map(\.width) == [3])
    #expect(Self.pieces([0, 30], [0, 0], [3, 4]).runs.map(\.width) == [7])
  }

  @Test func coincidentSamplesShowTheirLargestDisc() {
    let pieces = Self.pieces([0, 100, 100, 100, 200], [0, 0, 0, 0, 0], [10, 10, 90, 10, 10])
    #expect(pieces.discs.count == 1)
    #expect(pieces.discs.first?.radius == 90)
    #expect(pieces.runs.count == 1)
  }

  @Test func discThatHoldsItsNeighbourNeedsNoLine() {
    let pieces = Self.pieces([0, 3], [0, 4], [0, 5])
    #expect(pieces.runs.isEmpty)
    #expect(pieces.discs.map(\.radius) == [0, 5])
  }

  @Test func noStepExceedsOneTenth() {
    let pieces = Self.pieces([0, 1000, 1040, 3000], [0, 700, 700, -40], [5, 33, 4, 4])
    for (run, next) in zip(pieces.runs, pieces.runs.dropFirst()) { #expect(abs(run.width - next.width) <= 2) }
    #expect(pieces.runs.first?.width == 11)
    #expect(pieces.runs.last?.width == 8)
    #expect(pieces.discs.isEmpty)
  }

  /// What lines and discs there are in every stroke of the corpus, against the samples.
  @Test(.disabled(if: Corpus.isMissing, "the corpus isn't there"), arguments: Corpus.packages)
  func linesFollowTheSamples(_ package: CorpusPackage) throws {
    var pieces = StrokePieces()
    for entry in try package.document().pages {
      for case .stroke(let stroke) in try package.page(entry).elements {
        pieces.trace(stroke)
        let missing = stroke.x.indices.filter { !Self.isShown($0, of: stroke, by: pieces) }
        #expect(missing == [], "\(stroke.id)")
        let pauses = pieces.runs.contains { run in
          run.points.dropFirst().contains { pieces.points[$0] == pieces.points[$0 - 1] }
        }
        #expect(!pauses, "\(stroke.id)")
      }
    }
  }

  /// Whether something is drawn at a sample with its radius or up to 0.1 pt less, or around its whole disc.
  private static func isShown(_ sample: Int, of stroke: Stroke, by pieces: StrokePieces) -> Bool {
    let place = StrokePieces.Point(x: stroke.x[sample], y: stroke.y[sample])
    let radius = Int64(stroke.radius[sample])
    let hasDisc = pieces.discs.contains { $0.center == place && $0.radius >= radius - 1 }
    return hasDisc
      || pieces.runs.contains { run in
        run.width >= 2 * radius - 3 && pieces.points[run.points].contains(place)
      } || isHeld(sample, of: stroke)
  }

  /// Whether a neighbour's disc holds that of a sample.
  private static func isHeld(_ sample: Int, of stroke: Stroke) -> Bool {
    [sample - 1, sample + 1].contains { neighbour in
      guard stroke.x.indices.contains(neighbour) else { return false }
      let dx = Double(stroke.x[neighbour] - stroke.x[sample])
      let dy = Double(stroke.y[neighbour] - stroke.y[sample])
      let surplus = Double(stroke.radius[neighbour]) - Double(stroke.radius[sample])
      return surplus >= 0 && dx * dx + dy * dy <= surplus * surplus
    }
  }
}
