import DurableFiles

/// The structure of a ZIP archive, read and checked before anything is unpacked.
enum ZIPStructure {
  static let mostDirectoryBytes = 256 << 20

  static func read(_ file: ArchiveFile, _ limits: ArchiveLimits) throws(ArchiveError) -> ArchiveStructure {
    let end = try ZIPEndRecord(of: file)
    let records = try records(of: file, end, limits)
    try ZIPHeaders(file: file, directoryOffset: end.directoryOffset).check(records)
    let collector = try collect(records, file.path, limits)
    return ArchiveStructure(
      format: .zip, entries: collector.entries, starts: collector.starts,
      byteCount: end.offset + ZIPEndRecord.byteCount)
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
    guard !mostBytes.overflow, end.directoryByteCount <= min(mostBytes.partialValue, mostDirectoryBytes)
    else {
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

  private static func collect(
    _ records: [ZIPRecord], _ path: Path, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> EntryCollector {
    var collector = EntryCollector(of: path, limits)
    for record in records {
      func refusal(_ code: ArchiveError.Code, _ reason: String) -> ArchiveError {
        ArchiveError(code, path: path, entry: record.shownName, offset: record.offset, reason: reason)
      }
      guard let text = record.text else { throw refusal(.nameEncoding, "its name isn't UTF-8") }
      guard let isFolder = record.isFolder(text) else {
        throw refusal(.entryType, "it is neither a regular file nor an empty folder entry")
      }
      try collector.add(
        isFolder ? String(text.dropLast()) : text, isFolder: isFolder, byteCount: record.byteCount,
        packedByteCount: record.packedByteCount, shown: record.shownName, at: record.offset)
    }
    return collector
  }
}
