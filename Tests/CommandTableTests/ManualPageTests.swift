import CommandTable
import Foundation
import Testing

@Suite struct ManualPageTests {
  @Test func thereIsOnePageForTheProgramAndOneForEachCommand() {
    #expect(
      demo.manualPages().map(\.fileName) == [
        "demo.1", "demo-pack.1", "demo-unpack.1", "demo-guard.1", "demo-teach.1", "demo-status.1",
      ])
  }

  @Test(.enabled(if: OtherProgram.isInstalled("mandoc"), "mandoc is not installed"))
  func mandocFindsNothing() throws {
    let mandoc = try #require(OtherProgram("mandoc"))
    try withFolder { folder in
      for page in demo.manualPages() {
        let file = folder.appendingPathComponent(page.fileName)
        try Data(page.text.utf8).write(to: file)
        let answer = try mandoc.run(["-T", "lint", "-W", "warning", file.path])
        #expect(answer.text == "", "\(page.text)")
      }
    }
  }

  @Test(.enabled(if: OtherProgram.isInstalled("mandoc"), "mandoc is not installed"))
  func renderedTextKeepsEveryCharacter() throws {
    let page = try rendered(demo.manualPage())
    #expect(page.contains("demo - keeps boxes of things") || page.contains("demo – keeps boxes of things"))
    #expect(page.contains(".dotted text and a back\\slash stay what they are"))
    #expect(page.contains("(see --force, or"))
    #expect(page.contains("says \"demo\"."))
    #expect(page.contains("'quoted' text"))
  }

  @Test(.enabled(if: OtherProgram.isInstalled("mandoc"), "mandoc is not installed"))
  func renderedCommandShowsSynopsisAndOptions() throws {
    let page = try rendered(demo.manualPage(for: try #require(demo.command("pack"))))
    #expect(page.contains("demo pack [-f0n] [-o FILE] [--level N] [--repair[=CLASS]]"))
    #expect(page.contains("demo pack --files-from FILE"))
    #expect(page.contains("-r, --repair[=CLASS]"))
    #expect(page.contains("demo pack -o all.file *.box"))
    #expect(page.contains("demo(1), demo-unpack(1), demo(5)"))
  }

  @Test func pagesAreASCII() {
    for page in demo.manualPages() { #expect(page.text.utf8.allSatisfy { $0 < 0x80 }) }
  }

  private func rendered(_ page: String) throws -> String {
    let mandoc = try #require(OtherProgram("mandoc"))
    return try withFolder { folder in
      let file = folder.appendingPathComponent("page.1")
      try Data(page.utf8).write(to: file)
      let text = try mandoc.run(["-T", "ascii", "-O", "width=78", file.path]).text
      // A terminal's bold and underlined letters are written over themselves.
      var plain = ""
      for character in text.unicodeScalars {
        if character == "\u{8}" {
          plain.unicodeScalars.removeLast()
        } else {
          plain.unicodeScalars.append(character)
        }
      }
      return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}
