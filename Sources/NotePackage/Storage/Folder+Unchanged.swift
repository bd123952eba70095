import DurableFiles

extension SourceEntry {
  /// Whether this is the same file with the same content, as far as the file system tells.
  func isSameFile(as other: SourceEntry?) -> Bool {
    guard let other else { return false }
    return inode == other.inode && byteCount == other.byteCount && modified == other.modified
  }
}

extension Folder {
  /// Throws `changed` when another program wrote or removed a file since it was listed.
  ///
  /// - Parameters:
  ///   - listed: the file as it was; nil where none was.
  ///   - wanted: what is about to be written. A file that holds it already is no conflict: a save that failed further
  ///     on is repeated.
  func checkUnchanged(
    _ place: RelativePath, since listed: SourceEntry?,
    unlessIts wanted: () throws(PackageError) -> [UInt8]
  ) throws(PackageError) {
    let now = try files { () throws(FileError) in try status(place) }.map { SourceEntry(place, $0) }
    guard let now else {
      if listed == nil { return }
      throw .changedSinceOpened(path.appending(place))
    }
    if now.isSameFile(as: listed) { return }
    if now.kind == .file {
      let bytes = try wanted()
      if now.byteCount == bytes.count,
        try files({ () throws(FileError) in try read(place, limit: bytes.count) }) == bytes
      {
        return
      }
    }
    throw .changedSinceOpened(path.appending(place))
  }
}

extension PackageError {
  static func changedSinceOpened(_ path: Path) -> PackageError {
    PackageError(.changed, path, "was changed by another program since it was opened; open it again")
  }
}
