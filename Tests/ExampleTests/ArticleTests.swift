import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// What the articles show compiles, runs, and is what this target holds.
@Suite struct ArticleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let articles: [URL] = {
    let sources = FileManager.default.enumerator(
      at: root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
    return (sources?.compactMap { $0 as? URL } ?? []).filter {
      $0.pathExtension == "md" && $0.path.contains(".docc/")
    }
  }()

  /// The regions of Examples.swift by their names, without their indentation.
  private static let regions: [String: String] = {
    var regions: [String: String] = [:]
    var name: String?
    let text =
      (try? String(
        contentsOf: root.appendingPathComponent("Tests/ExampleTests/Examples.swift"), encoding: .utf8)) ?? ""
    for line in text.components(separatedBy: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.starts(with: ["//", "begin"]) {
        name = words.dropFirst(2).joined(separator: " ")
      } else if words == ["//", "end"] {
        name = nil
      } else if let name {
        regions[name, default: ""] += line.dropFirst(4) + "\n"
      }
    }
    return regions
  }()

  private static func blocks(_ article: URL) throws -> [String] {
    let text = try String(contentsOf: article, encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  @Test func everyExampleOfAnArticleIsOneOfThese() throws {
    var used: Set<String> = []
    for article in Self.articles {
      for (index, block) in try Self.blocks(article).enumerated() {
        let name = "\(article.deletingPathExtension().lastPathComponent) \(index + 1)"
        #expect(Self.regions[name] == block, "\(name)")
        used.insert(name)
      }
    }
    #expect(used == Set(Self.regions.keys))
    #expect(used.count >= 8)
  }

  /// A library with one notebook, beside room for more.
  private func withLibrary(_ body: (_ folder: Folder, _ package: Path) throws -> Void) throws {
    let temporary = try TemporaryFolder()
    let library = try temporary.folder.makeFolder(Name.of("Library"))
    let package = try PackageFixture.notebook.write(into: library)
    try body(library, package.path)
    withExtendedLifetime(temporary) {}
  }

  @Test func openingAndListing() throws {
    try withLibrary { library, package in
      let lines = try Examples.open(package)
      #expect(lines.prefix(2) == ["Field notes", "pencil of 3 samples"])
      let titles = try Examples.list(library.path)
      #expect(titles == ["Field notes"])
    }
  }

  @Test func editing() throws {
    try withLibrary { _, package in
      let id = Identifier("E9999999-9999-4999-8999-999999999999")
      let stroke = Stroke(
        id: id, color: Color(red: 0, green: 0, blue: 0), radius: .constant(10), x: [1, 2], y: [3, 4])
      try Examples.edit(package, adding: stroke, at: Timestamp(milliseconds: PackageFixture.now))
      let edited = try Package.open(package)
      #expect(try edited.page(edited.document.pages[0].id).elements.last?.id == id)
    }
  }

  @Test func checkingAndRepairing() throws {
    try withLibrary { library, package in
      #expect(try Examples.check(library.path, now: PackageFixture.now) { false } == [])
      try Folder.open(package).remove(Name.of("manifest.json"))
      #expect(try Examples.check(library.path, now: PackageFixture.now) { false }.count == 1)
      #expect(try Examples.repair(library.path, now: PackageFixture.now) != nil)
      #expect(try Examples.check(library.path, now: PackageFixture.now) { false } == [])
    }
  }

  @Test func packingAndImporting() throws {
    try withLibrary { library, package in
      let archive = library.path.parent.appending(Name.of("notes.lnotepack"))
      #expect(throws: PackageError.self) { try Examples.pack(package, to: archive) { true } }
      #expect(try Folder.open(archive.parent).status(Name.of("notes.lnotepack")) == nil)
      try Examples.pack(package, to: archive) { false }
      let other = try Folder.open(library.path.parent).makeFolder(Name.of("Other"))
      let lines = try Examples.take(archive, into: other.path, now: PackageFixture.now)
      #expect(lines == ["Field notes: \(other.path.appending(Name.of(PackageFixture.notebook.name)))"])
    }
  }

  @Test func exportingAndReadingBack() throws {
    try withLibrary { library, package in
      let drawing = library.path.parent.appending(Name.of("page.svg"))
      try Examples.export(package, to: drawing)
      let bytes = try Folder.open(drawing.parent).read(Name.of("page.svg"), limit: 1 << 20)
      let notebook = try Package.open(package)
      let ids = try notebook.page(notebook.document.pages[0].id).elements.compactMap { $0.id?.text }
      #expect(try Examples.readDrawing(bytes) == ids)
    }
  }
}
