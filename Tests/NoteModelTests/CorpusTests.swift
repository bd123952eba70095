import Foundation
import NoteModel
import TestSupport
import Testing

/// Packages that another program wrote after the same description.
@Suite(.enabled(if: Corpus.packages != nil, Comment(rawValue: Corpus.missing)))
struct CorpusTests {
  private func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

  @Test func `The packages are there`() {
    #expect(Corpus.files(".content").count > 50)
    #expect(Corpus.files("/document.json").count > 15)
  }

  @Test(arguments: Corpus.files(".content"))
  func `Pages are written as they were found`(_ file: URL) throws {
    let bytes = try bytes(file)
    let reading = try PageCodec.read(bytes)
    #expect(reading.faults.isEmpty)
    #expect(reading.page.id.uuid?.uuidString == file.deletingPathExtension().lastPathComponent)
    #expect(PageCodec.encode(reading.page) == bytes)
  }

  @Test(arguments: Corpus.files("/document.json"))
  func `Documents are written as they were found`(_ file: URL) throws {
    let bytes = try bytes(file)
    #expect(DocumentCodec.encode(try DocumentCodec.decode(bytes)) == bytes)
  }

  @Test(arguments: Corpus.files("/manifest.json"))
  func `Manifests are written as they were found`(_ file: URL) throws {
    let bytes = try bytes(file)
    #expect(ManifestCodec.encode(try ManifestCodec.decode(bytes)) == bytes)
  }

  @Test(arguments: Corpus.files("/document.json"))
  func `Documents count the elements of their pages`(_ file: URL) throws {
    let document = try DocumentCodec.decode(bytes(file))
    for entry in document.pages {
      let page = file.deletingLastPathComponent().appending(path: "pages/\(entry.id.text).content")
      #expect(try PageCodec.decode(bytes(page)).elements.count == entry.elementCount)
    }
  }
}
