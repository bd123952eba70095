import Foundation
import Testing

@testable import NoteInterchange

@Suite struct XMLReaderTests {
  private func read(_ text: String, _ limits: XMLReader.Limits = XMLReader.Limits()) throws -> XMLDocument {
    try XMLReader.read(Array(text.utf8), limits)
  }

  private func fault(_ text: String, _ limits: XMLReader.Limits = XMLReader.Limits()) throws
    -> InterchangeError
  {
    try #require(throws: InterchangeError.self) { try read(text, limits) }
  }

  @Test func namesValuesLinesAndPaths() throws {
    let document = try read(
      """
      <a xmlns="urn:a" xmlns:b="urn:b">
      <b:c d="1 &lt; &#50; &amp; &quot;" b:d='x
      y'/>
      <e/><e><f/></e>
      </a>
      """)
    #expect(document.elements.indices.map { document.name(of: $0).local } == ["a", "c", "e", "e", "f"])
    #expect(document.elements.map(\.line) == [1, 3, 4, 4, 4])
    #expect(document.name(of: 1).namespace == "urn:b")
    #expect(document.value(1, "d").map { String(decoding: $0, as: UTF8.self) } == "1 < 2 & \"")
    #expect(document.value(1, "d", in: "urn:b").map { String(decoding: $0, as: UTF8.self) } == "x y")
    #expect(document.path(of: 4) == "a/e[2]/f")
  }

  @Test(arguments: [
    ("<a>\n<b>\n</a>", 3), ("<a>\n<b c=1/></a>", 2), ("<a/>\n<b/>", 2), ("", 1), ("<a>&x;</a>", 1),
    ("<a b='1' b='2'/>", 1), ("<a>\u{1}</a>", 1),
  ])
  func malformedTextIsRefusedWithItsLine(_ text: String, _ line: Int) throws {
    let error = try fault(text)
    #expect(error.code == .malformedXML)
    #expect(error.line == line)
  }

  @Test func internalEntitiesAreReplaced() throws {
    let document = try read(
      "<!DOCTYPE a [<!ENTITY x 'urn:x'><!ENTITY y '&x;&#38;amp;'>]><a b='&y;' xmlns:n='&x;'/>")
    #expect(document.value(0, "b").map { String(decoding: $0, as: UTF8.self) } == "urn:x&")
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY x SYSTEM 'FILE'>]><a>&x;</a>",
    "<!DOCTYPE a [<!ENTITY % x SYSTEM 'FILE'>%x;]><a>&y;</a>",
    "<!DOCTYPE a SYSTEM 'FILE'><a>&x;</a>",
  ])
  func nothingOutsideTheTextIsRead(_ text: String) throws {
    try Program.withFolder { folder in
      let file = folder.appendingPathComponent("secret")
      try Data("<secret/><!ENTITY x '<secret/>'><!ENTITY y '<secret/>'>".utf8).write(to: file)
      let document = try? read(text.replacingOccurrences(of: "FILE", with: file.path))
      #expect(document?.names.contains { $0.local == "secret" } != true)
    }
  }

  @Test func swellingEntitiesAreRefused() throws {
    var text = "<!DOCTYPE a [<!ENTITY e0 'lololololol'>"
    for level in 1...12 {
      text += "<!ENTITY e\(level) '" + String(repeating: "&e\(level - 1);", count: 10) + "'>"
    }
    _ = try fault(text + "]><a b='&e12;'/>")
    _ = try fault(text + "]><a>&e12;</a>")
  }

  @Test func limitsAreKept() throws {
    let limits = XMLReader.Limits(byteCount: 60, elementCount: 3, depth: 2)
    _ = try read("<a><b/><b/></a>", limits)
    for text in ["<a><b/><b/><b/></a>", "<a><b><c/></b></a>", String(repeating: " ", count: 57) + "<a/>"] {
      #expect(try fault(text, limits).code == .limit)
    }
    let deep = String(repeating: "<a>", count: 1025) + String(repeating: "</a>", count: 1025)
    #expect(try fault(deep).code == .limit)
  }

  @Test func longAttributesAreRead() throws {
    let document = try read("<a><b c='" + String(repeating: "x", count: 11_000_000) + "'/></a>")
    #expect(document.value(1, "c")?.count == 11_000_000)
  }
}
