#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How this module opens things.
enum OpenFlags {
  /// A folder.
  static let folder = O_RDONLY | O_DIRECTORY
  /// A file to read. Without O_NONBLOCK, a pipe under a file's name would make us wait for ever.
  static let read = O_RDONLY | O_NONBLOCK
  /// The same, not through a link.
  static let readUnlinked = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
  /// A file that isn't there yet. Readable too, so that its writer can check it.
  static let create = O_RDWR | O_CREAT | O_EXCL
  /// A file that grows at its end, there already or not.
  static let append = O_WRONLY | O_CREAT | O_APPEND
}

extension System {
  /// True when the file system can't do this kind of rename.
  static func isUnsupported(_ error: FileError) -> Bool {
    [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.errno)
  }

  /// Linux says ENOTDIR for a link that was to be opened as a folder, other systems ELOOP.
  static var linkErrno: Int32 { ELOOP }

  /// For a folder that stands where a file was expected.
  static var folderErrno: Int32 { EISDIR }
}
