import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// `lnote fsck`: checks libraries, packages and archives.
enum FsckCommand: Runnable {
  static let command = Command(
    "fsck", summary: "check libraries, packages and archives",
    description: [
      .text(
        """
        Checks every document, page, asset, thumbnail and manifest, reading only: nothing is created or changed. \
        Repairing is not part of this version.
        """),
      .text(
        """
        Findings have one of four severities: *fatal* (the document can't be read), *error* (an invariant is broken), \
        *warning* (can be recovered, or hygiene) and *info*. Infos are listed with `-v`; they never change the exit \
        status.
        """),
      .heading("Findings"),
    ] + findingParagraphs,
    operands: [Operand("PATH", kind: .file, arity: .oneOrMore, help: "A library, a package or an archive.")],
    options: [
      Option("strict", help: "Warnings count as problems too."),
      Option(
        "ignore", value: .required("CODE", kind: .choice(FindingCode.allCases.map(\.rawValue))),
        help: "Leaves findings of this code out.", isRepeatable: true),
      SharedOptions.jobs, SharedOptions.filesFrom, SharedOptions.null,
    ],
    exitStatuses: [0, 2, 4, 8, 16],
    examples: [
      ("lnote fsck Library", "Checks a library."),
      ("lnote fsck --json Library | grep '\"loss\":true'", "Shows what is lost."),
      ("lnote fsck --strict --ignore page-unlisted notes.lnotepack", "Checks an archive before it is sent."),
    ],
    seeAlso: ["ls", "info"], operandsFromFile: true, otherWords: ["check", "verify", "validate"])

  /// The table of findings as the manual page shows it.
  private static var findingParagraphs: [Paragraph] {
    FindingCode.Group.allCases.flatMap { group -> [Paragraph] in
      let rows = FindingCode.allCases.filter { $0.group == group }.map { code -> Definition in
        ("`\(code.rawValue)`", "(\(code.severity.rawValue)) \(code.meaning).")
      }
      return [.text("\(group.rawValue):"), .list(rows)]
    }
  }

  static func run(_ context: Context) throws -> ExitStatus {
    var run = FsckRun(context)
    for path in try context.operandPaths() {
      try context.checkInterruption()
      try run.check(path)
    }
    try run.summarize()
    return run.status
  }
}

/// One run over all operands: what was found adds up.
private struct FsckRun {
  private let context: Context
  private let check: Check
  private let ignored: Set<String>
  private let isStrict: Bool
  private(set) var status = ExitStatus.done
  private var counts: [Finding.Severity: Int] = [:]
  private var packageCount = 0
  private var failedCount = 0

  init(_ context: Context) {
    self.context = context
    check = Check(now: context.environment.now)
    ignored = Set(context.invocation.texts("ignore"))
    isStrict = context.invocation.has("strict")
  }

  private var console: Console { context.console }

  mutating func check(_ path: Path) throws {
    do throws(PackageError) {
      let kind = try PackageSources.kind(of: path)
      switch kind {
      case .library: try checkLibrary(path)
      case .package:
        let source = try PackageSources.one(at: path)
        try report(check.package(source, named: path.name), in: path)
      case .archive:
        for package in try ArchivedPackages.open(path).packages {
          try report(check.package(package.source, named: nil), in: path)
        }
      }
    } catch let error where error.isFromConsole {
      throw error.underlying ?? error
    } catch {
      _ = try console.report(error)
      failedCount += 1
      // A file that is no archive at all, or a path that isn't there: nothing was checked.
      add(error.code == .archive ? .findingsLeft : error.code == .busy ? .unjudged : .operationFailed)
    }
  }

  private mutating func checkLibrary(_ path: Path) throws(PackageError) {
    let library = try Library.open(path)
    let progress = SharedProgress("checking", on: console)
    let report = check.library(
      library, workerCount: context.jobs, progress: { progress.reach($0, of: $1) },
      isCancelled: { Interruption.receivedSignal != nil })
    console.progressLine.erase()
    try context.checkInterruption()
    try write(report.findings, package: nil, document: nil, title: nil, of: path)
    // Worst first; packages of one severity stay in the order of their names.
    let order = report.packages.enumerated().sorted { left, right in
      let (one, other) = (rank(left.element), rank(right.element))
      return one != other ? one > other : left.offset < right.offset
    }
    for (_, package) in order { try self.report(package, in: path) }
    if report.packages.isEmpty { console.note("\(path): holds no package") }
  }

  private func rank(_ report: Check.Report) -> Int {
    relevant(report.findings).map(\.severity).max().flatMap { Finding.Severity.allCases.firstIndex(of: $0) }
      ?? -1
  }

  private func relevant(_ findings: [Finding]) -> [Finding] {
    findings.filter { !ignored.contains($0.code.rawValue) }
  }

  private mutating func report(_ report: Check.Report, in path: Path) throws(PackageError) {
    packageCount += 1
    try write(
      report.findings, package: report.name?.description ?? report.path.description,
      document: report.documentID,
      title: report.title, of: report.path)
    try say { () throws(OutputFailure) in
      try console.record("package") { writer in
        writer.key("package")
        writer.string(report.name?.description ?? report.path.description)
        writer.key("path")
        writer.string(report.path.description)
        writer.key("document")
        if let id = report.documentID { writer.string(id.text) } else { writer.null() }
        writer.key("title")
        if let title = report.title { writer.string(title) } else { writer.null() }
        writer.key("pages")
        writer.integer(report.pageCount)
        writer.key("elements")
        writer.integer(report.elementCount)
        writer.key("bytes")
        writer.integer(report.byteCount)
        writer.key("findings")
        writer.integer(relevant(report.findings).count)
        writer.key("worst")
        if let worst = relevant(report.findings).map(\.severity).max() {
          writer.string(worst.rawValue)
        } else {
          writer.null()
        }
      }
    }
  }

  private mutating func write(
    _ findings: [Finding], package: String?, document: Identifier?, title: String?, of path: Path
  ) throws(PackageError) {
    let findings = relevant(findings)
    for finding in findings { count(finding) }
    let shown = findings.filter { $0.severity > .info || console.isVerbose }.sorted {
      $0.severity > $1.severity
    }
    try say { () throws(OutputFailure) in
      for finding in findings {
        try FindingRecord.write(finding, package: package, document: document, on: console)
      }
      guard !shown.isEmpty else { return }
      try console.line(console.bold(title.map { "\(TextWidth.safe($0)) — \(path)" } ?? path.description))
      for finding in shown { try FindingText.write(finding, on: console) }
      try console.line()
    }
  }

  private mutating func count(_ finding: Finding) {
    counts[finding.severity, default: 0] += 1
    // What can't be read isn't known to be damaged.
    if finding.code == .ioError { return add(.operationFailed) }
    if finding.code.isUnjudged { add(.unjudged) }
    if finding.severity >= .error || isStrict && finding.severity == .warning { add(.findingsLeft) }
  }

  private mutating func add(_ bit: ExitStatus) { status = ExitStatus(code: status.code | bit.code) }

  /// Output failures pass through code that throws package errors.
  private func say(_ body: () throws(OutputFailure) -> Void) throws(PackageError) {
    do { try body() } catch { throw PackageError(.system, "-", "standard output", underlying: error) }
  }

  mutating func summarize() throws {
    let problems = counts.filter { $0.key > .info }.values.reduce(0, +)
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
      writer.key("fixed")
      writer.integer(0)
      writer.key("moved")
      writer.integer(0)
      writer.key("left")
      writer.integer(problems)
      writer.key("status")
      writer.integer(status.code)
    }
    if context.console.isQuiet { return }
    let parts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
      guard let count = counts[severity], count > 0 else { return nil }
      return severity == .info ? "\(count) info" : Size.count(count, severity.rawValue)
    }
    let failed = failedCount > 0 ? ", \(Size.count(failedCount, "input")) couldn't be" : ""
    let found =
      parts.isEmpty ? failedCount > 0 ? "" : ": nothing found" : ": " + parts.joined(separator: ", ")
    try console.line("\(Size.count(packageCount, "document")) checked\(failed)\(found)")
  }
}

extension PackageError {
  fileprivate var isFromConsole: Bool { underlying is OutputFailure || code == .cancelled }
}

/// One finding as a JSON object, by contract.
private enum FindingRecord {
  static func write(
    _ finding: Finding, package: String?, document: Identifier?, on console: Console
  ) throws(OutputFailure) {
    try console.record("finding") { writer in
      writer.key("code")
      writer.string(finding.code.rawValue)
      writer.key("severity")
      writer.string(finding.severity.rawValue)
      writer.key("loss")
      if let loss = finding.loss { writer.bool(loss) } else { writer.null() }
      writer.key("package")
      if let package { writer.string(package) } else { writer.null() }
      writer.key("document")
      if let document { writer.string(document.text) } else { writer.null() }
      writer.key("path")
      if let path = finding.path { writer.string(path.description) } else { writer.null() }
      writer.key("page")
      if let page = finding.page { writePage(page, &writer) } else { writer.null() }
      writer.key("offset")
      if let offset = finding.offset { writer.integer(offset) } else { writer.null() }
      writer.key("detail")
      writer.string(finding.detail)
      writer.key("repair")
      writer.object { writer in
        writer.key("class")
        writer.string(finding.code.repairClass.rawValue)
        writer.key("action")
        writer.null()
        writer.key("state")
        writer.string("left")
        writer.key("moved")
        writer.null()
      }
    }
  }

  private static func writePage(_ page: Finding.PageReference, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("number")
      if let number = page.number { writer.integer(number) } else { writer.null() }
      writer.key("id")
      writer.string(page.id.text)
    }
  }
}

/// One finding for people.
private enum FindingText {
  static func write(_ finding: Finding, on console: Console) throws(OutputFailure) {
    let color: Console.TerminalColor =
      switch finding.severity {
      case .fatal, .error: .red
      case .warning: .yellow
      case .info: .dim
      }
    let severity = TextWidth.padded(finding.severity.rawValue, 7)
    let page = finding.page?.number.map { "page \($0): " } ?? ""
    try console.line(
      "  \(console.colored(severity, color))  \(finding.code.rawValue): \(page)\(TextWidth.safe(finding.detail))"
    )
    guard let path = finding.path else { return }
    let offset = finding.offset.map { ", byte \($0)" } ?? ""
    try console.line("           \(console.colored("\(path)\(offset)", .dim))")
  }
}
