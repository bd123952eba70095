import CArchive
import DurableFiles

/// Where libarchive reads from: the archive's own bytes, without what may follow them.
@safe final class UnpackingSource {
  let file: ArchiveFile
  private let start: Int
  private let end: Int
  private var position: Int
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// Why reading failed, which libarchive can't be told.
  private(set) var failure: FileError?

  /// Hands out a part of the file as if it were the whole.
  init(_ file: ArchiveFile, from start: Int, to end: Int) {
    self.file = file
    (self.start, self.end) = (start, end)
    position = start
  }

  deinit { unsafe buffer.deallocate() }

  /// Lets libarchive read from here, whose formats are chosen already. It must not outlive this source.
  func open(_ handle: OpaquePointer) -> Int32 {
    let status = unsafe archive_read_set_seek_callback(handle) { _, client, offset, origin in
      unsafe UnpackingSource.of(client)?.seek(offset, origin) ?? -1
    }
    return status == ARCHIVE_OK ? unsafe openUnseekable(handle) : status
  }

  /// The same, read from the start on only.
  func openUnseekable(_ handle: OpaquePointer) -> Int32 {
    let client = unsafe Unmanaged.passUnretained(self).toOpaque()
    var status = unsafe archive_read_set_read_callback(handle) { _, client, buffer in
      unsafe UnpackingSource.of(client)?.read(buffer) ?? -1
    }
    if status == ARCHIVE_OK {
      // Otherwise what nobody wants would be read, to be thrown away.
      status = unsafe archive_read_set_skip_callback(handle) { _, client, count in
        unsafe UnpackingSource.of(client)?.skip(count) ?? 0
      }
    }
    if status == ARCHIVE_OK { status = unsafe archive_read_set_callback_data(handle, client) }
    return status == ARCHIVE_OK ? unsafe archive_read_open1(handle) : status
  }

  static func of(_ client: UnsafeMutableRawPointer?) -> UnpackingSource? {
    guard let client = unsafe client else { return nil }
    return unsafe Unmanaged<UnpackingSource>.fromOpaque(client).takeUnretainedValue()
  }

  /// Hands out the next bytes; 0 at the end, -1 after a failure.
  func read(_ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    let count = min(unsafe buffer.count, end - position)
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
    let base = origin == 0 ? start : origin == 1 ? position : end
    let (target, overflow) = base.addingReportingOverflow(Int(clamping: offset))
    guard !overflow, target >= start, target <= end else { return -1 }
    position = target
    return Int64(target - start)
  }

  /// Moves on by at most so many bytes, and says by how many.
  private func skip(_ count: Int64) -> Int64 {
    let step = min(max(0, Int(clamping: count)), end - position)
    position += step
    return Int64(step)
  }
}
