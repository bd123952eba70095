import DurableFiles
import NoteModel

/// Repairs one package: in a stage beside it, checked again, and put in its place by one exchange.
struct PackageRepair {
  let library: Library
  let name: Name
  let check: Check
  let search: LibrarySearch
  let lost: LostAndFoundRun
  let drawer: (any ThumbnailDrawing)?

  /// What a repair did.
  struct Outcome {
    /// What the check says of the package afterwards.
    let report: Check.Report
    /// The findings that a remedy was applied to.
    let treated: [Finding]
    let keptPaths: [RelativePath: RelativePath]
  }

  /// - Parameters:
  ///   - report: what the check said; nothing may have changed since.
  ///   - findings: those to treat, all with a remedy.
  /// - Returns: nil when there was nothing that could be done, or the result would not be better.
  /// - Throws: `busy`, `changed`, and what the system says; the package is as it was then.
  func run(_ report: Check.Report, treating findings: [Finding]) throws(PackageError) -> Outcome? {
    let folder = try files { () throws(FileError) in try library.folder.folder(name) }
    let lock = try files { () throws(FileError) in try folder.lock() }
    defer { lock.release() }
    try checkUnchanged(folder, report)
    let stage = try files { () throws(FileError) in
      try checkSpace(report)
      return try Stage.create(in: library.folder)
    }
    let staged = try files { () throws(FileError) in
      try StagedTree(of: folder, report.entries, in: stage.folder.makeFolder(Self.stagedName))
    }
    var work = RepairWork(repair: self, report: report, tree: staged)
    try work.treat(findings)
    guard !work.treated.isEmpty else { return nil }
    let after = check.package(
      FolderSource(staged.folder, limits: library.limits), named: work.newName, search: search)
    guard Self.isBetter(after, than: report) else { return nil }
    let kept = try publish(work, stage, folder, report)
    let path = library.folder.path.appending(work.newName)
    return Outcome(report: after.moved(to: path), treated: work.treated, keptPaths: kept)
  }

  static var stagedName: Name {
    guard let name = Name("package.lnote") else { preconditionFailure("a name") }
    return name
  }

  /// Fewer grave findings, or as many and fewer of the next severity, and so on.
  private static func isBetter(_ new: Check.Report, than old: Check.Report) -> Bool {
    for severity in Finding.Severity.allCases.reversed() {
      let before = old.findings.count { $0.severity == severity }
      let after = new.findings.count { $0.severity == severity }
      if before != after { return after < before }
    }
    // Findings that hold several places may stay one finding with fewer.
    return new.findings != old.findings
  }

  /// Room for a second copy of what is rewritten, which is at most every page and the document.
  private func checkSpace(_ report: Check.Report) throws(FileError) {
    let wanted = report.entries.reduce(Int64(1 << 20)) { sum, entry in
      switch Role(of: entry.path) {
      case .page, .journal, .document, .manifest: sum + Int64(entry.byteCount)
      default: sum
      }
    }
    if try library.folder.freeByteCount() < wanted {
      throw FileError(
        .noSpace, operation: "repair", path: library.folder.path.appending(name),
        reason: "there is no room for a second copy of its pages (\(wanted) bytes)")
    }
  }

  private func checkUnchanged(_ folder: Folder, _ report: Check.Report) throws(PackageError) {
    let isSame = try files { () throws(FileError) in
      // Another repair may have exchanged the folder between our opening it and locking it.
      try library.folder.status(name)?.inode == folder.status().inode
    }
    guard isSame, try FolderSource(folder, limits: library.limits).entries() == report.entries else {
      throw PackageError(
        .changed, library.folder.path.appending(name), "changed since it was checked; nothing was done")
    }
  }

  // MARK: Publishing

  /// Keeps the originals, records what is done, and exchanges the trees. In this order, so that whatever a crash
  /// interrupts, every original is in the package, in lost+found, or in both.
  private func publish(
    _ work: RepairWork, _ stage: Stage, _ folder: Folder, _ report: Check.Report
  ) throws(PackageError) -> [RelativePath: RelativePath] {
    let differences = try files { () throws(FileError) in try work.tree.differences(from: folder) }
    var kept: [RelativePath: RelativePath] = [:]
    var records: [LostRecord] = []
    for difference in differences {
      records.append(try record(difference, work, folder))
      guard difference.action == .removed || difference.action == .replaced else { continue }
      try files { () throws(FileError) in
        let holder =
          try difference.path.parent.map { parent throws(FileError) in try folder.folder(parent) } ?? folder
        try lost.keep(difference.path, of: name, in: holder)
      }
      kept[difference.path] = lost.place(of: difference.path, in: name)
    }
    if work.newName != name {
      records.append(
        LostRecord(
          action: .folderRenamed, package: name, target: RelativePath(work.newName),
          code: work.renamingCode?.rawValue ?? ""))
    }
    try files { () throws(FileError) in
      try lost.record(records)
      try stage.syncTree()
    }
    try checkUnchanged(folder, report)
    try exchange(stage)
    // The old tree lies in the stage now. A writer that didn't ask for the lock may have written to it until just then.
    if try FolderSource(folder, limits: library.limits).entries() != report.entries {
      try exchange(stage)
      throw PackageError(
        .changed, library.folder.path.appending(name), "changed while it was repaired; nothing was done")
    }
    try files { () throws(FileError) in
      if work.newName != name {
        try library.folder.rename(name, to: work.newName, in: library.folder, replacing: false)
        try library.folder.sync()
      }
      try stage.discard()
    }
    return kept
  }

  private func record(
    _ difference: StagedTree.Difference, _ work: RepairWork, _ folder: Folder
  ) throws(PackageError) -> LostRecord {
    var record = LostRecord(
      action: difference.action, package: name, path: difference.path, target: difference.target,
      code: work.tree.codes[difference.path] ?? work.tree.codes[difference.target ?? difference.path] ?? "")
    if difference.action == .replaced || difference.action == .created {
      record.newDigest = try Self.digest(of: difference.path, in: work.tree.folder)
    }
    if difference.action != .created {
      let status = try files { () throws(FileError) in try folder.status(difference.path) }
      record.byteCount = status?.byteCount
      if status?.kind == .file { record.digest = try Self.digest(of: difference.path, in: folder) }
    }
    return record
  }

  static func digest(of path: RelativePath, in folder: Folder) throws(PackageError) -> String {
    var hash = SHA256()
    try FolderSource(folder).forEachPiece(of: path, limit: .max) { hash.update($0) }
    return hash.finalize().hexadecimalText
  }

  private func exchange(_ stage: Stage) throws(PackageError) {
    try files { () throws(FileError) in
      do throws(FileError) {
        try stage.exchange(Self.stagedName, with: name)
      } catch  where error.code == .unsupported {
        try Replacing.exchangeInSteps(stage, Self.stagedName, with: name, in: library.folder)
      }
    }
  }
}

extension Check.Report {
  /// The same findings of a package that lies elsewhere now.
  func moved(to path: Path) -> Check.Report {
    Check.Report(
      path: path, name: path.name, documentID: documentID, title: title, findings: findings,
      pageCount: pageCount,
      elementCount: elementCount, byteCount: byteCount, pageIDs: pageIDs, entries: entries, document: document
    )
  }
}
