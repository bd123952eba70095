#if SQLite
  import DurableFiles
  import NoteModel
  import NotePackage
  import TestSupport
  import Testing

  /// Pages into a database and back: to the byte, verified, undone, refused.
  @Suite struct MigrationTests {
    typealias Notebook = PackageFixture

    let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder(isInMemory: true) }

    func migrate(
      _ target: Migration.Target, isDryRun: Bool = false
    ) throws -> Migration.Result {
      var migration = Migration(to: target, check: Check(now: Notebook.now))
      migration.isDryRun = isDryRun
      return try migration.run(Library(temporary.folder), workerCount: 1)
    }

    func expect(_ result: Migration.Result, _ state: Migration.Outcome.State) {
      #expect(result.packages.map(\.state) == [state], "\(result.packages.map(\.failure))")
    }

    /// The package as it is now, without lost+found.
    func tree(_ fixture: PackageFixture) throws -> TreeSnapshot {
      try TreeSnapshot(of: temporary.folder.folder(Name.of(fixture.name)))
    }

    /// Everything that only a newer program, or another one, writes into a page.
    static var strangeNotebook: PackageFixture {
      var package = Notebook.richNotebook
      let first = Notebook.page(Notebook.firstPage)
      package.edit(first, ",\"epoch\":0,", ",\"mood\":{\"a\" : 1},\"ink\":\"\\u00e9\",")
      package.edit(first, "]}\n", "],\"tail\":[1, 2],\"end\":null}\n")
      let second = Notebook.page(Notebook.secondPage)
      package.edit(second, "\"epoch\":0", "\"epoch\":12")
      package.edit(second, ",\"rotation\":0,\"opacity\":1000", "")
      package.edit(Notebook.page(Notebook.emptyPage), "]}\n", "],\"tail\":0}\n")
      return package
    }

    @Test(arguments: [Notebook.notebook, Notebook.richNotebook, Self.strangeNotebook])
    func comesBackToTheByte(_ fixture: PackageFixture) throws {
      try fixture.write(into: temporary.folder)
      let before = try Check(now: Notebook.now).findings(in: temporary, fixture)
      expect(try migrate(.sqlite), .migrated)
      let inside = try tree(fixture)
      #expect(inside.nodes[.of("pages.sqlite")] != nil)
      #expect(!inside.nodes.keys.contains { $0.names[0].text == "pages" })
      #expect(try Check(now: Notebook.now).findings(in: temporary, fixture) == before)
      expect(try migrate(.sqlite), .unchanged)
      #expect(try tree(fixture) == inside)
      expect(try migrate(.snapshots), .migrated)
      #expect(try tree(fixture) == fixture.tree)
      #expect(try Check(now: Notebook.now).findings(in: temporary, fixture) == before)
    }

    @Test func readsTheSamePagesFromBoth() throws {
      let fixture = Self.strangeNotebook
      let path = try fixture.write(into: temporary.folder).path
      let snapshots = try Package.open(path)
      let pages = try snapshots.pageIDs().map { try snapshots.page($0) }
      #expect(pages.count == 3)
      expect(try migrate(.sqlite), .migrated)
      let database = try Package.open(path)
      #expect(try database.pageIDs().map { try database.page($0) } == pages)
    }

    @Test func keepsTheOldPackageWhole() throws {
      let fixture = Notebook.richNotebook
      try fixture.write(into: temporary.folder)
      let id = try #require(try migrate(.sqlite).runID)
      let kept = try temporary.folder.folder(RelativePath.of("\(LostAndFound.name)/\(id)/\(fixture.name)"))
      let files = fixture.tree.nodes.filter { if case .file = $0.value { true } else { false } }
      #expect(
        try TreeSnapshot(of: kept).nodes.filter { if case .file = $0.value { true } else { false } } == files)
      let undone = try Undo(Library(temporary.folder)).run(id)
      #expect(undone.restored == [.of(fixture.name)] && undone.failures.isEmpty)
      #expect(try tree(fixture) == fixture.tree)
    }

    @Test func mergesJournals() throws {
      var fixture = Notebook.notebook
      var frames = JournalFixture(page: Notebook.secondPage)
      frames.append(type: 1, Notebook.plainStroke)
      fixture.add("pages/\(Notebook.secondPage).journal", frames.bytes)
      fixture.edit("document.json", "\"elementCount\": 2", "\"elementCount\": 3")
      let path = try fixture.write(into: temporary.folder).path
      let before = try Package.open(path).page(Identifier(Notebook.secondPage))
      expect(try migrate(.sqlite), .migrated)
      let after = try Package.open(path).page(Identifier(Notebook.secondPage))
      #expect(after.elements == before.elements && after.elements.count == 3)
      #expect(after.epoch == 1)
    }

    @Test func plansWithoutChangingAnything() throws {
      try Notebook.notebook.write(into: temporary.folder)
      let before = try temporary.folder.walk()
      let result = try migrate(.sqlite, isDryRun: true)
      expect(result, .planned)
      #expect(result.packages[0].pageCount == 3 && result.packages[0].elementCount == 5)
      #expect(result.packages[0].sampleCount == 6 && result.packages[0].assetCount == 2)
      #expect(try temporary.folder.walk() == before)
    }

    @Test(arguments: ["damaged", "busy", "newer", "mixed", "not downloaded"])
    func leavesAlone(_ kind: String) throws {
      var fixture = Notebook.notebook
      switch kind {
      case "damaged": fixture.cut(Notebook.page(Notebook.secondPage), to: 90)
      case "newer": fixture.edit("document.json", "\"formatVersion\": 1", "\"formatVersion\": 2")
      case "mixed": fixture.add("pages.sqlite", Notebook.database())
      case "not downloaded": fixture.rename("manifest.json", to: ".manifest.json.icloud")
      default: break
      }
      let folder = try fixture.write(into: temporary.folder)
      let lock = kind == "busy" ? try folder.lock() : nil
      defer { lock?.release() }
      let before = try TreeSnapshot(of: temporary.folder)
      let result = try migrate(.sqlite)
      expect(result, .failed)
      let codes: [String: PackageError.Code] = [
        "damaged": .damaged, "busy": .busy, "newer": .newerFormat, "mixed": .refused, "not downloaded": .busy,
      ]
      #expect(result.packages[0].failure?.code == codes[kind])
      #expect(result.runID == nil)
      #expect(try TreeSnapshot(of: temporary.folder) == before)
    }

    @Test(.enabled(if: PackageCorpus.isThere, "needs ../shared/corpus/lnote"))
    func bringsRealNotesBackToTheByte() throws {
      // The smaller ones: byte loops are slow in debug builds.
      for name in PackageCorpus.names where name.hasPrefix("9") { try expectRoundTrip(of: name) }
    }

    func expectRoundTrip(of name: String) throws {
      let library = try #require(PackageCorpus.library)
      var fixture = PackageFixture(name: name)
      fixture.tree = try TreeSnapshot(of: Folder.open(library.appending(Name.of(name))))
      try fixture.write(into: temporary.folder)
      expect(try migrate(.sqlite), .migrated)
      expect(try migrate(.snapshots), .migrated)
      #expect(try tree(fixture) == fixture.tree, "\(name)")
      try temporary.folder.removeTree(Name.of(name))
    }
  }

  /// All real notes, which takes a release build.
  @Suite struct HeavyMigrationTests {
    @Test(.enabled(if: PackageCorpus.isThere, "needs ../shared/corpus/lnote"), arguments: PackageCorpus.names)
    func bringsRealNotesBackToTheByte(_ name: String) throws {
      try MigrationTests().expectRoundTrip(of: name)
    }
  }

  extension Check {
    /// What it finds in a package of a temporary library, without what depends on where it lies.
    func findings(in temporary: TemporaryFolder, _ fixture: PackageFixture) throws -> [FindingCode] {
      let folder = try temporary.folder.folder(Name.of(fixture.name))
      return package(FolderSource(folder), named: .of(fixture.name)).findings.map(\.code)
    }
  }
#endif
