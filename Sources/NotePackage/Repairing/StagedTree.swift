import DurableFiles

/// A second tree of a package's files in a stage: the same files by hard links, to be changed there.
///
/// A file is never written to in place, since it would change in the package too; it is replaced.
struct StagedTree {
  let folder: Folder
  /// What the repair did to which path, for the record.
  private(set) var codes: [RelativePath: String] = [:]

  /// Builds the tree in an empty folder.
  init(of package: Folder, _ entries: [SourceEntry], in folder: Folder) throws(FileError) {
    self.folder = folder
    for entry in entries.sorted(by: { $0.path.names.count < $1.path.names.count }) {
      let parent = try Self.holder(of: entry.path, in: folder)
      if entry.kind == .folder {
        _ = try parent.makeFolder(entry.path.name)
      } else {
        let origin = try Self.holder(of: entry.path, in: package)
        try origin.link(entry.path.name, as: entry.path.name, in: parent)
      }
    }
  }

  private static func holder(of path: RelativePath, in folder: Folder) throws(FileError) -> Folder {
    guard let parent = path.parent else { return folder }
    return try folder.folder(parent)
  }

  mutating func note(_ path: RelativePath, _ code: FindingCode?) {
    if let code { codes[path] = codes[path] ?? code.rawValue }
  }

  mutating func write(_ bytes: [UInt8], to path: RelativePath, _ code: FindingCode? = nil) throws(FileError) {
    note(path, code)
    try madeHolder(of: path).replaceFile(path.name, with: bytes)
  }

  /// Gives a file a content that comes in pieces; made durable with the whole tree.
  ///
  /// - Parameter time: when it was last changed, in nanoseconds since 1970; nil for now.
  mutating func write(
    to path: RelativePath, _ code: FindingCode? = nil, modified time: Int64? = nil,
    _ body: ((Span<UInt8>) throws(PackageError) -> Void) throws(PackageError) -> Void
  ) throws(PackageError) {
    note(path, code)
    let holder = try files { () throws(FileError) in try madeHolder(of: path) }
    let name = TemporaryName.file()
    var file = try files { () throws(FileError) in try holder.createFile(name) }
    try body { piece throws(PackageError) in
      do throws(FileError) { try file.write(piece) } catch { throw PackageError(error) }
    }
    do throws(FileError) {
      if let time { try file.setModified(time) }
      try file.close()
      try holder.rename(name, to: path.name, in: holder, replacing: true)
    } catch {
      throw PackageError(error)
    }
  }

  /// Removes a folder that nothing is left in.
  func removeIfEmpty(_ path: RelativePath) throws(FileError) {
    guard try folder.status(path)?.kind == .folder, try folder.folder(path).entries().isEmpty else { return }
    try Self.holder(of: path, in: folder).removeEmptyFolder(path.name)
  }

  mutating func remove(_ path: RelativePath, _ code: FindingCode? = nil) throws(FileError) {
    note(path, code)
    try Self.holder(of: path, in: folder).removeTree(path.name)
  }

  mutating func move(
    _ path: RelativePath, to target: RelativePath, replacing: Bool, _ code: FindingCode? = nil
  ) throws(FileError) {
    note(path, code)
    note(target, code)
    let holder = try madeHolder(of: target)
    try Self.holder(of: path, in: folder).rename(path.name, to: target.name, in: holder, replacing: replacing)
  }

  mutating func exchange(_ one: RelativePath, _ other: RelativePath, _ code: FindingCode? = nil)
    throws(FileError)
  {
    note(one, code)
    note(other, code)
    let holder = try Self.holder(of: other, in: folder)
    try Self.holder(of: one, in: folder).exchange(one.name, with: other.name, in: holder)
  }

  /// Gives a file from elsewhere a second name here.
  func link(_ path: RelativePath, from folder: Folder, at place: RelativePath) throws(FileError) {
    let origin = try Self.holder(of: place, in: folder)
    try origin.link(place.name, as: path.name, in: madeHolder(of: path))
  }

  private func madeHolder(of path: RelativePath) throws(FileError) -> Folder {
    guard let parent = path.parent else { return folder }
    var current = folder
    for name in parent.names {
      current = try current.status(name) == nil ? current.makeFolder(name) : current.folder(name)
    }
    return current
  }

  // MARK: Differences

  /// What became of a file of the package.
  struct Difference {
    let path: RelativePath
    let action: LostRecord.Action
    let target: RelativePath?
  }

  /// Compares the package with the tree by inodes: whatever isn't in the tree under its own name was taken out,
  /// replaced or moved, whoever did it.
  func differences(from package: Folder) throws(FileError) -> [Difference] {
    let old = try package.walk().filter { $0.status.kind != .folder }
    let new = try folder.walk().filter { $0.status.kind != .folder }
    let newAt = Dictionary(new.map { ($0.path, $0.status.inode) }) { first, _ in first }
    let newPlaces = Dictionary(new.map { ($0.status.inode, $0.path) }) { first, _ in first }
    let oldPaths = Set(old.map(\.path))
    let oldInodes = Set(old.map(\.status.inode))
    var differences: [Difference] = []
    for entry in old where newAt[entry.path] != entry.status.inode {
      if let place = newPlaces[entry.status.inode] {
        differences.append(Difference(path: entry.path, action: .moved, target: place))
      } else {
        let action: LostRecord.Action = newAt[entry.path] == nil ? .removed : .replaced
        differences.append(Difference(path: entry.path, action: action, target: nil))
      }
    }
    for entry in new where !oldPaths.contains(entry.path) && !oldInodes.contains(entry.status.inode) {
      differences.append(Difference(path: entry.path, action: .created, target: nil))
    }
    return differences
  }
}
