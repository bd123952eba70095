import DurableFiles

/// Walks through the headers of a tar archive and checks them, before anything is unpacked.
struct TarStructure {
  private let file: ArchiveFile
  private var collector: EntryCollector
  /// Where the headers of the coming entry begin; nil where none was read yet.
  private var start: Int?
  private var longName: [UInt8]?
  private var extended: TarExtension?

  /// Writers fill up their last block, which has many times 512 bytes.
  private static let mostPadding = 1 << 20
  private static let longestExtension = 1 << 20

  /// The structure of a tar archive that isn't packed any more.
  static func read(_ file: ArchiveFile, _ limits: ArchiveLimits) throws(ArchiveError) -> ArchiveStructure {
    var walk = TarStructure(file: file, collector: EntryCollector(of: file.path, limits))
    let end = try walk.run()
    return ArchiveStructure(
      format: .tar, entries: walk.collector.entries, starts: walk.collector.starts, byteCount: end)
  }

  /// The entries that are whole, wherever they are, and the names of those that aren't.
  static func salvage(
    _ file: ArchiveFile, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> (structure: ArchiveStructure, missing: [String]) {
    var walk = TarStructure(file: file, collector: EntryCollector(of: file.path, limits))
    var missing: [String] = []
    var position = 0
    while position + TarHeader.byteCount <= file.byteCount {
      let header = TarHeader(try walk.block(at: position))
      do throws(ArchiveError) {
        if let header {
          position = try walk.take(header, at: position)
          continue
        }
      } catch {
        if error.code == .io || error.code == .tooManyEntries { throw error }
        let name = header.map { walk.longName ?? walk.extended?.path ?? $0.name }
        if let name, let text = String(validating: name, as: UTF8.self) {
          missing.append(Path(text).description)
        }
      }
      // Contents and headers begin at multiples of a block.
      position += TarHeader.byteCount
      (walk.start, walk.longName, walk.extended) = (nil, nil, nil)
    }
    let structure = ArchiveStructure(
      format: .tar, entries: walk.collector.entries, starts: walk.collector.starts, byteCount: file.byteCount)
    return (structure, missing)
  }

  private mutating func run() throws(ArchiveError) -> Int {
    var position = 0
    while true {
      let block = try block(at: position)
      if block.allSatisfy({ $0 == 0 }) { break }
      guard let header = TarHeader(block) else {
        throw failure(.headerDamaged, nil, position, "a header is damaged")
      }
      position = try take(header, at: position)
    }
    guard start == nil else {
      throw failure(.headerDamaged, nil, position, "an extended header stands before nothing")
    }
    guard try block(at: position + TarHeader.byteCount).allSatisfy({ $0 == 0 }) else {
      throw failure(.trailingData, nil, position, "something follows the archive's end")
    }
    let end = position + 2 * TarHeader.byteCount
    guard try file.isPadded(from: end, limit: Self.mostPadding) else {
      throw failure(.trailingData, nil, end, "something follows the archive's end")
    }
    if collector.entries.isEmpty { throw failure(.empty, nil, 0, "the archive holds nothing") }
    return end
  }

  private func block(at position: Int) throws(ArchiveError) -> [UInt8] {
    guard position + TarHeader.byteCount <= file.byteCount else { throw truncated(position) }
    return try file.bytes(at: position, count: TarHeader.byteCount)
  }

  /// Takes one header, and says where the next one begins.
  private mutating func take(_ header: TarHeader, at position: Int) throws(ArchiveError) -> Int {
    let shown = Path(header.name).description
    guard let count = header.contentByteCount else {
      throw failure(.headerDamaged, shown, position, "its size is no number")
    }
    try checkType(header, shown, position)
    let content = position + TarHeader.byteCount
    guard count <= file.byteCount - content else { throw truncated(position) }
    let next = content + (count + TarHeader.byteCount - 1) / TarHeader.byteCount * TarHeader.byteCount
    switch header.type {
    case UInt8(ascii: "x"):
      guard extended == nil, count <= Self.longestExtension else { throw twice(shown, position) }
      do { extended = try TarExtension(try file.bytes(at: content, count: count)) } catch {
        throw refusal(of: error, shown, position)
      }
    case UInt8(ascii: "L"):
      guard longName == nil, count <= Self.longestExtension else { throw twice(shown, position) }
      longName = Array(try file.bytes(at: content, count: count).prefix { $0 != 0 })
    default:
      try addEntry(header, count, at: start ?? position)
      (start, longName, extended) = (nil, nil, nil)
      return next
    }
    start = start ?? position
    return next
  }

  private mutating func addEntry(_ header: TarHeader, _ count: Int, at start: Int) throws(ArchiveError) {
    guard longName == nil || extended?.path == nil else {
      throw failure(.tarFeature, Path(header.name).description, start, "it has several names")
    }
    var name = extended?.path ?? longName ?? header.name
    let shown = Path(name).description
    let isFolder = try isFolder(header, name, count, shown, start)
    // `tar -C package -cf x.tar .` writes names like these, which lead nowhere else.
    if name.elementsEqual("./".utf8) || name.elementsEqual(".".utf8), isFolder, collector.entries.isEmpty {
      return
    }
    if name.starts(with: "./".utf8) { name.removeFirst(2) }
    guard let text = String(validating: name, as: UTF8.self) else {
      throw failure(.nameEncoding, shown, start, "its name isn't UTF-8")
    }
    if let said = extended?.contentByteCount, said != count {
      throw failure(.headerMismatch, shown, start, "it has two different sizes")
    }
    let limits = collector.limits
    if count > limits.entryByteCount {
      throw failure(
        .tooLarge, shown, start, "it would unpack to more than \(limits.entryByteCount) bytes")
    }
    if collector.entries.count == limits.entries {
      throw failure(.tooManyEntries, nil, start, "the archive holds more than \(limits.entries) entries")
    }
    try collector.add(
      text.utf8.last == UInt8(ascii: "/") ? String(text.dropLast()) : text, isFolder: isFolder,
      byteCount: count, shown: shown, at: start)
  }

  /// Refuses whatever is neither folder nor regular file, nor says more of one. It goes before all that such an entry
  /// says of itself: links have sizes without content.
  private func checkType(_ header: TarHeader, _ shown: String, _ position: Int) throws(ArchiveError) {
    switch header.type {
    case UInt8(ascii: "0"), 0, UInt8(ascii: "5"), UInt8(ascii: "x"), UInt8(ascii: "L"):
      guard header.link.isEmpty else { throw failure(.entryType, shown, position, "it is a link") }
    case UInt8(ascii: "1"), UInt8(ascii: "2"), UInt8(ascii: "K"):
      throw failure(.entryType, shown, position, "it is a link")
    case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"):
      throw failure(.entryType, shown, position, "it is a device or a pipe")
    case UInt8(ascii: "g"):
      throw failure(.tarFeature, nil, position, "it has a header for all entries, which isn't read")
    case UInt8(ascii: "S"):
      throw failure(.tarFeature, shown, position, "it is a sparse file, which isn't read")
    default:
      throw failure(.tarFeature, shown, position, "it is of a kind that isn't read")
    }
  }

  private func isFolder(
    _ header: TarHeader, _ name: [UInt8], _ count: Int, _ shown: String, _ start: Int
  ) throws(ArchiveError) -> Bool {
    if extended?.isLink == true { throw failure(.entryType, shown, start, "it is a link") }
    // Old writers have no type for folders, only the slash.
    guard header.type == UInt8(ascii: "5") || name.last == UInt8(ascii: "/") else { return false }
    if count > 0 { throw failure(.entryType, shown, start, "it is a folder with content") }
    return true
  }

  private func refusal(of error: any Error, _ shown: String, _ position: Int) -> ArchiveError {
    switch error {
    case let error as ArchiveError: error
    case TarExtension.Problem.feature(let reason): failure(.tarFeature, shown, position, reason)
    default: failure(.headerDamaged, shown, position, "its extended header is damaged")
    }
  }

  private func twice(_ shown: String, _ position: Int) -> ArchiveError {
    failure(.tarFeature, shown, position, "it has several extended headers, or one that is too long")
  }

  private func truncated(_ position: Int) -> ArchiveError {
    failure(
      .truncated, nil, position, "the archive is cut off: its end is missing. Copy or download it again")
  }

  private func failure(
    _ code: ArchiveError.Code, _ entry: String?, _ offset: Int, _ reason: String
  ) -> ArchiveError {
    ArchiveError(code, path: file.path, entry: entry, offset: offset, reason: reason)
  }
}
