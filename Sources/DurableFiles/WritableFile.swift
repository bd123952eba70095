/// A file open for writing.
///
/// Its end closes it and reports nothing: whoever cares for the bytes calls `sync()` and `close()`.
public struct WritableFile: ~Copyable, Sendable {
  /// Where it is, for messages.
  public let path: Path
  /// How many bytes the file has, those included that were there before.
  public private(set) var byteCount = 0
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor, path: Path, byteCount: Int = 0) {
    self.path = path
    self.byteCount = byteCount
    self.descriptor = descriptor
  }

  /// Writes to something that is open already, such as standard output, which stays open. Pipes can't be synced.
  ///
  /// `path` is what messages call it.
  public static func writing(to descriptor: Int32, named path: Path) throws(FileError) -> WritableFile {
    WritableFile(try System.duplicate(descriptor, path), path: path)
  }

  /// Writes all of the bytes at the end. After an error some of them may be written.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) {
    try write(bytes.span)
  }

  /// Writes all of the bytes at the end. After an error some of them may be written.
  public mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
    try write(unsafe bytes.bytes)
  }

  /// Writes all of the bytes at the end. After an error some of them may be written.
  public mutating func write(_ bytes: RawSpan) throws(FileError) {
    let (number, path, start) = (descriptor.number, path, byteCount)
    let outcome: Result<Int, FileError> = unsafe bytes.withUnsafeBytes { buffer in
      var done = 0
      do throws(FileError) {
        while done < buffer.count {
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
          done += try unsafe System.write(number, rest, offset: start + done, path)
        }
        return .success(done)
      } catch {
        return .failure(error)
      }
    }
    byteCount += try outcome.get()
  }

  /// Brings what was written to the medium. After an error nobody knows what arrived: throw the file away.
  ///
  /// Throws `io` when the file isn't as long as what was written: some systems report more than they took.
  public func sync() throws(FileError) {
    try System.syncFile(descriptor.number, path)
    let arrived = try status().byteCount
    if arrived < byteCount {
      throw FileError(
        .io, operation: "write", path: path, reason: "only \(arrived) of \(byteCount) bytes arrived")
    }
  }

  /// Begins what `sync()` does, waits for nothing and reports nothing.
  ///
  /// Where many files are synced one after the other, each waits for its own way to the medium unless all have been
  /// sent there before.
  public func startSync() { System.startSync(descriptor.number) }

  /// Sets the permission bits.
  public func setMode(_ mode: UInt32) throws(FileError) {
    try System.setMode(descriptor.number, mode, path)
  }

  /// Sets when it was last changed, in nanoseconds since 1970; writing sets it anew.
  public func setModified(_ time: Int64) throws(FileError) {
    try System.setModified(descriptor.number, time, path)
  }

  /// What the file system says about it now.
  public func status() throws(FileError) -> FileStatus {
    try System.status(descriptor.number, path)
  }

  /// Lends the descriptor to code that needs one; it must not close it.
  public func withDescriptor<Result: ~Copyable, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(descriptor.number)
  }

  /// The same open file for reading; only for one that `createFile` made.
  consuming func reading() throws(FileError) -> ReadableFile {
    let path = path
    return try ReadableFile(descriptor, path: path)
  }

  /// Closes the file. It is gone afterwards, even when closing fails, and failing means that bytes may be lost.
  public consuming func close() throws(FileError) {
    let path = path
    let descriptor = descriptor
    try descriptor.close(.closeFile(path))
  }
}
