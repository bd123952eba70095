import DurableFiles

/// The end of a ZIP archive, which says where its directory lies and how much it holds.
struct ZIPEndRecord {
  /// Where the end record stands.
  let offset: Int
  /// Where the directory begins.
  let directoryOffset: Int
  /// How long the directory is.
  let directoryByteCount: Int
  /// How many entries it lists.
  let entryCount: Int

  static let byteCount = 22
  private static let longestComment = 0xFFFF
  /// Some writers fill up the last block with zeros.
  private static let mostPadding = 0x10000

  /// Finds the one end record and checks that the directory lies right before it.
  init(of file: ArchiveFile) throws(ArchiveError) {
    try ZIPEndRecord.checkStart(of: file)
    let tailCount = min(file.byteCount, Self.byteCount + Self.longestComment + Self.mostPadding)
    let tailOffset = file.byteCount - tailCount
    let tail = try file.bytes(at: tailOffset, count: tailCount)
    let place = try ZIPEndRecord.place(in: tail, of: file)
    offset = tailOffset + place

    let numbers = try Numbers(tail, place, path: file.path, end: offset, file: file)
    guard numbers.directoryOffset <= numbers.directoryEnd,
      numbers.directoryByteCount == numbers.directoryEnd - numbers.directoryOffset
    else {
      throw ArchiveError(
        .directoryDamaged, path: file.path, offset: offset, reason: "its directory isn't where its end says")
    }
    (directoryOffset, directoryByteCount) = (numbers.directoryOffset, numbers.directoryByteCount)
    entryCount = numbers.entryCount
  }

  private static func checkStart(of file: ArchiveFile) throws(ArchiveError) {
    let start = try file.bytes(at: 0, count: min(4, file.byteCount))
    if start.hasSignature(5, 6, at: 0) {
      throw ArchiveError(.empty, path: file.path, reason: "the archive holds nothing")
    }
    guard start.hasSignature(3, 4, at: 0) else {
      throw ArchiveError(.notAnArchive, path: file.path, reason: "it isn't a ZIP archive")
    }
  }

  /// Where in the file's last bytes the end record stands.
  private static func place(in tail: [UInt8], of file: ArchiveFile) throws(ArchiveError) -> Int {
    let signatures = tail.indices.filter { tail[$0] == 0x50 && tail.hasSignature(5, 6, at: $0) }
    let places = signatures.filter { $0 + byteCount <= tail.count }
    let lastByte = tail.lastIndex { $0 != 0 } ?? 0
    let whole = places.filter { place in
      let end = place + byteCount + tail.uint16(at: place + 20)
      return end <= tail.count && lastByte < end
    }
    guard let place = whole.first else {
      guard let last = places.last, last + byteCount + tail.uint16(at: last + 20) <= tail.count else {
        throw ArchiveError(
          .truncated, path: file.path,
          reason: "the archive is cut off: its end is missing. Copy or download it again")
      }
      throw ArchiveError(.trailingData, path: file.path, reason: "something follows the archive's end")
    }
    if whole.count > 1 || signatures.last != place {
      throw ArchiveError(.severalEnds, path: file.path, reason: "the archive has more than one end")
    }
    return place
  }
}

/// The numbers of an end record, those of a Zip64 record put in.
private struct Numbers {
  var directoryOffset: Int
  var directoryByteCount: Int
  var entryCount: Int
  /// What follows the directory: the Zip64 record, or the end record.
  var directoryEnd: Int

  init(_ tail: [UInt8], _ place: Int, path: Path, end: Int, file: ArchiveFile) throws(ArchiveError) {
    entryCount = tail.uint16(at: place + 10)
    directoryByteCount = tail.uint32(at: place + 12)
    directoryOffset = tail.uint32(at: place + 16)
    directoryEnd = end
    guard tail.uint16(at: place + 4) == 0, tail.uint16(at: place + 6) == 0,
      tail.uint16(at: place + 8) == entryCount
    else { throw volumeError(path) }

    guard let record = try Numbers.zip64Record(before: end, of: file) else {
      return
    }
    let wide = (
      directoryOffset: record.bytes.uint64(at: 48), byteCount: record.bytes.uint64(at: 40),
      entryCount: record.bytes.uint64(at: 32)
    )
    guard record.bytes.uint64(at: 16) == 0, record.bytes.uint64(at: 24) == wide.entryCount else {
      throw volumeError(path)
    }
    directoryOffset = try Numbers.joined(directoryOffset, 0xFFFF_FFFF, wide.directoryOffset, path)
    directoryByteCount = try Numbers.joined(directoryByteCount, 0xFFFF_FFFF, wide.byteCount, path)
    entryCount = try Numbers.joined(entryCount, 0xFFFF, wide.entryCount, path)
    directoryEnd = record.offset
  }

  /// A number from the Zip64 record, which the end record repeats unless it has no room for it.
  private static func joined(
    _ narrow: Int, _ full: Int, _ wide: UInt64, _ path: Path
  ) throws(ArchiveError) -> Int {
    guard let wide = Int(exactly: wide), narrow == full || narrow == wide else {
      throw ArchiveError(.directoryDamaged, path: path, reason: "the archive's two ends disagree")
    }
    return wide
  }

  private static func zip64Record(
    before end: Int, of file: ArchiveFile
  ) throws(ArchiveError) -> (offset: Int, bytes: [UInt8])? {
    guard end >= 20 + 56 else { return nil }
    let locator = try file.bytes(at: end - 20, count: 20)
    guard locator.hasSignature(6, 7, at: 0) else { return nil }
    let damaged = ArchiveError(
      .directoryDamaged, path: file.path, offset: end - 20, reason: "its Zip64 end isn't where it should be")
    guard let offset = Int(exactly: locator.uint64(at: 8)), offset <= end - 20 - 56 else { throw damaged }
    let record = try file.bytes(at: offset, count: 56)
    guard record.hasSignature(6, 6, at: 0), let rest = Int(exactly: record.uint64(at: 4)),
      rest >= 44, rest == end - 20 - 12 - offset
    else { throw damaged }
    return (offset, record)
  }
}

private func volumeError(_ path: Path) -> ArchiveError {
  ArchiveError(.multipleVolumes, path: path, reason: "it is one of several volumes, or its counts disagree")
}
