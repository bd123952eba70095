import DurableFiles
public import NoteModel

/// What compacting a package did.
public struct Compaction: Sendable {
  /// Journals that became part of their snapshots, or were already.
  public var journalCount = 0
  /// How many bytes these had.
  public var journalByteCount = 0
  /// How many bytes of the database's log were brought in.
  public var logByteCount = 0
  /// Unfinished frames at the ends of journals, which were never saved, and are gone.
  public var tornPages: [Identifier] = []
  /// Why a journal was left as it is.
  public var failures: [PackageError] = []

  public init() {}
}

extension Package {
  /// Merges the journals into their snapshots, and the log of a database into the database; the document and the
  /// manifest follow.
  ///
  /// - Returns: the package as it is now. A journal that can't be replayed whole stays, with its snapshot, as it is.
  /// - Throws: `unsupported` for a package that isn't a folder, `newerFormat`, `busy` while another writer holds the
  ///   lock or the database, and what the system says. What was written before a failure stays written.
  public func compacted() throws(PackageError) -> (package: Package, outcome: Compaction) {
    let source = try changeableSource()
    var outcome = Compaction()
    let package = try withLock(on: source.folder) { () throws(PackageError) in
      // Read under the lock: somebody may have saved since this one was opened.
      try Package.open(source, limits: limits).compacted(source, &outcome)
    }
    return (package, outcome)
  }

  /// The caller holds the lock since before this package was opened.
  private func compacted(
    _ source: FolderSource, _ outcome: inout Compaction
  ) throws(PackageError) -> Package {
    guard document.formatVersion <= FormatVersion.current else {
      throw PackageError(.newerFormat, path, "was written by a newer program; it stays as it is")
    }
    switch StorageKind(of: document) {
    case .other(let name):
      throw PackageError(
        .unsupported, path, "keeps its pages in the storage \"\(name)\", which this version can't read")
    case .sqlite: return try settled(source, &outcome)
    case .snapshots: return try merged(source, &outcome)
    }
  }

  private func settled(
    _ source: FolderSource, _ outcome: inout Compaction
  ) throws(PackageError) -> Package {
    let before = try files { () throws(FileError) in try DatabaseFiles(in: source.folder) }
    try DatabaseSettling.settleLocked(source.folder)
    outcome.logByteCount = before.log?.byteCount ?? 0
    return try Package.open(source, limits: limits)
  }

  private func merged(
    _ source: FolderSource, _ outcome: inout Compaction
  ) throws(PackageError) -> Package {
    let storage = SnapshotStorage(source, inventory, limits)
    var document = document
    var written: [RelativePath] = []
    for (id, journal) in inventory.journals.sorted(by: { $0.value.path < $1.value.path }) {
      do throws(PackageError) {
        let replayed = try storage.replayed(id)
        if let reading = replayed.journal {
          if case .torn = reading.end { outcome.tornPages.append(id) }
          written += try storage.replace([replayed.page], in: source.folder)
          for index in document.pages.indices where document.pages[index].id == id {
            document.pages[index].elementCount = replayed.page.elements.count
          }
        } else {
          try storage.removeJournal(journal, in: source.folder)
          written.append(journal.path)
        }
        outcome.journalCount += 1
        outcome.journalByteCount += journal.byteCount
      } catch {
        // A failure to write ends it; a journal that is damaged is one for fsck.
        if error.code == .system { throw error }
        outcome.failures.append(error)
      }
    }
    if document != self.document {
      try write(Layout.document, DocumentCodec.encode(document), in: source.folder)
      written.append(Layout.document)
    }
    return written.isEmpty ? self : try finish(source, document, written)
  }
}
