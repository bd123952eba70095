import DurableFiles
import NotePackage

/// A package in memory, for sweeps that would write too many files. A class, as sources are.
public final class MemorySource: PackageSource {
  public let path: Path
  public var tree: TreeSnapshot
  /// Called before each file is handed over, for tests that change things meanwhile.
  public var willRead: ((RelativePath) -> Void)?

  public init(_ tree: TreeSnapshot, path: Path) {
    self.tree = tree
    self.path = path
  }

  public func entries() -> [SourceEntry] {
    tree.nodes.map { path, node in
      switch node {
      case .folder: SourceEntry(path: path, kind: .folder, byteCount: 0)
      case .file(let bytes): SourceEntry(path: path, kind: .file, byteCount: bytes.count)
      }
    }.sorted { $0.path < $1.path }
  }

  public func read(_ path: RelativePath, limit: Int) throws(PackageError) -> [UInt8] {
    willRead?(path)
    guard case .file(let bytes) = tree.nodes[path] else {
      throw PackageError(.notFound, self.path.appending(path), "isn't there")
    }
    if bytes.count > limit { throw PackageError(.tooLarge, self.path.appending(path), "is too large") }
    return bytes
  }

  public func readEnds(
    _ path: RelativePath, count: Int
  ) throws(PackageError) -> (head: [UInt8], tail: [UInt8]) {
    let bytes = try read(path, limit: .max)
    return (Array(bytes.prefix(count)), Array(bytes.suffix(count)))
  }

  public func forEachPiece(
    of path: RelativePath, limit: Int, _ body: (Span<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    let bytes = try read(path, limit: limit)
    if !bytes.isEmpty { try body(bytes.span) }
  }
}
