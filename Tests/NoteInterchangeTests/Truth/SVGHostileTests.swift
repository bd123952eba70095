import Foundation
import NoteInterchange
import Testing

/// Files that were made to hurt, and files in many encodings.
@Suite struct SVGHostileTests {
  /// What a file must come to: an error's code, or codes of warnings.
  private enum Outcome {
    case error(InterchangeError.Code)
    case warnings([SVGWarning.Code])
  }

  private static let outcomes: [String: Outcome] = [
    "hostile/arc-many.svg": .warnings([.sampleLimit]), "hostile/bigimg.svg": .warnings([.imageRefused]),
    "hostile/css-lol.svg": .warnings([.styleLimit]), "hostile/deepg.svg": .error(.limit),
    "hostile/hrefs.svg": .warnings([.externalImage, .externalStyle, .externalReference, .foreignObject]),
    "hostile/huge-coords.svg": .warnings([.outOfRange]), "hostile/hugearc.svg": .warnings([.outOfRange]),
    "hostile/nan.svg": .warnings([.pathFault]), "hostile/use-cycle.svg": .warnings([.cycle]),
    "hostile/use-lol.svg": .warnings([.elementLimit]), "hostile/use-self.svg": .warnings([.cycle]),
    "encoding/badns.svg": .warnings([.namespace]), "encoding/badutf8.svg": .error(.malformedXML),
    "encoding/bom8.svg": .warnings([]), "encoding/cdata.svg": .warnings([]),
    "encoding/deep5000.svg": .error(.limit), "encoding/dupattr.svg": .error(.malformedXML),
    "encoding/empty.svg": .error(.malformedXML), "encoding/ent_markup.svg": .warnings([]),
    "encoding/ext.svg": .warnings([]), "encoding/ext2.svg": .warnings([]),
    "encoding/html_wrapped.svg": .warnings([]), "encoding/latin1.svg": .warnings([]),
    "encoding/laugh_attr.svg": .error(.malformedXML), "encoding/laugh_text.svg": .error(.malformedXML),
    "encoding/leadws.svg": .error(.malformedXML), "encoding/nons.svg": .warnings([.namespace]),
    "encoding/not_xml.svg": .error(.malformedXML), "encoding/nul.svg": .error(.malformedXML),
    "encoding/quad.svg": .error(.limit), "encoding/sjis.svg": .warnings([]),
    "encoding/trunc.svg": .error(.malformedXML), "encoding/utf16.svg": .warnings([]),
  ]

  /// Those that only a release build reads fast.
  private static let large: Set<String> = [
    "hostile/arc-many.svg", "hostile/css-lol.svg", "hostile/marker-lol.svg", "hostile/use-lol.svg",
    "hostile/librsvg-bug323-nested-use.svg",
  ]

  private static var files: [String] {
    let all = SVGCorpus.files("hostile") + SVGCorpus.files("encoding") + SVGCorpus.files("librsvg-bugs")
    #if DEBUG
      return all.filter { !large.contains($0) }
    #else
      return all
    #endif
  }

  @Test(
    .disabled(if: SVGCorpus.isMissing, "the corpus isn't there"), .timeLimit(.minutes(1)), arguments: files)
  func comesToItsEnd(_ name: String) throws {
    let bytes = try SVGCorpus.bytes(name)
    do throws(InterchangeError) {
      let page = try SVGImport.read(bytes.span)
      guard let outcome = Self.outcomes[name] else { return }
      guard case .warnings(let codes) = outcome else {
        Issue.record("\(name) was read")
        return
      }
      for code in codes { #expect(page.warnings.contains { $0.code == code }, "\(name): \(code.rawValue)") }
    } catch {
      guard case .error(let code)? = Self.outcomes[name] else {
        if Self.outcomes[name] != nil { Issue.record("\(name): \(error.message)") }
        return
      }
      #expect(error.code == code)
    }
  }

  @Test(.disabled(if: SVGCorpus.isMissing, "the corpus isn't there"))
  func packedIsTheSameAsUnpacked() throws {
    let packed = try SVGCorpus.bytes("encoding/mixed.svgz")
    let plain = try SVGCorpus.bytes("encoding/mixed.svg")
    let one = try SVGImport.read(packed.span)
    let other = try SVGImport.read(plain.span)
    #expect(one.page.elements.map(\.withoutID) == other.page.elements.map(\.withoutID))
    for end in stride(from: 3, to: packed.count - 1, by: 7) {
      let cut = Array(packed[..<end])
      #expect(throws: InterchangeError.self) { try SVGImport.read(cut.span) }
    }
  }
}
