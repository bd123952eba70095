#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension System {
  /// What an open file or folder is.
  static func status(_ descriptor: Int32, _ path: @autoclosure () -> Path) throws(FileError) -> FileStatus {
    var status = stat()
    _ = try perform(.examine(path())) { unsafe Int(fstat(descriptor, &status)) }
    return FileStatus(status)
  }

  /// What stands under a name, links not followed; nil when nothing does.
  static func status(
    in folder: Int32, _ name: Name, _ path: @autoclosure () -> Path
  ) throws(FileError) -> FileStatus? {
    var status = stat()
    do {
      _ = try unsafe withCString(name.bytes, .examine(path())) { text throws(FileError) in
        try perform(.examine(path())) { unsafe Int(fstatat(folder, text, &status, AT_SYMLINK_NOFOLLOW)) }
      }
    } catch  where error.code == .notFound {
      return nil
    }
    return FileStatus(status)
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    byteCount = Int(clamping: status.st_size)
    #if canImport(Darwin)
      (modified, changed) = (Self.nanoseconds(status.st_mtimespec), Self.nanoseconds(status.st_ctimespec))
    #else
      (modified, changed) = (Self.nanoseconds(status.st_mtim), Self.nanoseconds(status.st_ctim))
    #endif
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    mode = UInt32(status.st_mode & 0o7777)
    linkCount = UInt64(clamping: status.st_nlink)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec).multipliedClamping(by: 1_000_000_000, adding: Int64(time.tv_nsec))
  }
}

extension Int64 {
  /// Times far from now, which a file system may hold, end at the range's ends.
  fileprivate func multipliedClamping(by factor: Int64, adding added: Int64) -> Int64 {
    let (product, tooLarge) = multipliedReportingOverflow(by: factor)
    let (sum, alsoTooLarge) = product.addingReportingOverflow(added)
    if tooLarge || alsoTooLarge { return self < 0 ? .min : .max }
    return sum
  }
}
