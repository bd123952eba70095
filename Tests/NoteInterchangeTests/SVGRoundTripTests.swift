import Foundation
import NoteInterchange
import NoteModel
import Testing

@Suite struct SVGRoundTripTests {
  @Test(.disabled(if: Corpus.isMissing, "the corpus isn't there"), arguments: Corpus.packages)
  func corpusComesBackToTheBit(_ package: CorpusPackage) throws {
    let document = try package.document()
    for entry in document.pages {
      let page = try package.page(entry)
      let text = try SVGExport(document: document, entry: entry).text(page) { try package.image($0) }
      let read = try importSVG(text)
      #expect(try PageCodec.encode(read.page) == package.pageBytes(entry))
      #expect(read.entry == entry)
      #expect(read.documentID == document.id)
      #expect(read.title == document.title)
      for asset in read.assets { #expect(try asset.bytes == package.assetBytes(asset.file)) }
      #expect(Set(read.assets.map(\.file.id)) == Set(page.elements.compactMap(\.assetID)))
    }
  }

  @Test(arguments: Example.entries, [false, true])
  func everythingThatAPageHoldsComesBack(_ entry: PageEntry, _ paintsBackground: Bool) throws {
    let page = Example.page(entry)
    let export = SVGExport(document: Example.document, entry: entry, paintsBackground: paintsBackground)
    let read = try importSVG(export.text(page) { Example.image($0) })
    #expect(PageCodec.encode(read.page) == PageCodec.encode(page))
    var document = Example.document
    document.pages = [read.entry]
    var original = Example.document
    original.pages = [entry]
    #expect(DocumentCodec.encode(document) == DocumentCodec.encode(original))
    #expect(read.title.utf8.elementsEqual(Example.document.title.utf8))
    for asset in read.assets { #expect(asset.bytes == Example.bytes(asset.file)) }
    #expect(read.assets.count == (page.imageCount > 0 ? 2 : 0))
  }

  @Test func linkedImagesComeBackAsReferences() throws {
    let entry = Example.entries[0]
    let text = try SVGExport(document: Example.document, entry: entry).text(Example.page(entry)) { id in
      Example.image(id).map { .linked($0.knownFile, reference: "pictures & more/" + $0.knownFile.name) }
    }
    let read = try importSVG(text)
    #expect(PageCodec.encode(read.page) == PageCodec.encode(Example.page(entry)))
    #expect(
      Set(read.linkedAssets.map(\.reference))
        == ["pictures & more/\(Example.asset.name)", "pictures & more/\(Example.oddAsset.name)"])
  }

  @Test func samePageGivesTheSameBytes() throws {
    let export = SVGExport(document: Example.document, entry: Example.entries[0])
    #expect(try export.text(Example.pages[0]) == export.text(Example.pages[0]))
  }

  /// What XML tools change without changing what is said.
  @Test(arguments: [
    "order of attributes, quotes and white space", "another encoding", "new prefixes",
    "ids and foreign elements",
  ])
  func otherSpellingsOfTheSameXML(_ change: String) throws {
    let entry = Example.entries[2]
    let page = Example.page(entry)
    let bytes = try SVGExport(document: Example.document, entry: entry).text(page)
    var text = String(decoding: bytes, as: UTF8.self)
    var changed: [UInt8]?
    switch change {
    case "order of attributes, quotes and white space":
      text = text.replacingOccurrences(of: " stroke-width=\"2.4\"", with: "")
      text = text.replacingOccurrences(of: "/>", with: "\n   stroke-width = '2.4'\n\t/>\r\n\r\n")
    case "another encoding":
      text = text.replacingOccurrences(of: "UTF-8", with: "UTF-16")
      changed = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case "new prefixes":
      text = text.replacingOccurrences(of: " ln:", with: " n1:")
      text = text.replacingOccurrences(of: "xmlns:ln=", with: "xmlns:n1=")
      text = text.replacingOccurrences(of: "<path", with: "<svg:path")
      text = text.replacingOccurrences(
        of: "<svg xmlns=", with: "<svg xmlns:svg=\"http://www.w3.org/2000/svg\" xmlns=")
    default:
      text = text.replacingOccurrences(of: "<path", with: "<path id=\"path1\" xml:space=\"preserve\"")
      text = text.replacingOccurrences(
        of: "</svg>",
        with:
          "<metadata id=\"m\"><x xmlns=\"urn:x\"/></metadata><x:y xmlns:x=\"urn:x\"/><defs id=\"d\"/></svg>")
    }
    let read = try importSVG(changed ?? Array(text.utf8))
    #expect(read.page == page)
  }

  @Test func deletedElementStaysDeleted() throws {
    let entry = Example.entries[0]
    let bytes = try SVGExport(document: Example.document, entry: entry).text(Example.pages[0]) {
      Example.image($0)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { !$0.contains("ln:id=\"second\"") && !$0.contains("ln:id=\"one sample\"") }
    #expect(kept.count == lines.count - 2)
    let read = try importSVG(kept.joined(separator: "\n"))
    #expect(read.page.elements.count == Example.elements.count - 2)
    #expect(read.entry.elementCount == read.page.elements.count)
  }
}

extension Element {
  var assetID: Identifier? {
    if case .image(let image) = self { image.asset } else { nil }
  }
}

extension SVGImage {
  var knownFile: AssetFile {
    switch self {
    case .embedded(let file, _), .linked(let file, _): file
    }
  }
}
