import NoteInterchange
import NoteModel
import Testing

@Suite struct JSONRoundTripTests {
  static let layouts: [JSONExport.Layout] = [.compact, .pretty, .lines]

  @Test(.disabled(if: Corpus.isMissing, "the corpus isn't there"), arguments: Corpus.packages)
  func corpusComesBackToTheByte(_ package: CorpusPackage) throws {
    for layout in Self.layouts {
      let export = JSONExport(document: try package.document(), assets: package.assets, layout: layout)
      let text = try export.text(
        JSONExport.Connections(readPage: { try package.page($0) }, readAsset: { try package.assetBytes($0) }))
      let (imported, collector) = try importJSON(text)
      #expect(try DocumentCodec.encode(imported.document) == package.documentBytes())
      for (entry, page) in zip(collector.entries, collector.pages) {
        #expect(try PageCodec.encode(page) == package.pageBytes(entry))
      }
      #expect(collector.assets.count == package.assets.count)
      for (file, bytes) in collector.assets { #expect(try bytes == package.assetBytes(file)) }
    }
  }

  @Test(arguments: layouts) func everythingThatAPackageHoldsComesBack(_ layout: JSONExport.Layout) throws {
    let (imported, collector) = try importJSON(try Example.export(layout))
    #expect(DocumentCodec.encode(imported.document) == DocumentCodec.encode(Example.document))
    #expect(imported.manifestExtra == Example.manifestExtra)
    for (page, original) in zip(collector.pages, Example.pages) where layout != .lines {
      #expect(PageCodec.encode(page) == PageCodec.encode(original))
    }
    #expect(collector.pages.count == Example.pages.count)
    #expect(collector.assets == [Example.asset: Example.png, Example.oddAsset: [0xFF, 0xD8, 1, 2]])
    #expect(collector.files == Example.files)
  }

  @Test func linesHoldNoLineBreaksInside() throws {
    let text = String(decoding: try Example.export(.lines), as: UTF8.self)
    // Document, three pages, eight elements, two assets, three files.
    #expect(text.split(separator: "\n").count == 1 + 3 + 8 + 2 + 3)
    #expect(text.contains("{\"type\":\"element\",\"element\":{\"type\":\"page\",\"id\":\"t\",\"z\":1.0}}\n"))
  }

  @Test func linkedAssetsAreNamedOnly() throws {
    let (_, collector) = try importJSON(try Example.export(.compact, .linked))
    #expect(collector.links[Example.oddAsset] == Example.oddAsset.name)
    #expect(collector.assets.isEmpty)
    #expect(try !String(decoding: Example.export(.compact, .omitted), as: UTF8.self).contains("\"assets\""))
  }

  @Test func someOfThePages() throws {
    let export = JSONExport(document: Example.document, pages: [Example.entries[2]])
    let (imported, collector) = try importJSON(
      try export.text(JSONExport.Connections(readPage: { Example.page($0) })))
    #expect(imported.document.pages == [Example.entries[2]])
    #expect(collector.pages == [Example.pages[2]])
  }

  @Test func compactTextIsAsDescribed() throws {
    let entry = Example.entries[1]
    let document = Document(
      id: Identifier("D"), title: "T", createdAt: Example.time, modifiedAt: Example.time, pages: [entry])
    var stroke = Example.stroke("s", x: [5123, 5127, -4], y: [780, 778, 0])
    stroke.pressure = [412, 500, 1000]
    stroke.time = [0, 4, 8]
    let image = PlacedImage(
      id: Identifier("i"), asset: Identifier("a"),
      frame: PlacedImage.Frame(x: 1000, y: 2000, width: 3000, height: 1505))
    let page = Page(id: entry.id, elements: [.stroke(stroke), .image(image)])
    let text = try JSONExport(document: document).text(JSONExport.Connections(readPage: { _ in page }))
    let time = Example.time.text
    #expect(
      String(decoding: text, as: UTF8.self) == """
        {"format":"lnote-json","version":1,"document":{"id":"D","title":"T","createdAt":"\(time)",\
        "modifiedAt":"\(time)"},"pages":[{"id":"\(entry.id.text)","width":1,"height":14400,\
        "createdAt":"\(time)","modifiedAt":"\(time)","elements":[{"type":"stroke","id":"s","tool":"pen",\
        "color":"#1A1A1AFF","radius":1.2,"fields":["x","y","pressure","time"],"samples":[[512.3,78,0.412,0],\
        [512.7,77.8,0.5,4],[-0.4,0,1,8]]},{"type":"image","id":"i","asset":"a","x":100,"y":200,"width":300,\
        "height":150.5,"rotation":0,"opacity":1}]}],"assets":[]}

        """)
  }
}
