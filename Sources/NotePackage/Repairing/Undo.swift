public import DurableFiles

/// Puts back what a repair took out or changed, to the byte, where nothing changed since.
public struct Undo {
  private let library: Library

  public init(_ library: Library) { self.library = library }

  public struct Outcome: Sendable {
    /// Names that are as they were before the repair.
    public var restored: [Name] = []
    /// Packages that were left alone, and why.
    public var failures: [PackageError] = []
  }

  /// The runs whose originals are still there, oldest first.
  public func runs() throws(PackageError) -> [String] {
    try files { () throws(FileError) in
      do throws(FileError) {
        return try library.folder.folder(LostAndFound.folderName).entries()
          .filter { $0.status.kind == .folder }.map(\.name.description)
      } catch  where error.code == .notFound {
        return []
      }
    }
  }

  /// Undoes one run.
  ///
  /// A package in which something was changed since is left as it is, and its originals stay in lost+found.
  ///
  /// - Throws: `notFound` for an unknown run, `busy` while a repair is at work.
  public func run(_ id: String) throws(PackageError) -> Outcome {
    let lock = try files { () throws(FileError) in try library.folder.lock() }
    defer { lock.release() }
    guard let name = Name(id), try runs().contains(id) else {
      let known = try runs().suffix(5).joined(separator: ", ")
      throw PackageError(
        .notFound, library.folder.path,
        "holds no repair \"\(id)\" in its lost+found" + (known.isEmpty ? "" : "; there are: \(known)"))
    }
    let run = try files { () throws(FileError) in
      try library.folder.folder(LostAndFound.folderName).folder(name)
    }
    let bytes = try files { () throws(FileError) in try run.read(LostAndFound.recordName, limit: 1 << 30) }
    let records = bytes.split(separator: 0x0A).compactMap { LostRecord.read(Array($0)) }
    var outcome = Outcome()
    for package in Self.packages(records).reversed() {
      do throws(PackageError) {
        try restore(package, records.filter { $0.package == package }, from: run)
        outcome.restored.append(package)
      } catch {
        outcome.failures.append(error)
      }
    }
    if outcome.failures.isEmpty {
      try files { () throws(FileError) in
        let folder = try library.folder.folder(LostAndFound.folderName)
        try folder.removeTree(name)
        try LostAndFound.removeIfEmpty(folder, in: library.folder)
      }
    }
    return outcome
  }

  private static func packages(_ records: [LostRecord]) -> [Name] {
    var seen: Set<Name> = []
    return records.map(\.package).filter { seen.insert($0).inserted }
  }

  private func restore(_ name: Name, _ records: [LostRecord], from run: Folder) throws(PackageError) {
    if records.contains(where: { $0.action == .folderReplaced }), try !isFree(name) {
      throw PackageError(
        .exists, library.folder.path.appending(name),
        "was replaced by an import; move it away first, then its old state can be put back")
    }
    if records.contains(where: { $0.action == .folderRemoved || $0.action == .folderReplaced }) {
      try moveBack(name, from: run)
    }
    if let renamed = records.last(where: { $0.action == .folderRenamed })?.target {
      try files { () throws(FileError) in
        if try library.folder.status(name) == nil {
          try library.folder.rename(renamed.name, to: name, in: library.folder, replacing: false)
          try library.folder.sync()
        }
      }
    }
    let changes = records.filter { $0.path != nil && $0.action != .mode }
    if !changes.isEmpty { try restoreFiles(name, changes, from: run) }
    try files { () throws(FileError) in
      for record in records.reversed() where record.action == .mode {
        guard let path = record.path, let mode = record.mode else { continue }
        let package = try library.folder.folder(name)
        let holder = try path.parent.map { parent throws(FileError) in try package.folder(parent) } ?? package
        try holder.setMode(path.name, mode)
      }
    }
  }

  private func isFree(_ name: Name) throws(PackageError) -> Bool {
    try files { () throws(FileError) in try library.folder.status(name) } == nil
  }

  private func moveBack(_ name: Name, from run: Folder) throws(PackageError) {
    try files { () throws(FileError) in
      guard try run.status(name) != nil else { return }
      try run.rename(name, to: name, in: library.folder, replacing: false)
      try library.folder.sync()
      try run.sync()
    }
  }

  // MARK: Files

  private func restoreFiles(_ name: Name, _ records: [LostRecord], from run: Folder) throws(PackageError) {
    let folder = try files { () throws(FileError) in try library.folder.folder(name) }
    let lock = try files { () throws(FileError) in try folder.lock() }
    defer { lock.release() }
    if try isDoneAlready(records, folder) { return }
    try checkUnchanged(records, folder)
    let entries = try FolderSource(folder, limits: library.limits).entries()
    let stage = try files { () throws(FileError) in try Stage.create(in: library.folder) }
    let publication = Publication(
      library: library, name: name, folder: folder, entries: entries,
      lost: LostAndFoundRun(in: library.folder, now: 0))
    var tree = try publication.stagedTree(in: stage)
    try files { () throws(FileError) in
      try Self.revert(records, in: &tree, name, from: run)
      try stage.syncTree()
    }
    try publication.exchange(stage)
    try files { () throws(FileError) in try stage.discard() }
  }

  /// Whether the repair recorded what it was going to do and never did it.
  private func isDoneAlready(_ records: [LostRecord], _ folder: Folder) throws(PackageError) -> Bool {
    for record in records {
      guard let path = record.path else { continue }
      let isThere = try files { () throws(FileError) in try folder.status(path) } != nil
      if record.action == .created {
        if isThere { return false }
        continue
      }
      guard isThere else { return false }
      if let digest = record.digest, try FolderSource(folder).digest(of: path) != digest { return false }
    }
    return true
  }

  private func checkUnchanged(_ records: [LostRecord], _ folder: Folder) throws(PackageError) {
    func changed(_ path: RelativePath) -> PackageError {
      PackageError(
        .changed, folder.path.appending(path), "was changed since the repair; its package stays as it is")
    }
    let targets = Set(records.compactMap(\.target))
    for record in records {
      guard let path = record.path else { continue }
      let isThere = try files { () throws(FileError) in try folder.status(path) } != nil
      switch record.action {
      case .created, .replaced:
        guard isThere, try FolderSource(folder).digest(of: path) == record.newDigest else {
          throw changed(path)
        }
      case .removed: if isThere { throw changed(path) }
      case .moved:
        guard let target = record.target,
          try files({ () throws(FileError) in try folder.status(target) }) != nil,
          !isThere || targets.contains(path)
        else { throw changed(path) }
        if let digest = record.digest, try FolderSource(folder).digest(of: target) != digest {
          throw changed(target)
        }
      default: break
      }
    }
  }

  /// First away with what the repair made, then everything back to its place; moved files by way of other names, since
  /// two may have each other's.
  private static func revert(
    _ records: [LostRecord], in tree: inout StagedTree, _ package: Name, from run: Folder
  ) throws(FileError) {
    let moved = records.filter { $0.action == .moved }
    var waiting: [(place: RelativePath, path: RelativePath)] = []
    for (index, record) in moved.enumerated() {
      guard let path = record.path, let target = record.target,
        let name = Name("\(TemporaryName.filePrefix)\(index)")
      else { continue }
      try tree.move(target, to: RelativePath(name), replacing: false)
      waiting.append((RelativePath(name), path))
    }
    let targets = Set(moved.compactMap(\.target))
    for record in records where record.action == .created || record.action == .replaced {
      guard let path = record.path, !targets.contains(path) else { continue }
      try tree.remove(path)
    }
    for record in records where record.action == .removed || record.action == .replaced {
      guard let path = record.path else { continue }
      try tree.link(path, from: run, at: RelativePath([package] + path.names))
    }
    for (place, path) in waiting { try tree.move(place, to: path, replacing: false) }
  }
}

/// Empties lost+found, which nothing else does.
public struct Purge {
  private let library: Library

  public init(_ library: Library) { self.library = library }

  /// Removes the runs from before a time, for good.
  ///
  /// - Parameter time: milliseconds since 1970.
  /// - Returns: their names.
  public func run(before time: Int64) throws(PackageError) -> [String] {
    let lock = try files { () throws(FileError) in try library.folder.lock() }
    defer { lock.release() }
    let old = try Undo(library).runs().filter { LostTime.milliseconds(ofRun: $0).map { $0 < time } ?? false }
    try files { () throws(FileError) in
      guard !old.isEmpty else { return }
      let folder = try library.folder.folder(LostAndFound.folderName)
      for name in old.compactMap({ Name($0) }) { try folder.removeTree(name) }
      try LostAndFound.removeIfEmpty(folder, in: library.folder)
    }
    return old
  }
}
