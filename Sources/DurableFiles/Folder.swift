/// An open folder, through which everything in it is reached, wherever it may be moved meanwhile.
///
/// It shares one descriptor among all who hold it, and closes it with the last of them. Nothing reached through a
/// folder follows a symbolic link.
public final class Folder: Sendable {
  /// Where it was when it was opened, for messages.
  public let path: Path
  /// The descriptor; valid as long as this object is.
  let number: Int32

  init(_ descriptor: consuming Descriptor, path: Path) {
    number = descriptor.release()
    self.path = path
  }

  deinit { System.closeQuietly(number) }

  // MARK: Folders

  /// Opens a folder that a user named; links on the way are followed.
  public static func open(_ path: Path) throws(FileError) -> Folder {
    Folder(try System.open(path, flags: OpenFlags.folder, .openFolder(path)), path: path)
  }

  /// Opens a folder inside this one. Throws `link` for a symbolic link, `notFolder` for anything else.
  public func folder(_ name: Name) throws(FileError) -> Folder {
    let path = path.appending(name)
    do {
      return Folder(
        try System.open(in: number, name, flags: OpenFlags.folder, .openFolder(path)), path: path)
    } catch  where error.code == .notFolder {
      let isLink = try System.status(in: number, name, path)?.kind == .link
      throw isLink ? FileError(errno: System.linkErrno, operation: error.operation, path: path) : error
    }
  }

  /// Opens a folder further down.
  public func folder(_ path: RelativePath) throws(FileError) -> Folder {
    var current = self
    for name in path.names { current = try current.folder(name) }
    return current
  }

  /// Creates a folder and opens it. Throws `exists` when the name is taken. The name isn't
  /// durable before `sync()`. After an error there is no new folder.
  public func makeFolder(_ name: Name, mode: UInt32 = 0o755) throws(FileError) -> Folder {
    try System.makeFolder(in: number, name, mode: mode, path.appending(name))
    do {
      return try folder(name)
    } catch {
      try? removeEmptyFolder(name)
      throw error
    }
  }

  /// The folder that holds the last name of a path.
  func holder(of path: RelativePath) throws(FileError) -> Folder {
    guard let parent = path.parent else { return self }
    return try folder(parent)
  }

  // MARK: Looking

  /// What stands at a place, a link not followed; nil when nothing does, or when a folder on the way isn't there.
  public func status(_ path: RelativePath) throws(FileError) -> FileStatus? {
    do {
      return try holder(of: path).status(path.name)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// What stands under a name, a link not followed; nil when nothing does.
  public func status(_ name: Name) throws(FileError) -> FileStatus? {
    try System.status(in: number, name, path.appending(name))
  }

  /// What the file system says about the folder itself.
  public func status() throws(FileError) -> FileStatus {
    try System.status(number, path)
  }

  /// Its path with all links followed.
  public func resolvedPath() throws(FileError) -> Path { try System.resolve(path) }

  /// The names of everything in the folder, in byte order.
  public func names() throws(FileError) -> [Name] { try System.names(in: number, path).sorted() }

  /// Everything in the folder, in byte order. Names that vanish while it is read are left out.
  public func entries() throws(FileError) -> [FolderEntry] {
    var entries: [FolderEntry] = []
    for name in try names() {
      guard let status = try status(name) else { continue }
      entries.append(FolderEntry(name: name, status: status))
    }
    return entries
  }

  /// Everything below the folder: each folder before what it holds, names in byte order, no link followed.
  ///
  /// Throws `tooLarge` past `maximumDepth` levels or `maximumEntries` places.
  public func walk(maximumDepth: Int = 64, maximumEntries: Int = 1_000_000) throws(FileError) -> [TreeEntry] {
    var found: [TreeEntry] = []
    try walk(below: nil, depth: maximumDepth, limit: maximumEntries, into: &found)
    return found
  }

  private func walk(
    below above: RelativePath?, depth: Int, limit: Int, into found: inout [TreeEntry]
  ) throws(FileError) {
    for entry in try entries() {
      let place = above?.appending(entry.name) ?? RelativePath(entry.name)
      if found.count >= limit { throw tooLarge("there are more than \(limit) files and folders") }
      found.append(TreeEntry(path: place, status: entry.status))
      guard entry.status.kind == .folder else { continue }
      if depth <= 1 { throw tooLarge("folders lie too deep in one another") }
      try folder(entry.name).walk(below: place, depth: depth - 1, limit: limit, into: &found)
    }
  }

  private func tooLarge(_ reason: String) -> FileError {
    FileError(.tooLarge, operation: "list", path: path, reason: reason)
  }

  /// How many bytes an ordinary user can still write to its file system.
  public func freeByteCount() throws(FileError) -> Int64 {
    try System.freeByteCount(number, path)
  }

  // MARK: Safety

  /// Makes the names in the folder durable: what was created, renamed or removed so far.
  public func sync() throws(FileError) {
    try System.syncFolder(number, path)
  }

  /// Takes the advisory lock on the folder, for one writer at a time. Throws `busy` when somebody holds it.
  public func lock() throws(FileError) -> FolderLock {
    let descriptor = try System.reopen(number, .lock(path))
    try System.lock(descriptor.number, path)
    return FolderLock(descriptor)
  }
}

/// The advisory lock on a folder, shared by all who hold this object and released with the last of them.
///
/// Call `release()` where the work ends: an object that is used no more may go earlier than its scope.
public final class FolderLock: Sendable {
  private let number: Int32

  init(_ descriptor: consuming Descriptor) { number = descriptor.release() }

  /// Gives the lock up, once for all who share it. Calling it again changes nothing.
  public func release() { System.unlock(number) }

  deinit { System.closeQuietly(number) }
}
