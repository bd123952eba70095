import DurableFiles

/// What is known of an archive before the unpacking library reads a byte of it.
///
/// Readers disagree on archives that contradict themselves. Only one that says everything once, or the same twice, and
/// that holds nothing else gets through, so that every reader sees what we see.
struct ArchiveStructure {
  let format: ArchiveFormat
  /// The entries in the order in which they lie in the file.
  let entries: [ArchiveEntry]
  /// Where the headers of each entry begin.
  let starts: [Int]
  /// Where the archive's own bytes end: comments, and zeros behind it, are left out.
  let byteCount: Int
}

/// Takes in entries one by one, and refuses those whose names or sizes may not be.
struct EntryCollector {
  let path: Path
  let limits: ArchiveLimits
  private(set) var entries: [ArchiveEntry] = []
  private(set) var starts: [Int] = []
  private var clashes = NameClashes()
  private var total = 0

  init(of path: Path, _ limits: ArchiveLimits) {
    self.path = path
    self.limits = limits
  }

  /// Takes in one more entry. `text` has no slash at its end; `shown` is the name for messages.
  mutating func add(
    _ text: String, isFolder: Bool, byteCount: Int, packedByteCount: Int? = nil,
    shown: @autoclosure () -> String, at offset: Int
  ) throws(ArchiveError) {
    func refusal(_ code: ArchiveError.Code, _ reason: String) -> ArchiveError {
      ArchiveError(code, path: path, entry: shown(), offset: offset, reason: reason)
    }
    let place: RelativePath
    do { place = try EntryName(limits: limits).path(text) } catch { throw refusal(error.code, error.reason) }
    if let clash = clashes.add(place, isFolder: isFolder) { throw refusal(.nameClash, clash) }
    let (sum, overflow) = total.addingReportingOverflow(byteCount)
    if overflow || sum > limits.totalByteCount {
      throw refusal(.tooLarge, "the archive would unpack to more than \(limits.totalByteCount) bytes")
    }
    total = sum
    entries.append(
      ArchiveEntry(
        path: place, isFolder: isFolder, byteCount: byteCount, packedByteCount: packedByteCount,
        index: entries.count))
    starts.append(offset)
  }
}
