import DurableFiles

/// The structure of a ZIP archive, read and checked before anything is unpacked.
///
/// Readers of ZIP disagree on archives that contradict themselves. Only one that says everything once, or the same
/// twice, and that holds nothing else gets through, so that every reader sees what we see.
struct ZIPStructure {
  /// The entries in the order in which they lie in the file.
  let entries: [ArchiveEntry]
  /// The packed sizes of the entries.
  let packedByteCounts: [Int]
  /// Where the archive's own bytes end: its comment, and zeros behind it, are left out.
  let byteCount: Int

  init(of file: ArchiveFile, _ limits: ArchiveLimits) throws(ArchiveError) {
    let end = try ZIPEndRecord(of: file)
    let records = try ZIPStructure.records(of: file, end, limits)
    try ZIPHeaders(file: file, directoryOffset: end.directoryOffset).check(records)
    entries = try ZIPStructure.entries(records, file.path, limits)
    packedByteCounts = records.map(\.packedByteCount)
    byteCount = end.offset + ZIPEndRecord.byteCount
  }

  private static func records(
    of file: ArchiveFile, _ end: ZIPEndRecord, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> [ZIPRecord] {
    if end.entryCount == 0 {
      throw ArchiveError(.empty, path: file.path, reason: "the archive holds nothing")
    }
    if end.entryCount > limits.entries {
      throw ArchiveError(
        .tooManyEntries, path: file.path,
        reason: "the archive holds \(end.entryCount) entries, more than \(limits.entries)")
    }
    // Names, extra fields and comments have 65535 bytes each at most, and a few hundred in truth.
    let mostBytes = end.entryCount.multipliedReportingOverflow(by: ZIPRecord.byteCount + 3 * 0xFFFF)
    guard !mostBytes.overflow, end.directoryByteCount <= min(mostBytes.partialValue, 256 << 20) else {
      throw ArchiveError(
        .directoryDamaged, path: file.path, reason: "the directory is too large for its entries")
    }
    let directory = try file.bytes(at: end.directoryOffset, count: end.directoryByteCount)
    var records: [ZIPRecord] = []
    var position = 0
    for _ in 0..<end.entryCount {
      let (record, byteCount) = try ZIPRecord.read(directory, at: position) { code, entry, reason in
        ArchiveError(
          code, path: file.path, entry: entry, offset: end.directoryOffset + position, reason: reason)
      }
      if let (code, reason) = record.problem(limits) {
        throw ArchiveError(
          code, path: file.path, entry: record.shownName, offset: record.offset, reason: reason)
      }
      records.append(record)
      position += byteCount
    }
    guard position == directory.count else {
      throw ArchiveError(
        .directoryDamaged, path: file.path, offset: end.directoryOffset + position,
        reason: "the directory lists more entries than the archive's end says")
    }
    return records.sorted { $0.offset < $1.offset }
  }

  private static func entries(
    _ records: [ZIPRecord], _ path: Path, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> [ArchiveEntry] {
    let checker = EntryName(limits: limits)
    var clashes = NameClashes()
    var entries: [ArchiveEntry] = []
    var total = 0
    for record in records {
      func refusal(_ code: ArchiveError.Code, _ reason: String) -> ArchiveError {
        ArchiveError(code, path: path, entry: record.shownName, offset: record.offset, reason: reason)
      }
      guard let text = record.text else { throw refusal(.nameEncoding, "its name isn't UTF-8") }
      guard let isFolder = record.isFolder(text) else {
        throw refusal(.entryType, "it is neither a regular file nor an empty folder entry")
      }
      let place: RelativePath
      do { place = try checker.path(isFolder ? String(text.dropLast()) : text) } catch {
        throw refusal(error.code, error.reason)
      }
      if let clash = clashes.add(place, isFolder: isFolder) { throw refusal(.nameClash, clash) }
      let (sum, overflow) = total.addingReportingOverflow(record.byteCount)
      if overflow || sum > limits.totalByteCount {
        throw refusal(.tooLarge, "the archive would unpack to more than \(limits.totalByteCount) bytes")
      }
      total = sum
      entries.append(
        ArchiveEntry(path: place, isFolder: isFolder, byteCount: record.byteCount, index: entries.count))
    }
    return entries
  }
}
