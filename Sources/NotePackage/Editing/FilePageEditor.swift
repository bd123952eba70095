import DurableFiles
import NoteModel

/// Saves a page as a snapshot, or as a snapshot and what its journal adds. The caller holds the package's lock.
///
/// A class, since it shares the open journal.
final class FilePageEditor: PageEditor {
  private let folder: Folder
  private let snapshotPlace: RelativePath
  private let journalPlace: RelativePath
  private let appends: Bool

  /// Of the snapshot, which is that of the journal too.
  private var epoch: UInt64
  /// The number of the next frame; 0 while there is no journal of this epoch.
  private var index: UInt64 = 0
  private var byteCount = 0
  private var file: WritableFile?
  /// Nobody knows what a journal holds after a write or sync of it failed, so that nothing is appended to it again. One
  /// that a crash cut short is the same.
  private var isUncertain = false
  /// Whether a file stands in the journal's place, of whatever epoch.
  private var hasJournal: Bool
  /// How long that file is; nil when nobody knows, since writing or removing it failed.
  private var journalByteCount: Int?
  /// The snapshot as it was read or written last; nil when nobody knows, since writing it failed.
  private var snapshot: SourceEntry?

  /// - Parameter appends: whether saves go to the journal; otherwise they are snapshots.
  init(
    _ page: SnapshotStorage.Replayed, in folder: Folder, _ inventory: Inventory, appends: Bool
  ) throws(PackageError) {
    let id = page.page.id
    guard let snapshotPlace = inventory.pages[id]?.path ?? Layout.page(id),
      let journalPlace = inventory.journals[id]?.path ?? Layout.journal(id), snapshotPlace.names.count == 2,
      journalPlace.names.count == 2
    else {
      throw PackageError(.refused, folder.path, "the page \(id) has an id that can't be a file's name")
    }
    self.folder = folder
    self.snapshotPlace = snapshotPlace
    self.journalPlace = journalPlace
    self.appends = appends
    epoch = page.page.epoch ?? 0
    hasJournal = inventory.journals[id] != nil
    journalByteCount = inventory.journals[id]?.byteCount ?? 0
    snapshot = inventory.pages[id]
    guard let journal = page.journal else { return }
    index = UInt64(journal.changes.count) + 1
    byteCount = journal.goodByteCount
    isUncertain = journal.end != .whole
  }

  var places: [RelativePath] { [snapshotPlace, journalPlace] }

  func save(_ changes: [JournalCodec.Change], _ page: inout Page) throws(PackageError) {
    try checkJournal()
    guard appends, !isUncertain, let frames = frames(changes, of: page) else {
      return try writeSnapshot(&page)
    }
    do throws(FileError) {
      try append(frames)
      index = UInt64(changes.count) + max(index, 1)
      byteCount += frames.count
    } catch {
      isUncertain = true
      journalByteCount = nil
      file = nil
      do throws(PackageError) {
        try writeSnapshot(&page)
      } catch _ {
        // The first failure tells more of what is wrong.
        throw PackageError(error)
      }
      return
    }
    guard byteCount > JournalCodec.mergeByteCount else { return }
    // The changes are durable whether this succeeds or not.
    do throws(PackageError) { try writeSnapshot(&page) } catch { isUncertain = true }
  }

  func close(_ page: inout Page) throws(PackageError) {
    if index > 0 || isUncertain { try writeSnapshot(&page) }
    file = nil
  }

  /// Throws `changed` when a program that knows of no lock wrote to the journal: what it saved must not be lost with a
  /// snapshot that knows nothing of it.
  private func checkJournal() throws(PackageError) {
    guard let known = journalByteCount else { return }
    let now = try files { () throws(FileError) in try folder.status(journalPlace) }
    guard now?.byteCount ?? 0 == known else { throw .changedSinceOpened(folder.path.appending(journalPlace)) }
  }

  // MARK: The journal

  /// The frames of the changes, behind a header where there is none yet; nil when a change is too long for one.
  private func frames(_ changes: [JournalCodec.Change], of page: Page) -> [UInt8]? {
    var frames = index == 0 ? JournalCodec.header(page: page.id, epoch: epoch) : []
    var next = max(index, 1)
    for change in changes {
      guard let frame = JournalCodec.frame(change, index: next, epoch: epoch) else { return nil }
      frames += frame
      next += 1
    }
    return frames
  }

  private func append(_ frames: [UInt8]) throws(FileError) {
    let holder = try folder.subfolder(above: journalPlace)
    if index == 0 {
      // A header that a crash cuts short would leave a journal that nobody can judge, so that it appears whole.
      try holder.replaceFile(journalPlace.name, with: frames)
      hasJournal = true
      journalByteCount = frames.count
      return
    }
    if file == nil {
      let opened = try holder.appendToFile(journalPlace.name)
      guard opened.byteCount == byteCount else {
        throw FileError(
          .io, operation: "append to", path: opened.path,
          reason: "it isn't as long as it was when it was read")
      }
      file = consume opened
    }
    try file?.write(frames)
    try file?.sync()
    journalByteCount = byteCount + frames.count
  }

  // MARK: The snapshot

  /// Writes the whole page. Where a journal was, or may be, the epoch says that it is part of it.
  private func writeSnapshot(_ page: inout Page) throws(PackageError) {
    let merges = index > 0 || isUncertain || hasJournal
    var next = page
    if merges { next.epoch = epoch + 1 }
    let bytes = PageCodec.encode(next)
    try checkJournal()
    if let snapshot { try folder.checkUnchanged(snapshotPlace, since: snapshot) { bytes } }
    snapshot = nil
    try folder.replaceFile(at: snapshotPlace, with: bytes)
    snapshot = try? folder.status(snapshotPlace).map { SourceEntry(snapshotPlace, $0) }
    page.epoch = next.epoch
    epoch = next.epoch ?? 0
    (index, byteCount, isUncertain) = (0, 0, false)
    file = nil
    guard hasJournal else { return }
    journalByteCount = nil
    do throws(FileError) {
      let holder = try folder.subfolder(above: journalPlace)
      if try holder.status(journalPlace.name) != nil { try holder.remove(journalPlace.name) }
      try holder.sync()
      hasJournal = false
      journalByteCount = 0
    } catch {
      // Everybody ignores a journal of a lower epoch, and the next one takes its place.
    }
  }
}
