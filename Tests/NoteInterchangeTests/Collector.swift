import NoteInterchange
import NoteModel

/// Keeps everything that an import delivers.
struct Collector: DocumentReceiver {
  var assets: [AssetFile: [UInt8]] = [:]
  var links: [AssetFile: String] = [:]
  var pages: [Page] = []
  var entries: [PageEntry] = []
  var files: [[UInt8]: [UInt8]] = [:]

  mutating func asset(_ file: AssetFile, bytes: [UInt8]) { assets[file] = bytes }
  mutating func linkedAsset(_ file: AssetFile, reference: String) { links[file] = reference }
  mutating func page(_ page: Page, entry: PageEntry) {
    pages.append(page)
    entries.append(entry)
  }
  mutating func file(path: [UInt8], bytes: [UInt8]) { files[path] = bytes }
}

func importJSON(_ text: [UInt8]) throws -> (ImportedDocument, Collector) {
  var collector = Collector()
  let document = try JSONImport.read(text.span, into: &collector)
  return (document, collector)
}

func importJSON(_ text: String) throws -> (ImportedDocument, Collector) { try importJSON(Array(text.utf8)) }

extension JSONExport {
  func text(_ connections: Connections) throws -> [UInt8] {
    var text: [UInt8] = []
    try write(connections) { text += $0 }
    return text
  }
}

extension SVGExport {
  func text(_ page: Page, image: (Identifier) throws -> SVGImage? = { _ in nil }) throws -> [UInt8] {
    var text: [UInt8] = []
    try write(page, image: image) { text += $0 }
    return text
  }
}

func importSVG(_ text: [UInt8]) throws -> SVGPage { try SVGImport.read(text.span) }

func importSVG(_ text: String) throws -> SVGPage { try importSVG(Array(text.utf8)) }
