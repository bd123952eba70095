import DurableFiles

/// The open file of an archive, shared by the structure's reader and the unpacking library.
final class ArchiveFile {
  let path: Path
  let byteCount: Int
  private let file: ReadableFile

  init(_ file: consuming ReadableFile) {
    path = file.path
    byteCount = file.status.byteCount
    self.file = file
  }

  /// Exactly so many bytes at an offset.
  func bytes(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read: Int
    do { read = try file.read(at: offset, into: &bytes) } catch { throw ArchiveError(error) }
    if read < count {
      throw ArchiveError(.truncated, path: path, offset: offset, reason: "the file ends too early")
    }
    return bytes
  }

  /// As many bytes at an offset as fit; fewer only at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try unsafe file.read(at: offset, into: buffer)
  }
}
