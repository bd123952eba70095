public import DurableFiles
public import NoteModel

/// Editing the pages of one package, as an app does: one writer at a time, which the package's lock sees to from the
/// opening to the closing. For one thread at a time. A class, since it shares the lock and the open pages.
///
/// A session that is dropped without ``close(at:)`` loses what wasn't saved, and leaves journals to be merged later.
public final class PackageSession {
  /// The package as it was when it was opened or flushed last.
  public private(set) var package: Package
  public let engine: StorageEngine
  private let source: FolderSource
  private let lock: FolderLock
  private var pages: [Identifier: PageSession] = [:]
  /// Pages that were closed since the document was written last, by their element counts.
  private var closedCounts: [Identifier: Int] = [:]
  private var writtenPlaces: Set<RelativePath> = []
  #if SQLite
    private var database: DatabaseSession?
  #endif

  /// Opens a package for editing and takes its lock.
  ///
  /// - Parameter engine: how pages are saved. A package that keeps its pages in a database is saved there, whatever is
  ///   asked for.
  /// - Throws: as ``Package/open(_:limits:)``, and `busy` while another writer holds the lock, `newerFormat`,
  ///   `unsupported` for an archive, for a storage that this build can't write, and for a database where there is none.
  public static func open(
    _ path: Path, engine: StorageEngine = .snapshot, limits: Limits = .standard
  ) throws(PackageError) -> PackageSession {
    let found = try PackageSources.one(at: path, limits: limits)
    guard let source = found as? FolderSource else {
      throw PackageError(
        .unsupported, path, "is an archive; unpack it before changing it (lnote unpack \(path.shellWord))")
    }
    let lock = try files { () throws(FileError) in try source.folder.lock() }
    // Read under the lock, so that it is what the last writer left.
    let package = try Package.open(source, limits: limits)
    guard package.document.formatVersion <= FormatVersion.current else {
      throw PackageError(.newerFormat, path, "was written by a newer program; it stays as it is")
    }
    return PackageSession(package, source, lock, try Self.engine(engine, of: package))
  }

  private init(_ package: Package, _ source: FolderSource, _ lock: FolderLock, _ engine: StorageEngine) {
    self.package = package
    self.source = source
    self.lock = lock
    self.engine = engine
  }

  private static func engine(
    _ wanted: StorageEngine, of package: Package
  ) throws(PackageError) -> StorageEngine {
    switch StorageKind(of: package.document) {
    case .snapshots:
      guard wanted != .sqlite else {
        throw PackageError(
          .unsupported, package.path,
          "keeps its pages as snapshots (lnote migrate --to sqlite \(package.path.shellWord) changes that)")
      }
      return wanted
    case .sqlite:
      #if SQLite
        return .sqlite
      #else
        throw PackageError.lacksSQLite(package.path)
      #endif
    case .other(let name):
      throw PackageError(
        .unsupported, package.path,
        "keeps its pages in the storage \"\(name)\", which this version can't change")
    }
  }

  // MARK: Pages

  /// Opens a page; the same session as long as it is open.
  ///
  /// - Throws: as ``Package/page(_:)``; `refused` for a page that the document doesn't list.
  public func page(_ id: Identifier) throws(PackageError) -> PageSession {
    if let open = pages[id], !open.isClosed { return open }
    guard package.document.pages.contains(where: { $0.id == id }) else {
      throw PackageError(.refused, package.path, "the page \(id) isn't in the document's list")
    }
    if let closed = pages[id] { note(closed, id) }
    let session = try opened(id)
    pages[id] = session
    return session
  }

  private func opened(_ id: Identifier) throws(PackageError) -> PageSession {
    #if SQLite
      if engine == .sqlite {
        let database = try openedDatabase()
        guard let spelling = try database.spellings()[id] else {
          throw PackageError(.notFound, database.path, "holds no page \(id), which is listed")
        }
        let version = try database.dataVersion()
        let reading = try database.read(spelling)
        if let fault = reading.faults.first {
          throw PackageError(.damaged, database.path, "can't be read whole: page \(id), \(fault.text)")
        }
        let editor = DatabasePageEditor(reading, spelled: spelling, in: database, dataVersion: version)
        return PageSession(reading.page, editor)
      }
    #endif
    let inventory = try inventory(of: id)
    let replayed = try SnapshotStorage(source, inventory, package.limits).replayed(id)
    let editor = try FilePageEditor(replayed, in: source.folder, inventory, appends: engine == .journal)
    return PageSession(replayed.page, editor)
  }

  /// The page's files as they are now: this session may have written them since the package was listed.
  private func inventory(of id: Identifier) throws(PackageError) -> Inventory {
    let known = [package.inventory.pages[id]?.path, package.inventory.journals[id]?.path]
    let places = Set(known.compactMap { $0 } + [Layout.page(id), Layout.journal(id)].compactMap { $0 })
    var entries: [SourceEntry] = []
    for place in places {
      if let entry = try source.entry(place) { entries.append(entry) }
    }
    return Inventory(entries.sorted { $0.path < $1.path })
  }

  #if SQLite
    private func openedDatabase() throws(PackageError) -> DatabaseSession {
      if let database { return database }
      let opened = try DatabaseSession(in: source.folder)
      database = opened
      return opened
    }
  #endif

  // MARK: Saving

  /// Adds an asset, durably, before a page names it.
  public func add(_ asset: PackageChanges.NewAsset) throws(PackageError) {
    writtenPlaces.insert(try package.write(asset, in: source.folder))
  }

  /// Saves all pages and lets the document and the manifest follow: what an app does before it goes to the background.
  ///
  /// - Parameter time: when the pages were changed.
  /// - Throws: the first failure; the pages that come after it are saved all the same.
  public func flush(at time: Timestamp) throws(PackageError) {
    var failure: PackageError?
    for (_, page) in pages.sorted(by: { $0.key.canonicalText < $1.key.canonicalText }) {
      do throws(PackageError) { try page.save() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    try writeDocument(at: time)
  }

  /// Saves and closes all pages, lets the document and the manifest follow, and gives the lock up.
  ///
  /// Journals are merged, and the log of a database is brought in and gone. After an error the session is still open.
  public func close(at time: Timestamp) throws(PackageError) {
    var failure: PackageError?
    for (_, page) in pages.sorted(by: { $0.key.canonicalText < $1.key.canonicalText }) {
      do throws(PackageError) { try page.close() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    try writeDocument(at: time)
    #if SQLite
      try database?.close()
      database = nil
    #endif
    lock.release()
  }

  private func note(_ page: PageSession, _ id: Identifier) {
    guard page.isTouched else { return }
    closedCounts[id] = page.page.elements.count
    writtenPlaces.formUnion(page.places)
  }

  /// A program that knows of no lock may have saved the document: what it did stays.
  private func rereadDocument() throws(PackageError) {
    let listed = package.inventory[Layout.document]
    if try source.entry(Layout.document).map({ $0.isSameFile(as: listed) }) ?? false { return }
    let now = try Package.open(source, limits: package.limits)
    guard now.document.id == package.document.id, now.document.storage == package.document.storage,
      now.document.formatVersion <= FormatVersion.current
    else { throw .changedSinceOpened(package.path.appending(Layout.document)) }
    package = now
  }

  private func writeDocument(at time: Timestamp) throws(PackageError) {
    var counts = closedCounts
    for (id, page) in pages {
      writtenPlaces.formUnion(page.places)
      if page.isTouched { counts[id] = page.page.elements.count }
    }
    try rereadDocument()
    var document = package.document
    for index in document.pages.indices {
      guard let count = counts[document.pages[index].id] else { continue }
      document.pages[index].elementCount = count
      document.pages[index].modifiedAt = time
      document.modifiedAt = time
    }
    if document != package.document {
      try package.write(Layout.document, DocumentCodec.encode(document), in: source.folder)
      writtenPlaces.insert(Layout.document)
    }
    package = try package.finish(source, document, Array(writtenPlaces))
    closedCounts = [:]
    writtenPlaces = []
    for page in pages.values { page.settle() }
    pages = pages.filter { !$0.value.isClosed }
  }
}
