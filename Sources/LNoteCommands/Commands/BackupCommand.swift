import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// `lnote backup`: generations of documents, verified.
enum BackupCommand: Runnable {
  static let command = Command(
    "backup", summary: "back up a library, a generation for each changed document",
    description: [
      .text(
        """
        Writes an archive for each document of a library that changed since the last time. Every archive is \
        written aside, made durable, read back and compared with what was read from the package, and gets \
        its name in one step: stopped or killed at any moment, everything that counted before still does, \
        and the next run goes on.
        """),
      .text(
        """
        `lnote restore` takes documents back into a library. The archives are those of `lnote pack`, which \
        any ZIP program unpacks.
        """),
    ] + BackupManual.paragraphs,
    operands: [Operand("LIBRARY", kind: .folder, help: "The folder of packages to back up.")],
    options: [
      Option(
        "to", value: .required("DIR", kind: .folder),
        help: "The folder of the backups, which is made if need be. Several libraries may share it.",
        isRequired: true),
      Option(
        "check", value: .required("DIR", kind: .folder),
        help: "Proves that every generation in *DIR* restores, reading all of it; backs up nothing.",
        replaces: ["LIBRARY", "to"], excludes: ["to", "keep", "deep", "accept", "level", "dry-run"]),
      Option(
        "keep", value: .required("N", kind: .integer(1...1_000_000)),
        help: """
          Removes what is older than the last *N* good generations of a document, unless anything failed or \
          strokes were lost; else all stay.
          """),
      Option("deep", help: "Reads every package again, also those whose files look untouched."),
      Option(
        "accept", value: .required("DOCUMENT", kind: .text),
        help: "Takes it that this document, by its id, lost strokes because somebody wanted it so.",
        isRepeatable: true),
      SharedOptions.level(PackCommand.defaultLevel), SharedOptions.dryRun, SharedOptions.jobs,
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote backup Library --to Backups", "Backs up what changed since the last time."),
      ("lnote backup Library --to Backups --keep 30", "Keeps the last thirty generations of each document."),
      ("lnote backup --check Backups", "Proves that all of them restore."),
      ("lnote backup Library --to Backups --dry-run", "Says what would be backed up."),
    ],
    seeAlso: ["restore", "pack", "fsck"], otherWords: ["save", "snapshot"])

  static func run(_ context: Context) throws -> ExitStatus {
    if let path = context.invocation.value("check").map({ Path($0) }) {
      guard context.invocation.operands.isEmpty else {
        throw UsageFailure(message: "--check names the folder of the backups; leave LIBRARY out")
      }
      return try BackupCheckRun.run(path, context)
    }
    let library = try Library.open(Path(context.invocation.operands.first ?? []))
    let target = Path(context.invocation.value("to") ?? [])
    if Inputs.areSame(target, library.folder.path) || Outputs.isInside(target, library.folder.path) {
      throw UsageFailure(message: "\(target) lies in the library; name a place outside it")
    }
    var options = Backup.Options()
    options.level = context.invocation.integer("level") ?? PackCommand.defaultLevel
    options.keep = context.invocation.integer("keep")
    options.isDryRun = context.invocation.has("dry-run")
    options.isDeep = context.invocation.has("deep")
    options.workerCount = context.jobs
    options.accepted = Set(
      try context.invocation.texts("accept").map { text in
        let id = Identifier(text)
        guard id.uuid != nil else {
          throw UsageFailure(message: "--accept takes a document's id, not '\(text)'")
        }
        return id
      })
    let output = try Self.output(target, isDryRun: options.isDryRun)
    defer { output?.removeIfUnused() }
    var run = BackupReport(context, isDryRun: options.isDryRun)
    let monitor = WorkMonitor(Progress("backing up", on: context.console))
    let backup = Backup(of: library, options, clock: { Libc.now() })
    let summary = try backup.run(into: output?.folder, monitor) { event throws(PackageError) in
      try run.report(event)
    }
    try run.summarize(summary)
    return run.status
  }

  /// Nil when it isn't there and a dry run must not make it.
  private static func output(_ path: Path, isDryRun: Bool) throws(PackageError) -> OutputFolder? {
    if isDryRun {
      do throws(FileError) { _ = try Folder.open(path) } catch {
        if error.code == .notFound { return nil }
      }
    }
    return try OutputFolder.library(path)
  }
}

/// What a run tells, and its status.
private struct BackupReport {
  private let context: Context
  private let isDryRun: Bool
  private(set) var status = ExitStatus.done
  private var counts: [String: Int] = [:]

  init(_ context: Context, isDryRun: Bool) {
    self.context = context
    self.isDryRun = isDryRun
  }

  private var console: Console { context.console }
  private var would: String { isDryRun ? "would be " : "" }

  mutating func report(_ event: Backup.Event) throws(PackageError) {
    switch event {
    case .failure(let error): status.include(try context.refusal(error))
    case .leftOut(let error):
      console.note(error.message)
      status.include(.doneWithWarnings)
    case .pruned(let path):
      try context.passing { () throws(OutputFailure) in
        try console.line("\(would)pruned: \(path)")
        try console.record("pruned") { writer in
          writer.key("path")
          writer.string(path.description)
          writer.key("dryRun")
          writer.bool(isDryRun)
        }
      }
    case .outcome(let outcome): try report(outcome)
    }
  }

  private mutating func report(_ outcome: Backup.Outcome) throws(PackageError) {
    for omission in outcome.omissions where omission.isNoteworthy {
      console.note("\(omission.package.appending(omission.path)): left out (\(omission.reason))")
      status.include(.doneWithWarnings)
    }
    noteState(outcome)
    noteLosses(outcome)
    try context.passing { () throws(OutputFailure) in
      switch outcome.decision {
      case .written:
        let title = outcome.title.isEmpty ? "\(outcome.package)" : TextWidth.safe(outcome.title)
        try console.line("\(would)backed up: \(title) → \(outcome.generation)")
      case .unchanged:
        if console.isVerbose { try console.line("unchanged: \(outcome.package) → \(outcome.generation)") }
      }
      try record(outcome)
    }
  }

  private mutating func noteState(_ outcome: Backup.Outcome) {
    if outcome.state == .good { return }
    counts[outcome.state.rawValue, default: 0] += 1
    status.include(outcome.state == .incomplete ? .unjudged : .doneWithWarnings)
    for finding in outcome.findings {
      let place = finding.path.map { outcome.package.appending($0) } ?? outcome.package
      console.note("\(place): backed up as it is: \(finding.code.rawValue): \(finding.detail)")
    }
    if outcome.findings.isEmpty {
      let words = outcome.state == .damaged ? "damaged" : "not whole"
      console.note(
        "\(outcome.package): was \(words) when it was backed up (lnote fsck \(outcome.package.shellWord) tells more)"
      )
    }
  }

  private mutating func noteLosses(_ outcome: Backup.Outcome) {
    if let failure = outcome.comparisonFailure {
      console.note("\(outcome.package): can't be compared with its last generation: \(failure.message)")
      status.include(.doneWithWarnings)
    }
    guard outcome.isHeld || !outcome.losses.isEmpty else { return }
    counts["held", default: 0] += 1
    status.include(.doneWithWarnings)
    for loss in outcome.losses {
      let what = loss.number.map { "page \($0)" } ?? "the document"
      console.note(
        "\(outcome.package): \(what) had \(Size.count(loss.before, "stroke")) in its last generation and has "
          + "\(loss.after) now")
    }
    let (library, folder) = (context.operandWord(0), context.valueWord("to"))
    let id = Path(outcome.documentID.text).shellWord
    let generation = outcome.lossesSince?.name.map { Path($0.bytes).shellWord } ?? "GENERATION"
    console.note(
      """
      \(outcome.package): lost strokes, so its older generations are all kept
        if that was meant: lnote backup \(library) --to \(folder) --accept \(id)
        to bring one back beside it: lnote restore \(folder) --into \(library) --document \(id) --at \(generation) \
      --on-conflict keep-both
      """)
  }

  private func record(_ outcome: Backup.Outcome) throws(OutputFailure) {
    try console.record("backup") { writer in
      writer.key("decision")
      writer.string(outcome.decision.rawValue)
      writer.key("package")
      writer.string(outcome.package.description)
      writer.key("document")
      writer.string(outcome.documentID.text)
      if !outcome.title.isEmpty {
        writer.key("title")
        writer.string(outcome.title)
      }
      writer.key("generation")
      writer.string(outcome.generation.description)
      writer.key("bytes")
      writer.integer(outcome.byteCount)
      writer.key("state")
      writer.string(outcome.state.rawValue)
      writer.key("held")
      writer.bool(outcome.isHeld)
      writer.key("dryRun")
      writer.bool(isDryRun)
      writer.key("findings")
      writer.array { writer in for finding in outcome.findings { writer.string(finding.code.rawValue) } }
      writer.key("losses")
      writer.array { writer in
        for loss in outcome.losses {
          writer.object { writer in
            if let page = loss.page {
              writer.key("page")
              writer.string(page.text)
            }
            if let number = loss.number {
              writer.key("number")
              writer.integer(number)
            }
            writer.key("before")
            writer.integer(loss.before)
            writer.key("after")
            writer.integer(loss.after)
          }
        }
      }
    }
  }

  func summarize(_ summary: Backup.Summary) throws(OutputFailure) {
    let figures: [(StaticString, Int)] = [
      ("written", summary.written), ("unchanged", summary.unchanged), ("failed", summary.failed),
      ("pruned", summary.pruned), ("bytes", summary.byteCount), ("damaged", counts["damaged"] ?? 0),
      ("incomplete", counts["incomplete"] ?? 0), ("held", counts["held"] ?? 0),
    ]
    try console.record("summary") { writer in
      for (key, number) in figures {
        writer.key(key)
        writer.integer(number)
      }
      writer.key("status")
      writer.integer(status.code)
    }
    if console.isQuiet { return }
    var parts = ["\(Size.count(summary.written, "document")) \(would)backed up"]
    if summary.byteCount > 0 { parts[0] += " (\(Size.text(summary.byteCount)))" }
    parts.append("\(summary.unchanged) unchanged")
    if summary.failed > 0 { parts.append("\(summary.failed) failed") }
    if summary.pruned > 0 { parts.append("\(Size.count(summary.pruned, "generation")) \(would)pruned") }
    try console.line(parts.joined(separator: ", "))
  }
}
