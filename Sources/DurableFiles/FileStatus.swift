/// What the file system says about one file or folder, links not followed.
public struct FileStatus: Sendable, Equatable {
  /// What stands under a name.
  public enum Kind: Sendable, Equatable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A device, pipe or socket.
    case special
  }

  /// What it is.
  public let kind: Kind
  /// Its length in bytes, as far as that means anything for its kind.
  public let byteCount: Int
  /// When its content last changed, in nanoseconds since 1970.
  public let modified: Int64
  /// When its content or anything that the file system says of it last changed, in nanoseconds since 1970. No program
  /// can set it.
  public let changed: Int64
  /// Its number within the device.
  public let inode: UInt64
  /// The device it lies on.
  public let device: UInt64
  /// Its permission bits, at most 0o7777.
  public let mode: UInt32
  /// How many names it has.
  public let linkCount: UInt64
}

/// One name in a folder, with what stands under it.
public struct FolderEntry: Sendable, Equatable {
  /// The name.
  public let name: Name
  /// What stands under it, links not followed.
  public let status: FileStatus
}

/// One place in a folder tree, with what stands there.
public struct TreeEntry: Sendable, Equatable {
  /// The place, relative to where the walk began.
  public let path: RelativePath
  /// What stands there, links not followed.
  public let status: FileStatus
}
