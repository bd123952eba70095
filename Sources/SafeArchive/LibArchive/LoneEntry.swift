import CArchive
import DurableFiles

/// One entry of a ZIP archive, read by its own header alone, whatever is around it.
@safe final class LoneEntry {
  /// The name as libarchive reads it; nil when that isn't UTF-8.
  let name: String?
  private let handle: OpaquePointer
  private let source: UnpackingSource
  private let start: Int
  private let limit: Int
  private var total = 0

  /// Nothing longer than `limit` is read.
  init(_ file: ArchiveFile, at offset: Int, limit: Int) throws(ArchiveError) {
    guard let handle = unsafe archive_read_new() else {
      throw ArchiveError(.library, path: file.path, reason: "there isn't enough memory to unpack it")
    }
    source = UnpackingSource(file, from: offset, to: file.byteCount)
    start = offset
    self.limit = limit
    var status = unsafe archive_read_support_format_zip_streamable(handle)
    if status == ARCHIVE_OK { status = unsafe archive_read_set_format_option(handle, "zip", "mac-ext", nil) }
    if status == ARCHIVE_OK { status = unsafe source.openUnseekable(handle) }
    var header: OpaquePointer?
    if status == ARCHIVE_OK {
      status = withUTF8Locale { unsafe archive_read_next_header(handle, &header) }
    }
    name =
      status == ARCHIVE_OK
      ? withUTF8Locale {
        unsafe archive_entry_pathname(header).flatMap { unsafe String(validatingCString: $0) }
      }
      : nil
    unsafe self.handle = unsafe handle
    guard status == ARCHIVE_OK else { throw failure() }
  }

  deinit { unsafe archive_read_free(handle) }

  /// The next bytes; 0 at the end. What came counts only then: the checksum comes last.
  func read(into buffer: inout [UInt8]) throws(ArchiveError) -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      withUTF8Locale { unsafe archive_read_data(handle, bytes.baseAddress, bytes.count) }
    }
    if count < 0 { throw failure() }
    total += count
    if total > limit {
      throw ArchiveError(
        .tooLarge, path: source.file.path, offset: start,
        reason: "it would unpack to more than \(limit) bytes")
    }
    return count
  }

  /// Where what was read ends.
  var end: Int { start + Int(clamping: unsafe archive_filter_bytes(handle, -1)) }

  private func failure() -> ArchiveError {
    if let error = source.failure { return ArchiveError(error) }
    return ArchiveError(.entryDamaged, path: source.file.path, offset: start, reason: "it is damaged")
  }
}
