import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileError.Code {
  /// The one place that decides what an errno means here.
  init(errno: Int32) {
    self =
      switch errno {
      case ENOENT: .notFound
      case EEXIST: .exists
      case ELOOP: .link
      case ENOTDIR: .notFolder
      // Opening a socket or a pipe without a reader gives ENXIO.
      case EISDIR, ENXIO: .notFile
      case ENOTEMPTY: .notEmpty
      case EACCES, EPERM: .permission
      case ENOSPC, EDQUOT: .noSpace
      case EROFS: .readOnly
      case EIO: .io
      case EFBIG, EOVERFLOW: .tooLarge
      case EWOULDBLOCK, EBUSY, ETXTBSY: .busy
      case EXDEV: .crossDevice
      case EMFILE, ENFILE: .tooManyOpen
      case ENAMETOOLONG, EILSEQ: .invalidName
      case EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP: .unsupported
      case EPIPE: .closedPipe
      case EINTR: .interrupted
      default: .other
      }
  }
}

extension System {
  /// The system's words for an errno.
  static func words(for errno: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "error \(errno)" }
      unsafe lnote_error_text(errno, start, 256)
      return unsafe String(cString: start)
    }
  }
}
