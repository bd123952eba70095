import DurableFiles

/// Takes the intact entries out of a damaged archive.
///
/// Each entry stands for itself: one whose header, size or checksum is wrong is left out, and the others are looked for
/// behind it. They come in a sound archive of their own, so that everything that reads archives reads them.
public enum ArchiveSalvage {
  /// What was found.
  public struct Outcome {
    /// The intact entries; nil when there is none.
    public let reader: ArchiveReader?
    /// Names of entries that the archive speaks of and that aren't intact, safe to show.
    public let missing: [String]
    /// Why the archive as a whole is refused; nil when its structure is sound.
    public let refusal: ArchiveError?
  }

  /// Looks through the archive at a path.
  ///
  /// Throws `notAnArchive` for other files, and `io` when something can't be read or kept.
  public static func run(
    _ path: Path, limits: ArchiveLimits = .standard
  ) throws(ArchiveError) -> Outcome {
    let file: ArchiveFile
    do { file = ArchiveFile(try openForReading(path, followingLinks: false)) } catch {
      throw ArchiveError(error)
    }
    let refusal = try refusal(path, limits)
    switch try ArchiveFormat.of(file) {
    case .tarGzip:
      return try ofTar(Decompression.unpacked(file, .tarGzip, limits, isWhole: false), limits, refusal)
    case .tarZstandard:
      return try ofTar(Decompression.unpacked(file, .tarZstandard, limits, isWhole: false), limits, refusal)
    case .tar: return try ofTar(file, limits, refusal)
    case .zip: break
    case nil:
      // The start may be what is damaged.
      if try ZIPSalvage(file: file, limits: limits).isHopeless() {
        let outcome = try ofTar(file, limits, refusal)
        if let refusal, outcome.reader == nil { throw refusal }
        return outcome
      }
    }
    return try ofZIP(file, limits, refusal)
  }

  private static func refusal(_ path: Path, _ limits: ArchiveLimits) throws(ArchiveError) -> ArchiveError? {
    do {
      _ = try ArchiveReader.open(path, limits: limits)
      return nil
    } catch {
      if error.code == .io { throw error }
      return error
    }
  }

  private static func ofZIP(
    _ file: ArchiveFile, _ limits: ArchiveLimits, _ refusal: ArchiveError?
  ) throws(ArchiveError) -> Outcome {
    var salvage = ZIPSalvage(file: file, limits: limits)
    try salvage.run()
    let found = salvage.found
    let reader = try rewritten(file, found.map(\.entry), limits) { index throws(ArchiveError) in
      let entry = try LoneEntry(file, at: found[index].offset, limit: found[index].entry.byteCount)
      return entry.read(into:)
    }
    return Outcome(reader: reader, missing: salvage.missing, refusal: refusal)
  }

  private static func ofTar(
    _ file: ArchiveFile, _ limits: ArchiveLimits, _ refusal: ArchiveError?
  ) throws(ArchiveError) -> Outcome {
    let (structure, missing) = try TarStructure.salvage(file, limits)
    let reader = try rewritten(file, structure.entries, limits) { index throws(ArchiveError) in
      let session = try UnpackingSession(file, structure, toRead: index)
      let entry = try session.next()
      var left = entry.byteCount
      return { (buffer: inout [UInt8]) throws(ArchiveError) in
        if left == 0 { return 0 }
        let outcome: Result<Int, ArchiveError> = unsafe buffer.withUnsafeMutableBytes { bytes in
          Result { () throws(ArchiveError) in try unsafe session.read(entry, left: &left, into: bytes) }
        }
        return try outcome.get()
      }
    }
    return Outcome(reader: reader, missing: missing, refusal: refusal)
  }

  /// Gives the next bytes of an entry; 0 at its end.
  private typealias Reading = (inout [UInt8]) throws(ArchiveError) -> Int

  /// An archive of entries whose contents `content` gives.
  private static func rewritten(
    _ file: ArchiveFile, _ entries: [ArchiveEntry], _ limits: ArchiveLimits,
    _ content: (Int) throws(ArchiveError) -> Reading
  ) throws(ArchiveError) -> ArchiveReader? {
    if entries.isEmpty { return nil }
    let sink = try ScratchArchive(of: file.path)
    let writer = try ArchiveWriter(onto: sink, level: 1)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for (index, entry) in entries.enumerated() {
      if entry.isFolder {
        try writer.addFolder(entry.path)
        continue
      }
      let read = try content(index)
      do {
        try writer.addFile(entry.path, byteCount: entry.byteCount) { write in
          while true {
            let count = try read(&buffer)
            if count == 0 { return }
            try write(buffer.span.extracting(first: count))
          }
        }
      } catch let error as ArchiveError {
        throw error
      } catch {
        throw ArchiveError(.library, path: file.path, reason: "\(error)")
      }
    }
    try writer.finish()
    // What was read is counted already, and packed by us.
    var limits = limits
    limits.ratesEntries = false
    return try ArchiveReader.open(sink.finish(), limits: limits)
  }
}

/// An archive in a file without a name.
private final class ScratchArchive: ArchiveSink {
  let path: Path
  private var scratch: ScratchFile?

  init(of path: Path) throws(ArchiveError) {
    self.path = path
    do { scratch = try ScratchFile.create() } catch { throw ArchiveError(error) }
  }

  func write(_ bytes: RawSpan) throws(FileError) { try scratch?.write(bytes) }

  func finish() throws(ArchiveError) -> ArchiveFile {
    guard let finished = scratch.take() else { preconditionFailure("an archive is finished once") }
    do { return ArchiveFile(try finished.finish(), path: path) } catch { throw ArchiveError(error) }
  }
}
