import Foundation
import NoteInterchange
import NoteModel
import Testing

@Suite struct JSONImportTests {
  private static let valid = JSONSchemaTests.valid

  private func fault(_ text: String) throws -> InterchangeError {
    try #require(throws: InterchangeError.self) { try importJSON(text) }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String
    let code: String
    let path: String
    var testDescription: String { "\(from) → \(to)" }
  }

  static let cases = [
    Case(
      from: "[512.7,77.8]", to: "[512.7,77.8,1]", code: "columns-differ",
      path: "pages[0].elements[0].samples[1]"),
    Case(from: "[512.7,77.8]", to: "[]", code: "columns-differ", path: "pages[0].elements[0].samples[1]"),
    Case(from: "[512.7,77.8]", to: "[1e12,0]", code: "range", path: "pages[0].elements[0].samples"),
    Case(from: "[512.7,77.8]", to: "[1e300,0]", code: "range", path: "pages[0].elements[0].samples[1][0]"),
    Case(from: "[512.7,77.8]", to: "[01,0]", code: "syntax", path: "pages[0].elements[0].samples[1][0]"),
    Case(from: "[512.7,77.8]", to: "[1.,0]", code: "syntax", path: "pages[0].elements[0].samples[1][0]"),
    Case(from: "[512.7,77.8]", to: "[NaN,0]", code: "syntax", path: "pages[0].elements[0].samples[1][0]"),
    Case(
      from: "[512.7,77.8]", to: "[512.7,77.8,]", code: "syntax", path: "pages[0].elements[0].samples[1][2]"),
    Case(from: "\"radius\":1.2", to: "\"radius\":-1", code: "range", path: "pages[0].elements[0].radius"),
    Case(from: "\"radius\":1.2", to: "\"radius\":7000", code: "range", path: "pages[0].elements[0].radius"),
    Case(from: "\"id\":\"i\"", to: "\"id\":\"s\"", code: "duplicate-id", path: "pages[0].elements[1]"),
    Case(
      from: "\"tool\":\"pen\"", to: "\"tool\":\"pen\",\"tool\":\"pen\"", code: "duplicate-key",
      path: "pages[0].elements[0]"),
    Case(from: "\"asset\":\"a\"", to: "\"asset\":7", code: "syntax", path: "pages[0].elements[1].asset"),
    Case(
      from: "\"width\":2", to: "\"frame\":[],\"width\":2", code: "unknown-key", path: "pages[0].elements[1]"),
    Case(from: "\"title\":\"T\"", to: "\"title\":\"T\",\"pages\":[]", code: "unknown-key", path: "document"),
    Case(from: "\"id\":\"P\"", to: "\"id\":\"a/b\"", code: "unsafe-name", path: "pages[0]"),
    Case(from: "\"AAEC\"", to: "\"AAEC=\"", code: "wrong-type", path: "assets[0].data"),
    Case(from: "\"type\":\"image/png\"", to: "\"type\":\"x/y\"", code: "missing-key", path: "assets[0]"),
    Case(from: "\"version\":1", to: "\"version\":3", code: "newer-format", path: "version"),
    Case(
      from: "\"assets\":[", to: "\"files\":[{\"path\":\"a/../b\",\"data\":\"\"}],\"assets\":[",
      code: "unsafe-name", path: "files[0]"),
    Case(
      from: "\"assets\":[", to: "\"files\":[{\"path\":\"Document.JSON\",\"data\":\"\"}],\"assets\":[",
      code: "unsafe-name", path: "files[0]"),
  ]

  @Test(arguments: cases) func faultsAreNamedWithTheirPlace(_ item: Case) throws {
    let text = Self.valid.replacingOccurrences(of: item.from, with: item.to)
    #expect(text != Self.valid)
    let error = try fault(text)
    #expect(error.code.rawValue == item.code)
    #expect(error.path == item.path)
    #expect(error.line == 1)
    #expect(!error.message.isEmpty)
  }

  @Test func lineAndColumnOfAFault() throws {
    let lines = (0..<40).map { "  \"\($0)\": [\($0), \"é\(" ")\"]" }
    let text =
      "{\"format\":\"lnote-json\",\"version\":1,\"document\":{\n" + lines.joined(separator: ",\n") + "} 1"
    let error = try fault(text.replacingOccurrences(of: "[38, \"é", with: "[38, é\""))
    #expect(error.line == 40)
    #expect(error.column == 14)
    #expect(error.path == "document.38[1]")
  }

  @Test func keysInAnyOrder() throws {
    let text = """
      {"assets":[{"data":"AAEC","type":"image/png","id":"a"}],"pages":[{"elements":[
      {"samples":[[4,512.3,78]],"fields":["time","x","y"],"radius":1.2,"color":"#1a1A1A","tool":"pen","id":"s",
      "type":"stroke"}],
      "modifiedAt":"2026-11-30T08:15:00.000Z","createdAt":"2026-11-30T08:15:00.000Z","height":1,"width":1,"id":"P"}],
      "document":{"modifiedAt":"2026-11-30T08:15:00.000Z","createdAt":"2026-11-30T08:15:00.000Z","title":"","id":"D"},
      "version":1,"format":"lnote-json"}
      """
    let (_, collector) = try importJSON(text)
    let stroke = Stroke(
      id: Identifier("s"), color: Color("#1A1A1A")!, radius: .constant(12), x: [5123], y: [780], time: [4])
    #expect(collector.pages.first?.elements == [.stroke(stroke)])
  }

  @Test(
    arguments: [
      ("512.34", 5123), ("512.35", 5124), ("-512.35", -5124), ("-0.04", 0), ("0.05", 1), ("1e2", 1000),
      ("1.25E-1", 1), ("123456789.049999999999999999999", 1_234_567_890), ("-0", 0),
      ("214748364.7", 2_147_483_647),
      ("0.0499999999999999", 0), ("100", 1000), ("-.0", nil),
    ] as [(String, Int32?)])
  func numbersOffTheGridAreRounded(_ text: String, _ value: Int32?) throws {
    let json = Self.valid.replacingOccurrences(of: "[512.7,77.8]", with: "[ \(text) , 77.8]")
    guard let value else {
      _ = try fault(json)
      return
    }
    let (_, collector) = try importJSON(json)
    guard case .stroke(let stroke) = collector.pages[0].elements[0] else { return }
    #expect(stroke.x[1] == value)
  }

  @Test func receiversErrorsPassThrough() {
    struct Full: Error {}
    struct Receiver: DocumentReceiver {
      func asset(_ file: AssetFile, bytes: [UInt8]) throws { throw Full() }
      func linkedAsset(_ file: AssetFile, reference: String) {}
      func page(_ page: Page, entry: PageEntry) {}
      func file(path: [UInt8], bytes: [UInt8]) {}
    }
    var receiver = Receiver()
    let text = Array(Self.valid.utf8)
    #expect(throws: Full.self) { try JSONImport.read(text.span, into: &receiver) }
  }

  @Test(arguments: [
    "{\"type\":\"stroke\"}", "{\"type\":\"document\"}", "{\"type\":\"page\"}",
    "{\"type\":\"page\",\"page\":{}}",
    "{\"type\":\"asset\",\"page\":{}}", "{}", "1",
    "{\"type\":\"file\",\"file\":{\"path\":\"a\",\"data\":\"\"},\"x\":1}",
  ])
  func faultyLines(_ line: String) throws {
    let time = "2026-11-30T08:15:00.000Z"
    let head =
      "{\"type\":\"document\",\"format\":\"lnote-json\",\"version\":1,\"document\":{\"id\":\"D\",\"title\":\"\",\"createdAt\":\"\(time)\",\"modifiedAt\":\"\(time)\"}}\n"
    _ = try importJSON(head)
    let error = try fault(head + line)
    #expect(error.line == 2)
  }

  @Test(arguments: [JSONExport.Layout.compact, .lines]) func cutAnywhere(_ layout: JSONExport.Layout) throws {
    let text = try Example.export(layout)
    // The line break at the end may go, and so may whole lines.
    for end in 0..<text.count - 1 {
      let cut = Array(text[..<end])
      if layout == .lines, end > 0, text[end - 1] == 0x0A || text[end] == 0x0A { continue }
      #expect(throws: InterchangeError.self) { try importJSON(cut) }
    }
  }

  @Test(arguments: [JSONExport.Layout.compact, .lines]) func flippedBytes(_ layout: JSONExport.Layout) throws
  {
    var text = try Example.export(layout)
    for position in text.indices {
      let byte = text[position]
      text[position] = byte ^ [0x01, 0x80, 0x20][position % 3]
      do { _ = try importJSON(text) } catch is InterchangeError {}
      text[position] = byte
    }
  }
}
