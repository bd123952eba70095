import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

/// Who saves what it opened a while ago undoes nothing that another program saved meanwhile.
@Suite struct OtherWriterTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder
  static let page = Identifier(Notebook.firstPage)

  init() throws { temporary = try TemporaryFolder(isInMemory: true) }

  static var storages: [Bool] {
    #if SQLite
      [false, true]
    #else
      [false]
    #endif
  }

  private func notebook(inDatabase: Bool = false) throws -> Folder {
    #if SQLite
      if inDatabase { return try Notebook.notebook.inDatabase().write(into: temporary.folder) }
    #endif
    return try Notebook.notebook.write(into: temporary.folder)
  }

  private func expectChanged(_ name: String, _ folder: Folder, _ body: () throws -> Void) throws {
    let before = try TreeSnapshot(of: folder)
    let error = #expect(throws: PackageError.self) { try body() }
    #expect(error?.code == .changed && error?.path.name == Name.of(name), "\(error?.message ?? "")")
    #expect(try TreeSnapshot(of: folder) == before)
  }

  // MARK: Saving

  @Test(arguments: storages) func savesOverNoOtherDocument(_ inDatabase: Bool) throws {
    let folder = try notebook(inDatabase: inDatabase)
    let mine = try Package.open(folder.path)
    let other = try Package.open(folder.path)
    _ = try other.save(Edit.changes(of: other))
    var document = mine.document
    document.title = "Mine"
    try expectChanged("document.json", folder) { _ = try mine.save(PackageChanges(document: document)) }
    let changes = PackageChanges(document: mine.document, pages: [try mine.page(Self.page)])
    try expectChanged("document.json", folder) { _ = try mine.save(changes) }
    let again = try Package.open(folder.path)
    document = again.document
    document.title = "Mine"
    #expect(try again.save(PackageChanges(document: document)).document.pages.count == 4)
  }

  /// The other one hasn't saved its document yet.
  @Test(arguments: storages) func savesOverNoOtherPage(_ inDatabase: Bool) throws {
    let folder = try notebook(inDatabase: inDatabase)
    let mine = try Package.open(folder.path)
    let old = try mine.page(Self.page)
    let other = try Package.open(folder.path)
    var page = old
    page.elements.reverse()
    _ = try other.save(PackageChanges(document: other.document, pages: [page]))
    var changes = PackageChanges(document: mine.document, pages: [old], assets: [Edit.asset])
    changes.pages[0].elements.removeLast()
    changes.document.pages[0].elementCount -= 1
    // The counts are the same, so that the document is.
    try expectChanged(inDatabase ? "pages.sqlite" : "\(Notebook.firstPage).content", folder) {
      _ = try mine.save(changes)
    }
    #expect(try Package.open(folder.path).page(Self.page).elements == page.elements)
  }

  /// As after a save that failed behind the pages.
  @Test(arguments: storages) func savesAgainWhatIsThere(_ inDatabase: Bool) throws {
    let folder = try notebook(inDatabase: inDatabase)
    let mine = try Package.open(folder.path)
    var page = try mine.page(Self.page)
    page.elements.reverse()
    let changes = PackageChanges(document: mine.document, pages: [page])
    _ = try mine.save(changes)
    _ = try mine.save(changes)
    #expect(try Package.open(folder.path).page(Self.page).elements == page.elements)
  }

  @Test func writesOverNoPageThatIsNew() throws {
    let folder = try notebook()
    let mine = try Package.open(folder.path)
    var changes = try Edit.changes(of: mine)
    changes.assets = []
    changes.pages[0] = try mine.page(changes.pages[0].id)
    try folder.folder(Name.of("pages")).createFileDurably(
      Name.of("\(Notebook.otherPage).content"), with: Array("somebody's".utf8))
    try expectChanged("\(Notebook.otherPage).content", folder) { _ = try mine.save(changes) }
  }

  // MARK: Thumbnails

  @Test func thumbnailsFollowTheDocument() throws {
    let folder = try notebook()
    let mine = try Package.open(folder.path)
    let other = try Package.open(folder.path)
    var document = other.document
    document.title = "Renamed meanwhile"
    _ = try other.save(PackageChanges(document: document))
    let saved = try mine.saveThumbnails([(page: Self.page, jpeg: [0xFF, 0xD8])])
    #expect(saved.document.title == "Renamed meanwhile")
    #expect(try saved.manifest()?.title == "Renamed meanwhile")
  }

  @Test(arguments: storages) func drawsNoPageAsItWas(_ inDatabase: Bool) throws {
    let folder = try notebook(inDatabase: inDatabase)
    let mine = try Package.open(folder.path)
    let other = try Package.open(folder.path)
    var page = try other.page(Self.page)
    page.elements.reverse()
    _ = try other.save(PackageChanges(document: other.document, pages: [page]))
    try expectChanged(Notebook.notebook.name, folder) {
      _ = try mine.saveThumbnails([(page: Self.page, jpeg: [0xFF, 0xD8])])
    }
  }

  // MARK: Sessions

  /// One that knows of no lock.
  private func rewrite(_ path: String, in folder: Folder, _ change: (inout String) -> Void) throws {
    let place = RelativePath.of(path)
    var text = String(decoding: try folder.read(place, limit: 1 << 20), as: UTF8.self)
    change(&text)
    let holder = try place.parent.map { try folder.folder($0) } ?? folder
    try holder.replaceFile(place.name, with: Array(text.utf8))
  }

  @Test(arguments: PageSessionTests.engines)
  func aSessionKeepsAnotherTitle(_ engine: StorageEngine) throws {
    let folder = try notebook(inDatabase: engine == .sqlite)
    let session = try PackageSession.open(folder.path, engine: engine)
    let page = try session.page(Self.page)
    try page.append(PageSessionTests.stroke(1))
    try rewrite("document.json", in: folder) { $0 = $0.replacing("Field notes", with: "Renamed meanwhile") }
    try session.flush(at: PageSessionTests.later)
    let flushed = try Package.open(folder.path)
    #expect(flushed.document.title == "Renamed meanwhile" && flushed.document.pages[0].elementCount == 4)
    #expect(try flushed.manifest() == flushed.derivedManifest())
    try session.close(at: PageSessionTests.later)
    #expect(try Package.open(folder.path).document == flushed.document)
  }

  @Test(arguments: [StorageEngine.snapshot, .journal])
  func aSessionWritesOverNoOtherSnapshot(_ engine: StorageEngine) throws {
    let folder = try notebook()
    let session = try PackageSession.open(folder.path, engine: engine)
    let page = try session.page(Self.page)
    try page.append(PageSessionTests.stroke(1))
    try page.save()
    // A journal is merged at the end only.
    if engine == .snapshot { try page.append(PageSessionTests.stroke(2)) }
    let path = Notebook.page(Notebook.firstPage)
    try rewrite(path, in: folder) { $0 = $0.replacing("\"pen\"", with: "\"pencil\"") }
    try expectChanged("\(Notebook.firstPage).content", folder) {
      if engine == .journal { try page.close() } else { try page.save() }
    }
    withExtendedLifetime(session) {}
  }

  @Test func aSessionLosesNoOtherFrames() throws {
    let folder = try notebook()
    let session = try PackageSession.open(folder.path, engine: .journal)
    let page = try session.page(Self.page)
    try page.append(PageSessionTests.stroke(1))
    try page.save()
    let journal = "pages/\(Notebook.firstPage).journal"
    let place = RelativePath.of(journal)
    let bytes = try folder.read(place, limit: 1 << 20)
    try folder.folder(Name.of("pages")).replaceFile(place.name, with: bytes + [1, 2, 3])
    try page.append(PageSessionTests.stroke(2))
    try expectChanged("\(Notebook.firstPage).journal", folder) { try page.save() }
    try expectChanged("\(Notebook.firstPage).journal", folder) { try page.close() }
    withExtendedLifetime(session) {}
  }
}
