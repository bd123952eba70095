import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The calls to the operating system that this module makes, each with its errno looked at.
///
/// A call cut short by a signal is made again, except for syncs and closes: after one of those has failed, nobody
/// knows what became of the data, and a second try would report success without having written anything.
enum System {
  /// Opens a path typed by a user.
  static func open(
    _ path: Path, flags: Int32, _ operation: @autoclosure () -> FileOperation
  ) throws(FileError) -> Descriptor {
    let result = try unsafe withCString(path.bytes, operation()) { name throws(FileError) in
      try perform(operation()) { unsafe Int(lnote_open(name, flags | O_CLOEXEC | O_NOCTTY, 0)) }
    }
    return Descriptor(Int32(truncatingIfNeeded: result))
  }

  /// Opens a name in a folder, never through a link.
  static func open(
    in folder: Int32, _ name: Name, flags: Int32, mode: UInt32 = 0,
    _ operation: @autoclosure () -> FileOperation
  ) throws(FileError) -> Descriptor {
    let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
    let result = try unsafe withCString(name.bytes, operation()) { name throws(FileError) in
      try perform(operation()) {
        unsafe Int(lnote_openat(folder, name, flags, mode_t(truncatingIfNeeded: mode)))
      }
    }
    return Descriptor(Int32(truncatingIfNeeded: result))
  }

  /// Opens a folder a second time, for a position or a lock of its own.
  static func reopen(
    _ folder: Int32, _ operation: @autoclosure () -> FileOperation
  ) throws(FileError) -> Descriptor {
    let result = try perform(operation()) {
      unsafe Int(lnote_openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0))
    }
    return Descriptor(Int32(truncatingIfNeeded: result))
  }

  /// A second descriptor for an open file.
  static func duplicate(_ descriptor: Int32, _ path: @autoclosure () -> Path) throws(FileError) -> Descriptor
  {
    let result = try perform(.openFile(path())) { Int(lnote_duplicate(descriptor)) }
    return Descriptor(Int32(truncatingIfNeeded: result))
  }

  /// Closes what was only read; nothing can be lost by it.
  static func closeQuietly(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// Closes a descriptor, which is gone afterwards in any case.
  static func close(_ descriptor: Int32, _ operation: @autoclosure () -> FileOperation) throws(FileError) {
    #if RECORDS_OPERATIONS
      let recorder = OperationRecorder.current
      let fault = recorder?.begin(operation())
    #endif
    #if canImport(Darwin)
      let result = Darwin.close(descriptor)
    #elseif canImport(Musl)
      let result = Musl.close(descriptor)
    #else
      let result = Glibc.close(descriptor)
    #endif
    if result != 0 { throw failure(errno, operation()) }
    #if RECORDS_OPERATIONS
      recorder?.succeed(operation())
      switch fault {
      case .failure(let code), .lateFailure(let code): throw failure(code, operation())
      default: break
      }
    #endif
  }

  /// Reads at most as many bytes as the buffer holds; 0 at the end of the file.
  static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, _ path: @autoclosure () -> Path
  ) throws(FileError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    return try perform(.read(path())) { unsafe sysRead(descriptor, start, buffer.count) }
  }

  /// Reads at an offset without moving the position; 0 at the end of the file.
  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer,
    _ path: @autoclosure () -> Path
  ) throws(FileError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    return try perform(.read(path())) { unsafe pread(descriptor, start, buffer.count, off_t(offset)) }
  }

  /// Moves the position of an open file.
  static func seek(
    _ descriptor: Int32, to offset: Int, _ path: @autoclosure () -> Path
  ) throws(FileError) {
    _ = try perform(.read(path())) { Int(lseek(descriptor, off_t(offset), SEEK_SET)) }
  }

  /// Writes some of the bytes and says how many.
  static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, offset: Int, _ path: @autoclosure () -> Path
  ) throws(FileError) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    while true {
      var count = bytes.count
      #if RECORDS_OPERATIONS
        let recorder = OperationRecorder.current
        var late: Int32?
        switch recorder?.begin(.write(path(), offset: offset, bytes: unsafe Array(bytes))) {
        case .failure(EINTR): continue
        case .failure(let code): throw failure(code, .write(path(), offset: offset, bytes: []))
        case .lateFailure(let code): late = code
        case .shortWrite(let most): count = min(count, max(1, most))
        case nil: break
        }
      #endif
      let written = unsafe sysWrite(descriptor, start, count)
      if written < 0 {
        let code = errno
        if code == EINTR { continue }
        throw failure(code, .write(path(), offset: offset, bytes: []))
      }
      #if RECORDS_OPERATIONS
        recorder?.succeed(.write(path(), offset: offset, bytes: unsafe Array(bytes[..<written])))
        if let late { throw failure(late, .write(path(), offset: offset, bytes: [])) }
      #endif
      return written
    }
  }

  /// Brings a file to the medium.
  static func syncFile(_ descriptor: Int32, _ path: @autoclosure () -> Path) throws(FileError) {
    _ = try perform(.syncFile(path()), repeats: false) { Int(lnote_sync(descriptor)) }
  }

  /// Begins to bring a file to the medium; only a sync tells whether it arrives.
  static func startSync(_ descriptor: Int32) { lnote_start_sync(descriptor) }

  /// Brings a folder's names to the medium, as far as the file system knows such a thing.
  static func syncFolder(_ descriptor: Int32, _ path: @autoclosure () -> Path) throws(FileError) {
    do {
      _ = try perform(.syncFolder(path()), repeats: false) { Int(lnote_sync(descriptor)) }
    } catch  where error.errno == EINVAL || error.errno == ENOTSUP {
      // Some network and FUSE file systems sync no folders; their names are as safe as they get.
    }
  }

  /// Sets the permissions of an open file.
  static func setMode(_ descriptor: Int32, _ mode: UInt32, _ path: @autoclosure () -> Path) throws(FileError)
  {
    _ = try perform(.changeMode(path(), mode: mode)) {
      Int(fchmod(descriptor, mode_t(truncatingIfNeeded: mode)))
    }
  }

  /// Sets the permissions of something in a folder that is known to be no link.
  static func setMode(
    in folder: Int32, _ name: Name, _ mode: UInt32, _ path: @autoclosure () -> Path
  ) throws(FileError) {
    func operation() -> FileOperation { .changeMode(path(), mode: mode) }
    _ = try unsafe withCString(name.bytes, operation()) { text throws(FileError) in
      try perform(operation()) { unsafe Int(fchmodat(folder, text, mode_t(truncatingIfNeeded: mode), 0)) }
    }
  }

  /// Sets when an open file was last changed, in nanoseconds since 1970.
  static func setModified(
    _ descriptor: Int32, _ time: Int64, _ path: @autoclosure () -> Path
  ) throws(FileError) {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let stamp = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    let stamps = [stamp, stamp]
    _ = try perform(.changeTime(path())) {
      unsafe stamps.withUnsafeBufferPointer { Int(unsafe futimens(descriptor, $0.baseAddress)) }
    }
  }

  /// Creates a folder.
  static func makeFolder(
    in folder: Int32, _ name: Name, mode: UInt32, _ path: @autoclosure () -> Path
  ) throws(FileError) {
    func operation() -> FileOperation { .makeFolder(path(), mode: mode) }
    _ = try unsafe withCString(name.bytes, operation()) { text throws(FileError) in
      try perform(operation()) { unsafe Int(mkdirat(folder, text, mode_t(truncatingIfNeeded: mode))) }
    }
  }

  /// Removes a file or link, or an empty folder.
  static func remove(
    in folder: Int32, _ name: Name, isFolder: Bool, _ path: @autoclosure () -> Path
  ) throws(FileError) {
    func operation() -> FileOperation { isFolder ? .removeFolder(path()) : .removeFile(path()) }
    _ = try unsafe withCString(name.bytes, operation()) { text throws(FileError) in
      try perform(operation()) { unsafe Int(unlinkat(folder, text, isFolder ? AT_REMOVEDIR : 0)) }
    }
  }

  /// How a name may be given to something.
  enum Renaming { case replacing, exclusive, exchanging, linking }

  /// Renames, swaps or links one name to another.
  static func rename(
    in folder: Int32, _ name: Name, to newName: Name, in newFolder: Int32, _ renaming: Renaming,
    _ operation: @autoclosure () -> FileOperation
  ) throws(FileError) {
    _ = try unsafe withCString(name.bytes, operation()) { old throws(FileError) in
      try unsafe withCString(newName.bytes, operation()) { new throws(FileError) in
        try perform(operation()) {
          switch renaming {
          case .replacing: unsafe Int(renameat(folder, old, newFolder, new))
          case .exclusive: unsafe Int(lnote_rename_exclusively(folder, old, newFolder, new))
          case .exchanging: unsafe Int(lnote_rename_exchanging(folder, old, newFolder, new))
          case .linking: unsafe Int(linkat(folder, old, newFolder, new, 0))
          }
        }
      }
    }
  }

  /// Takes an exclusive advisory lock without waiting; `busy` when somebody has it.
  static func lock(_ descriptor: Int32, _ path: @autoclosure () -> Path) throws(FileError) {
    _ = try perform(.lock(path())) { Int(flock(descriptor, LOCK_EX | LOCK_NB)) }
  }

  /// Gives a lock up.
  static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  /// The folder for temporary files that this user chose, or the system's.
  static var temporaryFolder: String {
    let chosen = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) }
    return chosen.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// How many bytes an ordinary user can still write to the file system of an open folder.
  static func freeByteCount(_ descriptor: Int32, _ path: @autoclosure () -> Path) throws(FileError) -> Int64 {
    var status = statvfs()
    _ = try perform(.examine(path())) { unsafe Int(fstatvfs(descriptor, &status)) }
    let (count, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : Int64(clamping: count)
  }

  /// The names in a folder, in no particular order, without `.` and `..`.
  static func names(in folder: Int32, _ path: @autoclosure () -> Path) throws(FileError) -> [Name] {
    let opened = try reopen(folder, .list(path())).release()
    guard let stream = unsafe fdopendir(opened) else {
      let code = errno
      closeQuietly(opened)
      throw failure(code, .list(path()))
    }
    defer { unsafe closedir(stream) }
    var names: [Name] = []
    while true {
      var code: Int32 = 0
      guard let text = unsafe lnote_next_name(stream, &code) else {
        if code != 0 { throw failure(code, .list(path())) }
        return names
      }
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
      if let name = unsafe Name(bytes) { names.append(name) }
    }
  }

  /// The path with all its links followed.
  static func resolve(_ path: Path) throws(FileError) -> Path {
    try unsafe withCString(path.bytes, .examine(path)) { text throws(FileError) in
      guard let resolved = unsafe realpath(text, nil) else { throw failure(errno, .examine(path)) }
      defer { unsafe free(resolved) }
      return unsafe Path(Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
    }
  }

  // MARK: The seam

  /// Makes one call, again after a signal where that's safe, and turns its errno into an error.
  @inline(__always)
  static func perform(
    _ operation: @autoclosure () -> FileOperation, repeats: Bool = true, _ call: () -> Int
  ) throws(FileError) -> Int {
    while true {
      #if RECORDS_OPERATIONS
        let recorder = OperationRecorder.current
        var late: Int32?
        switch recorder?.begin(operation()) {
        case .failure(EINTR) where repeats: continue
        case .failure(let code): throw failure(code, operation())
        case .lateFailure(let code): late = code
        default: break
        }
      #endif
      let result = call()
      if result < 0 {
        let code = errno
        if code == EINTR && repeats { continue }
        throw failure(code, operation())
      }
      #if RECORDS_OPERATIONS
        recorder?.succeed(operation())
        if let late { throw failure(late, operation()) }
      #endif
      return result
    }
  }

  static func failure(_ errno: Int32, _ operation: FileOperation) -> FileError {
    FileError(errno: errno, operation: operation.verb, path: operation.path)
  }

  /// Hands bytes to C as a string; one with a NUL inside would name something else, and is refused.
  @inline(__always)
  static func withCString<Result>(
    _ bytes: [UInt8], _ operation: @autoclosure () -> FileOperation,
    _ body: (UnsafePointer<CChar>) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    if bytes.contains(0) {
      throw FileError(
        .invalidName, operation: operation().verb, path: operation().path, reason: "the name holds a NUL byte"
      )
    }
    let count = bytes.count
    let outcome: Swift.Result<Result, FileError> = unsafe withUnsafeTemporaryAllocation(
      of: CChar.self, capacity: count + 1
    ) { buffer in
      for index in 0..<count { unsafe buffer[index] = CChar(bitPattern: bytes[index]) }
      unsafe buffer[count] = 0
      do throws(FileError) {
        guard let start = buffer.baseAddress else { throw failure(ENOMEM, operation()) }
        return .success(try unsafe body(start))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}

// `read` and `write` as members of `System` would hide the C functions of the same name.
private func sysRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, start, count)
}

private func sysWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}
