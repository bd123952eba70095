import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

@Suite struct LibraryTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder
  var library: Library { Library(temporary.folder) }

  init() throws { temporary = try TemporaryFolder() }

  @Test func listsPackagesInTheOrderOfTheirNames() throws {
    for number in [7, 3, 9] { try Notebook.notebook.renumbered(number).write(into: temporary.folder) }
    var named = Notebook.notebook
    named.name = "Zoo.LNOTE"
    try named.write(into: temporary.folder)
    let listing = try library.list()
    #expect(listing.map { "\($0.name)".prefix(3) } == ["3F9", "7F9", "9F9", "Zoo"])
    #expect(listing.allSatisfy { $0.problem == nil && $0.manifest?.title == "Field notes" })
    #expect(listing.last?.id == Identifier(Notebook.documentID))
    #expect(listing.first?.path == temporary.path.appending(Name.of(Notebook.notebook.renumbered(3).name)))
  }

  @Test func listsNothingElse() throws {
    try temporary.folder.replaceFile(.of("letter.lnote"), with: [1])
    try temporary.folder.makeLink(.of("link.lnote"), to: ".")
    for name in ["Letters", ".lnote-stage-0123456789abcdef", ".lnote-lost+found", ".lnote"] {
      _ = try temporary.folder.makeFolder(.of(name))
    }
    #expect(try library.list().map(\.name) == [])
  }

  @Test(arguments: ["absent", "cut", "a folder", "too large"])
  func saysWhyAManifestCannotBeRead(_ state: String) throws {
    var package = Notebook.notebook
    var limits = Limits.standard
    switch state {
    case "absent": package.remove("manifest.json")
    case "cut": package.cut("manifest.json", to: 77)
    case "a folder":
      package.remove("manifest.json")
      package.addFolder("manifest.json")
    default: limits.documentByteCount = 50
    }
    try package.write(into: temporary.folder)
    try Notebook.notebook.renumbered(7).write(into: temporary.folder)
    let listing = try Library(temporary.folder, limits: limits).list()
    #expect(listing.count == 2)
    #expect(listing[0].manifest == nil)
    let problem = try #require(listing[0].problem)
    #expect(problem.path == listing[0].path.appending(RelativePath.of("manifest.json")))
    #expect(problem.offset == (state == "cut" ? 77 : nil))
    #expect(listing[0].id == Identifier(Notebook.documentID), "the folder's name says it")
    #expect(state == "too large" || listing[1].problem == nil)
  }

  #if RECORDS_OPERATIONS
    @Test func opensManifestsOnly() throws {
      for number in [7, 3] { try Notebook.richNotebook.renumbered(number).write(into: temporary.folder) }
      let recorder = OperationRecorder()
      _ = try OperationRecorder.$current.withValue(recorder) { try library.list() }
      let opened = recorder.attempts.compactMap { attempt -> Path? in
        switch attempt {
        case .openFile(let path), .read(let path), .list(let path): path
        default: nil
        }
      }
      #expect(Set(opened.compactMap(\.name)) == [temporary.path.name, .of("manifest.json")])
      #expect(recorder.changes.isEmpty)
    }
  #endif

  @Test func isAFolderThatIsNoPackage() throws {
    let folder = try Notebook.notebook.write(into: temporary.folder)
    #expect(try Library.open(temporary.path).list().count == 1)
    let error = #expect(throws: PackageError.self) { try Library.open(folder.path) }
    #expect(error?.code == .ambiguous)
    let path = temporary.path.appending(Name.of("nothing"))
    #expect(#expect(throws: PackageError.self) { try Library.open(path) }?.code == .notFound)
  }
}

@Suite struct PackageSourcesTests {
  @Test func tellPackagesLibrariesAndArchivesApart() throws {
    let temporary = try TemporaryFolder()
    let package = try PackageFixture.notebook.write(into: temporary.folder)
    var named = PackageFixture.notebook
    named.name = "My notes"
    let unnamed = try named.write(into: temporary.folder)
    let empty = try temporary.folder.makeFolder(.of("Empty.lnote"))
    let archive = try ArchiveBytes.packing([named.source]).write(into: temporary)
    #expect(try PackageSources.kind(of: package.path) == .package)
    #expect(try PackageSources.kind(of: unnamed.path) == .package)
    #expect(try PackageSources.kind(of: empty.path) == .package)
    #expect(try PackageSources.kind(of: temporary.path) == .library)
    #expect(try PackageSources.kind(of: archive) == .archive)
  }

  @Test func nameALibraryThatStandsForAPackage() throws {
    let temporary = try TemporaryFolder()
    let error = #expect(throws: PackageError.self) { try PackageSources.one(at: temporary.path) }
    #expect(error?.code == .notPackage)
    #expect(error?.path == temporary.path)
  }
}
