/// The content of one entry, piece by piece.
///
/// The last piece is handed out only once size and checksum have turned out right.
public struct EntryStream: ~Copyable {
  /// The entry it belongs to.
  public let entry: ArchiveEntry
  /// How many bytes are still to come.
  public private(set) var bytesLeft: Int
  private let session: UnpackingSession
  private var isChecked = false

  init(_ entry: ArchiveEntry, _ session: UnpackingSession) {
    self.entry = entry
    self.session = session
    bytesLeft = entry.byteCount
  }

  /// Reads the next bytes, as many as the array has elements, and says how many; fewer only at the end, 0 after it.
  ///
  /// Throws `entryDamaged` or `entrySize` when the content isn't what the archive says, and `io` when it can't be read.
  public mutating func read(into buffer: inout [UInt8]) throws(ArchiveError) -> Int {
    if bytesLeft == 0 {
      try checkEnd()
      return 0
    }
    let (entry, session) = (entry, session)
    var left = bytesLeft
    let outcome: Result<Int, ArchiveError> = unsafe buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(ArchiveError) in try unsafe session.read(entry, left: &left, into: bytes) }
    }
    bytesLeft = left
    isChecked = left == 0
    return try outcome.get()
  }

  /// The rest of the content. Throws `tooLarge` when it is longer than `limit`.
  public mutating func readAll(limit: Int) throws(ArchiveError) -> [UInt8] {
    if bytesLeft > limit {
      throw ArchiveError(
        .tooLarge, path: session.path, entry: entry.path.description,
        reason: "it is longer than \(limit) bytes")
    }
    if bytesLeft == 0 {
      try checkEnd()
      return []
    }
    var bytes = [UInt8](repeating: 0, count: bytesLeft)
    _ = try read(into: &bytes)
    return bytes
  }

  private mutating func checkEnd() throws(ArchiveError) {
    // A folder's content is empty by its header, and some archives pack that emptiness.
    if !isChecked { try session.checkEnd(of: entry) }
    isChecked = true
  }
}
