import Foundation
import NoteInterchange
import Testing

/// Files that were made to hurt: each is refused or read in part, without crash.
@Suite struct SVGHostileTests {
  @Test(
    .disabled(if: SVGCorpus.isMissing, "the corpus isn't there"), .timeLimit(.minutes(1)),
    arguments: SVGCorpus.files("hostile"))
  func hostileFileEnds(_ name: String) throws {
    let bytes = try SVGCorpus.bytes(name)
    let start = Date()
    var text = ""
    do throws(InterchangeError) {
      let page = try SVGImport.read(bytes.span)
      text =
        "\(page.page.elements.count) elements, \(page.page.sampleCount) samples, \(page.warnings.map { "\($0.code.rawValue)×\($0.count)" })"
    } catch {
      text = "\(error.code.rawValue): \(error.message) line \(error.line ?? 0)"
    }
    print("HOSTILE", name, Date().timeIntervalSince(start), text)
  }

  @Test(
    .disabled(if: SVGCorpus.isMissing, "the corpus isn't there"), arguments: SVGCorpus.files("encoding"))
  func encodings(_ name: String) throws {
    let bytes = try SVGCorpus.bytes(name)
    var text = ""
    do throws(InterchangeError) {
      let page = try SVGImport.read(bytes.span)
      text =
        "\(page.title) \(page.page.elements.count) elements, \(page.page.sampleCount) samples, \(page.warnings.map { "\($0.code.rawValue)×\($0.count)" })"
    } catch {
      text = "\(error.code.rawValue): \(error.message) line \(error.line ?? 0)"
    }
    print("ENCODING", name, text)
  }
}
