import CArchive
import DurableFiles

/// Unpacks what gzip or Zstandard packed around a tar archive.
///
/// It goes to a file without a name, since the headers inside are checked before anything else is read, and packages
/// are read in an order of their own.
@safe final class Decompression {
  private let handle: OpaquePointer
  private let source: UnpackingSource
  private static let pieceByteCount = 1 << 18

  /// The whole content; unless `isWhole`, as much of it as can be unpacked.
  static func unpacked(
    _ file: ArchiveFile, _ format: ArchiveFormat, _ limits: ArchiveLimits, isWhole: Bool = true
  ) throws(ArchiveError) -> ArchiveFile {
    let session = try Decompression(file, format)
    var scratch: ScratchFile
    do { scratch = try ScratchFile.create() } catch { throw ArchiveError(error) }
    var count = 0
    do throws(ArchiveError) {
      try session.forEachPiece { piece throws(ArchiveError) in
        count += piece.byteCount
        try session.checkSize(count, limits)
        do throws(FileError) { try scratch.write(piece) } catch { throw ArchiveError(error) }
      }
      if isWhole { try session.checkEnd() }
    } catch {
      if isWhole || error.code != .compression { throw error }
    }
    do { return ArchiveFile(try scratch.finish(), path: file.path) } catch { throw ArchiveError(error) }
  }

  /// The first bytes of the content.
  static func head(
    of file: ArchiveFile, _ format: ArchiveFormat, count: Int
  ) throws(ArchiveError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let session = try Decompression(file, format)
    let read = try session.readSome(into: &bytes)
    return Array(bytes.prefix(read))
  }

  private init(_ file: ArchiveFile, _ format: ArchiveFormat) throws(ArchiveError) {
    guard let handle = unsafe archive_read_new() else {
      throw ArchiveError(.library, path: file.path, reason: "there isn't enough memory to unpack it")
    }
    unsafe self.handle = unsafe handle
    source = UnpackingSource(file, from: 0, to: file.byteCount)
    var status =
      format == .tarGzip
      ? unsafe archive_read_support_filter_gzip(handle) : unsafe archive_read_support_filter_zstd(handle)
    // A warning means that another program would be run for it.
    guard status == ARCHIVE_OK else {
      throw ArchiveError(.compression, path: file.path, reason: "this build doesn't read its compression")
    }
    status = unsafe archive_read_support_format_raw(handle)
    if status == ARCHIVE_OK { status = unsafe source.open(handle) }
    var header: OpaquePointer?
    if status == ARCHIVE_OK { status = unsafe archive_read_next_header(handle, &header) }
    // One compression inside another is nobody's archive.
    guard status == ARCHIVE_OK, unsafe archive_filter_count(handle) == 2 else { throw failure() }
  }

  deinit { unsafe archive_read_free(handle) }

  private func forEachPiece(_ body: (RawSpan) throws(ArchiveError) -> Void) throws(ArchiveError) {
    var buffer = [UInt8](repeating: 0, count: Self.pieceByteCount)
    while true {
      let count = try readSome(into: &buffer)
      if count == 0 { return }
      try body(unsafe buffer.span.bytes.extracting(first: count))
    }
  }

  private func readSome(into buffer: inout [UInt8]) throws(ArchiveError) -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe archive_read_data(handle, bytes.baseAddress, bytes.count)
    }
    if count < 0 { throw failure() }
    return count
  }

  private func checkSize(_ count: Int, _ limits: ArchiveLimits) throws(ArchiveError) {
    let most = limits.totalByteCount.addingReportingOverflow(limits.entries * 4 * TarHeader.byteCount)
    if !most.overflow, count > most.partialValue {
      throw ArchiveError(
        .tooLarge, path: source.file.path,
        reason: "the archive would unpack to more than \(limits.totalByteCount) bytes")
    }
    if limits.isTooTight(count, packed: source.file.byteCount) {
      throw ArchiveError(
        .ratio, path: source.file.path, reason: limits.ratioReason)
    }
  }

  /// Behind what was unpacked there may be zeros, and nothing else.
  private func checkEnd() throws(ArchiveError) {
    let end = Int(clamping: unsafe archive_filter_bytes(handle, -1))
    guard end <= source.file.byteCount, try source.file.isPadded(from: end, limit: 1 << 20) else {
      throw ArchiveError(
        .trailingData, path: source.file.path, offset: end, reason: "something follows the archive's end")
    }
  }

  private func failure() -> ArchiveError {
    if let error = source.failure { return ArchiveError(error) }
    let words = unsafe archive_error_string(handle).map { unsafe Path(String(cString: $0)).description }
    return ArchiveError(
      .compression, path: source.file.path, reason: "it can't be unpacked (\(words ?? "no reason given"))")
  }
}
