import Foundation
import NoteInterchange
import NoteModel
import Testing

@Suite struct SVGImportTests {
  private static func text(_ entry: Int = 2) throws -> String {
    let entry = Example.entries[entry]
    let export = SVGExport(document: Example.document, entry: entry)
    return String(decoding: try export.text(Example.page(entry)) { Example.image($0) }, as: UTF8.self)
  }

  private func fault(_ text: String) throws -> InterchangeError {
    try #require(throws: InterchangeError.self) { try importSVG(text) }
  }

  private func warnings(_ text: String) throws -> [SVGWarning] { try importSVG(text).warnings }

  @Test(arguments: [
    (" d=\"M512.3 78l.4-.2", " d=\"M512.3 78l.4-.9"), ("stroke-width=\"2.4\"", "stroke-width=\"2.5\""),
    ("stroke-width=\"2.4\"", ""), ("<path", "<path transform=\"scale(2 1)\""),
  ])
  func changedDrawingsAreNotBelieved(_ from: String, _ to: String) throws {
    let original = try Self.text()
    let changed = original.replacingOccurrences(of: from, with: to)
    #expect(changed != original)
    let warning = try #require(try warnings(changed).first { $0.code == .payloadDiffers })
    #expect(warning.path == "svg/path")
    #expect(warning.line > 1)
  }

  @Test func placeOfAChangedPiece() throws {
    let changed = try Self.text(0).replacingOccurrences(
      of: "stroke-width=\"7.9\"", with: "stroke-width=\"8\"")
    let warning = try #require(try warnings(changed).first)
    #expect(warning.path == "svg/g[1]")
    let line = changed.split(separator: "\n", omittingEmptySubsequences: false)[warning.line - 1]
    #expect(line.contains("ln:s="))
  }

  @Test(arguments: [
    ("ln:color=\"#1A1A1AFF\"", "ln:color=\"red\""), (";;\"", ";\""), ("ln:s=\"5123,4", "ln:s=\"5123,"),
    ("ln:s=\"5123,4", "ln:s=\"5123,4,4"), ("ln:s=\"5123", "ln:s=\"99999999999"), (";12;", ";70000;"),
    (";12;", ";-1;"), (";12;", ";[12];"),
  ])
  func damagedPayloads(_ from: String, _ to: String) throws {
    let original = try Self.text()
    let changed = original.replacingOccurrences(of: from, with: to)
    #expect(changed != original)
    #expect(try warnings(changed).map(\.code) == [.payloadDamaged])
  }

  @Test func otherRoots() throws {
    #expect(try fault("<html/>").code == .notSVG)
    #expect(
      try fault(Self.text().replacingOccurrences(of: "ln:v=\"1\"", with: "ln:v=\"2\"")).code == .newerFormat)
  }

  @Test func payloadCantDrawWithoutEnd() throws {
    let entry = Example.entries[2]
    let strokes = (0..<100).map { number -> Element in
      .stroke(
        Stroke(
          id: Identifier("\(number)"), color: Color(red: 0, green: 0, blue: 0),
          radius: .column([0, 65535, 0, 65535]),
          x: [0, 1_000_000, 0, 1_000_000], y: [0, 0, 1_000_000, 9]))
    }
    let page = Page(id: entry.id, elements: strokes)
    let text = try SVGExport(document: Example.document, entry: entry).text(page)
    #expect(text.count < 100 * 512 * 80)
    #expect(try importSVG(text).page.elements == strokes)
    let bare = String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("<path") }
    #expect(try importSVG(bare.joined(separator: "\n")).page.elements.isEmpty)
  }

  /// One stroke of several pieces, one of a single one, an image and an unknown element.
  private static func smallText() throws -> [UInt8] {
    let entry = Example.entries[0]
    var page = Example.page(entry)
    guard case .stroke(var stroke) = page.elements[0] else { return [] }
    stroke.radius = .column([12, 13, 14, 2, 0])
    page.elements = [.stroke(stroke)] + page.elements[1...3]
    return try SVGExport(document: Example.document, entry: entry).text(page) { Example.image($0) }
  }

  @Test func cutAnywhere() throws {
    let text = try Self.smallText()
    for end in 0..<text.count - 1 {
      let cut = Array(text[..<end])
      #expect(throws: InterchangeError.self) { try importSVG(cut) }
    }
  }

  @Test func flippedBytes() throws {
    var text = try Self.smallText()
    for position in text.indices {
      let byte = text[position]
      text[position] = byte ^ (position % 2 == 0 ? 0x01 : 0x80)
      do { _ = try importSVG(text) } catch is InterchangeError {}
      text[position] = byte
    }
  }
}
