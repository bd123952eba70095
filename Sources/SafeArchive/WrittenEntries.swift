import DurableFiles

/// The entries of an archive being written. What we write we must be able to read: the rules for names, and the limits
/// of numbers and sizes, are those of the reader.
struct WrittenEntries {
  private let limits = ArchiveLimits.standard
  private var clashes = NameClashes()
  private var count = 0
  private var byteCount = 0
  private var directoryByteCount = 0

  /// Takes one more entry into account.
  mutating func add(_ path: RelativePath, isFolder: Bool, byteCount: Int) throws(EntryName.Refusal) {
    guard let text = path.text else { throw refusal(.nameEncoding, "its name isn't UTF-8") }
    _ = try EntryName(limits: limits).path(text)
    if let clash = clashes.add(path, isFolder: isFolder) { throw refusal(.nameClash, clash) }
    count += 1
    self.byteCount += byteCount
    // Two extra fields, of at most 32 bytes.
    directoryByteCount += ZIPRecord.byteCount + text.utf8.count + 33
    guard count <= limits.entries, directoryByteCount <= ZIPStructure.mostDirectoryBytes else {
      throw refusal(
        .tooManyEntries, "the archive would hold more entries than the \(limits.entries) that are read")
    }
    guard byteCount <= limits.entryByteCount, self.byteCount <= limits.totalByteCount else {
      throw refusal(.tooLarge, "the archive would hold more than is read")
    }
  }

  private func refusal(_ code: ArchiveError.Code, _ reason: String) -> EntryName.Refusal {
    EntryName.Refusal(code: code, reason: reason)
  }
}
