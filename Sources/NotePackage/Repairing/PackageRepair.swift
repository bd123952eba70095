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
  /// What a repair treats at all.
  let isWanted: (Finding) -> Bool

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
    let publication = Publication(
      library: library, name: name, folder: folder, entries: report.entries, digests: report.digests,
      lost: lost)
    try publication.checkUnchanged()
    let stage = try files { () throws(FileError) in
      try checkSpace(report)
      return try Stage.create(in: library.folder)
    }
    let staged = try publication.stagedTree(in: stage)
    var work = RepairWork(repair: self, report: report, tree: staged)
    try work.treat(findings)
    guard !work.treated.isEmpty else { return nil }
    var after = try checkAgain(work)
    // A page that is rewritten needs a new thumbnail, and so on: what follows from a repair is done along with it, so
    // that a second repair has nothing to do.
    for _ in 0..<Self.mostRounds {
      // An asset that nobody names any more may be that of an element which was taken out.
      let rest = after.findings.filter { isWanted($0) && $0.code != .assetOrphan }
      guard !rest.isEmpty, try work.treat(rest, following: after) else { break }
      let again = try checkAgain(work)
      if again.findings == after.findings { break }
      after = again
    }
    guard Self.isBetter(after, than: report) else { return nil }
    let kept = try publication.publish(
      work.tree, from: stage, as: work.newName, renamingCode: work.renamingCode?.rawValue)
    let path = library.folder.path.appending(work.newName)
    return Outcome(report: after.moved(to: path), treated: work.treated, keptPaths: kept)
  }

  private static let mostRounds = 4

  private func checkAgain(_ work: RepairWork) throws(PackageError) -> Check.Report {
    let source = FolderSource(work.tree.folder, limits: library.limits)
    let after = check.package(source, named: work.newName, search: search)
    // What could not be read may hide what is wrong.
    if let failure = after.findings.first(where: { $0.code == .ioError }) {
      throw PackageError(
        .system, library.folder.path.appending(name), "can't be checked after the repair: \(failure.detail)")
    }
    return after
  }

  /// Fewer grave findings, or as many and fewer of the next severity, and so on.
  private static func isBetter(_ new: Check.Report, than old: Check.Report) -> Bool {
    // What a damaged database hides counts for nothing before it can be read.
    if old.isDatabaseDamaged, !new.isDatabaseDamaged { return true }
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
}

extension Check.Report {
  fileprivate var isDatabaseDamaged: Bool { findings.contains { $0.code == .databaseDamaged } }

  /// The same findings of a package that lies elsewhere now.
  func moved(to path: Path) -> Check.Report {
    Check.Report(
      path: path, name: path.name, documentID: documentID, title: title, findings: findings,
      pageCount: pageCount,
      elementCount: elementCount, byteCount: byteCount, pageIDs: pageIDs, entries: entries, digests: digests,
      document: document
    )
  }
}
