import DurableFiles
import NoteModel

/// Lets a changed copy of a package take its place, with nothing lost on the way.
struct Publication {
  let library: Library
  let name: Name
  /// The package's folder, locked by the caller.
  let folder: Folder
  /// What was in it when the change was planned.
  let entries: [SourceEntry]
  /// SHA-256 of the files that the change is about, as they were then.
  var digests: [RelativePath: String] = [:]
  let lost: LostAndFoundRun

  static var stagedName: Name {
    guard let name = Name("package.lnote") else { preconditionFailure("a name") }
    return name
  }

  private var path: Path { library.folder.path.appending(name) }

  private var changed: PackageError {
    PackageError(.changed, path, "changed since it was checked; nothing was done")
  }

  /// Does something with the files that the change was planned for; whoever takes one away meanwhile knew of no lock.
  private func withPlannedFiles<Result>(_ body: () throws(FileError) -> Result) throws(PackageError) -> Result
  {
    do throws(FileError) { return try body() } catch {
      throw error.code == .notFound ? changed : PackageError(error)
    }
  }

  /// The package's files in a stage, to be changed there.
  func stagedTree(in stage: Stage) throws(PackageError) -> StagedTree {
    try withPlannedFiles { () throws(FileError) in
      try StagedTree(of: folder, entries, in: stage.folder.makeFolder(Self.stagedName))
    }
  }

  /// Throws `changed` unless the package is what it was when the change was planned.
  func checkUnchanged() throws(PackageError) {
    let isSame = try files { () throws(FileError) in
      // Another repair may have exchanged the folder between our opening it and locking it.
      try library.folder.status(name)?.inode == folder.status().inode
    }
    guard isSame, try FolderSource(folder, limits: library.limits).entries() == entries else {
      throw changed
    }
    // Size and time may be those of before though the bytes aren't.
    for (place, digest) in digests where try FolderSource(folder).digest(of: place) != digest {
      throw PackageError(.changed, path.appending(place), "changed since it was checked; nothing was done")
    }
  }

  /// Keeps the originals, records what is done, and exchanges the trees. In this order, so that whatever a crash
  /// interrupts, every original is in the package, in lost+found, or in both.
  ///
  /// - Parameters:
  ///   - keepsWholePackage: whether lost+found gets the files too that stay as they are, so that a whole package lies
  ///     there.
  ///   - code: what the record says of changes that are no finding's.
  /// - Returns: where in the library the originals are.
  func publish(
    _ tree: StagedTree, from stage: Stage, as newName: Name, renamingCode: String? = nil,
    keepsWholePackage: Bool = false, code: String = ""
  ) throws(PackageError) -> [RelativePath: RelativePath] {
    var (records, kept) = try keepOriginals(tree, code)
    if keepsWholePackage {
      for entry in entries where entry.kind != .folder && kept[entry.path] == nil {
        try keep(entry.path)
      }
    }
    if newName != name {
      records.append(
        LostRecord(
          action: .folderRenamed, package: name, target: RelativePath(newName), code: renamingCode ?? ""))
    }
    try files { () throws(FileError) in
      try lost.record(records)
      try stage.syncTree()
    }
    try exchange(stage)
    try files { () throws(FileError) in
      if newName != name {
        try library.folder.rename(name, to: newName, in: library.folder, replacing: false)
        try library.folder.sync()
      }
      try stage.discard()
    }
    return kept
  }

  /// Lets a package that came from elsewhere take the place; the whole old one is in lost+found by then.
  func replace(by staged: StagedPackage) throws(PackageError) {
    try files { () throws(FileError) in
      try lost.record([LostRecord(action: .folderReplaced, package: name, code: "import")])
    }
    for entry in entries where entry.kind != .folder { try keep(entry.path) }
    try files { () throws(FileError) in try staged.stage.syncTree() }
    try exchange(staged.stage)
    try files { () throws(FileError) in try staged.stage.discard() }
  }

  /// Exchanges the staged package, durable by now, with the one in its place, unless that one changed.
  ///
  /// While the stage may hold anything that is nowhere else, no error lets it be swept away: a later repair moves it to
  /// lost+found.
  func exchange(_ stage: Stage) throws(PackageError) {
    try checkUnchanged()
    let staged = try stagedEntries(stage)
    do throws(PackageError) {
      try swap(stage)
    } catch {
      abandonUnlessOwn(stage)
      throw error
    }
    // The old tree lies in the stage now. A writer that didn't ask for the lock may have written to it until just then.
    let isSame: Bool
    do throws(PackageError) {
      isSame = try FolderSource(folder, limits: library.limits).entries() == entries
    } catch {
      stage.abandon()
      throw error
    }
    if isSame { return }
    do throws(PackageError) {
      try swap(stage)
      // The writer may have met the new package while it stood in the old one's place.
      if try stagedEntries(stage) != staged { stage.abandon() }
    } catch {
      stage.abandon()
      throw error
    }
    throw PackageError(.changed, path, "changed at the last moment; nothing was done")
  }

  private func stagedEntries(_ stage: Stage) throws(PackageError) -> [SourceEntry] {
    let tree = try files { () throws(FileError) in try stage.folder.folder(Self.stagedName) }
    return try FolderSource(tree, limits: library.limits).entries()
  }

  /// Keeps the stage unless the package stands in its place for certain, so that the stage holds a copy.
  private func abandonUnlessOwn(_ stage: Stage) {
    let here = try? library.folder.status(name)?.inode
    if here == nil || here != (try? folder.status().inode) { stage.abandon() }
  }

  private func swap(_ stage: Stage) throws(PackageError) {
    try files { () throws(FileError) in
      do throws(FileError) {
        try stage.exchange(Self.stagedName, with: name)
      } catch  where error.code == .unsupported {
        try Replacing.exchangeInSteps(stage, Self.stagedName, with: name, in: library.folder)
      }
    }
  }

  // MARK: Originals

  private func keep(_ path: RelativePath) throws(PackageError) {
    try withPlannedFiles { () throws(FileError) in
      try lost.keep(path, of: name, in: try Self.holder(of: path, in: folder))
    }
  }

  private static func holder(of path: RelativePath, in folder: Folder) throws(FileError) -> Folder {
    try path.parent.map { parent throws(FileError) in try folder.folder(parent) } ?? folder
  }

  private func keepOriginals(
    _ tree: StagedTree, _ code: String
  ) throws(PackageError) -> (records: [LostRecord], kept: [RelativePath: RelativePath]) {
    var kept: [RelativePath: RelativePath] = [:]
    var records: [LostRecord] = []
    for difference in try files({ () throws(FileError) in try tree.differences(from: folder) }) {
      records.append(try record(difference, tree, code))
      guard difference.action == .removed || difference.action == .replaced else { continue }
      try keep(difference.path)
      kept[difference.path] = lost.place(of: difference.path, in: name)
    }
    return (records, kept)
  }

  private func record(
    _ difference: StagedTree.Difference, _ tree: StagedTree, _ code: String
  ) throws(PackageError) -> LostRecord {
    var record = LostRecord(
      action: difference.action, package: name, path: difference.path, target: difference.target,
      code: tree.codes[difference.path] ?? tree.codes[difference.target ?? difference.path] ?? code)
    if difference.action == .replaced || difference.action == .created {
      record.newDigest = try FolderSource(tree.folder).digest(of: difference.path)
    }
    if difference.action != .created {
      let status = try files { () throws(FileError) in try folder.status(difference.path) }
      record.byteCount = status?.byteCount
      if status == nil { throw changed }
      if status?.kind == .file { record.digest = try FolderSource(folder).digest(of: difference.path) }
    }
    return record
  }
}
