import DurableFiles
import NotePackage

/// A package that is opened whenever it is read, and closed again: a library of any size takes a handful of open files.
final class LibrarySource: ConcurrentPackageSource {
  let path: Path

  init(_ path: Path) { self.path = path }

  /// All packages of a library.
  static func all(in library: Library) throws(PackageError) -> [any PackageSource] {
    try library.packageNames().map { LibrarySource(library.folder.path.appending($0)) }
  }

  private func open() throws(PackageError) -> any PackageSource { try PackageSources.one(at: path) }

  func folderOnDisk() throws(PackageError) -> Folder? { try open().folderOnDisk() }

  func entries() throws(PackageError) -> [SourceEntry] { try open().entries() }

  func read(_ path: RelativePath, limit: Int) throws(PackageError) -> [UInt8] {
    try open().read(path, limit: limit)
  }

  func readEnds(_ path: RelativePath, count: Int) throws(PackageError) -> (head: [UInt8], tail: [UInt8]) {
    try open().readEnds(path, count: count)
  }

  func forEachPiece(
    of path: RelativePath, limit: Int, _ body: (Span<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    try open().forEachPiece(of: path, limit: limit, body)
  }
}
