import DurableFiles
import NoteModel

/// The pages of one package, however it keeps them: the one way by which commands and sessions read and change them.
protocol PageStorage: AnyObject {
  /// Every page that is kept, listed or not, in the order of their ids.
  func pageIDs() throws(PackageError) -> [Identifier]

  /// One page whole, with everything that was saved.
  ///
  /// - Throws: `notFound` when it isn't kept, `damaged` for what can't be read whole, `unsupported` for a storage that
  ///   this build can't read, `changed` when somebody wrote meanwhile.
  func page(_ id: Identifier) throws(PackageError) -> Page

  /// Throws `changed` when another program saved one of the pages since the package was opened, and what is there now
  /// isn't what is about to be written. The caller holds the package's lock.
  func checkUnchanged(_ pages: [Page], in folder: Folder) throws(PackageError)

  /// Gives pages, new or known, their whole content, durably. The caller holds the package's lock.
  ///
  /// - Returns: the files that were written or removed.
  func replace(_ pages: [Page], in folder: Folder) throws(PackageError) -> [RelativePath]
}

extension StorageKind {
  /// The pages of a package of this kind.
  func storage(
    _ source: any PackageSource, _ inventory: Inventory, _ limits: Limits
  ) -> any PageStorage {
    switch self {
    case .snapshots: return SnapshotStorage(source, inventory, limits)
    case .sqlite:
      #if SQLite
        return DatabaseStorage(source, inventory, limits)
      #else
        return UnreadableStorage(.lacksSQLite(source.path))
      #endif
    case .other(let name):
      return UnreadableStorage(
        PackageError(
          .unsupported, source.path,
          "keeps its pages in the storage \"\(name)\", which this version can't read"))
    }
  }
}

/// A storage of which nothing is known but its name.
final class UnreadableStorage: PageStorage {
  private let reason: PackageError

  init(_ reason: PackageError) { self.reason = reason }

  func pageIDs() throws(PackageError) -> [Identifier] { throw reason }
  func page(_ id: Identifier) throws(PackageError) -> Page { throw reason }
  func checkUnchanged(_ pages: [Page], in folder: Folder) throws(PackageError) {
    if !pages.isEmpty { throw reason }
  }
  func replace(_ pages: [Page], in folder: Folder) throws(PackageError) -> [RelativePath] { throw reason }
}
