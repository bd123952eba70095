import DurableFiles
import NoteModel
import SafeArchive

/// What a package holds, as far as an archive of it does: the digest of every file, and the folders that are empty.
///
/// Two of them are equal when one restores to the bytes of the other.
struct PackageContent: Equatable {
  private(set) var files: [RelativePath: [UInt8]] = [:]
  private(set) var folders: Set<RelativePath> = []

  /// Reads what an archive of the package would hold.
  init(_ plan: PackingPlan, from source: HashingSource) throws(PackageError) {
    for file in plan.files {
      try source.forEachPiece(of: file.path, limit: max(file.byteCount, 1)) { _ in }
    }
    self.init(plan, read: source)
  }

  /// - Parameter source: whose files were all read.
  init(_ plan: PackingPlan, read source: HashingSource) {
    files = source.digests
    folders = Set(plan.folders.map(\.path))
  }

  /// Reads an archive from end to end, in its own order.
  init(ofArchive source: ArchiveSource, _ monitor: WorkMonitor) throws(PackageError) {
    let hashing = HashingSource(source, monitor)
    for (path, entry) in source.membersInOrder {
      if entry.isFolder {
        folders.insert(path)
      } else {
        try hashing.forEachPiece(of: path, limit: entry.byteCount) { _ in }
      }
    }
    files = hashing.digests
  }

  /// One digest over the names and contents of everything.
  var digest: [UInt8] {
    var hash = SHA256()
    func add(_ kind: String, _ path: RelativePath) {
      hash.update(Array("\(kind) \(path.bytes.count) ".utf8) + path.bytes)
    }
    for (path, digest) in files.sorted(by: { $0.key < $1.key }) {
      add("file", path)
      hash.update(digest)
    }
    for path in folders.sorted() { add("folder", path) }
    return hash.finalize()
  }
}

/// A source that keeps the digest of each file that is read to its end. A class, as sources are.
final class HashingSource: PackageSource {
  private let base: any PackageSource
  private let monitor: WorkMonitor
  private(set) var digests: [RelativePath: [UInt8]] = [:]

  init(_ base: any PackageSource, _ monitor: WorkMonitor) {
    self.base = base
    self.monitor = monitor
  }

  var path: Path { base.path }
  var operand: Path { base.operand }

  /// Nil, so that nothing in the package is touched: whoever backs it up has settled its database before.
  func folderOnDisk() -> Folder? { nil }

  func entries() throws(PackageError) -> [SourceEntry] { try base.entries() }

  func read(_ path: RelativePath, limit: Int) throws(PackageError) -> [UInt8] {
    try base.read(path, limit: limit)
  }

  func readEnds(_ path: RelativePath, count: Int) throws(PackageError) -> (head: [UInt8], tail: [UInt8]) {
    try base.readEnds(path, count: count)
  }

  func forEachPiece(
    of path: RelativePath, limit: Int, _ body: (Span<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    var hash = SHA256()
    try base.forEachPiece(of: path, limit: limit) { piece throws(PackageError) in
      try monitor.checkCancellation()
      hash.update(piece)
      try body(piece)
      monitor.advance(piece.count)
    }
    digests[path] = hash.finalize()
  }
}
