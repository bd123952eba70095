import CArchive
import DurableFiles

/// Writes a ZIP archive that is the same, byte for byte, for the same entries in the same order.
///
/// Everything is deflated; there are no times, owners or links; modes are 0644 and 0755. After a failure the archive is
/// worthless, and every further call throws the same. It isn't for several threads at once.
@safe public final class ArchiveWriter {
  private let handle: OpaquePointer
  private let target: PackingTarget
  private var entries = WrittenEntries()
  private var failed: ArchiveError?
  private var isFinished = false

  /// Begins an archive. `level` goes from 1, fast, to 9, small.
  public init(onto sink: any ArchiveSink, level: Int = 6) throws(ArchiveError) {
    precondition((1...9).contains(level), "a level from 1 to 9")
    guard let handle = unsafe archive_write_new() else {
      throw ArchiveError(.library, path: sink.path, reason: "there isn't enough memory to pack it")
    }
    unsafe self.handle = unsafe handle
    target = PackingTarget(sink)
    try open(level)
  }

  deinit {
    // Freeing writes an end, to an archive that was given up too. Telling libarchive to fail instead would leak.
    if !isFinished { target.discardsWhatComes = true }
    unsafe archive_write_free(handle)
  }

  private func open(_ level: Int) throws(ArchiveError) {
    let client = unsafe Unmanaged.passUnretained(target).toOpaque()
    // Without such a locale, libarchive would write names and not say that they are UTF-8.
    guard hasUTF8Locale() else { throw fail(.library, nil, "this system has no UTF-8 locale") }
    // No `hdrcharset`: it would compose names on the way, so that they weren't those on disk any more.
    let options = "zip:compression=deflate,zip:compression-level=\(level)"
    try check(nil) { unsafe archive_write_set_format_zip(handle) }
    try check(nil) { unsafe archive_write_set_options(handle, options) }
    try check(nil) { unsafe archive_write_set_bytes_per_block(handle, 1 << 16) }
    // Otherwise the last block is filled up with zeros.
    try check(nil) { unsafe archive_write_set_bytes_in_last_block(handle, 1) }
    try check(nil) {
      unsafe archive_write_open(
        handle, client, nil,
        { _, client, bytes, count in
          unsafe PackingTarget.of(client)?.write(bytes, count)
          return count
        }, nil)
    }
  }

  /// Adds an empty folder entry.
  public func addFolder(_ path: RelativePath) throws(ArchiveError) {
    try begin(path, isFolder: true, byteCount: 0)
    try check(path) { unsafe archive_write_finish_entry(handle) }
  }

  /// Adds a file with its content.
  public func addFile(_ path: RelativePath, _ bytes: [UInt8]) throws(ArchiveError) {
    try begin(path, isFolder: false, byteCount: bytes.count)
    try write(bytes.span, of: path)
    try check(path) { unsafe archive_write_finish_entry(handle) }
  }

  /// Adds a file whose content comes in pieces, through the function that `body` is given.
  ///
  /// Throws what `body` throws, or `entrySize` when there are more or fewer bytes than `byteCount`. The archive is
  /// worthless then.
  public func addFile(
    _ path: RelativePath, byteCount: Int,
    _ body: (_ write: (Span<UInt8>) throws(ArchiveError) -> Void) throws -> Void
  ) throws {
    try begin(path, isFolder: false, byteCount: byteCount)
    var written = 0
    do {
      try body { bytes throws(ArchiveError) in
        written += bytes.count
        if written > byteCount { throw wrongCount(path, byteCount) }
        try write(bytes, of: path)
      }
      if written != byteCount { throw wrongCount(path, byteCount) }
    } catch {
      giveUp(path, error)
      throw error
    }
    try check(path) { unsafe archive_write_finish_entry(handle) }
  }

  /// Writes the archive's end. Its bytes are complete then, and not yet durable.
  public func finish() throws(ArchiveError) {
    try check(nil) { unsafe archive_write_close(handle) }
    isFinished = true
  }

  private func begin(_ path: RelativePath, isFolder: Bool, byteCount: Int) throws(ArchiveError) {
    if let failed { throw failed }
    do { try entries.add(path, isFolder: isFolder, byteCount: byteCount) } catch {
      throw fail(error.code, path, error.reason)
    }
    guard let text = path.text else { throw fail(.nameEncoding, path, "its name isn't UTF-8") }
    guard let entry = unsafe archive_entry_new() else {
      throw fail(.library, path, "there isn't enough memory to pack it")
    }
    defer { unsafe archive_entry_free(entry) }
    withUTF8Locale { unsafe archive_entry_set_pathname(entry, text) }
    unsafe archive_entry_set_filetype(entry, isFolder ? 0o040000 : 0o100000)
    unsafe archive_entry_set_perm(entry, isFolder ? 0o755 : 0o644)
    unsafe archive_entry_set_size(entry, Int64(byteCount))
    try check(path) { unsafe archive_write_header(handle, entry) }
  }

  private func write(_ bytes: Span<UInt8>, of path: RelativePath) throws(ArchiveError) {
    if let failed { throw failed }
    let isWhole = unsafe bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        let count = withUTF8Locale { unsafe archive_write_data(handle, rest.baseAddress, rest.count) }
        // 0 means that the entry is full already.
        guard count > 0, target.failure == nil else { return false }
        done += count
      }
      return true
    }
    if !isWhole { throw failure(path) }
  }

  private func check(_ path: RelativePath?, _ call: () -> Int32) throws(ArchiveError) {
    if let failed { throw failed }
    if withUTF8Locale(call) != ARCHIVE_OK || target.failure != nil { throw failure(path) }
  }

  /// An entry was begun and isn't whole, whatever the reason: so isn't the archive.
  private func giveUp(_ path: RelativePath, _ error: any Error) {
    if let error = error as? FileError {
      failed = failed ?? ArchiveError(error)
    } else {
      _ = fail(.entrySize, path, "packing it was given up")
    }
  }

  private func wrongCount(_ path: RelativePath, _ byteCount: Int) -> ArchiveError {
    fail(.entrySize, path, "it changed while it was packed: it isn't \(byteCount) bytes long")
  }

  private func failure(_ path: RelativePath?) -> ArchiveError {
    if let error = target.failure {
      failed = ArchiveError(error)
      return ArchiveError(error)
    }
    let words = unsafe archive_error_string(handle).map { unsafe Path(String(cString: $0)).description }
    return fail(.library, path, "it can't be packed (\(words ?? "no reason given"))")
  }

  private func fail(_ code: ArchiveError.Code, _ path: RelativePath?, _ reason: String) -> ArchiveError {
    let error = ArchiveError(code, path: target.sink.path, entry: path?.description, reason: reason)
    failed = failed ?? error
    return error
  }
}

/// What libarchive writes to: the sink, and why it failed.
///
/// Libarchive is never told of a failure, after which it wouldn't free all that it holds.
private final class PackingTarget {
  let sink: any ArchiveSink
  var discardsWhatComes = false
  private(set) var failure: FileError?

  init(_ sink: any ArchiveSink) { self.sink = sink }

  static func of(_ client: UnsafeMutableRawPointer?) -> PackingTarget? {
    guard let client = unsafe client else { return nil }
    return unsafe Unmanaged<PackingTarget>.fromOpaque(client).takeUnretainedValue()
  }

  func write(_ bytes: UnsafeRawPointer?, _ count: Int) {
    if discardsWhatComes || failure != nil { return }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    do { try sink.write(unsafe buffer.bytes) } catch { failure = error }
  }
}
