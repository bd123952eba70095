import DurableFiles
import NoteModel
import Synchronization

/// The migration of one package.
struct PackageMigration {
  let library: Library
  let name: Name
  let target: Migration.Target
  let isDryRun: Bool
  let check: Check
  let lost: LostAndFoundRun
  let monitor: WorkMonitor

  /// What the new package must give back for a page.
  private struct Expectation: Equatable {
    let digest: [UInt8]
    let elementCount: Int
    let sampleCount: Int

    init(_ page: Page) {
      digest = SHA256.hash(PageCodec.encode(page))
      elementCount = page.elements.count
      sampleCount = page.sampleCount
    }
  }

  func run(_ outcome: inout Migration.Outcome, _ door: borrowing Mutex<Void>) throws(PackageError) {
    let folder = try files { () throws(FileError) in try library.folder.folder(name) }
    let lock = try files { () throws(FileError) in try folder.lock() }
    defer { lock.release() }
    if !isDryRun { try DatabaseSettling.settleLocked(folder) }
    let source = FolderSource(folder, limits: library.limits)
    let package = try Package.open(source, limits: library.limits)
    try describe(package, in: &outcome)
    if outcome.state == .unchanged { return }
    guard package.document.formatVersion <= FormatVersion.current else {
      throw PackageError(.newerFormat, package.path, "was written by a newer program; it stays as it is")
    }
    if let missing = package.inventory.notDownloaded.min() {
      throw PackageError(
        .busy, package.path.appending(missing), "isn't downloaded; download it, then migrate the package")
    }
    try refuseMixture(package)
    #if SQLite
      if let database = package.storage as? DatabaseStorage { outcome.leftBehind = try database.guests() }
    #endif
    if isDryRun {
      try forEachPage(of: package, &outcome) { _ throws(PackageError) in }
      outcome.state = .planned
      return
    }
    try migrate(package, folder, &outcome, door)
    outcome.state = .migrated
    outcome.oldPackage = lost.place(of: nil, in: name).map { library.folder.path.appending($0) }
  }

  private func describe(_ package: Package, in outcome: inout Migration.Outcome) throws(PackageError) {
    let kind = StorageKind(of: package.document)
    outcome.title = package.document.title
    outcome.from = kind.name
    outcome.assetCount = package.inventory.assets.count
    if kind.name == target.rawValue { outcome.state = .unchanged }
  }

  /// Which of two storages a person edited last can't be told.
  private func refuseMixture(_ package: Package) throws(PackageError) {
    let other: RelativePath?
    switch target {
    case .sqlite: other = package.inventory[Layout.database]?.path
    case .snapshots:
      other = (Array(package.inventory.pages.values) + package.inventory.journals.values).map(\.path).min()
    }
    if let other {
      throw PackageError(
        .refused, package.path.appending(other),
        "is there beside the pages that document.json names (lnote fsck \(package.path.shellWord) tells more)"
      )
    }
  }

  /// Reads every page, listed or not, and counts what is in it.
  private func forEachPage(
    of package: Package, _ outcome: inout Migration.Outcome, _ body: (Page) throws(PackageError) -> Void
  ) throws(PackageError) {
    let ids = try package.pageIDs()
    // A database is read as a whole, and each page told of as an equal part of it.
    var unread = package.inventory[Layout.database]?.byteCount ?? 0
    for (number, id) in ids.enumerated() {
      try monitor.checkCancellation()
      var page: Page
      var byteCount = unread / (ids.count - number)
      unread -= byteCount
      if let storage = package.storage as? SnapshotStorage {
        let replayed = try storage.replayed(id)
        page = replayed.page
        // What a journal added becomes part of the page, which its epoch says.
        if replayed.journal != nil { page.epoch = (page.epoch ?? 0) + 1 }
        let journal = package.inventory.journals[id]
        if let journal, case .torn = replayed.journal?.end {
          outcome.leftBehind.append("an unfinished frame at the end of \(journal.path)")
        }
        byteCount = (package.inventory.pages[id]?.byteCount ?? 0) + (journal?.byteCount ?? 0)
      } else {
        page = try package.page(id)
      }
      outcome.pageCount += 1
      outcome.elementCount += page.elements.count
      outcome.sampleCount += page.sampleCount
      try body(page)
      monitor.advance(byteCount)
    }
  }

  private func migrate(
    _ package: Package, _ folder: Folder, _ outcome: inout Migration.Outcome, _ door: borrowing Mutex<Void>
  ) throws(PackageError) {
    let entries = package.inventory.entries
    let publication = Publication(library: library, name: name, folder: folder, entries: entries, lost: lost)
    try publication.checkUnchanged()
    let before = check.package(package.source, named: name)
    let stage = try files { () throws(FileError) in
      try checkSpace(entries)
      return try Stage.create(in: library.folder)
    }
    var tree = try publication.stagedTree(in: stage)
    try takeOutOldStorage(package, &tree)
    var expected: [Identifier: Expectation] = [:]
    switch target {
    case .sqlite:
      let draft = try DatabaseDraft(in: tree.folder)
      try forEachPage(of: package, &outcome) { page throws(PackageError) in
        try draft.add(page)
        expected[page.id] = Expectation(page)
      }
      try draft.finish()
    case .snapshots:
      try forEachPage(of: package, &outcome) { page throws(PackageError) in
        guard let place = Layout.page(page.id), place.names.count == 2 else {
          throw PackageError(
            .refused, package.path, "the page \(page.id) has an id that can't be a file's name")
        }
        // Otherwise every thumbnail would look older than its page.
        let entry = package.document.pages.first { $0.id == page.id }
        let time = entry.flatMap { $0.modifiedAt.milliseconds.nanoseconds }
        try tree.write(to: place, modified: time) { write throws(PackageError) in
          try write(PageCodec.encode(page).span)
        }
        expected[page.id] = Expectation(page)
      }
    }
    var document = package.document
    document.storage = target == .sqlite ? StorageKind.sqliteName : nil
    try files { () throws(FileError) in
      try tree.write(DocumentCodec.encode(document), to: Layout.document)
      try tree.removeIfEmpty(Layout.pages)
    }
    try verify(tree, against: package, expected, before)
    try door.withLock { _ throws(PackageError) in
      _ = try publication.publish(tree, from: stage, as: name, keepsWholePackage: true, code: "migrate")
    }
  }

  private func takeOutOldStorage(_ package: Package, _ tree: inout StagedTree) throws(PackageError) {
    for entry in package.inventory.entries where entry.kind == .file {
      switch Role(of: entry.path) {
      case .page, .journal, .database, .databaseSidecar:
        try files { () throws(FileError) in try tree.remove(entry.path) }
      default: break
      }
    }
  }

  /// Room for the pages in their new form, which takes about twice the old one at most, and a little more. Where it
  /// takes more, the disk that is full leaves the old package as it is.
  private func checkSpace(_ entries: [SourceEntry]) throws(FileError) {
    let pages = entries.filter { entry in
      switch Role(of: entry.path) {
      case .page, .journal, .database: true
      default: false
      }
    }
    let wanted = pages.reduce(Int64(1 << 20)) { $0 + Int64($1.byteCount) * 2 }
    let free = try library.folder.freeByteCount()
    guard wanted > free else { return }
    throw FileError(
      .noSpace, operation: "create", path: library.folder.path,
      reason: "No space left on device: \(wanted) bytes are needed, \(free) are free")
  }

  // MARK: Verification

  /// Reads the staged package as any other, and compares it with the old one.
  private func verify(
    _ tree: StagedTree, against old: Package, _ expected: [Identifier: Expectation], _ before: Check.Report
  ) throws(PackageError) {
    func differs(_ what: String) -> PackageError {
      PackageError(
        .system, library.folder.path.appending(name),
        "could not be migrated: \(what) read back from the new storage differs; nothing was changed")
    }
    let staged = FolderSource(tree.folder, limits: library.limits)
    let new = try Package.open(staged, limits: library.limits)
    guard try Set(new.pageIDs()) == Set(expected.keys) else { throw differs("the list of pages") }
    for (id, page) in expected {
      try monitor.checkCancellation()
      guard try Expectation(new.page(id)) == page else { throw differs("the page \(id)") }
    }
    func assets(_ package: Package) -> [[UInt8]: UInt64?] {
      Dictionary(package.inventory.assets.map { ($0.entry.path.bytes, $0.entry.inode) }) { first, _ in first }
    }
    // The same files under second names.
    guard assets(new) == assets(old) else { throw differs("the list of assets") }
    let after = check.package(staged, named: name)
    if let failure = after.findings.first(where: { $0.code == .ioError }) {
      throw PackageError(.system, library.folder.path.appending(name), failure.detail)
    }
    guard Check.refusals(after).count <= Check.refusals(before).count else {
      throw differs("the package as the check sees it")
    }
  }
}

extension Int64 {
  /// Of milliseconds since 1970; nil for what no file system keeps.
  fileprivate var nanoseconds: Int64? {
    let (product, overflow) = multipliedReportingOverflow(by: 1_000_000)
    return overflow || self < 0 ? nil : product
  }
}
