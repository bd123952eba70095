extension Folder {
  /// Creates a file for writing. Throws `exists` when the name is taken, by a link too.
  public func createFile(_ name: Name, mode: UInt32 = 0o644) throws(FileError) -> WritableFile {
    let path = path.appending(name)
    let descriptor = try System.open(
      in: number, name, flags: OpenFlags.create, mode: mode, .createFile(path, mode: mode))
    return WritableFile(descriptor, path: path)
  }

  /// Gives a file its content, whether it is there already or not, atomically and durably.
  ///
  /// A file that is replaced hands on its permissions; a link is replaced itself, not what it leads to. On an error
  /// the old content stands and no temporary file is left; only when the last step, the sync of the folder, fails
  /// does the new content stand already, perhaps not durably.
  public func replaceFile(_ name: Name, with bytes: Span<UInt8>) throws(FileError) {
    var pending = try PendingFile.create(in: self, for: name)
    try pending.write(bytes)
    try pending.commit(replacing: true)
  }

  /// Gives a file its content, whether it is there already or not, atomically and durably.
  public func replaceFile(_ name: Name, with bytes: [UInt8]) throws(FileError) {
    try replaceFile(name, with: bytes.span)
  }

  /// Creates a file with its content, atomically and durably. Throws `exists` when the name is taken.
  public func createFileDurably(_ name: Name, with bytes: Span<UInt8>) throws(FileError) {
    var pending = try PendingFile.create(in: self, for: name)
    try pending.write(bytes)
    try pending.commit(replacing: false)
  }

  /// Creates a file with its content, atomically and durably. Throws `exists` when the name is taken.
  public func createFileDurably(_ name: Name, with bytes: [UInt8]) throws(FileError) {
    try createFileDurably(name, with: bytes.span)
  }

  /// Renames a file or folder, within this folder or into another one of the same file system.
  ///
  /// Unless `replacing`, throws `exists` when the new name is taken. The names aren't durable before both folders are
  /// synced.
  public func rename(
    _ name: Name, to newName: Name, in folder: Folder, replacing: Bool
  ) throws(FileError) {
    let (old, new) = (path.appending(name), folder.path.appending(newName))
    if replacing {
      return try rename(name, to: newName, in: folder, .replacing, .rename(old, to: new))
    }
    do {
      try rename(name, to: newName, in: folder, .exclusive, .rename(old, to: new))
    } catch  where error.code == .exists {
      // The name that is in the way tells the user more than the one that was to move.
      throw FileError(errno: error.errno, operation: "create", path: new)
    } catch  where System.isUnsupported(error) {
      try renameWithoutFlags(name, to: newName, in: folder)
    }
  }

  /// Some file systems don't know exclusive renames. A second link fails where the name is taken, and a folder can
  /// only ever take the place of an empty one, so looking first is enough.
  private func renameWithoutFlags(_ name: Name, to newName: Name, in folder: Folder) throws(FileError) {
    let (old, new) = (path.appending(name), folder.path.appending(newName))
    if try status(name)?.kind == .folder {
      if try folder.status(newName) != nil {
        throw FileError(
          .exists, operation: "create", path: new, reason: "there is something of this name already")
      }
      return try rename(name, to: newName, in: folder, .replacing, .rename(old, to: new))
    }
    try rename(name, to: newName, in: folder, .linking, .link(old, to: new))
    try remove(name)
  }

  /// Swaps what stands under two names, at once. Both must be there.
  ///
  /// Throws `unsupported` where the file system can't. Durable once both folders are synced.
  public func exchange(_ name: Name, with other: Name, in folder: Folder) throws(FileError) {
    let (old, new) = (path.appending(name), folder.path.appending(other))
    try rename(name, to: other, in: folder, .exchanging, .exchange(old, with: new))
  }

  private func rename(
    _ name: Name, to newName: Name, in folder: Folder, _ renaming: System.Renaming,
    _ operation: @autoclosure () -> FileOperation
  ) throws(FileError) {
    try System.rename(in: number, name, to: newName, in: folder.number, renaming, operation())
  }

  /// Gives a file or link a second name, in this folder or another one of the same file system. Throws `exists` when
  /// the name is taken.
  ///
  /// A link is linked itself, not what it leads to. The name isn't durable before the other folder is synced.
  public func link(_ name: Name, as newName: Name, in folder: Folder) throws(FileError) {
    let (old, new) = (path.appending(name), folder.path.appending(newName))
    try rename(name, to: newName, in: folder, .linking, .link(old, to: new))
  }

  /// Sets the permission bits of a file or folder. Throws `link` for a symbolic link.
  public func setMode(_ name: Name, _ mode: UInt32) throws(FileError) {
    if try status(name)?.kind == .link {
      throw FileError(
        errno: System.linkErrno, operation: "change the permissions of", path: path.appending(name))
    }
    try System.setMode(in: number, name, mode, path.appending(name))
  }

  /// Opens a file to write behind its end, and creates it if it isn't there. Throws `link` for a symbolic link.
  public func appendToFile(_ name: Name, mode: UInt32 = 0o644) throws(FileError) -> WritableFile {
    let path = path.appending(name)
    let descriptor = try System.open(
      in: number, name, flags: OpenFlags.append, mode: mode, .createFile(path, mode: mode))
    let byteCount = try System.status(descriptor.number, path).byteCount
    return WritableFile(descriptor, path: path, byteCount: byteCount)
  }

  /// Removes a file or link.
  public func remove(_ name: Name) throws(FileError) {
    try System.remove(in: number, name, isFolder: false, path.appending(name))
  }

  /// Removes a folder that holds nothing. Throws `notEmpty` when it does.
  public func removeEmptyFolder(_ name: Name) throws(FileError) {
    try System.remove(in: number, name, isFolder: true, path.appending(name))
  }

  /// Removes whatever stands under a name, a folder with everything in it; links are removed, never followed.
  ///
  /// After an error a part may be gone.
  public func removeTree(_ name: Name) throws(FileError) {
    guard let status = try status(name) else {
      throw FileError(.notFound, operation: "remove", path: path.appending(name), reason: "it isn't there")
    }
    guard status.kind == .folder else { return try remove(name) }
    try folder(name).removeContents()
    try removeEmptyFolder(name)
  }

  private func removeContents() throws(FileError) {
    for name in try System.names(in: number, path).sorted() { try removeTree(name) }
  }
}
