import CommandTable
import DurableFiles
import NotePackage

/// `lnote migrate`: changes how packages keep their pages.
enum MigrateCommand: Runnable {
  static let command = Command(
    "migrate", summary: "change how packages keep their pages",
    description: [
      .text(
        """
        Moves the pages of packages into an SQLite database, or back into one file a page. The new package is made \
        beside the old one, read back and compared with it, page by page and asset by asset, and takes its place in \
        one step. Interrupted anywhere, the old or the new package is there, whole.
        """),
      .text(
        """
        What other programs keep in a database, such as tables of their own, has no place in files. It is named, and \
        stays in the old database; the exit status is 1 then.
        """),
      .text(
        """
        The old package goes to `.lnote-lost+found` in the library; `lnote fsck --undo` brings it back. Journals are \
        merged on the way, and a package that another program has open is left alone, exit status 2.
        """),
    ],
    operands: [
      Operand(
        "PATH", kind: .folder, arity: .oneOrMore, help: "A package, or a library for all of its packages.")
    ],
    options: [
      Option(
        "to", value: .required("STORAGE", kind: .choice(Migration.Target.allCases.map(\.rawValue))),
        help: "Where the pages go: `sqlite` or `snapshots`.", isRequired: true),
      SharedOptions.dryRun, SharedOptions.jobs, SharedOptions.filesFrom, SharedOptions.null,
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote migrate --to sqlite --dry-run Library", "Says what would be migrated."),
      (
        "lnote migrate --to snapshots Library/6F9619FF-8B86-4011-B42D-00CF4FC964FF.lnote",
        "Moves the pages of one package out of their database."
      ),
    ],
    seeAlso: ["compact", "fsck", "info"], operandsFromFile: true,
    otherWords: ["convert", "storage", "sqlite"])

  static func run(_ context: Context) throws -> ExitStatus {
    let target = context.invocation.text("to").flatMap { Migration.Target(rawValue: $0) } ?? .snapshots
    var migration = Migration(to: target, check: Check(now: context.environment.now))
    migration.isDryRun = context.invocation.has("dry-run")
    var run = MigrationRun(context: context, target: target)
    for path in try context.operandPaths() {
      do throws(PackageError) {
        let place = try PackagePlace(path)
        let monitor = WorkMonitor(Progress("migrating", on: context.console))
        let result = try migration.run(
          place.library, only: place.only, workerCount: context.jobs, monitor: monitor)
        context.console.progressLine.erase()
        try run.report(result, place)
        if Interruption.receivedSignal != nil {
          // Whoever stops it wants to know what was done until then, and how to take it back.
          try context.passing { () throws(OutputFailure) in
            _ = try run.summarize()
            try context.console.flush()
          }
        }
        try context.checkInterruption()
      } catch {
        if error.code == .cancelled { throw error }
        run.status.include(try context.refusal(error))
      }
    }
    return try run.summarize()
  }
}

/// What became of all packages of one command.
private struct MigrationRun {
  let context: Context
  let target: Migration.Target
  var status = ExitStatus.done
  private var counts: [Migration.Outcome.State: Int] = [:]
  private var runIDs: [(id: String, library: Path)] = []

  init(context: Context, target: Migration.Target) {
    self.context = context
    self.target = target
  }

  mutating func report(_ result: Migration.Result, _ place: PackagePlace) throws(PackageError) {
    if let id = result.runID { runIDs.append((id, place.library.folder.path)) }
    for outcome in result.packages {
      counts[outcome.state, default: 0] += 1
      if let failure = outcome.failure { status.include(try context.refusal(failure)) }
      noteLeftBehind(outcome)
      try context.passing { () throws(OutputFailure) in
        try context.console.line(line(outcome))
        try context.console.record("package") { writer in
          writer.key("path")
          writer.string(outcome.path.description)
          writer.key("title")
          writer.string(outcome.title)
          writer.key("state")
          writer.string(outcome.state.rawValue)
          writer.key("from")
          writer.string(outcome.from)
          writer.key("to")
          writer.string(target.rawValue)
          for (key, value) in [
            ("pages", outcome.pageCount), ("elements", outcome.elementCount),
            ("samples", outcome.sampleCount),
            ("assets", outcome.assetCount),
          ] {
            writer.key(key)
            writer.integer(value)
          }
          writer.key("leftBehind")
          writer.array { writer in for what in outcome.leftBehind { writer.string(what) } }
          writer.key("oldPackage")
          if let path = outcome.oldPackage { writer.string(path.description) } else { writer.null() }
        }
      }
    }
    if result.packages.isEmpty { context.console.note("\(place.library.folder.path): holds no package") }
  }

  private mutating func noteLeftBehind(_ outcome: Migration.Outcome) {
    guard !outcome.leftBehind.isEmpty, outcome.state == .migrated || outcome.state == .planned else { return }
    status.include(.doneWithWarnings)
    let what = outcome.leftBehind.map { TextWidth.safe($0) }.joined(separator: ", ")
    let place = outcome.oldPackage.map { "stays in \($0)" } ?? "would stay in lost+found"
    context.console.note(
      "\(outcome.path): has what \(target.rawValue) have no place for; it \(place): \(what)")
  }

  private func line(_ outcome: Migration.Outcome) -> String {
    let title = outcome.title.isEmpty ? outcome.path.description : TextWidth.safe(outcome.title)
    let content =
      "\(Size.count(outcome.pageCount, "page")), \(Size.count(outcome.elementCount, "element")), "
      + Size.count(outcome.sampleCount, "sample")
    switch outcome.state {
    case .migrated: return "migrated: \(title) → \(target.rawValue) (\(content))"
    case .planned: return "would migrate: \(title) → \(target.rawValue) (\(content))"
    case .unchanged: return "there already, nothing to do: \(title)"
    case .failed: return "left as it was: \(title)"
    }
  }

  func summarize() throws(OutputFailure) -> ExitStatus {
    for (id, library) in runIDs {
      context.console.note("the old packages are kept: lnote fsck --undo \(id) \(library.shellWord)")
    }
    try context.console.record("summary") { writer in
      for state in [Migration.Outcome.State.migrated, .planned, .unchanged, .failed] {
        writer.key(state.rawValue)
        writer.integer(counts[state, default: 0])
      }
      writer.key("runs")
      writer.array { writer in for (id, _) in runIDs { writer.string(id) } }
      writer.key("status")
      writer.integer(status.code)
    }
    return status
  }
}
