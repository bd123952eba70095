#if Rendering
  import DurableFiles
  import Foundation
  import NoteModel
  import TestSupport
  import Testing

  @testable import NoteRendering

  struct PDFExportTests {
    private static let asset = Identifier("11111111-2222-4333-8444-555555555555")
    private static let stroke = Made.stroke(
      [(100, 100), (900, 900)], color: Color(red: 0, green: 0, blue: 0, alpha: 90))

    private static func export(
      _ pages: [Page], bytes: [UInt8]? = nil
    ) throws -> (bytes: [UInt8], warnings: [DrawingWarning]) {
      let document = Made.document(pages, Canvas(width: 100.5, height: 200))
      return try PDFExport(document: document, pages: document.pages).file(
        page: { entry in try #require(pages.first { $0.id == entry.id }) }, asset: { _ in bytes })
    }

    private static func count(_ part: [UInt8], in whole: [UInt8]) -> Int {
      var count = 0
      var start = 0
      while start + part.count <= whole.count {
        if whole[start] == part[0], whole[start..<start + part.count].elementsEqual(part) { count += 1 }
        start += 1
      }
      return count
    }

    @Test("The same pages give the same bytes")
    func isDeterministic() throws {
      let pages = [Made.page(elements: [.stroke(Self.stroke), .image(Made.image(Self.asset))])]
      let first = try Self.export(pages, bytes: PictureFiles.png(colorType: 6))
      let second = try Self.export(pages, bytes: PictureFiles.png(colorType: 6))
      #expect(first.bytes == second.bytes)
    }

    @Test("A JPEG on many pages stands in the file once, with its own bytes")
    func embedsOnce() throws {
      let jpeg = PictureFiles.jpeg()
      let image = Element.image(Made.image(Self.asset))
      let file = try Self.export(
        [Made.page(elements: [image, image]), Made.page(elements: [image])], bytes: jpeg)
      #expect(Self.count(jpeg, in: file.bytes) == 1)
      #expect(Self.count(Array("/DCTDecode".utf8), in: file.bytes) == 1)
      #expect(file.warnings.isEmpty)
    }

    @Test("What can't be drawn is a box and a warning, once for all pages")
    func warnsOnce() throws {
      let image = Element.image(Made.image(Self.asset))
      let file = try Self.export(
        [Made.page(elements: [image]), Made.page(elements: [image])], bytes: Array("no picture".utf8))
      #expect(file.warnings.map(\.asset) == [Self.asset])
      #expect(Self.count(Array("/XObject".utf8), in: file.bytes) == 0)
    }

    @Test("The table of objects says where each of them lies")
    func pointsAtObjects() throws {
      let bytes = try Self.export([Made.page(Self.stroke), Made.page()]).bytes
      let text =
        String(decoding: bytes, as: UTF8.self).isEmpty
        ? "" : String(bytes.map { Character(UnicodeScalar($0)) })
      let start = try #require(
        Int(text.components(separatedBy: "startxref\n").last?.split(separator: "\n").first ?? ""))
      let table = String(Array(text)[start...]).split(separator: "\n")
      #expect(table.first == "xref")
      let offsets = table.dropFirst(3).prefix { $0.hasSuffix(" n ") }.compactMap { Int($0.prefix(10)) }
      #expect(offsets.count >= 7)
      for (index, offset) in offsets.enumerated() {
        #expect(String(Array(text)[offset...].prefix(12)).hasPrefix("\(index + 1) 0 obj"))
      }
    }

    @Test(
      "Title, dates and sizes can be read back",
      .enabled(if: Program.has("pdfinfo"), "pdfinfo isn't installed"))
    func describesItself() throws {
      let folder = try TemporaryFolder()
      let document = Made.document([Made.page(Self.stroke)])
      try folder.folder.createFileDurably(
        Name.of("a.pdf"), with: try Self.export([Made.page(Self.stroke)]).bytes)
      let outcome = try Program.named("pdfinfo").run(
        ["-enc", "UTF-8", "a.pdf"], in: folder.path, environment: ["TZ": "UTC"])
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.output.contains(document.title))
      #expect(outcome.output.contains("100.5 x 200 pts"))
      #expect(outcome.output.contains("CreationDate:    Thu May 28 20:26:40 2026"))
    }

    @Test("An empty page and an empty drawing are whole files, too", arguments: [PictureArea.page, .ink])
    func writesEmptyPages(_ area: PictureArea) throws {
      let document = Made.document([Made.page()])
      let file = try PDFExport(document: document, pages: document.pages, area: area, background: .white)
        .file(
          page: { _ in Made.page() })
      #expect(file.bytes.starts(with: Array("%PDF-1.5".utf8)))
      #expect(file.bytes.suffix(6).elementsEqual("%%EOF\n".utf8))
    }

    @Test("A failure to write comes through")
    func passesFailures() {
      struct Full: Error {}
      let document = Made.document([Made.page(Self.stroke)])
      #expect(throws: Full.self) {
        _ = try PDFExport(document: document, pages: document.pages).write(
          page: { _ in Made.page(Self.stroke) }, emit: { _ in throw Full() })
      }
      #expect(throws: Full.self) {
        _ = try PNGExport().write(
          Made.page(Self.stroke), canvas: Canvas(width: 100, height: 100), emit: { _ in throw Full() })
      }
    }
  }
#endif
