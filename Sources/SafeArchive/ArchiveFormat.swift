import DurableFiles

/// How an archive is written, told by its first bytes.
public enum ArchiveFormat: Sendable, Hashable {
  case zip
  case tar
  /// A tar archive packed by gzip or Zstandard.
  case tarGzip, tarZstandard

  /// What the file at a path begins like; nil for other files. Only as much as tells is read.
  public static func of(_ path: Path) throws(ArchiveError) -> ArchiveFormat? {
    let file: ReadableFile
    do { file = try openForReading(path) } catch { throw ArchiveError(error) }
    return try of(ArchiveFile(file))
  }

  static func of(_ file: ArchiveFile) throws(ArchiveError) -> ArchiveFormat? {
    let head = try file.bytes(at: 0, count: min(TarHeader.byteCount, file.byteCount))
    if head.starts(with: "PK".utf8) { return .zip }
    if TarHeader(head) != nil { return .tar }
    guard let packed = packed(head) else { return nil }
    do throws(ArchiveError) {
      let inside = try Decompression.head(of: file, packed, count: TarHeader.byteCount)
      // What else is packed, a drawing for one, is no archive.
      return TarHeader(inside) == nil ? nil : packed
    } catch {
      if packed == .tarGzip, error.code == .compression { return nil }
      throw error
    }
  }

  private static func packed(_ head: [UInt8]) -> ArchiveFormat? {
    if head.starts(with: [0x1F, 0x8B]) { return .tarGzip }
    // A frame, or one that is to be skipped before it.
    if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return .tarZstandard }
    let isSkipped = head.count > 4 && head[0] & 0xF0 == 0x50 && head[1...3].elementsEqual([0x2A, 0x4D, 0x18])
    return isSkipped ? .tarZstandard : nil
  }
}
