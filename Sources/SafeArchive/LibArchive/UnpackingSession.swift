import CArchive
import DurableFiles

/// One pass of libarchive through an archive whose structure is known.
///
/// It shares the library's state among the streams it hands out, and frees it with the last of them.
@safe final class UnpackingSession {
  private let handle: OpaquePointer
  private let source: UnpackingSource
  private let structure: ZIPStructure
  /// The archive.
  var path: Path { source.file.path }
  /// The number of the entry that comes next.
  private(set) var position = 0
  /// The first failure: libarchive may go on after one, and what it says then means nothing.
  private var failed: ArchiveError?

  init(_ file: ArchiveFile, _ structure: ZIPStructure) throws(ArchiveError) {
    guard let handle = unsafe archive_read_new() else {
      throw ArchiveError(.library, path: file.path, reason: "there isn't enough memory to unpack it")
    }
    unsafe self.handle = unsafe handle
    self.structure = structure
    source = UnpackingSource(file, byteCount: structure.byteCount)
    try open()
  }

  deinit { unsafe archive_read_free(handle) }

  private func open() throws(ArchiveError) {
    let client = unsafe Unmanaged.passUnretained(source).toOpaque()
    try check(nil) {
      var status = unsafe archive_read_support_format_zip_seekable(handle)
      // Otherwise entries named like Apple's metadata would be swallowed on some systems.
      if status == ARCHIVE_OK {
        status = unsafe archive_read_set_format_option(handle, "zip", "mac-ext", nil)
      }
      if status == ARCHIVE_OK {
        status = unsafe archive_read_set_read_callback(handle) { _, client, buffer in
          unsafe UnpackingSource.of(client)?.read(buffer) ?? -1
        }
      }
      if status == ARCHIVE_OK {
        status = unsafe archive_read_set_seek_callback(handle) { _, client, offset, origin in
          unsafe UnpackingSource.of(client)?.seek(offset, origin) ?? -1
        }
      }
      if status == ARCHIVE_OK { status = unsafe archive_read_set_callback_data(handle, client) }
      return status == ARCHIVE_OK ? unsafe archive_read_open1(handle) : status
    }
  }

  /// Goes on to the next entry. It must be the one that the structure has there.
  func next() throws(ArchiveError) -> ArchiveEntry {
    let entry = structure.entries[position]
    var header: OpaquePointer?
    try check(entry) { unsafe archive_read_next_header(handle, &header) }
    let agrees = withUTF8Locale { unsafe Self.agrees(header, entry) }
    guard agrees else {
      throw fail(.headerMismatch, entry, "it unpacks as something else than the directory says")
    }
    position += 1
    return entry
  }

  private static func agrees(_ header: OpaquePointer?, _ entry: ArchiveEntry) -> Bool {
    let type = unsafe archive_entry_filetype(header)
    guard type == (entry.isFolder ? 0o040000 : 0o100000) else { return false }
    guard unsafe archive_entry_size(header) == entry.byteCount else { return false }
    guard let bytes = unsafe archive_entry_pathname(header) else { return false }
    // Names from DOS that aren't UTF-8 come as they are; Unicode ones may come composed, which strings don't mind.
    guard let name = unsafe String(validatingCString: bytes), let text = entry.path.text else { return true }
    return name == text || name == text + "/"
  }

  /// Reads bytes of the current entry, as many as fit and are left; checks size and checksum with the last of them.
  func read(
    _ entry: ArchiveEntry, left: inout Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ArchiveError) -> Int {
    if let failed { throw failed }
    var filled = 0
    while filled < min(buffer.count, left) {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<min(buffer.count, left)])
      let count = try unsafe readSome(entry, into: rest)
      if count == 0 { throw fail(.entrySize, entry, "it is shorter than it says") }
      filled += count
    }
    left -= filled
    if left == 0 { try checkEnd(of: entry) }
    return filled
  }

  /// Reads on past the last byte, where there must be nothing; that is also where the checksum is compared.
  func checkEnd(of entry: ArchiveEntry) throws(ArchiveError) {
    let count = try unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
      Result { () throws(ArchiveError) in try unsafe readSome(entry, into: buffer) }
    }.get()
    if count > 0 { throw fail(.entrySize, entry, "it is longer than it says") }
  }

  private func readSome(
    _ entry: ArchiveEntry, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ArchiveError) -> Int {
    let count = withUTF8Locale { unsafe archive_read_data(handle, buffer.baseAddress, buffer.count) }
    if count < 0 { throw failure(entry) }
    return count
  }

  /// Makes one call; whatever isn't success, a warning too, is a failure.
  private func check(_ entry: ArchiveEntry?, _ call: () -> Int32) throws(ArchiveError) {
    if let failed { throw failed }
    if withUTF8Locale(call) != ARCHIVE_OK { throw failure(entry) }
  }

  private func failure(_ entry: ArchiveEntry?) -> ArchiveError {
    if let error = source.failure {
      failed = ArchiveError(error)
      return ArchiveError(error)
    }
    let words = unsafe archive_error_string(handle).map { unsafe Path(String(cString: $0)).description }
    return fail(.entryDamaged, entry, "it is damaged (\(words ?? "no reason given"))")
  }

  private func fail(_ code: ArchiveError.Code, _ entry: ArchiveEntry?, _ reason: String) -> ArchiveError {
    let error = ArchiveError(code, path: source.file.path, entry: entry?.path.description, reason: reason)
    failed = failed ?? error
    return error
  }
}

/// Where libarchive reads from: the archive's own bytes, without what may follow them.
@safe final class UnpackingSource {
  let file: ArchiveFile
  private let byteCount: Int
  private var position = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// Why reading failed, which libarchive can't be told.
  private(set) var failure: FileError?

  init(_ file: ArchiveFile, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  deinit { unsafe buffer.deallocate() }

  static func of(_ client: UnsafeMutableRawPointer?) -> UnpackingSource? {
    guard let client = unsafe client else { return nil }
    return unsafe Unmanaged<UnpackingSource>.fromOpaque(client).takeUnretainedValue()
  }

  /// Hands out the next bytes; 0 at the end, -1 after a failure.
  func read(_ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    let count = min(unsafe buffer.count, byteCount - position)
    guard count > 0 else { return 0 }
    do {
      let read = try unsafe file.read(
        at: position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
      unsafe bytes?.pointee = unsafe UnsafeRawPointer(buffer.baseAddress)
      position += read
      return read
    } catch {
      failure = error
      return -1
    }
  }

  /// Moves the position, as `fseek` does, and says where it is then.
  func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    // SEEK_SET, SEEK_CUR and SEEK_END have these values everywhere.
    let base = origin == 0 ? 0 : origin == 1 ? position : byteCount
    let (target, overflow) = base.addingReportingOverflow(Int(clamping: offset))
    guard !overflow, target >= 0, target <= byteCount else { return -1 }
    position = target
    return Int64(target)
  }
}
