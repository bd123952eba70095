import DurableFiles

/// The headers before the entries' contents, and what lies between: all must say what the directory says.
struct ZIPHeaders {
  let file: ArchiveFile
  let directoryOffset: Int

  private static let byteCount = 30
  private static let usualExtraByteCount = 32

  /// Checks the headers of all entries, given in the order of their places in the file.
  func check(_ records: [ZIPRecord]) throws(ArchiveError) {
    var position = 0
    for (index, record) in records.enumerated() {
      guard record.offset == position else {
        throw failure(
          .entriesApart, record,
          record.offset < position ? "it overlaps another entry" : "something lies before it")
      }
      let next = index + 1 < records.count ? records[index + 1].offset : directoryOffset
      let contentStart = try checkHeader(of: record, before: next)
      let (contentEnd, overflow) = contentStart.addingReportingOverflow(record.packedByteCount)
      guard !overflow, contentEnd <= next else {
        throw failure(.entriesApart, record, "it overlaps what follows it")
      }
      try checkDescriptor(of: record, from: contentEnd, to: next)
      position = next
    }
  }

  /// Checks one header and says where the content begins.
  private func checkHeader(of record: ZIPRecord, before next: Int) throws(ArchiveError) -> Int {
    guard record.offset <= directoryOffset - Self.byteCount else {
      throw failure(.headerDamaged, record, "its header is missing")
    }
    // One reading brings the whole of most headers.
    let usualCount = Self.byteCount + record.name.count + Self.usualExtraByteCount
    var header = try file.bytes(at: record.offset, count: min(usualCount, directoryOffset - record.offset))
    guard header.hasSignature(3, 4, at: 0) else {
      throw failure(.headerDamaged, record, "its header is missing")
    }
    let nameEnd = Self.byteCount + header.uint16(at: 26)
    let headerCount = nameEnd + header.uint16(at: 28)
    let end = record.offset + headerCount
    guard end <= directoryOffset else { throw failure(.headerDamaged, record, "its header is cut off") }
    if headerCount > header.count { header = try file.bytes(at: record.offset, count: headerCount) }

    guard header[Self.byteCount..<nameEnd].elementsEqual(record.name) else {
      throw failure(.headerMismatch, record, "its header has another name")
    }
    guard let extra = ZIPExtraFields(header[nameEnd..<headerCount]) else {
      throw failure(.headerDamaged, record, "its extra fields are damaged")
    }
    guard extra.unicodePath == record.extra.unicodePath, try unicodeNameAgrees(record) else {
      throw failure(.headerMismatch, record, "it has two different names")
    }
    guard header.uint16(at: 8) == record.method, (header.uint16(at: 6) ^ record.flags) & 0x809 == 0 else {
      throw failure(.headerMismatch, record, "its header has another method")
    }
    var sizes = [header.uint32(at: 22), header.uint32(at: 18)]
    guard extra.fill(&sizes) else { throw failure(.headerDamaged, record, "its Zip64 sizes are missing") }
    let said = [header.uint32(at: 14)] + sizes
    let known = [record.checksum, record.byteCount, record.packedByteCount]
    guard zip(said, known).allSatisfy({ $0 == $1 || (record.hasDescriptor && $0 == 0) }) else {
      throw failure(.headerMismatch, record, "its header has another size or checksum")
    }
    return end
  }

  /// A second name in an extra field may only say in UTF-8 what the first says otherwise.
  private func unicodeNameAgrees(_ record: ZIPRecord) throws(ArchiveError) -> Bool {
    guard record.extra.unicodePath != nil else { return true }
    guard let second = record.extra.name(replacing: record.name) else { return false }
    return second == record.name || record.name.contains { $0 >= 0x80 }
  }

  /// Between an entry's content and the next header only its descriptor may lie.
  private func checkDescriptor(of record: ZIPRecord, from start: Int, to end: Int) throws(ArchiveError) {
    guard record.hasDescriptor else {
      if start != end { throw failure(.entriesApart, record, "something follows it") }
      return
    }
    var damaged: ArchiveError {
      failure(.headerMismatch, record, "what follows it has another size or checksum")
    }
    guard [12, 16, 20, 24].contains(end - start) else { throw damaged }
    var bytes = try file.bytes(at: start, count: end - start)
    if bytes.count == 16 || bytes.count == 24 {
      guard bytes.hasSignature(7, 8, at: 0) else { throw damaged }
      bytes.removeFirst(4)
    }
    let isWide = bytes.count == 20
    let packed = isWide ? bytes.uint64(at: 4) : UInt64(bytes.uint32(at: 4))
    let unpacked = isWide ? bytes.uint64(at: 12) : UInt64(bytes.uint32(at: 8))
    guard bytes.uint32(at: 0) == record.checksum, packed == UInt64(record.packedByteCount),
      unpacked == UInt64(record.byteCount)
    else { throw damaged }
  }

  private func failure(_ code: ArchiveError.Code, _ record: ZIPRecord, _ reason: String) -> ArchiveError {
    ArchiveError(code, path: file.path, entry: record.shownName, offset: record.offset, reason: reason)
  }
}
