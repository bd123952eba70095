import DurableFiles

/// What a ZIP archive's directory says about one entry.
struct ZIPRecord {
  let name: [UInt8]
  /// The system that made it; 0 is DOS.
  let host: UInt8
  let flags: Int
  let method: Int
  let checksum: Int
  let packedByteCount: Int
  let byteCount: Int
  /// Permissions and type as on Unix, in the upper half; attributes as on DOS in the lower.
  let attributes: Int
  /// Where its header lies.
  let offset: Int
  let extra: ZIPExtraFields

  static let byteCount = 46

  var hasDescriptor: Bool { flags & 0x8 != 0 }
  var shownName: String { Path(name).description }

  /// Whether the name is marked as UTF-8.
  private var isMarkedUTF8: Bool { flags & 0x800 != 0 }
  /// DOS, and the two numbers that are taken for Windows.
  private var isFromDOS: Bool { [0, 10, 11].contains(host) }

  /// Reads the record at an offset of the directory, and says how long it is.
  static func read(
    _ directory: [UInt8], at start: Int, fail: (ArchiveError.Code, String?, String) -> ArchiveError
  ) throws(ArchiveError) -> (record: ZIPRecord, byteCount: Int) {
    guard start + byteCount <= directory.count, directory.hasSignature(1, 2, at: start) else {
      throw fail(.directoryDamaged, nil, "the directory lists fewer entries than the archive's end says")
    }
    let nameEnd = start + byteCount + directory.uint16(at: start + 28)
    let extraEnd = nameEnd + directory.uint16(at: start + 30)
    let end = extraEnd + directory.uint16(at: start + 32)
    guard end <= directory.count else { throw fail(.directoryDamaged, nil, "the directory is cut off") }
    let name = Array(directory[start + byteCount..<nameEnd])
    var shown: String { Path(name).description }
    guard let extra = ZIPExtraFields(directory[nameEnd..<extraEnd]) else {
      throw fail(.directoryDamaged, shown, "its extra fields are damaged")
    }
    var numbers = [
      directory.uint32(at: start + 24), directory.uint32(at: start + 20), directory.uint32(at: start + 42),
    ]
    guard extra.fill(&numbers) else { throw fail(.directoryDamaged, shown, "its Zip64 sizes are missing") }
    guard [0, 0xFFFF].contains(directory.uint16(at: start + 34)) else {
      throw fail(.multipleVolumes, shown, "it lies on another volume")
    }
    let record = ZIPRecord(
      name: name, host: directory[start + 5], flags: directory.uint16(at: start + 8),
      method: directory.uint16(at: start + 10), checksum: directory.uint32(at: start + 16),
      packedByteCount: numbers[1], byteCount: numbers[0], attributes: directory.uint32(at: start + 38),
      offset: numbers[2], extra: extra)
    return (record, end - start)
  }

  /// The name as text, with slashes; nil when its encoding isn't known.
  var text: String? {
    var text = String(validating: name, as: UTF8.self)
    if !isMarkedUTF8, text == nil || extra.unicodePath != nil, let better = extra.name(replacing: name) {
      text = String(validating: better, as: UTF8.self)
    } else if !isMarkedUTF8, text == nil, isFromDOS {
      text = CodePage437.text(name)
    }
    guard let text, isFromDOS, !text.utf8.contains(UInt8(ascii: "/")) else { return text }
    return String(
      decoding: text.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
  }

  /// Why the entry is refused for what it is, apart from its name; nil when it is fine.
  func problem(_ limits: ArchiveLimits) -> (ArchiveError.Code, String)? {
    if flags & 0x2041 != 0 || method == 99 {
      return (.encrypted, "it is encrypted. Unpack the archive with its password first")
    }
    if method != 0 && method != 8 { return (.method, "it is packed by method \(method), which isn't read") }
    if flags & ~0x80E != 0 { return (.method, "it uses features that aren't read") }
    if method == 0 && packedByteCount != byteCount { return (.entrySize, "its two sizes disagree") }
    if byteCount > limits.entryByteCount {
      return (.tooLarge, "it would unpack to more than \(limits.entryByteCount) bytes")
    }
    if limits.ratesEntries, limits.isTooTight(byteCount, packed: packedByteCount) {
      return (.ratio, limits.ratioReason)
    }
    return nil
  }

  /// Whether it is a folder, by its name and its attributes; nil when it is neither file nor folder, or both.
  func isFolder(_ text: String) -> Bool? {
    let hasSlash = text.utf8.last == UInt8(ascii: "/")
    let type = attributes >> 16 & 0o170000
    switch type {
    case 0:
      if attributes & 0x10 != 0 && !hasSlash { return nil }
    case 0o100000: if hasSlash { return nil }
    case 0o040000: if !hasSlash { return nil }
    default: return nil
    }
    return hasSlash && byteCount > 0 ? nil : hasSlash
  }
}
