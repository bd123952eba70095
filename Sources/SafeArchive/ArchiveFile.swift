import DurableFiles

/// The open file of an archive, shared by the structure's reader and the unpacking library.
final class ArchiveFile {
  let path: Path
  let byteCount: Int
  private let file: ReadableFile

  /// `path` is the archive that messages speak of, where the file is only its unpacked form.
  init(_ file: consuming ReadableFile, path: Path? = nil) {
    self.path = path ?? file.path
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

  /// Whether there are only zeros from an offset to the end, and no more of them than a writer's block has.
  func isPadded(from offset: Int, limit: Int) throws(ArchiveError) -> Bool {
    let count = byteCount - offset
    return count <= limit ? try bytes(at: offset, count: count).allSatisfy { $0 == 0 } : false
  }

  /// As many bytes at an offset as fit; fewer only at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try unsafe file.read(at: offset, into: buffer)
  }
}
