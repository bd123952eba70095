import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// What an editor does between two saves of the notebook.
enum Edit {
  static let asset = PackageChanges.NewAsset(
    id: Identifier(PackageFixture.otherAsset), fileExtension: "png", bytes: PackageFixture.png)

  /// A new title, a new picture on the first page, and a new page.
  static func changes(of package: Package) throws -> PackageChanges {
    var document = package.document
    document.title = "Better notes"
    document.modifiedAt = Timestamp(milliseconds: PackageFixture.now - 1000)
    var first = try package.page(document.pages[0].id)
    first.elements.append(
      .image(
        PlacedImage(
          id: Identifier("E6666666-6666-4666-8666-666666666666"), asset: asset.id,
          frame: .init(x: 0, y: 0, width: 10, height: 10))))
    let new = Page(id: Identifier(PackageFixture.otherPage))
    document.pages.insert(
      PageEntry(
        id: new.id, canvas: Canvas(width: 100, height: 100), createdAt: document.createdAt,
        modifiedAt: document.modifiedAt, elementCount: 7), at: 1)
    return PackageChanges(document: document, pages: [first, new], assets: [asset])
  }

  /// The files that it writes, in the order of writing.
  static let files = [
    "assets/\(PackageFixture.otherAsset).png", PackageFixture.page(PackageFixture.firstPage),
    PackageFixture.page(PackageFixture.otherPage), "document.json", "manifest.json",
  ]
}

@Suite struct PackageSavingTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func open(_ fixture: PackageFixture) throws -> Package {
    try Package.open(FolderSource(try fixture.write(into: temporary.folder)))
  }

  private func text(_ path: String) throws -> String {
    let folder = try temporary.folder.folder(Name.of(Notebook.notebook.name))
    return String(decoding: try folder.read(RelativePath.of(path), limit: 1 << 20), as: UTF8.self)
  }

  private func check(_ package: Package) -> [Finding] {
    Check(now: PackageFixture.now).package(package.source, named: .of(Notebook.notebook.name)).findings
  }

  @Test func givesAHealthyPackageWithWhatChanged() throws {
    let package = try open(.notebook)
    let changes = try Edit.changes(of: package)
    let saved = try package.save(changes)
    #expect(check(saved).map(\.code) == [.thumbnailMissing])
    let again = try Package.open(saved.path)
    #expect(again.document == saved.document)
    #expect(saved.document.title == "Better notes")
    #expect(saved.document.pages.map(\.elementCount) == [4, 0, 2, 0])
    #expect(try again.page(changes.pages[0].id) == changes.pages[0])
    #expect(try again.assetBytes(Edit.asset.id) == Edit.asset.bytes)
    #expect(try again.manifest() == again.derivedManifest())
  }

  @Test func knowsItsFilesAsOpeningItAgainWould() throws {
    let package = try open(.notebook)
    let first = try package.save(Edit.changes(of: package))
    #expect(first.inventory.entries == (try Package.open(package.source)).inventory.entries)
    let page = try first.page(first.document.pages[0].id)
    let second = try first.save(PackageChanges(document: first.document, pages: [page]))
    let opened = try Package.open(package.source).inventory
    #expect(second.inventory.entries == opened.entries)
    #expect(second.inventory.pages == opened.pages)
    #expect(second.inventory.assets == opened.assets)
    #expect(second.inventory.byteCount == opened.byteCount)
    #expect(first.inventory.pages != second.inventory.pages)
  }

  @Test func keepsWhatItDoesNotKnow() throws {
    let package = try open(.richNotebook)
    var document = package.document
    document.title = "Other notes"
    var page = try package.page(Identifier(Notebook.secondPage))
    page.elements.removeFirst()
    _ = try package.save(PackageChanges(document: document, pages: [page]))

    var expected = Notebook.richNotebook
    expected.edit("document.json", "Field notes", "Other notes")
    expected.edit(
      "document.json", "\"elementCount\": 3,\n      \"paper\"", "\"elementCount\": 2,\n      \"paper\"")
    expected.edit("manifest.json", "Field notes", "Other notes")
    let line = Notebook.image(Notebook.drawing).dropLast() + ",\"crop\":[0.10]},\n"
    expected.edit(Notebook.page(Notebook.secondPage), String(line), "")
    #expect(try TreeSnapshot(of: temporary.folder.folder(Name.of(expected.name))) == expected.tree)
  }

  @Test func changesNothingWhenNothingChanged() throws {
    let package = try open(.notebook)
    let before = try temporary.folder.walk()
    _ = try package.save(PackageChanges(document: package.document))
    #expect(try temporary.folder.walk() == before)
  }

  @Test func bringsAStaleManifestUpToDate() throws {
    var fixture = Notebook.richNotebook
    fixture.edit("manifest.json", "Field notes", "Old notes")
    let package = try open(fixture)
    _ = try package.save(PackageChanges(document: package.document))
    #expect(try text("manifest.json") == Notebook.richNotebook.text("manifest.json"))
  }

  @Test func makesTheFolderForTheFirstAsset() throws {
    var fixture = Notebook.notebook
    fixture.remove("assets")
    let package = try open(fixture)
    let saved = try package.save(PackageChanges(document: package.document, assets: [Edit.asset]))
    #expect(try saved.assetBytes(Edit.asset.id) == Edit.asset.bytes)
  }

  @Test func writesAPageWhereItsFileIs() throws {
    var fixture = Notebook.notebook.renumbered(0)
    let (id, path) = (
      "0AAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA", "pages/0aaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa.content"
    )
    let old = "0" + Notebook.emptyPage.dropFirst()
    fixture.edit("document.json", old, id)
    fixture.remove(Notebook.page(old))
    fixture.remove(Notebook.thumbnail(old))
    fixture.add(path, Notebook.page(id, []))
    let package = try open(fixture)
    let page = Page(id: Identifier(id), epoch: 4)
    let saved = try package.save(PackageChanges(document: package.document, pages: [page]))
    #expect(saved.inventory.pages.count == 3)
    #expect(saved.inventory.pages[Identifier(id)]?.path == .of(path))
    #expect(try saved.page(Identifier(id)) == page)
  }

  // MARK: Refusals

  @Test func leavesANewerFormatAlone() throws {
    var fixture = Notebook.notebook
    fixture.edit("document.json", "\"formatVersion\": 1", "\"formatVersion\": 2")
    try expectRefusal(.unsupported, open(fixture))
  }

  @Test func leavesAnotherStorageAlone() throws {
    var fixture = Notebook.notebook
    fixture.edit("document.json", "  \"pages\"", "  \"storage\": \"cloud\",\n  \"pages\"")
    let package = try open(fixture)
    let before = try temporary.folder.walk()
    let error = #expect(throws: PackageError.self) {
      try package.save(PackageChanges(document: package.document))
    }
    #expect(error?.code == .unsupported)
    #expect(try temporary.folder.walk() == before)
  }

  @Test func waitsForNobodyWhoHoldsTheLock() throws {
    let package = try open(.notebook)
    let lock = try temporary.folder.folder(Name.of(Notebook.notebook.name)).lock()
    try expectRefusal(.busy, package)
    lock.release()
    _ = try package.save(Edit.changes(of: package))
  }

  @Test func takesNoPageThatTheDocumentDoesNotList() throws {
    let package = try open(.notebook)
    let before = try temporary.folder.walk()
    let changes = PackageChanges(
      document: package.document, pages: [Page(id: Identifier(Notebook.otherPage))])
    let error = #expect(throws: PackageError.self) { try package.save(changes) }
    #expect(error?.code == .refused)
    #expect(try temporary.folder.walk() == before)
  }

  @Test func leavesAPageWithAJournalAlone() throws {
    var fixture = Notebook.notebook
    fixture.add("pages/\(Notebook.emptyPage).journal", "x")
    let package = try open(fixture)
    let page = Page(id: Identifier(Notebook.emptyPage))
    let error = #expect(throws: PackageError.self) {
      try package.save(PackageChanges(document: package.document, pages: [page]))
    }
    #expect(error?.code == .damaged)
    #expect(error?.path.name == .of("\(Notebook.emptyPage).journal"))
  }

  @Test(arguments: ["..", "a/b", ""])
  func writesNothingOutsideItsFolders(_ id: String) throws {
    let package = try open(.notebook)
    let asset = PackageChanges.NewAsset(id: Identifier(id), fileExtension: "../x", bytes: [1])
    let error = #expect(throws: PackageError.self) {
      try package.save(PackageChanges(document: package.document, assets: [asset]))
    }
    #expect(error?.code == .refused)
  }

  @Test(arguments: ["jpg", "png"])
  func neverWritesOverAnAssetOrBesideIt(_ fileExtension: String) throws {
    let package = try open(.notebook)
    let asset = PackageChanges.NewAsset(
      id: Identifier(Notebook.photo), fileExtension: fileExtension, bytes: Notebook.png)
    let error = #expect(throws: PackageError.self) {
      try package.save(PackageChanges(document: package.document, assets: [asset]))
    }
    #expect(error?.code == .exists)
    #expect(
      try TreeSnapshot(of: temporary.folder.folder(Name.of(Notebook.notebook.name))) == Notebook.notebook.tree
    )
  }

  @Test func changesNoArchive() throws {
    let archive = try ArchiveBytes.packing([Notebook.notebook.source]).open(in: temporary)
    let package = try Package.open(try #require(archive.packages.first).source)
    let error = #expect(throws: PackageError.self) {
      try package.save(PackageChanges(document: package.document))
    }
    #expect(error?.code == .unsupported)
  }

  private func expectRefusal(_ code: PackageError.Code, _ package: Package) throws {
    let before = try temporary.folder.walk()
    let error = #expect(throws: PackageError.self) { try package.save(Edit.changes(of: package)) }
    #expect(error?.code == code)
    #expect(try temporary.folder.walk() == before)
  }
}

#if RECORDS_OPERATIONS
  @Suite struct PackageSavingDurabilityTests {
    let temporary: TemporaryFolder
    let package: Package
    let initial: TreeSnapshot
    let changes: PackageChanges

    init() throws {
      temporary = try TemporaryFolder()
      package = try Package.open(FolderSource(try PackageFixture.notebook.write(into: temporary.folder)))
      initial = try TreeSnapshot(of: temporary.folder)
      changes = try Edit.changes(of: package)
    }

    private func record(_ faults: [Int: OperationRecorder.Fault] = [:], _ package: Package? = nil) throws
      -> OperationRecorder
    {
      let recorder = OperationRecorder(faults: faults)
      try OperationRecorder.$current.withValue(recorder) { _ = try (package ?? self.package).save(changes) }
      return recorder
    }

    private func inside(_ path: Path) -> String {
      String("\(path)".dropFirst("\(package.path)".count + 1))
    }

    @Test func writesResourcesBeforeReferences() throws {
      let published = try record().changes.compactMap { change -> String? in
        if case .rename(_, let path) = change { inside(path) } else { nil }
      }
      #expect(published == Edit.files)
    }

    @Test func makesEachFileDurableBeforeTheNext() throws {
      var unsynced: Set<Path> = []
      for change in try record().changes {
        switch change {
        case .createFile(let path, _): unsynced.insert(path)
        case .syncFile(let path), .syncFolder(let path): unsynced.remove(path)
        case .rename(let old, let new):
          #expect(!unsynced.contains(old))
          #expect(unsynced.isEmpty)
          unsynced.insert(new.parent)
        default: break
        }
      }
      #expect(unsynced.isEmpty)
    }

    @Test func touchesNoOtherPage() throws {
      let recorder = try record()
      let opened = recorder.attempts.compactMap { attempt -> String? in
        if case .openFile(let path) = attempt { inside(path) } else { nil }
      }
      #expect(Set(opened) == ["manifest.json"])
      let written = Set(recorder.changes.map { inside($0.path) })
      #expect(
        !written.contains { $0.contains(PackageFixture.secondPage) || $0.contains(PackageFixture.emptyPage) })
    }

    /// The worst that a crash may leave: what a save repairs or nobody needs.
    private static let harmless: Set<FindingCode> = [
      .temporaryLeftover, .assetOrphan, .pageUnlisted, .elementCountMismatch, .manifestStale,
      .thumbnailMissing,
    ]

    @Test func everyCrashLeavesAPackageWithoutErrors() throws {
      let recorder = try record()
      let final = try TreeSnapshot(of: temporary.folder)
      let replay = CrashReplay(root: temporary.path, initial: initial, changes: recorder.changes)
      var seen: Set<FindingCode> = []
      replay.forEachCrash { crash, state in
        let findings = state.findings(ofPackageNamed: PackageFixture.notebook.name)
        #expect(
          findings.allSatisfy { Self.harmless.contains($0.code) && $0.severity < .error },
          "\(crash): \(findings)")
        seen.formUnion(findings.map(\.code))
        for (path, node) in state.withoutLeftovers.nodes {
          #expect(node == initial.nodes[path] || node == final.nodes[path], "\(crash): \(path)")
        }
      }
      #expect(seen == Self.harmless)
      #expect(replay.state(after: recorder.changes.count, data: .lost, names: .lost) == final)
    }

    @Test(arguments: [ENOSPC, EIO, EACCES, EINTR])
    func everyErrorLeavesOldOrNewFilesAndASecondSaveCompletes(_ errno: Int32) throws {
      let steps = try record().attempts
      let final = try TreeSnapshot(of: temporary.folder)
      for (index, step) in steps.enumerated() {
        let fresh = try TemporaryFolder()
        let folder = try PackageFixture.notebook.write(into: fresh.folder)
        let package = try Package.open(FolderSource(folder))
        let context: Comment = "errno \(errno) in step \(index), \(step.verb) \(inside(step.path))"
        do {
          _ = try record([index: .failure(errno)], package)
          #expect(errno == EINTR, "swallowed: \(context)")
        } catch let error as PackageError {
          #expect(error.path.bytes.starts(with: fresh.path.bytes), context)
          #expect(error.message.contains("\(error.path)"), context)
        }
        let state = try TreeSnapshot(of: fresh.folder)
        #expect(state == state.withoutLeftovers, context)
        let findings = state.findings(ofPackageNamed: PackageFixture.notebook.name)
        #expect(findings.allSatisfy { $0.severity < .error }, context)
        for (path, node) in state.nodes {
          #expect(node == initial.nodes[path] || node == final.nodes[path], context)
        }
        _ = try package.save(changes)
        #expect(try TreeSnapshot(of: fresh.folder) == final, "saved again after \(context)")
      }
    }
  }

  extension TreeSnapshot {
    /// What the check says of one package of this library.
    func findings(ofPackageNamed name: String) -> [Finding] {
      let inside = nodes.compactMap { path, node -> (RelativePath, Node)? in
        guard path.names.count > 1, path.names[0] == .of(name) else { return nil }
        return (RelativePath(Array(path.names.dropFirst())), node)
      }
      let source = MemorySource(TreeSnapshot(Dictionary(uniqueKeysWithValues: inside)), path: Path(name))
      return Check(now: PackageFixture.now).package(source, named: .of(name)).findings
    }
  }
#endif
