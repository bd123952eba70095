import DurableFiles

/// A file or folder in an archive, with a name that leads nowhere else.
public struct ArchiveEntry: Sendable, Equatable {
  /// Its place inside the archive.
  public let path: RelativePath
  /// Whether it is a folder.
  public let isFolder: Bool
  /// How long it says to be; reading gives exactly as many bytes, or fails.
  public let byteCount: Int
  /// How long it is in the archive; nil where the format packs all entries together, or none.
  public let packedByteCount: Int?
  /// Its number among the archive's entries, from 0.
  public let index: Int
}
