public import DurableFiles

/// A package as a folder on disk. A class, since it shares the open folder.
public final class FolderSource: ConcurrentPackageSource {
  public let folder: Folder
  private let limits: Limits
  private static let pieceByteCount = 1 << 18

  public init(_ folder: Folder, limits: Limits = .standard) {
    self.folder = folder
    self.limits = limits
  }

  public var path: Path { folder.path }

  public func folderOnDisk() -> Folder? { folder }

  public func entries() throws(PackageError) -> [SourceEntry] {
    try files { () throws(FileError) in try folder.walk() }.map { SourceEntry($0.path, $0.status) }
      .sorted { $0.path < $1.path }
  }

  /// One of ``entries()``; nil when nothing stands there.
  func entry(_ path: RelativePath) throws(PackageError) -> SourceEntry? {
    try files { () throws(FileError) in try folder.status(path) }.map { SourceEntry(path, $0) }
  }

  public func read(_ path: RelativePath, limit: Int) throws(PackageError) -> [UInt8] {
    try files { () throws(FileError) in try folder.read(path, limit: limit) }
  }

  public func readEnds(_ path: RelativePath, count: Int) throws(PackageError) -> (
    head: [UInt8], tail: [UInt8]
  ) {
    try files { () throws(FileError) in
      let file = try folder.openFile(path)
      var head = [UInt8](repeating: 0, count: min(count, file.status.byteCount))
      head.removeLast(head.count - (try file.read(at: 0, into: &head)))
      var tail = head
      tail.removeLast(
        tail.count - (try file.read(at: max(0, file.status.byteCount - tail.count), into: &tail)))
      try file.close()
      return (head, tail)
    }
  }

  public func forEachPiece(
    of path: RelativePath, limit: Int, _ body: (Span<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    var file = try files { () throws(FileError) in try folder.openFile(path) }
    if file.status.byteCount > limit { throw tooLarge(path, limit) }
    var buffer = [UInt8](repeating: 0, count: min(Self.pieceByteCount, max(1, file.status.byteCount)))
    var total = 0
    while true {
      let count: Int
      do { count = try file.read(into: &buffer) } catch { throw PackageError(error) }
      if count == 0 { break }
      total += count
      if total > limit { throw tooLarge(path, limit) }
      try body(buffer.span.extracting(first: count))
    }
    do { try file.close() } catch { throw PackageError(error) }
  }

  /// SHA-256 of a file, in hexadecimal; nil for anything else.
  func digest(of path: RelativePath) throws(PackageError) -> String? {
    guard try entry(path)?.kind == .file else { return nil }
    var hash = SHA256()
    try forEachPiece(of: path, limit: .max) { hash.update($0) }
    return hash.finalize().hexadecimalText
  }

  private func tooLarge(_ path: RelativePath, _ limit: Int) -> PackageError {
    PackageError(.tooLarge, self.path.appending(path), "is larger than the limit of \(limit) bytes")
  }
}

extension SourceEntry {
  init(_ path: RelativePath, _ status: FileStatus) {
    self.init(
      path: path, kind: status.kind, byteCount: status.byteCount, modified: status.modified,
      mode: status.mode,
      inode: status.inode)
  }
}
