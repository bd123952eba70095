import DurableFiles

/// Looks for intact entries in a ZIP archive whose structure may be damaged anywhere.
struct ZIPSalvage {
  /// One intact entry, and where its header lies.
  struct Found {
    let entry: ArchiveEntry
    let offset: Int
  }

  let file: ArchiveFile
  let limits: ArchiveLimits
  private(set) var found: [Found] = []
  private(set) var missing: [String] = []
  /// How many bytes may still be unpacked, intact or not: contents that hold one another unpack again and again.
  private var budget: Int

  init(file: ArchiveFile, limits: ArchiveLimits) {
    self.file = file
    self.limits = limits
    budget = limits.totalByteCount
  }

  /// Whether nothing in the file looks like an entry.
  func isHopeless() throws(ArchiveError) -> Bool { try signatures().headers.isEmpty }

  mutating func run() throws(ArchiveError) {
    let (headers, directory) = try signatures()
    let records = try records(at: directory)
    var collector = EntryCollector(of: file.path, limits)
    var end = 0
    var lost: [String] = []
    for offset in headers where offset >= end {
      guard let name = try localName(at: offset, records) else { continue }
      guard let (entry, entryEnd) = try intact(name, at: offset, &collector) else {
        lost.append(name.text)
        continue
      }
      found.append(Found(entry: entry, offset: offset))
      end = entryEnd
    }
    let names = Set(found.map(\.entry.path.description))
    // The directory knows of entries whose headers are gone; without it, the headers know of entries without content.
    for record in records.values.sorted(by: { $0.offset < $1.offset }) {
      if let text = record.text, text.utf8.last != UInt8(ascii: "/") { lost.append(text) }
    }
    var told: Set<String> = []
    missing = lost.filter { !names.contains($0) && isSafe($0) && told.insert($0).inserted }
  }

  private func isSafe(_ name: String) -> Bool { (try? EntryName(limits: limits).path(name)) != nil }

  /// A name with what the directory says of its entry.
  private struct LocalName {
    let text: String
    let isFolder: Bool
  }

  /// The name in the header at an offset; nil when it isn't one, or means nothing safe.
  private func localName(
    at offset: Int, _ records: [Int: ZIPRecord]
  ) throws(ArchiveError) -> LocalName? {
    guard offset + 30 <= file.byteCount else { return nil }
    let fixed = try file.bytes(at: offset, count: 30)
    let count = fixed.uint16(at: 26) + fixed.uint16(at: 28)
    guard offset + 30 + count <= file.byteCount else { return nil }
    let variable = try file.bytes(at: offset + 30, count: count)
    let name = Array(variable.prefix(fixed.uint16(at: 26)))
    guard let extra = ZIPExtraFields(variable[name.count...]) else { return nil }
    let known = records[offset].flatMap { $0.name == name ? $0 : nil }
    // Without the directory, nobody knows where it was made, nor that it was a link, which is a file then.
    let record = ZIPRecord(
      name: name, host: known?.host ?? 3, flags: fixed.uint16(at: 6), method: fixed.uint16(at: 8),
      checksum: 0,
      packedByteCount: 0, byteCount: 0, attributes: known?.attributes ?? 0, offset: offset, extra: extra)
    guard let text = record.text, let isFolder = record.isFolder(text) else { return nil }
    let bare = isFolder ? String(text.dropLast()) : text
    return isSafe(bare) ? LocalName(text: bare, isFolder: isFolder) : nil
  }

  /// The entry and its end, when all of its content is there and its checksum is right.
  private mutating func intact(
    _ name: LocalName, at offset: Int, _ collector: inout EntryCollector
  ) throws(ArchiveError) -> (ArchiveEntry, end: Int)? {
    let lone: LoneEntry
    var count = 0
    defer { budget -= count }
    do throws(ArchiveError) {
      lone = try LoneEntry(file, at: offset, limit: min(limits.entryByteCount, budget))
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let piece = try lone.read(into: &buffer)
        if piece == 0 { break }
        count += piece
      }
      guard !name.isFolder || count == 0,
        lone.name == nil || lone.name == name.text
          || lone.name == name.text + "/"
      else { return nil }
      try collector.add(
        name.text, isFolder: name.isFolder, byteCount: count, shown: name.text, at: offset)
    } catch {
      if error.code == .io { throw error }
      return nil
    }
    return collector.entries.last.map { ($0, lone.end) }
  }

  // MARK: Signatures

  /// Where headers and records of the directory seem to be. Inside of contents some are nothing of the kind.
  private func signatures() throws(ArchiveError) -> (headers: [Int], records: [Int]) {
    var (headers, records): ([Int], [Int]) = ([], [])
    let step = 1 << 20
    var position = 0
    while position < file.byteCount {
      // Three bytes more, for a signature across the border.
      let bytes = try file.bytes(at: position, count: min(step + 3, file.byteCount - position))
      for index in 0..<min(step, bytes.count) where bytes[index] == 0x50 {
        if bytes.hasSignature(3, 4, at: index) { headers.append(position + index) }
        if bytes.hasSignature(1, 2, at: index) { records.append(position + index) }
        if headers.count + records.count > 4 * limits.entries {
          throw ArchiveError(
            .tooManyEntries, path: file.path, reason: "the archive holds more than \(limits.entries) entries")
        }
      }
      position += step
    }
    return (headers, records)
  }

  /// Records of the directory by the offsets of their entries, as far as they can be read.
  private func records(at places: [Int]) throws(ArchiveError) -> [Int: ZIPRecord] {
    var records: [Int: ZIPRecord] = [:]
    for place in places {
      let longest = ZIPRecord.byteCount + 3 * 0xFFFF
      let bytes = try file.bytes(at: place, count: min(longest, file.byteCount - place))
      let read = try? ZIPRecord.read(bytes, at: 0) { code, entry, reason in
        ArchiveError(code, path: file.path, entry: entry, reason: reason)
      }
      if let record = read?.record, record.offset < place { records[record.offset] = record }
    }
    return records
  }
}
