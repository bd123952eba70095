import Dispatch
public import DurableFiles
public import NoteModel

/// Finds what is wrong with packages, reading only.
public struct Check: Sendable {
  public var limits = Limits.standard
  /// The time of the check, in milliseconds since 1970: dates after it lie in the future.
  public var now: Int64
  /// Reads every byte of every file, so that nothing that a disk can't give back stays unnoticed.
  public var isDeep = false
  /// Whether reports say the digests of what a repair would treat.
  var takesDigests = false

  public init(now: Int64, limits: Limits = .standard) {
    self.now = now
    self.limits = limits
  }

  /// What a check says of one package.
  public struct Report: Sendable {
    public let path: Path
    /// The package's name in its library or archive.
    public let name: Name?
    public let documentID: Identifier?
    public let title: String?
    public var findings: [Finding]
    public let pageCount: Int
    public let elementCount: Int
    public let byteCount: Int
    /// Every page that is listed or has a snapshot; for finding one in two documents.
    let pageIDs: [Identifier]
    /// What the check saw, by which a repair tells that nothing changed since.
    let entries: [SourceEntry]
    /// SHA-256 of the files that a repair would treat.
    let digests: [RelativePath: String]
    let document: Document?

    /// The gravest finding, nil when there is none.
    public var worst: Finding.Severity? { findings.map(\.severity).max() }
  }

  /// Checks one package, in the fixed order of the passes.
  ///
  /// - Parameter name: the folder's name, when the package has one of its own.
  public func package(_ source: any PackageSource, named name: Name?) -> Report {
    package(source, named: name, search: nil)
  }

  /// - Parameter search: where to look for what the package lacks; nil for a package that lies in no library.
  func package(_ source: any PackageSource, named name: Name?, search: LibrarySearch?) -> Report {
    settled {
      var check = PackageCheck(source, name: name, limits: limits, now: now, search: search)
      check.isDeep = isDeep
      check.takesDigests = takesDigests
      check.run()
      return check.report
    }
  }

  /// Checks a package of a library, opened anew each time: who saves may put another folder in its place.
  func package(_ name: Name, in library: Library, search: LibrarySearch) -> Report {
    settled {
      do throws(PackageError) {
        var check = PackageCheck(
          try library.source(name), name: name, limits: limits, now: now, search: search)
        check.isDeep = isDeep
        check.takesDigests = takesDigests
        check.run()
        return check.report
      } catch {
        return Report.unreadable(name, in: library, error)
      }
    }
  }

  /// Saving takes a moment; who still writes after several looks is at work for longer, and is reported.
  private func settled(_ look: () -> Report) -> Report {
    var report = look()
    for pause in Self.pauses where report.isUnsettled {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(pause))
      report = look()
    }
    return report
  }

  private static let pauses = [40, 160]

  /// The findings that keep a staged package out of a library: whatever breaks an invariant.
  static func refusals(_ report: Report) -> [Finding] { report.findings.filter { $0.severity >= .error } }
}

extension Check.Report {
  /// Whether somebody was writing during the check.
  fileprivate var isUnsettled: Bool {
    findings.contains { $0.code == .packageBusy || $0.code == .changedDuringCheck }
  }
}

/// One check of one package: the passes share what they have learned.
struct PackageCheck {
  let source: any PackageSource
  let name: Name?
  let limits: Limits
  let now: Int64

  var findings: [Finding] = []
  var inventory = Inventory([])
  var document: Document?
  var documentReading: DocumentCodec.Reading?
  /// Pages that the document lists, by the number a person counts.
  var pageNumbers: [Identifier: Int] = [:]
  var assetReferences: [AssetReference] = []
  /// False once a page, a journal or the list of pages could not be read: then nothing is an orphan for certain.
  var knowsEveryReference = true
  var elementCount = 0
  /// Where to look for what is missing.
  let search: LibrarySearch?
  var isDeep = false
  var takesDigests = false
  /// Files whose reading failed, of which nothing is known.
  var unread: Set<RelativePath> = []
  var digests: [RelativePath: String] = [:]
  #if SQLite
    /// The database that holds the pages, if it does and is sound.
    var database: DatabaseView?
  #endif
  /// The pages in the database.
  var databasePages: Set<Identifier> = []
  /// Pages whose file is there and can't be read whole.
  var damagedPages: Set<Identifier> = []

  /// One image of one page.
  struct AssetReference {
    let asset: Identifier
    let page: Finding.PageReference
    let path: RelativePath
    let offset: Int?
  }

  init(_ source: any PackageSource, name: Name?, limits: Limits, now: Int64, search: LibrarySearch? = nil) {
    self.search = search
    self.source = source
    self.name = name
    self.limits = limits
    self.now = now
  }

  mutating func run() {
    do {
      inventory = Inventory(try source.entries())
    } catch {
      noteFailure(error)
      return
    }
    guard checkInventory() else { return }
    checkLock()
    checkDocument()
    if documentReading?.isNewer == true { return }
    checkDatabase()
    checkPages()
    checkTemporaries()
    checkConflictCopies()
    checkAssets()
    checkThumbnails()
    checkManifest()
    if isDeep { readEverything() }
    if takesDigests { takeDigests() }
    checkForChanges()
  }

  /// Pages and other texts were read already.
  private mutating func readEverything() {
    for entry in inventory.entries where entry.kind == .file {
      switch Role(of: entry.path) {
      case .page, .journal, .document, .manifest, .placeholder: continue
      default: break
      }
      do throws(PackageError) {
        try source.forEachPiece(of: entry.path, limit: .max) { _ in }
      } catch {
        noteFailure(error, path: entry.path)
      }
    }
  }

  /// So that a repair can tell that it treats what was judged here.
  private mutating func takeDigests() {
    guard let source = source as? FolderSource else { return }
    for path in Set(findings.filter(\.changesContent).compactMap(\.path)).sorted() {
      do throws(PackageError) { digests[path] = try source.digest(of: path) } catch {
        noteFailure(error, path: path)
      }
    }
  }

  /// Whether a writer is at work; the lock is let go at once, since a check must not be in anybody's way.
  private mutating func checkLock() {
    guard let folder = (source as? FolderSource)?.folder else { return }
    do throws(FileError) {
      try folder.lock().release()
    } catch {
      switch error.code {
      case .busy:
        note(.packageBusy, "another program holds the lock; let it finish, then check again")
      // Where there are no locks, nobody can hold one.
      case .unsupported, .other: break
      default: noteFailure(PackageError(error))
      }
    }
  }

  private mutating func checkForChanges() {
    guard source is FolderSource, !findings.contains(where: { $0.code == .changedDuringCheck }) else {
      return
    }
    do throws(PackageError) {
      let now = try source.entries()
      if now == inventory.entries { return }
      let old = Set(inventory.entries)
      let known = Set(now)
      let changed = now.first { !old.contains($0) } ?? inventory.entries.first { !known.contains($0) }
      note(.changedDuringCheck, path: changed?.path, "it was written to meanwhile; check again")
    } catch {
      noteFailure(error)
    }
  }

  var report: Check.Report {
    Check.Report(
      path: source.path, name: name, documentID: document?.id ?? name.flatMap { Layout.documentID(of: $0) },
      title: document?.title, findings: findings, pageCount: document?.pages.count ?? heldPages.count,
      elementCount: elementCount, byteCount: inventory.byteCount,
      pageIDs: Array(Set(document?.pages.map(\.id) ?? []).union(heldPages)),
      entries: inventory.entries, digests: digests, document: document)
  }

  mutating func note(
    _ code: FindingCode, severity: Finding.Severity? = nil, path: RelativePath? = nil,
    page: Finding.PageReference? = nil, offset: Int? = nil, remedy: Remedy? = nil, _ detail: String
  ) {
    findings.append(
      Finding(code, severity: severity, path: path, page: page, offset: offset, remedy: remedy, detail))
  }

  /// Notes that something could not be read, which says nothing of what is in it.
  mutating func noteFailure(
    _ error: PackageError, path: RelativePath? = nil, page: Finding.PageReference? = nil
  ) {
    knowsEveryReference = false
    if let path { unread.insert(path) }
    switch error.code {
    // It was there when the package was listed.
    case .notFound, .notPackage:
      note(.changedDuringCheck, path: path, page: page, "it was written to meanwhile; check again")
    default: note(.ioError, path: path, page: page, error.reason)
    }
  }

  /// Reads a known file for parsing, or notes why that can't be.
  mutating func readKnown(
    _ entry: SourceEntry, limit: Int, page: Finding.PageReference? = nil, remedy: Remedy? = nil
  ) -> [UInt8]? {
    if entry.byteCount == 0 {
      note(.fileEmpty, path: entry.path, page: page, offset: 0, remedy: remedy, "the file has no content")
      return nil
    }
    if entry.byteCount > limit {
      note(.fileTooLarge, path: entry.path, page: page, "\(entry.byteCount) bytes; at most \(limit) are read")
      return nil
    }
    do {
      let bytes = try source.read(entry.path, limit: limit)
      guard let zeros = Self.zeroedTail(bytes) else { return bytes }
      note(
        .fileZeroed, path: entry.path, page: page, offset: zeros, remedy: remedy,
        zeros == 0 ? "all \(bytes.count) bytes are NUL" : "the last \(bytes.count - zeros) bytes are NUL")
    } catch {
      noteFailure(error, path: entry.path, page: page)
    }
    return nil
  }

  /// Where a tail of NUL bytes begins that no text ends in: the whole file, or 512 bytes and more.
  private static func zeroedTail(_ bytes: [UInt8]) -> Int? {
    guard bytes.last == 0 else { return nil }
    let start = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    return start == 0 || bytes.count - start >= 512 ? start : nil
  }

  /// The pages that are there, listed or not.
  var heldPages: Set<Identifier> {
    document?.storage == nil ? Set(inventory.pages.keys) : databasePages.union(inventory.pages.keys)
  }

  func reference(_ id: Identifier) -> Finding.PageReference {
    Finding.PageReference(number: pageNumbers[id], id: id)
  }
}

extension Finding {
  /// Whether it has a remedy that reads or takes out what stands at its path.
  fileprivate var changesContent: Bool {
    switch remedy?.action {
    case nil, .makeAccessible: false
    default: true
    }
  }
}
