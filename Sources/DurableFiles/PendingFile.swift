/// A file in the making: written under a temporary name beside its place, which it takes with `commit`.
///
/// Without a commit the temporary file is removed with this value.
public struct PendingFile: ~Copyable {
  /// Where it will stand.
  public let target: Path
  private var file: WritableFile
  private let temporary: Temporary
  private let name: Name
  private let folder: Folder

  /// Begins a file for a place that a user named.
  ///
  /// A link there is followed, so that the link stays. Throws `notFile` when something else than a regular file stands
  /// there: replacing a device or a pipe would destroy it.
  public static func create(at path: Path) throws(FileError) -> PendingFile {
    let place = try Place(path)
    switch try place.folder.status(place.name)?.kind {
    case .link:
      let resolved = try System.resolve(path)
      return try create(in: try Place(resolved))
    default:
      return try create(in: place)
    }
  }

  private static func create(in place: Place) throws(FileError) -> PendingFile {
    try create(in: place.folder, for: place.name)
  }

  /// Begins a file for a name in a folder. If a file is there, it hands on its permissions.
  public static func create(in folder: Folder, for name: Name) throws(FileError) -> PendingFile {
    let target = folder.path.appending(name)
    let old = try folder.status(name)
    if let old, old.kind == .folder || old.kind == .special {
      throw FileError(.notFile, operation: "replace", path: target, reason: "it isn't a regular file")
    }
    let replaced = old?.kind == .file ? old : nil
    let temporary = TemporaryName.file()
    // Until it has its final permissions, nobody may read more of it than of the file it replaces.
    let file = try folder.createFile(temporary, mode: (replaced?.mode ?? 0o644) & 0o777)
    let guardian = Temporary(name: temporary, folder: folder)
    if let mode = replaced?.mode, try file.status().mode != mode { try file.setMode(mode) }
    return PendingFile(target: target, file: file, temporary: guardian, name: name, folder: folder)
  }

  private init(
    target: Path, file: consuming WritableFile, temporary: Temporary, name: Name, folder: Folder
  ) {
    self.target = target
    self.file = file
    self.temporary = temporary
    self.name = name
    self.folder = folder
  }

  /// How many bytes were written so far.
  public var byteCount: Int { file.byteCount }

  /// Writes all of the bytes at the end.
  public mutating func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  /// Writes all of the bytes at the end.
  public mutating func write(_ bytes: Span<UInt8>) throws(FileError) { try file.write(bytes) }

  /// Writes all of the bytes at the end.
  public mutating func write(_ bytes: RawSpan) throws(FileError) { try file.write(bytes) }

  /// Lends the descriptor to code that needs one; it must not close it.
  public func withDescriptor<Result: ~Copyable, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withDescriptor(body)
  }

  /// Makes the content durable and lets it take its place.
  ///
  /// Unless `replacing`, throws `exists` when the place is taken. On an error the place is as it was and the temporary
  /// file is gone; only when the last step, the sync of the folder, fails does the new file stand already, perhaps
  /// not durably.
  public consuming func commit(replacing: Bool) throws(FileError) {
    let (temporary, name, folder) = (temporary, name, folder)
    let file = file
    try file.sync()
    try file.close()
    try folder.rename(temporary.name, to: name, in: folder, replacing: replacing)
    temporary.isPresent = false
    try folder.sync()
  }
}

/// Gives an output file that a user named its content, atomically and durably.
///
/// Unless `replacingExisting`, throws `exists` when there is one. See `PendingFile`.
public func replaceFile(
  at path: Path, with bytes: Span<UInt8>, replacingExisting: Bool
) throws(FileError) {
  var pending = try PendingFile.create(at: path)
  try pending.write(bytes)
  try pending.commit(replacing: replacingExisting)
}

/// Gives an output file that a user named its content, atomically and durably.
public func replaceFile(at path: Path, with bytes: [UInt8], replacingExisting: Bool) throws(FileError) {
  try replaceFile(at: path, with: bytes.span, replacingExisting: replacingExisting)
}

/// Removes a temporary file with its last owner; a class, so that a commit can call it off.
private final class Temporary {
  let name: Name
  let folder: Folder
  var isPresent = true

  init(name: Name, folder: Folder) {
    self.name = name
    self.folder = folder
  }

  deinit {
    // What brought us here is thrown already; the name tells later runs that this file is nobody's.
    if isPresent { try? folder.remove(name) }
  }
}

/// The folder and name that a typed path stands for.
private struct Place {
  let folder: Folder
  let name: Name

  init(_ path: Path) throws(FileError) {
    guard let name = path.name else {
      throw FileError(.invalidName, operation: "create", path: path, reason: "it doesn't name a file")
    }
    self.name = name
    folder = try Folder.open(path.parent)
  }
}
