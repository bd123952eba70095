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
        let progress = Progress("migrating", on: context.console)
        let result = try migration.run(
          place.library, only: place.only, workerCount: context.jobs,
          progress: { progress.reach($0, of: $1) }, isCancelled: { Interruption.receivedSignal != nil })
        context.console.progressLine.erase()
        try run.report(result, place)
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
        }
      }
    }
    if result.packages.isEmpty { context.console.note("\(place.library.folder.path): holds no package") }
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

  func summarize() throws -> ExitStatus {
    for (id, library) in runIDs {
      context.console.note("the old packages are kept: lnote fsck --undo \(id) \(library)")
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
