#if SQLite
  import DurableFiles
  import NoteModel
  import NotePackage
  import TestSupport
  import Testing

  /// Packages with their pages in a database, in the hands of everything that reads and changes packages.
  @Suite struct DatabasePackageTests {
    typealias Notebook = PackageFixture

    let temporary: TemporaryFolder
    let library: Library

    init() throws {
      temporary = try TemporaryFolder(isInMemory: true)
      library = Library(temporary.folder)
    }

    private func findings(_ fixture: PackageFixture) throws -> [Finding] {
      Check(now: Notebook.now).package(
        FolderSource(try fixture.write(into: temporary.folder)), named: .of(fixture.name)
      )
      .findings
    }

    /// The notebook in a database, with a page as given and the document unchanged.
    private func notebook(replacing page: String, _ elements: [String]?) throws -> PackageFixture {
      var fixture = Notebook.notebook
      if let elements {
        fixture.add(Notebook.page(page), Notebook.page(page, elements))
      } else {
        fixture.remove(Notebook.page(page))
      }
      return try fixture.inDatabase()
    }

    // MARK: The check

    @Test func findsNothingInAHealthyOne() throws {
      #expect(try findings(Notebook.notebook.inDatabase()) == [])
    }

    @Test(arguments: [
      ([Notebook.image(Notebook.drawing)], FindingCode.elementCountMismatch),
      ([Notebook.image(Notebook.drawing), Notebook.dot, Notebook.dot], .elementIDDuplicate),
      ([Notebook.image(Notebook.drawing), Notebook.image(Notebook.otherAsset)], .assetMissing),
      ([Notebook.dot, Notebook.plainStroke], .assetOrphan),
      ([Notebook.image(Notebook.drawing), Notebook.unknownElement], .elementUnknown),
      (
        [Notebook.image(Notebook.drawing), Notebook.dot.replacing("\"radius\":40", with: "\"radius\":0")],
        .valueRange
      ),
    ])
    func findsWhatIsWrongWithAPage(_ elements: [String], _ code: FindingCode) throws {
      let found = try findings(notebook(replacing: Notebook.secondPage, elements))
      #expect(found.contains { $0.code == code }, "\(found)")
      #expect(found.allSatisfy { $0.severity < .error || $0.code == .assetMissing }, "\(found)")
    }

    @Test func findsMissingAndUnlistedPages() throws {
      let missing = try findings(notebook(replacing: Notebook.secondPage, nil))
      #expect(missing.contains { $0.code == .pageMissing && $0.page?.number == 2 }, "\(missing)")
      var fixture = Notebook.notebook.renumbered(7)
      let page = "7" + Notebook.emptyPage.dropFirst()
      fixture.edit("document.json", page, Notebook.otherPage)
      let unlisted = try findings(fixture.inDatabase())
      #expect(
        unlisted.contains { $0.code == .pageUnlisted && $0.page?.id == Identifier(page) }, "\(unlisted)")
    }

    @Test func repairsWhatItFinds() throws {
      var fixture = try notebook(
        replacing: Notebook.secondPage, [Notebook.image(Notebook.drawing), Notebook.dot, Notebook.dot])
      fixture.edit("manifest.json", "Field notes", "Notes")
      try fixture.write(into: temporary.folder)
      let belongings = try Belongings(of: temporary.folder)
      let first = try repair()
      #expect(first.packages.allSatisfy { $0.failure == nil && $0.isChanged }, "\(first.packages)")
      let package = try Package.open(temporary.path.appending(Name.of(fixture.name)))
      #expect(try Set(package.page(Identifier(Notebook.secondPage)).elements.compactMap(\.id)).count == 3)
      #expect(package.document.pages[1].elementCount == 3)
      #expect(belongings.missing(in: try Belongings(of: temporary.folder)) == [])
      let tree = try temporary.folder.walk()
      #expect(try !repair().packages.contains { $0.isChanged })
      #expect(try temporary.folder.walk() == tree)
    }

    private func repair() throws -> Repair.Outcome {
      try Repair(Check(now: Notebook.now), level: .all).run(library, workerCount: 1)
    }

    /// A database of some size, cut or with a part of it overwritten.
    private func damagedNotebook(_ damage: (inout [UInt8]) -> Void) throws -> PackageFixture {
      var fixture = Notebook.notebook
      let strokes = (0..<300).map { number in
        let digits = String(1000 + number)
        return Notebook.plainStroke.replacing("E2222222", with: "E222\(digits)")
      }
      fixture.add(
        Notebook.page(Notebook.secondPage),
        Notebook.page(Notebook.secondPage, [Notebook.image(Notebook.drawing)] + strokes))
      fixture.edit("document.json", "\"elementCount\": 2", "\"elementCount\": 301")
      fixture = try fixture.inDatabase()
      var bytes = fixture.bytes("pages.sqlite")
      damage(&bytes)
      fixture.add("pages.sqlite", bytes)
      return fixture
    }

    @Test(arguments: ["in the middle", "at the end", "an index"])
    func recoversADamagedDatabase(_ place: String) throws {
      let fixture = try damagedNotebook { bytes in
        let pageCount = bytes.count / 4096
        switch place {
        case "at the end": bytes.removeLast(4096)
        case "an index":
          bytes.replaceSubrange(4 * 4096..<4 * 4096 + 64, with: [UInt8](repeating: 0xA5, count: 64))
        default:
          let start = pageCount / 2 * 4096
          bytes.replaceSubrange(start..<start + 4096, with: [UInt8](repeating: 0xA5, count: 4096))
        }
      }
      let found = try findings(fixture)
      #expect(found.contains { $0.code == .databaseDamaged }, "\(found)")
      let old = fixture.bytes("pages.sqlite")
      let outcome = try repair()
      #expect(outcome.packages.allSatisfy { $0.failure == nil && $0.isChanged }, "\(outcome.packages)")
      #expect(
        !outcome.packages[0].report.findings.contains { $0.code == .databaseDamaged && $0.state == .left })
      let run = try #require(outcome.runID)
      let package = try Package.open(temporary.path.appending(Name.of(fixture.name)))
      let page = try package.page(Identifier(Notebook.secondPage))
      #expect(page.elements.count > 150, "\(page.elements.count)")
      let kept = RelativePath.of("\(LostAndFound.name)/\(run)/\(fixture.name)/pages.sqlite")
      #expect(try temporary.folder.read(kept, limit: 1 << 30) == old)
      let tree = try temporary.folder.walk()
      #expect(try !repair().packages.contains { $0.isChanged })
      #expect(try temporary.folder.walk() == tree)
    }

    @Test func leavesADatabaseAloneInWhichNothingCanBeRead() throws {
      let fixture = try damagedNotebook {
        $0.replaceSubrange(0..<4096, with: [UInt8](repeating: 0xA5, count: 4096))
      }
      #expect(try findings(fixture).contains { $0.code == .databaseDamaged })
      let tree = try TreeSnapshot(of: temporary.folder)
      #expect(try !repair().packages.contains { $0.isChanged })
      #expect(try TreeSnapshot(of: temporary.folder) == tree)
    }

    @Test func damageAnywhereIsFoundOrHarmless() throws {
      let whole = try Notebook.notebook.inDatabase()
      let size = whole.bytes("pages.sqlite").count
      for offset in stride(from: 3, to: size, by: 1021) {
        var bytes = whole.bytes("pages.sqlite")
        bytes[offset] ^= 0x55
        var fixture = whole
        fixture.add("pages.sqlite", bytes)
        let folder = try fixture.write(into: temporary.folder)
        let report = Check(now: Notebook.now).package(FolderSource(folder), named: nil)
        // SQLite keeps no checksums: what it can't see must at least be read without harm.
        if !report.findings.contains(where: { $0.severity >= .error }) {
          let package = try Package.open(folder.path)
          for id in try package.pageIDs() { _ = try? package.page(id) }
        }
        try temporary.folder.removeTree(Name.of(fixture.name))
      }
    }

    // MARK: Saving

    @Test func savesPagesInOneTransaction() throws {
      let fixture = try Notebook.notebook.inDatabase()
      let folder = try fixture.write(into: temporary.folder)
      let package = try Package.open(folder.path)
      var first = try package.page(Identifier(Notebook.firstPage))
      let second = try package.page(Identifier(Notebook.secondPage))
      first.elements += second.elements
      var document = package.document
      document.title = "Changed"
      let saved = try package.save(PackageChanges(document: document, pages: [first]))
      #expect(try saved.page(first.id) == first)
      let again = try Package.open(folder.path)
      #expect(try again.page(first.id) == first)
      #expect(try again.page(second.id) == second)
      #expect(again.document.pages[0].elementCount == 5)
      #expect(
        try TreeSnapshot(of: folder).nodes.keys.filter { $0.names[0].text?.contains("sqlite-") == true } == []
      )
      #expect(
        try Check(now: Notebook.now).findings(in: temporary, fixture).filter { $0 != .thumbnailStale } == [])
    }

    // MARK: Packing and importing

    @Test func travelsInAnArchive() throws {
      let fixture = try Notebook.richNotebook.inDatabase()
      let archive = try ArchiveBytes.packing([fixture.source])
      let packed = try #require(try archive.open(in: temporary).packages.first)
      let package = try Package.open(packed.source)
      let snapshots = try Package.open(Notebook.richNotebook.source)
      for id in try snapshots.pageIDs() { #expect(try package.page(id) == snapshots.page(id)) }
      let importer = Importer(into: library, now: Notebook.now)
      #expect(try importer.take(packed.source).decision == .imported)
      #expect(try importer.take(packed.source).decision == .identical)
      // The same document, however it keeps its pages.
      #expect(try importer.take(Notebook.richNotebook.source).decision == .identical)
    }

    @Test(arguments: [ImportPolicy.keepBoth, .merge, .replace])
    func meetsAnotherState(_ policy: ImportPolicy) throws {
      let fixture = try Notebook.notebook.inDatabase()
      try fixture.write(into: temporary.folder)
      var other = Notebook.notebook
      other.add(Notebook.page(Notebook.secondPage), Notebook.page(Notebook.secondPage, [Notebook.dot]))
      other.edit("document.json", "\"elementCount\": 2", "\"elementCount\": 1")
      for incoming in [other, try other.inDatabase()] {
        _ = try Importer(into: library, policy: policy, now: Notebook.now).take(incoming.source)
        for name in try library.packageNames() {
          let folder = try temporary.folder.folder(name)
          let found = Check(now: Notebook.now).package(FolderSource(folder), named: name).findings
          #expect(found.allSatisfy { $0.severity < .warning }, "\(name): \(found)")
        }
      }
      let names = try library.packageNames()
      #expect(names.count == (policy == .keepBoth ? 2 : 1))
      let there = try Package.open(temporary.path.appending(Name.of(fixture.name)))
      #expect(try there.pageIDs().count == (policy == .merge ? 4 : 3))
      for id in try there.pageIDs() { _ = try there.page(id) }
    }
  }
#endif
