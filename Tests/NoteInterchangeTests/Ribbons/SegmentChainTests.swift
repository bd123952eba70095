import Foundation
import NoteModel
import Testing

@testable import NoteInterchange

/// Ink as Xournal++ and others export it: lines that go on from one another, each of its own width.
@Suite struct SegmentChainTests {
  private static func page(_ lines: [String]) throws -> SVGPage {
    try importSVG(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300pt\" height=\"300pt\" viewBox=\"0 0 300 300\" fill=\"none\" stroke=\"#000\" stroke-linecap=\"round\">"
        + lines.joined() + "</svg>")
  }

  private static func line(_ data: String, _ width: Double, _ more: String = "") -> String {
    "<path stroke-width=\"\(width)\" d=\"\(data)\"\(more)/>"
  }

  @Test func linesOfChangingWidthBecomeOneStroke() throws {
    let page = try Self.page([
      Self.line("M10 10L20 10", 4), Self.line("M20 10L30 15", 4.36), Self.line("M30 15L40 15", 8),
      Self.line("M100 100L120 100", 2),
    ])
    #expect(page.warnings.map(\.code) == [.segments])
    let strokes = page.page.elements.compactMap(\.stroke)
    try #require(strokes.count == 2)
    #expect(strokes[0].x == [100, 200, 300, 300, 400])
    #expect(strokes[0].radius == .column([20, 21, 22, 40, 40]))
    #expect(strokes[1].radius == .constant(10))
  }

  /// What may be anything stays as it is.
  @Test(arguments: [
    [line("M10 10L20 10", 2), line("M20 10L30 15", 2), line("M30 15L40 15", 2)],
    [line("M10 10L20 10", 2), line("M20 10L30 15", 3)],
    [line("M10 10L20 10", 2), line("M20 10L30 15", 3), line("M30.1 15L40 15", 4)],
    [
      line("M10 10L20 10", 2), line("M20 10L30 15", 3), line("M30 15L40 15", 4, " stroke=\"#100\""),
    ],
    [
      line("M10 10L20 10", 2), line("M20 10L30 15", 3),
      line("M30 15L40 15", 4, " stroke-linecap=\"butt\""),
    ],
    [
      line("M10 10L20 10", 2, " opacity=\".5\""), line("M20 10L30 15", 3, " opacity=\".5\""),
      line("M30 15L40 15", 4, " opacity=\".5\""),
    ],
    [
      line("M10 10L20 10", 2), line("M20 10L30 15", 3), "<rect width=\"9\" height=\"9\" fill=\"red\"/>",
      line("M30 15L40 15", 4),
    ],
  ])
  func otherLinesStayApart(_ lines: [String]) throws {
    let page = try Self.page(lines)
    #expect(!page.warnings.map(\.code).contains(.segments))
    #expect(page.page.elements.count >= lines.count)
  }

  /// A notebook through Xournal++, and then eight times as large, so that the grid hardly matters: its strokes against
  /// those that are imported from its drawing.
  @Test(
    .disabled(if: !Program.exists("xournalpp"), "xournalpp isn't there"),
    .disabled(if: SVGCorpus.isMissing, "the corpus isn't there"),
    arguments: ["pynq_agc-gui"])
  func notebooksComeBackStrokeByStroke(_ name: String) throws {
    let corpus = try #require(SVGCorpus.folder).deletingLastPathComponent()
    let notebook = corpus.appendingPathComponent("ink/xopp/\(name).xopp")
    // A line without width isn't drawn, and two lines may be anything.
    let strokes = try XournalStroke.strokes(of: notebook).filter {
      $0.widths.count > 3 && !$0.widths.contains { $0 < 0.001 }
    }
    try #require(strokes.count > 30)
    let scale = 8.0
    let page = try Program.withFolder { folder in
      let drawing = folder.appendingPathComponent("page.svg")
      #expect(try Program.run("xournalpp", ["-i", drawing.path, notebook.path]).status == 0)
      let text = try String(contentsOf: drawing, encoding: .utf8)
      let start = try #require(text.range(of: "<svg"))
      let larger =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"6000pt\" height=\"7000pt\" viewBox=\"0 0 1000 1166.6666667\">"
      return try importSVG(larger + text[start.lowerBound...] + "</svg>")
    }
    var found = page.page.elements.compactMap(\.stroke)[...]
    for (number, whole) in strokes.enumerated() {
      // Rulings of the paper come before.
      let match = found.indices.lazy.compactMap { place in
        [whole, whole.shortened].first { $0.distance(from: found[place], scale: scale) <= 0.02 }
          .map { (place: place, stroke: $0) }
      }.first
      let (place, stroke) = try #require(match, "\(number) of \(strokes.count)")
      #expect(stroke.overlap(with: found[place], scale: scale) >= Ribbon.leastOverlap, "\(number)")
      found = found[(place + 1)...]
    }
  }
}
