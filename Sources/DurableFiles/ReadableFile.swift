/// A regular file, open for reading. Closed at its end, or by `close()`.
public struct ReadableFile: ~Copyable, Sendable {
  /// Where it was when it was opened, for messages.
  public let path: Path
  /// What it was when it was opened.
  public let status: FileStatus
  private let descriptor: Descriptor

  /// Takes over a descriptor; anything but a regular file is refused.
  init(_ descriptor: consuming Descriptor, path: Path) throws(FileError) {
    let status = try System.status(descriptor.number, path)
    if status.kind == .folder {
      throw FileError(errno: System.folderErrno, operation: "read", path: path)
    }
    guard status.kind == .file else {
      throw FileError(.notFile, operation: "read", path: path, reason: "it isn't a regular file")
    }
    self.path = path
    self.status = status
    self.descriptor = descriptor
  }

  /// Reads the next bytes, as many as fit, and says how many; fewer than fit only at the end of the file.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try unsafe System.read(descriptor.number, into: rest, path)
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads the next bytes into an array, as many as it has elements, and says how many; fewer only at the end.
  public mutating func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
    try unsafe withRawBytes(of: &buffer) { bytes throws(FileError) in try unsafe read(into: bytes) }
  }

  /// Reads bytes at an offset without moving the position, as many as `buffer` has elements, and says how many;
  /// fewer only at the end.
  public func read(at offset: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
    try unsafe withRawBytes(of: &buffer) { bytes throws(FileError) in
      try unsafe read(at: offset, into: bytes)
    }
  }

  /// Reads bytes at an offset without moving the position, as many as fit, and says how many; fewer only at the end.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try unsafe System.read(descriptor.number, at: offset + filled, into: rest, path)
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Moves the position to an offset from the start.
  public mutating func seek(to offset: Int) throws(FileError) {
    try System.seek(descriptor.number, to: offset, path)
  }

  /// The bytes from the position to the end. Throws `tooLarge` when there are more than `limit`.
  public mutating func readAll(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try readAll(limit: limit, into: &bytes)
    return bytes
  }

  /// The bytes from the position to the end, put into an array whose room is used again.
  ///
  /// Throws `tooLarge` when there are more than `limit`; the array's content is then undefined.
  public mutating func readAll(limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    if status.byteCount > limit { throw tooLarge(limit) }
    var filled = 0
    var room = status.byteCount + 1
    while true {
      buffer.resize(to: room)
      let count = try unsafe withRawBytes(of: &buffer) { bytes throws(FileError) in
        try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      }
      filled += count
      if filled > limit { throw tooLarge(limit) }
      if filled < room { break }
      // It has grown since it was opened.
      room = min(room * 2, limit) + 1
    }
    buffer.resize(to: filled)
  }

  /// Lends the descriptor to code that needs one; it must not close it.
  public func withDescriptor<Result: ~Copyable, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(descriptor.number)
  }

  /// Closes the file. It is gone afterwards, even when closing fails.
  public consuming func close() throws(FileError) {
    let path = path
    let descriptor = descriptor
    try descriptor.close(.closeFile(path))
  }

  private func tooLarge(_ limit: Int) -> FileError {
    FileError(.tooLarge, operation: "read", path: path, reason: "it is larger than \(limit) bytes")
  }
}

/// Opens a regular file that a user named. A link is followed unless `followingLinks` is false.
public func openForReading(_ path: Path, followingLinks: Bool = true) throws(FileError) -> ReadableFile {
  let flags = followingLinks ? OpenFlags.read : OpenFlags.readUnlinked
  return try ReadableFile(try System.open(path, flags: flags, .openFile(path)), path: path)
}

extension [UInt8] {
  fileprivate mutating func resize(to count: Int) {
    if count < self.count {
      removeLast(self.count - count)
    } else {
      append(contentsOf: repeatElement(0, count: count - self.count))
    }
  }
}

/// `withUnsafeMutableBytes` with the error's type kept.
private func withRawBytes(
  of buffer: inout [UInt8], _ body: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
) throws(FileError) -> Int {
  let outcome: Result<Int, FileError> = unsafe buffer.withUnsafeMutableBytes { bytes in
    do throws(FileError) { return .success(try unsafe body(bytes)) } catch { return .failure(error) }
  }
  return try outcome.get()
}
