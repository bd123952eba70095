public import DurableFiles

/// Where a package's files come from: a folder or a part of an archive. Opening, checking, exporting and packing all
/// read through it, so that they can't disagree.
public protocol PackageSource: AnyObject {
  /// The package's folder, or the archive.
  var path: Path { get }

  /// What a command is told to find the package: its folder, or the archive that holds it.
  var operand: Path { get }

  /// Everything inside, without following a link, in the order of the path's bytes.
  func entries() throws(PackageError) -> [SourceEntry]

  /// A whole file. Throws `tooLarge` past `limit` bytes.
  func read(_ path: RelativePath, limit: Int) throws(PackageError) -> [UInt8]

  /// The first and the last bytes of a file, at most `count` of each.
  func readEnds(_ path: RelativePath, count: Int) throws(PackageError) -> (head: [UInt8], tail: [UInt8])

  /// Hands over a whole file in pieces.
  func forEachPiece(
    of path: RelativePath, limit: Int, _ body: (Span<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError)

  /// The package's folder, for what only a file on disk can be asked: locks, databases. Nil for other sources.
  func folderOnDisk() throws(PackageError) -> Folder?
}

extension PackageSource {
  public var operand: Path { path }

  public func folderOnDisk() throws(PackageError) -> Folder? { nil }
}

/// A source that several threads can read at a time.
public protocol ConcurrentPackageSource: PackageSource, Sendable {}

/// A file or folder of a package.
public struct SourceEntry: Sendable, Hashable {
  public let path: RelativePath
  public let kind: FileStatus.Kind
  public let byteCount: Int
  /// Nanoseconds since 1970; nil where the source keeps no times.
  public let modified: Int64?
  /// Permission bits; nil where the source keeps none.
  public let mode: UInt32?
  /// Tells a file from another one that took its place; nil where the source knows no such thing.
  public let inode: UInt64?

  public init(
    path: RelativePath, kind: FileStatus.Kind, byteCount: Int, modified: Int64? = nil, mode: UInt32? = nil,
    inode: UInt64? = nil
  ) {
    self.path = path
    self.kind = kind
    self.byteCount = byteCount
    self.modified = modified
    self.mode = mode
    self.inode = inode
  }
}
