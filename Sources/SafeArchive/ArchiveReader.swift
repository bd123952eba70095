import DurableFiles

/// Reads a ZIP or tar archive from anywhere, trusting nothing in it.
///
/// Opening checks the whole structure and all names; reading checks each content. It isn't for several threads at once.
public final class ArchiveReader {
  /// All files and folders, in the order in which they lie in the archive.
  public let entries: [ArchiveEntry]
  /// The archive.
  public let path: Path
  /// How long all entries together say to be.
  public let totalByteCount: Int

  private let file: ArchiveFile
  private let structure: ArchiveStructure
  private var session: UnpackingSession?

  static func open(_ file: ArchiveFile, limits: ArchiveLimits) throws(ArchiveError) -> ArchiveReader {
    try ArchiveReader(file, limits)
  }

  private init(_ file: ArchiveFile, _ limits: ArchiveLimits) throws(ArchiveError) {
    let format = try ArchiveFormat.of(file)
    switch format {
    case .zip:
      self.file = file
      structure = try ZIPStructure.read(file, limits)
    case .tar:
      self.file = file
      structure = try TarStructure.read(file, limits)
    case .tarGzip?, .tarZstandard?:
      self.file = try Decompression.unpacked(file, format ?? .tar, limits)
      structure = try TarStructure.read(self.file, limits)
    case nil:
      throw ArchiveError(.notAnArchive, path: file.path, reason: "it is neither a ZIP nor a tar archive")
    }
    path = file.path
    entries = structure.entries
    totalByteCount = structure.entries.reduce(0) { $0 + $1.byteCount }
  }

  /// Opens the archive at a path, through no link at its end, and checks its structure and its names.
  ///
  /// Throws `notAnArchive` for other files, and for anything doubtful the code that names it.
  public static func open(
    _ path: Path, limits: ArchiveLimits = .standard
  ) throws(ArchiveError) -> ArchiveReader {
    let file: ReadableFile
    do { file = try openForReading(path, followingLinks: false) } catch { throw ArchiveError(error) }
    return try open(file, limits: limits)
  }

  /// Takes over an open archive and checks its structure and its names.
  public static func open(
    _ file: consuming ReadableFile, limits: ArchiveLimits = .standard
  ) throws(ArchiveError) -> ArchiveReader {
    try ArchiveReader(ArchiveFile(file), limits)
  }

  /// Refuses an entry that is packed more tightly than the limits allow, unless it is exempt.
  ///
  /// For callers that open without `ArchiveLimits.ratesEntries` and know whose entries may be like that.
  public func checkRatio(
    _ limits: ArchiveLimits, isExempt: (ArchiveEntry) -> Bool
  ) throws(ArchiveError) {
    for entry in entries {
      guard let packed = entry.packedByteCount, limits.isTooTight(entry.byteCount, packed: packed) else {
        continue
      }
      guard isExempt(entry) else {
        throw ArchiveError(
          .ratio, path: path, entry: entry.path.description, offset: structure.starts[entry.index],
          reason: limits.ratioReason)
      }
    }
  }

  /// Goes through all entries once, in order. What `body` doesn't read is skipped and not checked.
  ///
  /// Throws what `body` throws, or an `ArchiveError`.
  public func forEach(_ body: (ArchiveEntry, inout EntryStream) throws -> Void) throws {
    let session = try UnpackingSession(file, structure)
    for _ in entries {
      let entry = try session.next()
      var stream = EntryStream(entry, session)
      try body(entry, &stream)
    }
  }

  /// The content of one entry of at most `limit` bytes, checked. Reading in the archive's order is the fastest.
  public func read(_ entry: ArchiveEntry, limit: Int) throws(ArchiveError) -> [UInt8] {
    var stream = try stream(of: entry)
    do {
      return try stream.readAll(limit: limit)
    } catch {
      // The session is of no use any more; the next read begins a new one.
      session = nil
      throw error
    }
  }

  /// Begins to read one entry; it ends with the next call of any method.
  public func stream(of entry: ArchiveEntry) throws(ArchiveError) -> EntryStream {
    precondition(
      entries.indices.contains(entry.index) && entries[entry.index] == entry, "an entry of this archive")
    let current = try session(before: entry)
    // Should it fail on the way, the next read begins a new one.
    session = nil
    while current.position <= entry.index { _ = try current.next() }
    session = current
    return EntryStream(entry, current)
  }

  /// A session that hasn't come to an entry yet: the last one, or a new one.
  private func session(before entry: ArchiveEntry) throws(ArchiveError) -> UnpackingSession {
    if let session, session.position <= entry.index { return session }
    return try UnpackingSession(file, structure, toRead: entry.index)
  }
}
