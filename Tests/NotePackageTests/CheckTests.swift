import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

/// One damage and where each finding about it must lie.
struct Damage: Sendable, CustomTestStringConvertible {
  typealias Place = (code: FindingCode, path: String, offset: Int?)

  let testDescription: String
  let package: PackageFixture
  let found: [Place]

  init(
    _ words: String, _ damage: (inout PackageFixture) -> Void, found: (PackageFixture) -> [Place]
  ) {
    testDescription = words
    var package = PackageFixture.notebook
    damage(&package)
    self.package = package
    self.found = found(package)
  }

  private typealias Notebook = PackageFixture
  private static let first = Notebook.page(Notebook.firstPage)
  private static let second = Notebook.page(Notebook.secondPage)

  static let ofDocuments: [Damage] = [
    Damage("cut in the middle") {
      $0.cut("document.json", to: 300)
    } found: { _ in
      [(.documentUnreadable, "document.json", 300)]
    },
    Damage("empty") {
      $0.empty("document.json")
    } found: { _ in
      [(.fileEmpty, "document.json", 0), (.documentUnreadable, "document.json", 0)]
    },
    Damage("of NUL bytes") {
      $0.zero("document.json")
    } found: { _ in
      [(.fileZeroed, "document.json", 0), (.documentUnreadable, "document.json", 0)]
    },
    Damage("with a duplicate key") {
      $0.edit("document.json", "\"createdAt\"", "\"title\"")
    } found: {
      let text = Array("\"title\"".utf8)
      return [
        (.documentUnreadable, "document.json", $0.bytes("document.json").ranges(of: text)[1].lowerBound)
      ]
    },
    Damage("with a trailing comma") {
      $0.edit("document.json", "\n  ]\n", "\n  ],\n")
    } found: {
      [(.documentUnreadable, "document.json", $0.bytes("document.json").count - 2)]
    },
    Damage("with NaN") {
      $0.edit("document.json", "820", "NaN")
    } found: {
      [(.documentUnreadable, "document.json", $0.offset(of: "NaN", in: "document.json"))]
    },
    Damage("with Infinity") {
      $0.edit("document.json", "820", "-Infinity")
    } found: {
      [(.documentUnreadable, "document.json", $0.offset(of: "-Infinity", in: "document.json"))]
    },
    Damage("with bytes behind its end") {
      $0.append("document.json", "{}")
    } found: {
      [(.documentUnreadable, "document.json", $0.bytes("document.json").count - 2)]
    },
    Damage("with another root") {
      $0.add("document.json", "[]\n")
    } found: { _ in
      [(.documentUnreadable, "document.json", 0)]
    },
    Damage("with the format version 2") {
      $0.edit("document.json", "\"formatVersion\": 1", "\"formatVersion\": 2")
    } found: {
      _ in
      [(.documentNewerFormat, "document.json", nil)]
    },
    Damage("whose id is missing") {
      $0.edit("document.json", "\"id\": \"\(Notebook.documentID)\"", "\"name\": 1")
    } found: { _ in
      [(.documentField, "document.json", 0)]
    },
    Damage("whose list of pages is an object") {
      $0.edit("document.json", "\"pages\": [", "\"pages\": {}, \"p\": [")
    } found: {
      [(.documentField, "document.json", $0.offset(of: "{},", in: "document.json"))]
    },
  ]

  static let ofPages: [Damage] = [
    Damage("listed and not there") {
      $0.remove(first)
    } found: { _ in
      [(.pageMissing, first, nil)]
    },
    Damage("there and not listed") {
      $0.add("document.json", Notebook.document([(Notebook.firstPage, 3), (Notebook.emptyPage, 0)]))
      $0.edit("manifest.json", "\"pageCount\": 3", "\"pageCount\": 2")
    } found: { _ in
      [(.pageUnlisted, second, nil)]
    },
    Damage("cut in the middle of a stroke") {
      $0.cut(first, after: "\"x\":[5123,4")
    } found: {
      [(.pageTruncated, first, $0.bytes(first).count)]
    },
    Damage("cut between two elements") {
      $0.cut(first, after: Notebook.fullStroke + ",\n")
    } found: {
      [(.pageTruncated, first, $0.bytes(first).count)]
    },
    Damage("cut in its first line") {
      $0.cut(first, to: 40)
    } found: { _ in
      [(.pageUnreadable, first, 40)]
    },
    Damage("of NUL bytes") {
      $0.zero(first)
    } found: { _ in
      [(.fileZeroed, first, 0)]
    },
    Damage("with a long tail of NUL bytes") {
      $0.add(first, $0.bytes(first).prefix(300) + [UInt8](repeating: 0, count: 512))
    } found: { _ in
      [(.fileZeroed, first, 300)]
    },
    Damage("empty") {
      $0.empty(first)
    } found: { _ in
      [(.fileEmpty, first, 0)]
    },
    Damage("counted wrong") {
      $0.edit("document.json", "\"elementCount\": 2", "\"elementCount\": 20")
    } found: {
      let entry = "{\n      \"id\": \"\(Notebook.secondPage)\""
      return [(.elementCountMismatch, "document.json", $0.offset(of: entry, in: "document.json"))]
    },
    Damage("with columns of different length") {
      $0.edit(first, "\"time\":[0,4,4]", "\"time\":[0,4]")
    } found: {
      [(.columnsDiffer, first, $0.offset(of: "{\"type\":\"stroke\"", in: first))]
    },
    Damage("named like another") { package in
      let (one, other) = (package.bytes(first), package.bytes(second))
      package.add(first, other)
      package.add(second, one)
      package.edit("document.json", "\"elementCount\": 3", "\"elementCount\": 2")
      let list = [(Notebook.firstPage, 2), (Notebook.secondPage, 3), (Notebook.emptyPage, 0)]
      package.add("document.json", Notebook.document(list))
    } found: { _ in
      [(.pageIDMismatch, first, 0), (.pageIDMismatch, second, 0)]
    },
    Damage("listed twice") {
      $0.add(
        "document.json",
        Notebook.document([
          (Notebook.firstPage, 3), (Notebook.secondPage, 2), (Notebook.secondPage, 2),
          (Notebook.emptyPage, 0),
        ]))
      $0.edit("manifest.json", "\"pageCount\": 3", "\"pageCount\": 4")
    } found: {
      let entry = Array("{\n      \"id\": \"\(Notebook.secondPage)\"".utf8)
      return [
        (.pageListedTwice, "document.json", $0.bytes("document.json").ranges(of: entry)[1].lowerBound)
      ]
    },
    Damage("without its asset") {
      $0.remove("assets/\(Notebook.drawing).png")
    } found: {
      [(.assetMissing, second, $0.offset(of: "{\"type\":\"image\"", in: second))]
    },
    Damage("that no longer names its asset") {
      $0.edit(second, Notebook.image(Notebook.drawing) + ",\n", "")
      $0.edit("document.json", "\"elementCount\": 2", "\"elementCount\": 1")
    } found: { _ in
      [(.assetOrphan, "assets/\(Notebook.drawing).png", nil)]
    },
  ]

  static let ofManifests: [Damage] = [
    Damage("with another title") {
      $0.edit("manifest.json", "Field notes", "Other notes")
    } found: {
      [(.manifestStale, "manifest.json", $0.offset(of: "\"Other notes\"", in: "manifest.json"))]
    },
    Damage("with another page count") {
      $0.edit("manifest.json", "\"pageCount\": 3", "\"pageCount\": 30")
    } found: {
      [(.manifestStale, "manifest.json", $0.offset(of: "30,", in: "manifest.json"))]
    },
    Damage("with another time") {
      $0.edit("manifest.json", "08:20", "08:21")
    } found: {
      [(.manifestStale, "manifest.json", $0.offset(of: "\"2026", in: "manifest.json"))]
    },
    Damage("without a cover") {
      $0.add("manifest.json", Notebook.manifest(pageCount: 3, cover: nil))
    } found: {
      [(.manifestStale, "manifest.json", $0.offset(of: "null", in: "manifest.json"))]
    },
    Damage("absent") {
      $0.remove("manifest.json")
    } found: { _ in
      [(.manifestMissing, "manifest.json", nil)]
    },
    Damage("cut") {
      $0.cut("manifest.json", to: 100)
    } found: { _ in
      [(.manifestUnreadable, "manifest.json", 100)]
    },
    Damage("of another document") {
      $0.edit("manifest.json", Notebook.documentID, Notebook.otherPage)
    } found: {
      _ in
      [(.manifestIDMismatch, "manifest.json", nil)]
    },
  ]
}

@Suite struct CheckTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func report(
    _ package: PackageFixture, limits: Limits = .standard
  ) throws -> Check.Report {
    let folder = try package.write(into: temporary.folder)
    return Check(now: PackageFixture.now, limits: limits)
      .package(FolderSource(folder, limits: limits), named: .of(package.name))
  }

  private func findings(_ package: PackageFixture) throws -> [Finding] { try report(package).findings }

  @Test(arguments: Damage.ofDocuments)
  func findsADocument(_ damage: Damage) throws { try expectFound(damage) }

  @Test(arguments: Damage.ofPages)
  func findsAPage(_ damage: Damage) throws { try expectFound(damage) }

  @Test(arguments: Damage.ofManifests)
  func findsAManifest(_ damage: Damage) throws { try expectFound(damage) }

  private func expectFound(_ damage: Damage) throws {
    let findings = try findings(damage.package)
    let places = findings.map { "\($0.code.rawValue) \($0.path?.text ?? "") \($0.offset ?? -1)" }
    let expected = damage.found.map { "\($0.code.rawValue) \($0.path) \($0.offset ?? -1)" }
    #expect(places == expected)
  }

  @Test(arguments: Damage.ofDocuments + Damage.ofPages + Damage.ofManifests)
  func findsTheSameInAnArchive(_ damage: Damage) throws {
    let inFolder = try findings(damage.package)
    let sink = try ArchiveBytes.packing([FolderSource(temporary.folder.folder(Name.of(damage.package.name)))])
    let archive = try sink.open(in: temporary)
    let package = try #require(archive.packages.first)
    let name = try #require(package.name)
    #expect(Check(now: PackageFixture.now).package(package.source, named: name).findings == inFolder)
  }

  @Test func saysNothingOfAHealthyPackage() throws {
    let report = try report(.notebook)
    #expect(report.findings == [])
    #expect(report.pageCount == 3)
    #expect(report.elementCount == 5)
    #expect(report.title == "Field notes")
    #expect(report.documentID == Identifier(PackageFixture.documentID))
    #expect(
      report.byteCount
        == PackageFixture.notebook.files.reduce(0) { $0 + PackageFixture.notebook.bytes($1).count })
    #expect(report.worst == nil)
  }

  @Test func takesTheUnknownForGood() throws {
    let report = try report(.richNotebook)
    #expect(report.findings.map(\.code) == [.extraFile, .elementUnknown])
    #expect(report.worst == .info)
  }

  @Test(arguments: PackageCorpus.isThere ? PackageCorpus.names : [])
  func saysNothingAboveInfoOfRealNotes(_ name: String) throws {
    let library = try #require(PackageCorpus.library)
    let folder = try Folder.open(library).folder(Name.of(name))
    let report = Check(now: PackageFixture.now).package(FolderSource(folder), named: .of(name))
    #expect(report.findings.filter { $0.severity > .info } == [])
  }

  @Test(.enabled(if: PackageCorpus.isThere, "the collection of real notes isn't there"))
  func knowsTheRealNotes() { #expect(PackageCorpus.names.count == 18) }

  @Test func readsOnly() throws {
    let folder = try PackageFixture.richNotebook.write(into: temporary.folder)
    let before = try folder.walk()
    _ = Check(now: PackageFixture.now).package(FolderSource(folder), named: nil)
    #expect(try folder.walk() == before)
  }

  /// One fault in each of two lines, and a third line that is whole.
  @Test func namesEveryDamagedElementOfAPageOnce() throws {
    var package = PackageFixture.notebook
    let page = PackageFixture.page(PackageFixture.firstPage)
    package.edit(page, "\"color\":\"#1A1A1AFF\"", "\"color\":1")
    package.edit(page, "\"color\":\"#FF0000\"", "\"color\":2")
    let finding = try #require(try findings(package).first)
    #expect(finding.code == .elementDamaged)
    #expect(finding.offset == package.offset(of: "1,\"startedAt\"", in: page))
    #expect(finding.detail.hasPrefix("2 elements:"))
    #expect(finding.detail.contains("byte \(package.offset(of: "2,\"radius\"", in: page))"))
  }

  // MARK: What isn't known for certain

  @Test(arguments: [
    PackageFixture.page(PackageFixture.secondPage), "assets/\(PackageFixture.drawing).png",
    PackageFixture.thumbnail(PackageFixture.firstPage), "document.json", "manifest.json",
  ])
  func countsAFileThatIsNotDownloadedAsPresent(_ path: String) throws {
    var package = PackageFixture.notebook
    let name = RelativePath.of(path).name.description
    package.rename(path, to: path.replacing(name, with: ".\(name).icloud"))
    #expect(try findings(package).map(\.code) == [.filePlaceholder])
  }

  @Test(arguments: [
    ("pages/\(PackageFixture.otherPage).journal", "journal without a snapshot"),
    ("pages/\(PackageFixture.secondPage).journal", "journal of a page"), ("pages.sqlite", "database"),
  ])
  func callsNothingAnOrphanBesideA(_ path: String, _: String) throws {
    var package = PackageFixture.notebook
    package.add("assets/\(PackageFixture.otherAsset).jpg", PackageFixture.jpeg)
    package.add(path, "x")
    let findings = try findings(package)
    #expect(!findings.contains { $0.code == .assetOrphan })
    #expect(findings.contains { $0.path?.text == path && $0.severity > .info })
  }

  @Test func namesAMissingThumbnailOnceForAPageListedTwice() throws {
    var package = PackageFixture.notebook
    package.add(
      "document.json",
      PackageFixture.document([(PackageFixture.emptyPage, 0), (PackageFixture.emptyPage, 0)]))
    package.add("manifest.json", PackageFixture.manifest(pageCount: 2, cover: nil))
    for id in [PackageFixture.firstPage, PackageFixture.secondPage] {
      package.remove(PackageFixture.page(id))
      package.remove(PackageFixture.thumbnail(id))
    }
    package.remove("assets")
    package.remove(PackageFixture.thumbnail(PackageFixture.emptyPage))
    #expect(try findings(package).map(\.code) == [.pageListedTwice, .thumbnailMissing])
  }

  @Test func wantsAUUIDInTheFoldersName() throws {
    var package = PackageFixture.notebook
    package.edit("document.json", PackageFixture.documentID, "field-notes")
    package.edit("manifest.json", PackageFixture.documentID, "field-notes")
    package.name = "field-notes.lnote"
    #expect(try findings(package).map(\.code) == [.folderNameForm])
  }

  @Test(arguments: ["lower", "braces"])
  func takesAnotherSpellingOfAnIdForTheSame(_ spelling: String) throws {
    var package = PackageFixture.notebook
    let id = PackageFixture.secondPage
    let other = spelling == "lower" ? id.lowercased() : "{\(id)}"
    package.edit("document.json", id, other)
    package.edit(PackageFixture.page(id), "\"page\":\"\(id)\"", "\"page\":\"\(other)\"")
    #expect(try findings(package).filter { $0.severity > .warning } == [])
  }
}
