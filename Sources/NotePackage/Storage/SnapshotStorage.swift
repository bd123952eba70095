import DurableFiles
import NoteModel

/// Pages as snapshots, with what their journals add. A class, as storages are.
final class SnapshotStorage: PageStorage {
  private let source: any PackageSource
  private let inventory: Inventory
  private let limits: Limits

  init(_ source: any PackageSource, _ inventory: Inventory, _ limits: Limits) {
    self.source = source
    self.inventory = inventory
    self.limits = limits
  }

  func pageIDs() -> [Identifier] { inventory.pages.keys.sorted { $0.canonicalText < $1.canonicalText } }

  /// A torn tail of a journal is no damage: it was never saved.
  func page(_ id: Identifier) throws(PackageError) -> Page { try replayed(id).page }

  /// A page, and what its journal was when it was replayed.
  struct Replayed {
    var page: Page
    /// Nil when there is none, or one that is part of the snapshot already.
    var journal: JournalCodec.Reading?
  }

  func replayed(_ id: Identifier) throws(PackageError) -> Replayed {
    let page = try snapshot(id)
    guard let entry = inventory.journals[id], let journal = try journal(entry, of: page) else {
      return Replayed(page: page)
    }
    return Replayed(page: page.replaying(journal.changes), journal: journal)
  }

  private func snapshot(_ id: Identifier) throws(PackageError) -> Page {
    guard let entry = inventory.pages[id] else {
      throw PackageError(.notFound, source.path, "the page \(id) is listed but has no file in pages/")
    }
    let bytes = try source.read(entry.path, limit: limits.pageByteCount)
    let page: Page
    do throws(ModelError) {
      page = try PageCodec.decode(bytes.span)
    } catch {
      throw PackageError(error, in: source.path.appending(entry.path))
    }
    guard page.id == id else {
      throw PackageError(
        .damaged, source.path.appending(entry.path), "holds the page \(page.id) and not the one of its name")
    }
    return page
  }

  private func journal(_ entry: SourceEntry, of page: Page) throws(PackageError) -> JournalCodec.Reading? {
    let path = source.path.appending(entry.path)
    let bytes = try source.read(entry.path, limit: limits.journalByteCount)
    let journal = JournalCodec.read(bytes.span)
    switch journal.end {
    case .torn(at: 0): return nil
    case .noHeader(let reason): throw PackageError(.damaged, path, at: 0, reason)
    case .damaged(let offset):
      throw PackageError(
        .damaged, path, at: offset,
        "a bad frame with good ones behind it (lnote fsck \(source.operand.shellWord) tells more)")
    case .unknownType(let type, let offset):
      throw PackageError(
        .newerFormat, path, at: offset, "a frame of type \(type), which a newer program wrote")
    case .whole, .torn: break
    }
    guard journal.page == page.id else {
      throw PackageError(.damaged, path, "is the journal of another page")
    }
    let epoch = page.epoch ?? 0
    if journal.epoch > epoch {
      throw PackageError(.damaged, path, "is newer than its snapshot, which is lost or an old one")
    }
    return journal.epoch == epoch ? journal : nil
  }

  // MARK: Changing

  func checkUnchanged(_ pages: [Page], in folder: Folder) throws(PackageError) {
    for page in pages {
      guard let place = place(of: page.id) else { continue }
      let journal = try journalOnDisk(of: page.id, in: folder)
      try folder.checkUnchanged(place, since: inventory.pages[page.id]) { () throws(PackageError) in
        PageCodec.encode(try journal == nil ? page : merged(page))
      }
    }
  }

  private func place(of id: Identifier) -> RelativePath? {
    let place = inventory.pages[id]?.path ?? Layout.page(id)
    return place?.names.count == 2 ? place : nil
  }

  /// Writes snapshots. A journal that was replayed is part of the new one, whose epoch says so, and goes.
  func replace(_ pages: [Page], in folder: Folder) throws(PackageError) -> [RelativePath] {
    var changed: [RelativePath] = []
    for page in pages {
      guard let place = place(of: page.id) else {
        throw PackageError(
          .refused, source.path, "the page \(page.id) has an id that can't be a file's name")
      }
      let journal = try journalOnDisk(of: page.id, in: folder)
      let bytes = PageCodec.encode(try journal == nil ? page : merged(page))
      try folder.replaceFile(at: place, with: bytes)
      changed.append(place)
      guard let journal else { continue }
      try removeJournal(journal, in: folder)
      changed.append(journal.path)
    }
    return changed
  }

  /// Removes a journal that is part of its snapshot.
  func removeJournal(_ journal: SourceEntry, in folder: Folder) throws(PackageError) {
    try files { () throws(FileError) in
      let holder = try folder.subfolder(above: journal.path)
      try holder.remove(journal.path.name)
      try holder.sync()
    }
  }

  /// The journal of a page, which must be the one that was listed: what another program added since must not be lost.
  private func journalOnDisk(of id: Identifier, in folder: Folder) throws(PackageError) -> SourceEntry? {
    let listed = inventory.journals[id]
    guard let place = listed?.path ?? Layout.journal(id), place.names.count == 2 else { return nil }
    let status = try files { () throws(FileError) in try folder.status(place) }
    guard status?.inode == listed?.inode, status?.byteCount ?? 0 == listed?.byteCount ?? 0 else {
      throw .changedSinceOpened(source.path.appending(place))
    }
    return listed
  }

  /// The page with an epoch above that of its journal, whatever the caller made of it.
  ///
  /// A journal that can't be replayed whole must not be lost with the snapshot that it belongs to.
  private func merged(_ page: Page) throws(PackageError) -> Page {
    guard inventory.pages[page.id] != nil else {
      throw PackageError(
        .damaged, source.path,
        "the page \(page.id) has a journal and no snapshot (lnote fsck \(source.operand.shellWord) tells more)"
      )
    }
    let there = try replayed(page.id)
    var page = page
    page.epoch = max(page.epoch ?? 0, there.page.epoch ?? 0) + 1
    return page
  }
}

extension Folder {
  /// The folder that holds the last name of a path, made if it isn't there.
  func subfolder(above place: RelativePath) throws(FileError) -> Folder {
    guard let parent = place.parent else { return self }
    if try status(parent) != nil { return try folder(parent) }
    let made = try makeFolder(parent.name)
    try sync()
    return made
  }

  /// Gives a file at most one folder down its content, atomically and durably.
  func replaceFile(at place: RelativePath, with bytes: [UInt8]) throws(PackageError) {
    try files { () throws(FileError) in
      try subfolder(above: place).replaceFile(place.name, with: bytes)
    }
  }
}
