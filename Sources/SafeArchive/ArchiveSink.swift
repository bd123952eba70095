import DurableFiles

/// Where an archive's bytes go.
public protocol ArchiveSink: AnyObject {
  /// The archive's path, for messages.
  var path: Path { get }
  /// Takes the next bytes, all of them.
  func write(_ bytes: RawSpan) throws(FileError)
}

/// An archive that takes its place as a whole, see `PendingFile`.
public final class PendingArchive: ArchiveSink {
  /// Where it will stand.
  public let path: Path
  private var file: PendingFile?

  /// Takes over a file in the making.
  public init(_ file: consuming PendingFile) {
    path = file.target
    self.file = consume file
  }

  /// Writes the next bytes, before the commit.
  public func write(_ bytes: RawSpan) throws(FileError) {
    precondition(file != nil, "nothing is written to an archive after its commit")
    try file?.write(bytes)
  }

  /// Makes the archive durable and lets it take its place; see `PendingFile.commit(replacing:)`. Once only.
  public func commit(replacing: Bool) throws(FileError) {
    guard let finished = file.take() else { preconditionFailure("an archive is committed once") }
    try finished.commit(replacing: replacing)
  }
}
