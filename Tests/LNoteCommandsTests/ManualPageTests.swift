import Foundation
import LNoteCommands
import Testing

/// The pages in `man/` are committed, so that they can be installed and read without building anything.
@Suite struct ManualPageTests {
  static let folder = URL(filePath: #filePath, directoryHint: .notDirectory)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "man", directoryHint: .isDirectory)

  static let pages = CommandList.program.manualPages()

  @Test(arguments: pages.map(\.fileName))
  func committedPageIsThatOfTheTable(_ name: String) throws {
    let page = try #require(Self.pages.first { $0.fileName == name })
    let committed = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    #expect(committed == page.text, "run make man")
  }

  @Test func noPageIsLeftOfACommandThatIsGone() throws {
    let committed = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(committed.filter { $0.hasSuffix(".1") }.sorted() == Self.pages.map(\.fileName).sorted())
  }

  @Test func theFormatHasAPage() throws {
    let page = try String(contentsOf: Self.folder.appending(path: "lnote.5"), encoding: .utf8)
    for name in ["document.json", "manifest.json", ".content", ".journal", "pages.sqlite", ".lnotepack"] {
      #expect(page.contains(name))
    }
  }

  @Test(.enabled(if: mandoc != nil, "mandoc is not installed"))
  func mandocFindsNothing() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    let output = Pipe()
    let process = Process()
    process.executableURL = Self.mandoc
    process.arguments = ["-T", "lint", "-W", "warning"] + names
    process.currentDirectoryURL = Self.folder
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(said == "")
    #expect(process.terminationStatus == 0)
  }

  private static var mandoc: URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: "\($0)/mandoc", directoryHint: .notDirectory) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
