/// A file without a name, for what is too large for memory. It is gone with its last reader, and when the program dies.
public struct ScratchFile: ~Copyable {
  private var file: WritableFile

  private init(_ file: consuming WritableFile) { self.file = file }

  /// Makes an empty one in the system's folder for temporary files, readable by this user alone.
  public static func create() throws(FileError) -> ScratchFile {
    let folder = try Folder.open(Path(System.temporaryFolder))
    let name = TemporaryName.file()
    let file = try folder.createFile(name, mode: 0o600)
    try folder.remove(name)
    return ScratchFile(file)
  }

  /// Writes all of the bytes at the end.
  public mutating func write(_ bytes: RawSpan) throws(FileError) { try file.write(bytes) }

  /// What was written, for reading.
  public consuming func finish() throws(FileError) -> ReadableFile { try file.reading() }
}
