public import DurableFiles

/// Repairs packages and libraries: check, plan, execute, check again. Nothing that a person made is lost; what is
/// taken out or replaced goes to lost+found, from where ``Undo`` puts it back.
public struct Repair {
  public let check: Check
  public let level: RepairLevel
  /// Plans only, and says what it would do.
  public var isDryRun = false
  /// Whether litter of desktops and sync programs is taken out too.
  public var cleansLitter = false
  /// Findings that are left alone.
  public var ignored: Set<FindingCode> = []
  /// Nil where nothing can draw; findings that need a picture stay then.
  public var drawer: (any ThumbnailDrawing)?

  public init(_ check: Check, level: RepairLevel) {
    var check = check
    check.takesDigests = true
    self.check = check
    self.level = level
  }

  /// What became of one package.
  public struct PackageOutcome: Sendable {
    /// Its findings carry what was done about them; new ones that a repair brought are among them.
    public var report: Check.Report
    /// Why the package was left as it was, if something failed.
    public var failure: PackageError?
    /// Whether anything in it was changed.
    public var isChanged = false

    /// Of a package that was checked only.
    public init(report: Check.Report) { self.report = report }
  }

  public struct Outcome: Sendable {
    /// What `--undo` asks for; nil when nothing was taken out or replaced.
    public var runID: String?
    public var library: Check.LibraryReport
    /// In the order of the packages' names.
    public var packages: [PackageOutcome] = []
    /// Why something of the library itself was left as it was.
    public var failures: [PackageError] = []
    /// Whether the caller asked to stop; the packages that were not reached are left out.
    public var isCancelled = false
  }

  /// Repairs a library.
  ///
  /// - Parameter only: the one package to repair, where not all are meant.
  /// - Throws: `busy` while another repair is at work in the library, and what the system says of the library's folder.
  public func run(
    _ library: Library, only: Name? = nil, workerCount: Int,
    progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    didCheck: @Sendable (_ byteCount: Int) -> Void = { _ in },
    isCancelled: @Sendable () -> Bool = { false }
  ) throws(PackageError) -> Outcome {
    let lock = try isDryRun ? nil : files { () throws(FileError) in try library.folder.lock() }
    defer { lock?.release() }
    let report = checked(library, only, workerCount, progress, didCheck, isCancelled)
    var outcome = Outcome(library: report)
    let run = LostAndFoundRun(in: library.folder, now: check.now)
    let isBlocked = report.findings.contains { $0.code == .manyFilesZeroed }
    var departure = Departure(library: library, run: run, reports: report.packages)
    for index in report.findings.indices where !isBlocked && !isCancelled() {
      treat(&outcome.library.findings[index], &departure, &outcome.failures)
    }
    let leaving = Set(report.packages.flatMap(\.findings).filter { isWanted($0) }.compactMap(\.outgoingName))
    for package in report.packages {
      if isCancelled() { break }
      var repaired = PackageOutcome(report: package)
      if !isBlocked {
        // What leaves the library needs no repair on the way.
        if package.name.map({ leaving.contains($0) }) != true { repair(&repaired, in: library, run) }
        departure.note(repaired.report)
        for index in repaired.report.findings.indices {
          treat(&repaired.report.findings[index], &departure, &outcome.failures)
        }
      }
      outcome.packages.append(repaired)
    }
    outcome.isCancelled = isCancelled()
    for index in outcome.packages.indices { departure.mark(&outcome.packages[index].report) }
    outcome.runID = run.isUsed ? run.id : nil
    return outcome
  }

  private func checked(
    _ library: Library, _ only: Name?, _ workerCount: Int, _ progress: @Sendable (Int, Int) -> Void,
    _ didCheck: @Sendable (Int) -> Void, _ isCancelled: @Sendable () -> Bool
  ) -> Check.LibraryReport {
    guard let only else {
      return check.library(
        library, workerCount: workerCount, progress: progress, didCheck: didCheck, isCancelled: isCancelled)
    }
    let report = check.package(only, in: library, search: LibrarySearch(library))
    return Check.LibraryReport(path: library.folder.path, findings: [], packages: [report])
  }

  // MARK: One package

  private func repair(_ outcome: inout PackageOutcome, in library: Library, _ run: LostAndFoundRun) {
    if cleansLitter {
      for index in outcome.report.findings.indices where outcome.report.findings[index].code == .systemLitter
      {
        outcome.report.findings[index].remedy = outcome.report.findings[index].path.map {
          Remedy(.safe, .takeOut($0))
        }
      }
    }
    guard let name = outcome.report.name, !isUntouchable(outcome.report) else { return }
    let wanted = outcome.report.findings.filter { isWanted($0) && !$0.concernsLibrary }
    guard !wanted.isEmpty else { return }
    if isDryRun {
      for index in outcome.report.findings.indices where wanted.contains(outcome.report.findings[index]) {
        outcome.report.findings[index].state = isDrawable(outcome.report.findings[index]) ? .planned : .left
      }
      return
    }
    do throws(PackageError) {
      let opened = try makeAccessible(&outcome, name, in: library, run)
      if try isOutdated(wanted, in: library) { checkAgain(&outcome, name, in: library) }
      let remaining = outcome.report.findings.filter {
        isWanted($0) && !$0.concernsLibrary && !opened.contains($0)
      }
      let repair = PackageRepair(
        library: library, name: name, check: check, search: LibrarySearch(library), lost: run, drawer: drawer,
        isWanted: { self.isWanted($0) && !$0.concernsLibrary })
      if let done = try repair.run(outcome.report, treating: remaining) { outcome.take(done) }
      outcome.report.findings += opened
    } catch {
      outcome.failure = error.inPackage(name, of: library)
    }
  }

  private func isWanted(_ finding: Finding) -> Bool {
    guard let remedy = finding.remedy else { return false }
    return remedy.level <= level && !ignored.contains(finding.code)
  }

  private func isDrawable(_ finding: Finding) -> Bool {
    if case .drawThumbnail = finding.remedy?.action { drawer != nil } else { true }
  }

  /// A read error is no damage, a newer program knows better, and who writes right now must not be disturbed.
  private func isUntouchable(_ report: Check.Report) -> Bool {
    report.findings.contains { finding in
      [.ioError, .documentNewerFormat, .packageBusy, .changedDuringCheck].contains(finding.code)
    }
  }

  /// Gives the owner access, then checks again, since what could not be read may be in order.
  private func makeAccessible(
    _ outcome: inout PackageOutcome, _ name: Name, in library: Library, _ run: LostAndFoundRun
  ) throws(PackageError) -> [Finding] {
    var opened: [Finding] = []
    for var finding in outcome.report.findings where isWanted(finding) {
      guard case .makeAccessible(let path) = finding.remedy?.action else { continue }
      try files { () throws(FileError) in
        let package = try library.folder.folder(name)
        guard let status = try package.status(path) else { return }
        let record = LostRecord(
          action: .mode, package: name, path: path, mode: status.mode & 0o7777, code: finding.code.rawValue)
        try run.record([record])
        let holder = try path.parent.map { parent throws(FileError) in try package.folder(parent) } ?? package
        try holder.setMode(path.name, status.mode & 0o7777 | (status.kind == .folder ? 0o700 : 0o600))
      }
      finding.state = .fixed
      opened.append(finding)
    }
    if !opened.isEmpty {
      checkAgain(&outcome, name, in: library)
      outcome.isChanged = true
    }
    return opened
  }

  /// Whether something that was found elsewhere in the library lies there no longer, since this repair has renamed or
  /// taken out that package.
  private func isOutdated(_ findings: [Finding], in library: Library) throws(PackageError) -> Bool {
    for finding in findings {
      guard case .fetch(let file, _) = finding.remedy?.action else { continue }
      if try files({ () throws(FileError) in try library.folder.status(file.path) }) == nil { return true }
    }
    return false
  }

  private func checkAgain(_ outcome: inout PackageOutcome, _ name: Name, in library: Library) {
    let before = outcome.report.findings
    outcome.report = check.package(name, in: library, search: LibrarySearch(library))
    outcome.report.findings += before.filter(\.comparesPackages)
  }

  // MARK: The library

  /// Treats a finding that concerns more than one package's files; a failure doesn't stop the others.
  private func treat(_ finding: inout Finding, _ departure: inout Departure, _ failures: inout [PackageError])
  {
    if cleansLitter, finding.code == .systemLitter, finding.remedy == nil, let path = finding.path,
      path.names.count == 1
    {
      finding.remedy = Remedy(.safe, .takeOutOfLibrary(path.name))
    }
    guard isWanted(finding), finding.concernsLibrary, finding.state == .left else { return }
    if isDryRun {
      finding.state = .planned
      return
    }
    do throws(PackageError) {
      switch finding.remedy?.action {
      case .takeOutOfLibrary(let name):
        finding.moved = try departure.takeOut(name, finding.code)
        finding.state = .moved
      case .finishReplacing(let stage, let target):
        guard let place = try departure.finishReplacing(stage, target, check) else { return }
        finding.moved = place
        finding.state = .fixed
      default: break
      }
    } catch {
      failures.append(error)
    }
  }
}

extension Finding {
  /// Whether its remedy is a matter of the library and not of one package's files.
  fileprivate var concernsLibrary: Bool {
    switch remedy?.action {
    case .takeOutOfLibrary, .finishReplacing: true
    default: false
    }
  }

  /// Whether only a look at the whole library finds it.
  fileprivate var comparesPackages: Bool {
    concernsLibrary || code == .documentIDDuplicate || code == .pageIDShared
  }

  /// The package that its remedy moves to lost+found as a whole.
  fileprivate var outgoingName: Name? {
    if case .takeOutOfLibrary(let name) = remedy?.action { name } else { nil }
  }

  /// What makes it the same finding before and after a repair.
  fileprivate func isSame(as other: Finding) -> Bool {
    code == other.code && path == other.path && page?.id == other.page?.id
  }
}

extension Repair.PackageOutcome {
  /// The findings of before with what became of them, and those that are new.
  fileprivate mutating func take(_ done: PackageRepair.Outcome) {
    let before = report.findings
    let after = done.report.findings
    var findings: [Finding] = []
    for var finding in before {
      if finding.comparesPackages || after.contains(where: { $0.isSame(as: finding) }) {
        findings.append(finding)
        continue
      }
      finding.state = .fixed
      if let path = finding.path, let place = done.keptPaths[path] {
        finding.moved = place
        if case .takeOut = finding.remedy?.action { finding.state = .moved }
      }
      findings.append(finding)
    }
    findings += after.filter { new in !before.contains { $0.isSame(as: new) } }
    report = done.report
    report.findings = findings
    isChanged = true
  }
}

extension Check.Report {
  static func unreadable(_ name: Name, in library: Library, _ error: PackageError) -> Check.Report {
    Check.Report(
      path: library.folder.path.appending(name), name: name, documentID: Layout.documentID(of: name),
      title: nil,
      findings: [Finding(.ioError, error.reason)], pageCount: 0, elementCount: 0, byteCount: 0, pageIDs: [],
      entries: [], digests: [:], document: nil)
  }
}
