import DurableFiles

/// An archive in memory, written by `ArchiveWriter` to become a part of a larger one.
public final class ArchivePart: ArchiveSink {
  public let path: Path
  public private(set) var bytes: [UInt8] = []

  /// An empty part of the archive at a path.
  public init(of path: Path) { self.path = path }

  public func write(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe self.bytes.append(contentsOf: $0) }
  }
}

/// Joins archives that were written apart, byte for byte into the one that a single writer would have made.
///
/// An entry's bytes don't depend on those before it; only the directory says where each lies. So parts can be packed on
/// several processors, each by a writer of its own.
public final class ArchiveJoiner {
  private let sink: any ArchiveSink
  private var entries = WrittenEntries()
  private var directory: [UInt8] = []
  private var entryCount = 0
  private var offset = 0

  /// Begins an archive.
  public init(onto sink: any ArchiveSink) { self.sink = sink }

  /// Whether so much can be joined: a larger archive has a directory of another form, which only the one writer makes.
  public static func canHold(entryCount: Int, byteCount: Int) -> Bool {
    // What doesn't compress grows by a few bytes in 16 KiB, and every entry has a header, a record and its name twice.
    let overhead = entryCount.multipliedReportingOverflow(by: 10_000)
    return entryCount < 0xFFFF && !overflows(byteCount, byteCount / 1000, overhead.partialValue)
  }

  private static func overflows(_ numbers: Int...) -> Bool {
    numbers.contains { $0 > 0xFFFF_FFFF } || numbers.reduce(0, +) >= 0xFFFF_FFFF
  }

  /// Adds all entries of an archive that is finished.
  public func add(_ part: [UInt8]) throws(ArchiveError) {
    let end = part.count - ZIPEndRecord.byteCount
    guard end >= 0, part.hasSignature(5, 6, at: end) else { throw misshapen() }
    let (count, size, start) = (
      part.uint16(at: end + 10), part.uint32(at: end + 12), part.uint32(at: end + 16)
    )
    guard start + size == end, !Self.overflows(offset, part.count), entryCount + count < 0xFFFF else {
      throw misshapen()
    }
    try addRecords(part, from: start, to: end, count)
    do { try sink.write(unsafe part.span.bytes.extracting(first: start)) } catch { throw ArchiveError(error) }
    offset += start
  }

  private func addRecords(_ part: [UInt8], from start: Int, to end: Int, _ count: Int) throws(ArchiveError) {
    var position = start
    for _ in 0..<count {
      let (record, byteCount) = try ZIPRecord.read(part, at: position) { _, _, _ in misshapen() }
      let isFolder = record.name.last == UInt8(ascii: "/")
      guard let path = RelativePath(isFolder ? record.name.dropLast() : record.name) else {
        throw misshapen()
      }
      do { try entries.add(path, isFolder: isFolder, byteCount: record.byteCount) } catch {
        throw ArchiveError(error.code, path: sink.path, entry: path.description, reason: error.reason)
      }
      var bytes = Array(part[position..<position + byteCount])
      bytes.replaceSubrange(42..<46, with: littleEndian(record.offset + offset, 4))
      directory += bytes
      position += byteCount
    }
    guard position == end else { throw misshapen() }
    entryCount += count
  }

  /// Writes the archive's end. Its bytes are complete then, and not yet durable.
  public func finish() throws(ArchiveError) {
    guard !Self.overflows(offset, directory.count) else { throw misshapen() }
    var end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
    end += littleEndian(entryCount, 2) + littleEndian(entryCount, 2)
    end += littleEndian(directory.count, 4) + littleEndian(offset, 4) + [0, 0]
    let directory = directory
    do throws(FileError) {
      try sink.write(unsafe directory.span.bytes)
      try sink.write(unsafe end.span.bytes)
    } catch {
      throw ArchiveError(error)
    }
  }

  private func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private func misshapen() -> ArchiveError {
    ArchiveError(
      .library, path: sink.path, reason: "a part of the archive isn't of the form that can be joined")
  }
}
