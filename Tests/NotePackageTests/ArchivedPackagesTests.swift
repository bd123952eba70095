import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

@Suite struct ArchivedPackagesTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func entries(of package: PackageFixture, under folder: String) -> [(name: String, bytes: [UInt8])] {
    package.files.map { (folder + $0, package.bytes($0)) }
  }

  private func open(_ entries: [(name: String, bytes: [UInt8])]) throws -> ArchivedPackages {
    try ArchiveBytes.holding(entries).open(in: temporary)
  }

  @Test(arguments: [
    "\(PackageFixture.documentID).lnote/", "wrapped/\(PackageFixture.documentID).lnote/", "", "My notes/",
    "wrapped/My notes/", "\(PackageFixture.documentID.lowercased()).LNOTE/",
  ])
  func findsThePackageIn(_ folder: String) throws {
    let archive = try open(entries(of: .notebook, under: folder))
    #expect(archive.packages.count == 1)
    #expect(archive.strays == [])
    let package = try #require(archive.packages.first)
    #expect(package.name?.text == folder.split(separator: "/").last.map(String.init))
    try expectWhole(package.source)
  }

  private func expectWhole(_ source: ArchiveSource, _ fixture: PackageFixture = .notebook) throws {
    #expect(try source.entries().filter { $0.kind == .file }.map { "\($0.path)" } == fixture.files)
    for path in fixture.files {
      #expect(try source.read(.of(path), limit: 1 << 20) == fixture.bytes(path))
      let ends = try source.readEnds(.of(path), count: 50)
      #expect(ends.head == Array(fixture.bytes(path).prefix(50)))
      #expect(ends.tail == Array(fixture.bytes(path).suffix(50)))
    }
    #expect(Check(now: PackageFixture.now).package(source, named: nil).findings == [])
    #expect(try Package.open(source).document.id == Identifier(PackageFixture.documentID))
  }

  @Test(arguments: ["\(PackageFixture.documentID).lnote/", "wrapped/\(PackageFixture.documentID).lnote/", ""])
  func dropsWhatDesktopsAdd(_ folder: String) throws {
    let added: [(name: String, bytes: [UInt8])] = [
      ("__MACOSX/", []), ("__MACOSX/\(folder)._document.json", [1]), ("\(folder)._document.json", [1]),
      ("\(folder)assets/.DS_Store", [1]), (".DS_Store", [1]),
    ]
    let archive = try open(entries(of: .notebook, under: folder) + added)
    #expect(archive.packages.count == 1)
    #expect(archive.strays == [])
    try expectWhole(try #require(archive.packages.first).source)
  }

  @Test func findsSeveralInTheOrderOfTheArchive() throws {
    let other = Notebook.notebook.renumbered(7)
    let mixed =
      entries(of: other, under: "Other/") + entries(of: .notebook, under: "\(Notebook.documentID).lnote/")
    let archive = try open(mixed)
    #expect(archive.packages.map(\.name?.text) == ["Other", "\(Notebook.documentID).lnote"])
    try expectWhole(archive.packages[1].source)
  }

  @Test func tellsOfWhatBelongsToNoPackage() throws {
    let strays: [(name: String, bytes: [UInt8])] = [
      ("readme.txt", [1]), ("pictures/", []), ("pictures/cat.jpg", [1]),
    ]
    let archive = try open(strays + entries(of: .notebook, under: "\(Notebook.documentID).lnote/"))
    #expect(archive.packages.count == 1)
    #expect(archive.strays.map(\.text) == ["readme.txt", "pictures/cat.jpg"])
  }

  @Test func leavesAPackageInsideAPackageToTheOuterOne() throws {
    let inner = entries(
      of: Notebook.notebook.renumbered(7), under: "\(Notebook.documentID).lnote/Inner.lnote/")
    let archive = try open(inner + entries(of: .notebook, under: "\(Notebook.documentID).lnote/"))
    #expect(archive.packages.map(\.name?.text) == ["\(Notebook.documentID).lnote"])
    let findings = Check(now: PackageFixture.now).package(archive.packages[0].source, named: nil).findings
    #expect(findings.map(\.code) == [.packageNested])
  }

  @Test func takesAPackageWithoutADocumentByItsName() throws {
    let archive = try open([("Empty.lnote/letter.txt", [1])])
    #expect(archive.packages.map(\.name?.text) == ["Empty.lnote"])
  }

  @Test(arguments: [["letter.txt"], ["pictures/", "pictures/cat.jpg"], ["a/b/c/document.json"]])
  func saysThatThereIsNoPackage(_ names: [String]) throws {
    let error = #expect(throws: PackageError.self) {
      try open(names.map { ($0, $0.hasSuffix("/") ? [] : [1]) })
    }
    #expect(error?.code == .notPackage)
    #expect(error?.path.name == .of("archive.lnotepack"))
  }

  @Test func saysThatAFileIsNoArchive() throws {
    try temporary.folder.replaceFile(.of("letter.lnotepack"), with: Array("Dear friend,\n".utf8))
    let path = temporary.path.appending(Name.of("letter.lnotepack"))
    let error = #expect(throws: PackageError.self) { try ArchivedPackages.open(path) }
    #expect(error?.code == .archive)
    #expect(error?.path == path)
  }

  @Test func opensNothingOfAnArchiveThatIsCutAnywhere() throws {
    let whole = try ArchiveBytes.packing([Notebook.notebook.source]).bytes
    let path = temporary.path.appending(Name.of("cut"))
    for count in stride(from: 0, to: whole.count, by: 7) {
      var file = try temporary.folder.createFile(.of("cut"))
      try file.write(Array(whole[..<count]))
      try file.close()
      let error = #expect(throws: PackageError.self) { try ArchivedPackages.open(path) }
      #expect(error?.code == .archive)
      try temporary.folder.remove(.of("cut"))
    }
  }

  @Test func isTheOnePackageOfAPath() throws {
    let one = try ArchiveBytes.packing([Notebook.notebook.source]).write(into: temporary, named: "one.lnote")
    #expect(try Package.open(one).document.title == "Field notes")
    let two = try ArchiveBytes.packing([Notebook.notebook.source, Notebook.notebook.renumbered(7).source])
      .write(into: temporary, named: "two")
    let error = #expect(throws: PackageError.self) { try Package.open(two) }
    #expect(error?.code == .ambiguous)
  }
}
