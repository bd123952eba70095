extension Folder {
  /// The content of a regular file of at most `limit` bytes.
  ///
  /// Throws `link`, `notFile` or `tooLarge` for what isn't that. Reads never wait, whatever the name leads to.
  public func read(_ path: RelativePath, limit: Int) throws(FileError) -> [UInt8] {
    try holder(of: path).read(path.name, limit: limit)
  }

  /// The content of a regular file of at most `limit` bytes, in this folder.
  public func read(_ name: Name, limit: Int) throws(FileError) -> [UInt8] {
    var file = try openFile(name)
    return try file.readAll(limit: limit)
  }

  /// The content of a regular file of at most `limit` bytes, put into an array whose room is used again.
  ///
  /// After an error the array's content is undefined.
  public func read(_ path: RelativePath, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    var file = try openFile(path)
    try file.readAll(limit: limit, into: &buffer)
  }

  /// Opens a regular file for reading. Throws `link` or `notFile` for anything else.
  public func openFile(_ path: RelativePath) throws(FileError) -> ReadableFile {
    try holder(of: path).openFile(path.name)
  }

  /// Opens a regular file in this folder for reading. Throws `link` or `notFile` for anything else.
  public func openFile(_ name: Name) throws(FileError) -> ReadableFile {
    let path = path.appending(name)
    let descriptor = try System.open(in: number, name, flags: OpenFlags.read, .openFile(path))
    return try ReadableFile(descriptor, path: path)
  }
}
