import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

/// Editing by way of every engine: what is read afterwards is what was made.
@Suite struct PageSessionTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder
  static let page = Identifier(Notebook.firstPage)
  static let later = Timestamp(milliseconds: Notebook.now - 1000)

  init() throws { temporary = try TemporaryFolder(isInMemory: true) }

  static var engines: [StorageEngine] {
    #if SQLite
      StorageEngine.allCases
    #else
      [.snapshot, .journal]
    #endif
  }

  private func notebook(for engine: StorageEngine) throws -> Folder {
    let fixture = engine == .sqlite ? try Notebook.notebook.inDatabase() : Notebook.notebook
    return try fixture.write(into: temporary.folder)
  }

  static func stroke(_ number: Int, samples: Int = 3) -> Element {
    .stroke(
      Stroke(
        id: Identifier("EE000000-0000-4000-8000-" + String(100_000_000_000 + number)),
        color: Color(red: 1, green: 2, blue: 3), radius: .constant(UInt16(number % 100 + 1)),
        x: (0..<samples).map { Int32($0 + number) }, y: (0..<samples).map { Int32($0) }))
  }

  private func findings(_ folder: Folder) -> [FindingCode] {
    Check(now: Notebook.now).package(FolderSource(folder), named: Name.of(Notebook.notebook.name)).findings
      .map(\.code).filter { ![.thumbnailStale, .databaseSidecar].contains($0) }
  }

  @Test(arguments: engines) func keepsWhatWasMade(_ engine: StorageEngine) throws {
    let folder = try notebook(for: engine)
    let session = try PackageSession.open(folder.path, engine: engine)
    #expect(session.engine == engine)
    let page = try session.page(Self.page)
    var wanted = page.page.elements
    for number in 0..<5 {
      try page.append(Self.stroke(number))
      wanted.append(Self.stroke(number))
    }
    try page.save()
    let first = try #require(wanted[0].id)
    try page.move(first, to: 4)
    wanted.insert(wanted.remove(at: 0), at: 4)
    try page.move(first, to: 0)
    wanted.insert(wanted.remove(at: 4), at: 0)
    try page.move(try #require(wanted[7].id), to: 1)
    wanted.insert(wanted.remove(at: 7), at: 1)
    try page.remove(try #require(wanted[5].id))
    wanted.remove(at: 5)
    guard case .stroke(var stroke) = wanted[4] else { throw CancellationError() }
    stroke.color = Color(red: 9, green: 9, blue: 9)
    stroke.tool = .marker
    wanted[4] = .stroke(stroke)
    try page.replace(wanted[4])
    #expect(page.isDirty && page.page.elements == wanted)
    try page.save()
    #expect(!page.isDirty)
    // Durable before anything is closed, and readable by others meanwhile.
    #expect(try Package.open(folder.path).page(Self.page).elements == wanted)
    #expect(findings(folder) == [.packageBusy])
    try session.close(at: Self.later)
    let package = try Package.open(folder.path)
    #expect(try package.page(Self.page).elements == wanted)
    #expect(package.document.pages[0].elementCount == wanted.count)
    #expect(package.document.modifiedAt == Self.later && package.document.pages[0].modifiedAt == Self.later)
    #expect(try package.manifest()?.modifiedAt == Self.later)
    #expect(findings(folder) == [])
    let names = try folder.walk().compactMap(\.path.text)
    #expect(!names.contains { $0.hasSuffix(".journal") || $0.contains("sqlite-") }, "\(names)")
  }

  @Test(arguments: engines) func changesNothingWithoutChanges(_ engine: StorageEngine) throws {
    let folder = try notebook(for: engine)
    let before = try TreeSnapshot(of: folder)
    let session = try PackageSession.open(folder.path, engine: engine)
    let page = try session.page(Self.page)
    try page.save()
    try session.flush(at: Self.later)
    try session.close(at: Self.later)
    #expect(try TreeSnapshot(of: folder) == before)
  }

  @Test(arguments: engines) func isTheOneWriter(_ engine: StorageEngine) throws {
    let folder = try notebook(for: engine)
    let session = try PackageSession.open(folder.path, engine: engine)
    let error = #expect(throws: PackageError.self) { try PackageSession.open(folder.path, engine: engine) }
    #expect(error?.code == .busy)
    try session.close(at: Self.later)
    try PackageSession.open(folder.path, engine: engine).close(at: Self.later)
  }

  @Test(arguments: engines) func flushesEveryDirtyPage(_ engine: StorageEngine) throws {
    let folder = try notebook(for: engine)
    let session = try PackageSession.open(folder.path, engine: engine)
    let ids = session.package.document.pages.map(\.id)
    for (number, id) in ids.enumerated() { try session.page(id).append(Self.stroke(number)) }
    try session.flush(at: Self.later)
    let package = try Package.open(folder.path)
    #expect(package.document.pages.map(\.elementCount) == [4, 3, 1])
    for (number, id) in ids.enumerated() {
      #expect(try package.page(id).elements.last == Self.stroke(number))
      #expect(try !session.page(id).isDirty)
    }
    try session.close(at: Self.later)
    #expect(findings(folder) == [])
  }

  @Test(arguments: engines) func refusesWhatCannotBe(_ engine: StorageEngine) throws {
    let session = try PackageSession.open(notebook(for: engine).path, engine: engine)
    let page = try session.page(Self.page)
    let there = page.page.elements[0]
    let codes = [
      #expect(throws: PackageError.self) { try page.append(there) }?.code,
      #expect(throws: PackageError.self) { try page.replace(Self.stroke(1)) }?.code,
      #expect(throws: PackageError.self) { try page.remove(Identifier(Notebook.otherPage)) }?.code,
      #expect(throws: PackageError.self) { try page.move(Identifier(Notebook.otherPage), to: 0) }?.code,
      #expect(throws: PackageError.self) { try session.page(Identifier(Notebook.otherPage)) }?.code,
    ]
    #expect(codes == [.exists, .notFound, .notFound, .notFound, .refused])
    #expect(!page.isDirty)
  }

  // MARK: Journals

  private var journal: RelativePath { .of("pages/\(Notebook.firstPage).journal") }
  private var snapshot: RelativePath { .of(Notebook.page(Notebook.firstPage)) }

  private func size(_ path: RelativePath, _ folder: Folder) throws -> Int? {
    try folder.status(path)?.byteCount
  }

  @Test func appendsNoMoreThanTheEdit() throws {
    let folder = try notebook(for: .journal)
    let before = try folder.status(snapshot)
    let session = try PackageSession.open(folder.path, engine: .journal)
    let page = try session.page(Self.page)
    try page.append(Self.stroke(0))
    try page.save()
    let first = try #require(try size(journal, folder))
    try page.append(Self.stroke(1))
    try page.save()
    let second = try #require(try size(journal, folder))
    #expect(second - first == PageCodec.encode(Self.stroke(1)).count + 9)
    #expect(try folder.status(snapshot) == before)
  }

  @Test func mergesALongJournal() throws {
    let folder = try notebook(for: .journal)
    let session = try PackageSession.open(folder.path, engine: .journal)
    let page = try session.page(Self.page)
    var number = 0
    repeat {
      for _ in 0..<8 {
        try page.append(Self.stroke(number, samples: 4000))
        number += 1
      }
      try page.save()
    } while try size(journal, folder) != nil && number < 1000
    #expect(number > 30 && number < 1000)
    #expect(page.page.epoch == 1)
    #expect(try Package.open(folder.path).page(Self.page).elements.count == number + 3)
    try page.append(Self.stroke(number))
    try page.save()
    #expect(try (size(journal, folder) ?? 0) < 1000)
    #expect(try Package.open(folder.path).page(Self.page) == page.page)
    try session.close(at: Self.later)
    #expect(try Package.open(folder.path).page(Self.page).epoch == 2)
  }

  @Test func goesOnWhereAnotherSessionEnded() throws {
    let folder = try notebook(for: .journal)
    for number in 0..<3 {
      let session = try PackageSession.open(folder.path, engine: .journal)
      let page = try session.page(Self.page)
      try page.append(Self.stroke(number))
      try page.save()
      // Dropped without closing, as a crash drops it.
    }
    let package = try Package.open(folder.path)
    let page = try package.page(Self.page)
    #expect(page.elements.suffix(3) == (0..<3).map { Self.stroke($0) } && page.epoch == 0)
    let (compacted, outcome) = try package.compacted()
    #expect(outcome.journalCount == 1 && outcome.tornPages == [] && outcome.failures.isEmpty)
    #expect(try compacted.page(Self.page).elements == page.elements)
    #expect(try compacted.page(Self.page).epoch == 1)
    #expect(compacted.document.pages[0].elementCount == 6)
    #expect(findings(folder) == [])
  }

  /// Who saved between the opening and the compacting must not be undone.
  @Test func compactsWhatIsThereNow() throws {
    var fixture = Notebook.notebook
    var frames = JournalFixture(page: Notebook.firstPage)
    frames.append(type: 1, Notebook.unknownElement)
    fixture.add(journal.text ?? "", frames.bytes)
    let folder = try fixture.write(into: temporary.folder)
    let opened = try Package.open(folder.path)
    var document = opened.document
    document.title = "Renamed meanwhile"
    _ = try Package.open(folder.path).save(PackageChanges(document: document))
    let (compacted, outcome) = try opened.compacted()
    #expect(outcome.journalCount == 1 && compacted.document.title == "Renamed meanwhile")
    #expect(try Package.open(folder.path).document == compacted.document)
    #expect(!findings(folder).contains(.manifestStale))
  }

  @Test(arguments: [StorageEngine.snapshot, .journal]) func appendsNothingBehindATornTail(
    _ engine: StorageEngine
  ) throws {
    var fixture = Notebook.notebook
    var frames = JournalFixture(page: Notebook.firstPage)
    frames.append(type: 1, Notebook.dot)
    frames.append(type: 1, Notebook.unknownElement)
    fixture.add(journal.text ?? "", Array(frames.bytes.dropLast(3)))
    let folder = try fixture.write(into: temporary.folder)
    let session = try PackageSession.open(folder.path, engine: engine)
    let page = try session.page(Self.page)
    #expect(page.page.elements.count == 4)
    try page.append(Self.stroke(0))
    try page.save()
    #expect(try size(journal, folder) == nil)
    let now = try Package.open(folder.path).page(Self.page)
    #expect(now.elements == page.page.elements && now.epoch == 1)
  }

  @Test func opensNoPageWhoseJournalIsDamaged() throws {
    var fixture = Notebook.notebook
    var frames = JournalFixture(page: Notebook.firstPage)
    frames.append(type: 1, Notebook.dot)
    frames.append(type: 1, Notebook.unknownElement)
    var bytes = frames.bytes
    bytes[frames.offsets[1] + 20] ^= 1
    fixture.add(journal.text ?? "", bytes)
    let folder = try fixture.write(into: temporary.folder)
    let before = try TreeSnapshot(of: folder)
    for engine in [StorageEngine.snapshot, .journal] {
      let session = try PackageSession.open(folder.path, engine: engine)
      let error = #expect(throws: PackageError.self) { try session.page(Self.page) }
      #expect(error?.code == .damaged)
    }
    let outcome = try Package.open(folder.path).compacted().outcome
    #expect(outcome.journalCount == 0 && outcome.failures.map(\.code) == [.damaged])
    #expect(try TreeSnapshot(of: folder) == before)
  }

  @Test func savesOverAJournal() throws {
    var fixture = Notebook.notebook
    var frames = JournalFixture(page: Notebook.firstPage)
    frames.append(type: 1, Notebook.dot)
    fixture.add(journal.text ?? "", frames.bytes)
    let folder = try fixture.write(into: temporary.folder)
    let package = try Package.open(folder.path)
    var page = try package.page(Self.page)
    page.elements.removeFirst()
    let saved = try package.save(PackageChanges(document: package.document, pages: [page]))
    #expect(try saved.page(Self.page).elements == page.elements)
    #expect(try saved.page(Self.page).epoch == 1)
    #expect(saved.inventory.journals.isEmpty && findings(folder) == [])
  }

  @Test func doesNotSaveOverWhatAnotherAppended() throws {
    let folder = try notebook(for: .journal)
    let package = try Package.open(folder.path)
    let session = try PackageSession.open(folder.path, engine: .journal)
    let page = try session.page(Self.page)
    try page.append(Self.stroke(0))
    try page.save()
    let now = page.page
    withExtendedLifetime(session) {
      let busy = #expect(throws: PackageError.self) {
        try package.save(PackageChanges(document: package.document, pages: [package.page(Self.page)]))
      }
      #expect(busy?.code == .busy)
    }
    let reopened = try Package.open(folder.path)
    #expect(try reopened.page(Self.page) == now)
  }
}
