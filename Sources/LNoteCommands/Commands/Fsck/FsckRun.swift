import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// One run over all operands: what was found adds up.
struct FsckRun {
  private let context: Context
  private let check: Check
  private let repair: Repair?
  private let ignored: Set<FindingCode>
  private let isStrict: Bool
  private(set) var status = ExitStatus.done
  private var counts: [Finding.Severity: Int] = [:]
  private var states: [Finding.State: Int] = [:]
  private var packageCount = 0
  private var failedCount = 0
  private var runIDs: [(id: String, library: Path)] = []
  /// The operands in which something can be repaired.
  private var repairable: [Path] = []
  private var hasRemedy = false

  init(_ context: Context) {
    self.context = context
    var check = Check(now: context.environment.now)
    check.isDeep = context.invocation.has("deep")
    self.check = check
    ignored = Set(context.invocation.texts("ignore").compactMap { FindingCode(rawValue: $0) })
    isStrict = context.invocation.has("strict")
    if context.invocation.has("repair") {
      var repair = Repair(check, level: context.invocation.text("repair") == "all" ? .all : .safe)
      repair.isDryRun = context.invocation.has("dry-run")
      repair.cleansLitter = context.invocation.has("clean-litter")
      repair.ignored = ignored
      repair.drawer = Pictures.drawer
      self.repair = repair
    } else {
      repair = nil
    }
  }

  private var console: Console { context.console }

  mutating func check(_ path: Path) throws {
    hasRemedy = false
    defer { if hasRemedy { repairable.append(path) } }
    do throws(PackageError) {
      switch try PackageSources.kind(of: path) {
      case .library: try checkLibrary(try Library.open(path), only: nil)
      case .package: try checkPackage(path)
      case .archive:
        if repair != nil {
          throw PackageError(
            .unsupported, path,
            "is an archive, which can't be repaired; unpack it first (lnote unpack \(path.shellWord))")
        }
        for package in try ArchivedPackages.open(path).packages {
          try report(check.package(package.source, named: nil))
        }
        hasRemedy = false
      }
    } catch {
      try fail(error)
    }
  }

  /// A package that can't be checked or repaired doesn't stop the others; a stop and a full output do.
  private mutating func fail(_ error: PackageError) throws {
    if let failure = error.underlying as? OutputFailure { throw failure }
    if error.code == .cancelled { throw error }
    _ = try console.report(error)
    failedCount += 1
    switch error.code {
    case .archive: add(.findingsLeft)
    case .busy, .changed, .newerFormat: add(.unjudged)
    default: add(.operationFailed)
    }
  }

  // MARK: Packages and libraries

  private mutating func checkPackage(_ path: Path) throws(PackageError) {
    guard repair != nil, let name = path.name, Layout.isPackageName(name) else {
      return try report(check.package(try PackageSources.one(at: path), named: path.name))
    }
    let parent: Folder
    do throws(FileError) { parent = try Folder.open(path.parent) } catch { throw PackageError(error) }
    try checkLibrary(Library(parent), only: name)
  }

  private mutating func checkLibrary(_ library: Library, only: Name?) throws(PackageError) {
    let progress = Progress("checking", on: console)
    let monitor = WorkMonitor(progress)
    guard let repair else {
      let report = check.library(
        library, workerCount: context.jobs, progress: monitor.reach, didCheck: monitor.advance,
        isCancelled: monitor.isCancelled)
      console.progressLine.erase()
      try context.checkInterruption()
      return try reportAll(
        report.findings, report.packages.map { Repair.PackageOutcome(report: $0) }, library)
    }
    let outcome = try repair.run(
      library, only: only, workerCount: context.jobs, progress: monitor.reach, didCheck: monitor.advance,
      isCancelled: monitor.isCancelled)
    console.progressLine.erase()
    if let id = outcome.runID { runIDs.append((id, library.folder.path)) }
    try reportAll(outcome.library.findings, outcome.packages, library)
    for failure in outcome.failures {
      var bits = Bits()
      bits.note(failure)
      add(bits.status)
      try context.passing { () throws(OutputFailure) in _ = try console.report(failure) }
    }
    guard outcome.isCancelled else { return }
    // Whoever stops it wants to know what was done until then, and how to take it back.
    try context.passing { () throws(OutputFailure) in
      try summarize()
      try console.flush()
    }
    try context.checkInterruption()
  }

  private mutating func reportAll(
    _ findings: [Finding], _ packages: [Repair.PackageOutcome], _ library: Library
  ) throws(PackageError) {
    if !findings.isEmpty {
      var bits = Bits()
      try write(findings, package: nil, document: nil, title: nil, of: library.folder.path, &bits)
      add(bits.status)
    }
    // Worst first; packages of one severity stay in the order of their names.
    let order = packages.enumerated().sorted { left, right in
      let (one, other) = (rank(left.element), rank(right.element))
      return one != other ? one > other : left.offset < right.offset
    }
    for (_, package) in order { try report(package) }
    if packages.isEmpty { console.note("\(library.folder.path): holds no package") }
  }

  private func rank(_ outcome: Repair.PackageOutcome) -> Int {
    relevant(outcome.report.findings).map(\.severity).max().flatMap {
      Finding.Severity.allCases.firstIndex(of: $0)
    } ?? -1
  }

  private func relevant(_ findings: [Finding]) -> [Finding] { findings.filter { !ignored.contains($0.code) } }

  private mutating func report(_ report: Check.Report) throws(PackageError) {
    try self.report(Repair.PackageOutcome(report: report))
  }

  private mutating func report(_ outcome: Repair.PackageOutcome) throws(PackageError) {
    packageCount += 1
    let report = outcome.report
    var bits = Bits()
    try write(
      report.findings, package: report.name?.description ?? report.path.description,
      document: report.documentID,
      title: report.title, of: report.path, &bits)
    if let failure = outcome.failure {
      bits.note(failure)
      try context.passing { () throws(OutputFailure) in _ = try console.report(failure) }
    }
    add(bits.status)
    try context.passing { () throws(OutputFailure) in
      try PackageRecord.write(outcome, findings: relevant(report.findings), on: console)
    }
  }

  private mutating func write(
    _ all: [Finding], package: String?, document: Identifier?, title: String?, of path: Path,
    _ bits: inout Bits
  ) throws(PackageError) {
    let findings = relevant(all)
    for finding in findings {
      counts[finding.severity, default: 0] += 1
      if finding.state != .left || isProblem(finding) { states[finding.state, default: 0] += 1 }
      bits.note(finding, isProblem: isProblem(finding))
      if finding.remedy != nil, finding.severity > .info { hasRemedy = true }
    }
    let shown = findings.filter { $0.severity > .info || $0.state != .left || console.isVerbose }
      .sorted { $0.severity > $1.severity }
    try context.passing { () throws(OutputFailure) in
      for finding in findings {
        try FindingRecord.write(finding, package: package, document: document, on: console)
      }
      guard !shown.isEmpty else { return }
      try console.line(console.bold(title.map { "\(TextWidth.safe($0)) — \(path)" } ?? path.description))
      for finding in shown { try FindingText.write(finding, isRepairing: repair != nil, on: console) }
      try console.line()
    }
  }

  private func isProblem(_ finding: Finding) -> Bool {
    finding.severity >= .error || isStrict && finding.severity == .warning
  }

  private mutating func add(_ bits: ExitStatus) { status = ExitStatus(code: status.code | bits.code) }

  /// What one package adds to the exit status.
  private struct Bits {
    private var isCorrected = false
    private var isLeft = false
    private var isUnjudged = false
    private var hasFailed = false

    mutating func note(_ finding: Finding, isProblem: Bool) {
      switch finding.state {
      case .fixed, .moved: isCorrected = true
      case .left, .planned:
        if finding.code.isUnjudged { isUnjudged = true }
        // What can't be read isn't known to be damaged.
        if [.ioError, .libraryUnreadable].contains(finding.code) {
          hasFailed = true
        } else if isProblem {
          isLeft = true
        }
      }
    }

    mutating func note(_ failure: PackageError) {
      switch failure.code {
      case .busy, .changed: isUnjudged = true
      default: hasFailed = true
      }
    }

    var status: ExitStatus {
      var code: Int32 =
        isLeft ? ExitStatus.findingsLeft.code : isCorrected ? ExitStatus.doneWithWarnings.code : 0
      if isUnjudged { code |= ExitStatus.unjudged.code }
      if hasFailed { code |= ExitStatus.operationFailed.code }
      return ExitStatus(code: code)
    }
  }

  // MARK: Summary

  func summarize() throws(OutputFailure) {
    try console.record("summary") { writer in
      writer.key("packages")
      writer.integer(packageCount)
      writer.key("failed")
      writer.integer(failedCount)
      writer.key("found")
      writer.integer(counts.values.reduce(0, +))
      for severity in Finding.Severity.allCases.reversed() {
        writer.key(severity.rawValue)
        writer.integer(counts[severity] ?? 0)
      }
      for (key, state) in [
        ("planned", Finding.State.planned), ("fixed", .fixed), ("moved", .moved), ("left", .left),
      ] {
        writer.key(key)
        writer.integer(states[state] ?? 0)
      }
      writer.key("runs")
      writer.array { writer in for run in runIDs { writer.string(run.id) } }
      writer.key("status")
      writer.integer(status.code)
    }
    if console.isQuiet { return }
    let failed = failedCount > 0 ? ", \(Size.count(failedCount, "input")) couldn't be" : ""
    try console.line("\(Size.count(packageCount, "document")) checked\(failed)\(foundText)")
    for run in runIDs {
      try console.line(
        "Originals are in lost+found. To take it back: lnote fsck --undo \(run.id) \(run.library.shellWord)")
    }
    if repair == nil, !repairable.isEmpty {
      let words = repairable.map(\.shellWord).joined(separator: " ")
      try console.line("To see what can be repaired: lnote fsck --repair=all --dry-run \(words)")
    } else if repair?.isDryRun == true, states[.planned] ?? 0 > 0 {
      try console.line("Nothing was changed. Without --dry-run the repairs are made.")
    }
  }

  private var foundText: String {
    var parts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
      guard let count = counts[severity], count > 0 else { return nil }
      return severity == .info ? "\(count) info" : Size.count(count, severity.rawValue)
    }
    if parts.isEmpty { return failedCount > 0 ? "" : ": nothing found" }
    if repair != nil {
      for (state, word) in [
        (Finding.State.planned, "planned"), (.fixed, "fixed"), (.moved, "moved"), (.left, "left"),
      ] {
        if let count = states[state], count > 0 { parts.append("\(count) \(word)") }
      }
    }
    return ": " + parts.joined(separator: ", ")
  }
}
