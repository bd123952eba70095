import CArchive
import DurableFiles

/// One pass of libarchive through an archive whose structure is known.
///
/// It shares the library's state among the streams it hands out, and frees it with the last of them.
@safe final class UnpackingSession {
  private let handle: OpaquePointer
  private let source: UnpackingSource
  private let structure: ArchiveStructure
  /// The archive.
  var path: Path { source.file.path }
  /// The number of the entry that comes next.
  private(set) var position: Int
  /// The first failure: libarchive may go on after one, and what it says then means nothing.
  private var failed: ArchiveError?

  /// Begins at the archive's start, or later where the format allows.
  init(
    _ file: ArchiveFile, _ structure: ArchiveStructure, toRead index: Int = 0
  ) throws(ArchiveError) {
    guard let handle = unsafe archive_read_new() else {
      throw ArchiveError(.library, path: file.path, reason: "there isn't enough memory to unpack it")
    }
    unsafe self.handle = unsafe handle
    self.structure = structure
    position = structure.format == .zip ? 0 : index
    let start = structure.format == .zip ? 0 : structure.starts[index]
    source = UnpackingSource(file, from: start, to: structure.byteCount)
    try check(nil) {
      let status =
        structure.format == .zip ? unsafe Self.supportZIP(handle) : unsafe Self.supportTar(handle)
      return status == ARCHIVE_OK ? unsafe source.open(handle) : status
    }
  }

  deinit { unsafe archive_read_free(handle) }

  private static func supportZIP(_ handle: OpaquePointer) -> Int32 {
    let status = unsafe archive_read_support_format_zip_seekable(handle)
    // Otherwise entries named like Apple's metadata would be swallowed on some systems.
    return status == ARCHIVE_OK
      ? unsafe archive_read_set_format_option(handle, "zip", "mac-ext", nil) : status
  }

  private static func supportTar(_ handle: OpaquePointer) -> Int32 {
    var status = unsafe archive_read_support_format_tar(handle)
    for option in ["mac-ext", "read_concatenated_archives"] where status == ARCHIVE_OK {
      status = unsafe archive_read_set_format_option(handle, "tar", option, nil)
    }
    return status
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
    guard unsafe archive_entry_hardlink(header) == nil, unsafe archive_entry_sparse_count(header) == 0 else {
      return false
    }
    guard let bytes = unsafe archive_entry_pathname(header) else { return false }
    // Names from DOS that aren't UTF-8 come as they are; Unicode ones may come composed, which strings don't mind.
    guard let name = unsafe String(validatingCString: bytes), let text = entry.path.text else { return true }
    return [text, text + "/", "./" + text, "./" + text + "/"].contains(name)
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
