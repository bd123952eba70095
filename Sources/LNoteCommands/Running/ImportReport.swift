import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// Tells what became of packages that came into a library, and counts it.
struct ImportReport {
  let context: Context
  /// The type of the records: the command's name.
  let type: String
  let isDryRun: Bool
  private(set) var status = ExitStatus.done
  private var counts: [String: Int] = [:]

  init(_ context: Context, type: String, isDryRun: Bool) {
    self.context = context
    self.type = type
    self.isDryRun = isDryRun
  }

  mutating func include(_ status: ExitStatus) { self.status.include(status) }

  /// One input failed, which doesn't stop the others.
  mutating func fail(_ error: PackageError) throws(PackageError) {
    counts["failed", default: 0] += 1
    status.include(try context.refusal(error))
  }

  mutating func report(_ outcome: Importer.Outcome, from origin: Path) throws(PackageError) {
    let console = context.console
    let (word, text, differences) = words(for: outcome)
    counts[word, default: 0] += 1
    if word == "skipped" { status.include(.doneWithWarnings) }
    for omission in outcome.omissions {
      console.note("\(origin.appending(omission)): left out, since links and special files aren't followed")
      status.include(.doneWithWarnings)
    }
    status.include(context.warn(outcome.findings, of: outcome.path))
    try context.passing { () throws(OutputFailure) in
      try console.line(text)
      if console.isVerbose {
        for difference in differences { try console.line("  \(TextWidth.safe(difference))") }
      }
      try console.record(type) { writer in
        writer.key("decision")
        writer.string(word)
        writer.key("document")
        writer.string(outcome.documentID.text)
        writer.key("title")
        writer.string(outcome.title)
        writer.key("from")
        writer.string(origin.description)
        writer.key("path")
        writer.string(outcome.path.description)
        writer.key("dryRun")
        writer.bool(isDryRun)
        writer.key("differences")
        writer.array { writer in for difference in differences { writer.string(difference) } }
      }
    }
  }

  private func words(for outcome: Importer.Outcome) -> (word: String, text: String, differences: [String]) {
    let title = TextWidth.safe(outcome.title)
    let would = isDryRun ? "would be " : ""
    let done = type == "import" ? "imported" : "restored"
    return switch outcome.decision {
    case .imported: ("imported", "\(would)\(done): \(title) → \(outcome.path)", [])
    case .identical: ("identical", "there already, nothing to do: \(title) → \(outcome.path)", [])
    case .skipped(let differences):
      ("skipped", "skipped: \(title), another state is there: \(outcome.path)", differences)
    case .keptBoth(let differences):
      ("kept-both", "\(would)\(done) beside the other: \(title) → \(outcome.path)", differences)
    case .replaced(let differences):
      ("replaced", "\(would)replaced: \(title) → \(outcome.path), the old one is in lost+found", differences)
    case .merged(let changes):
      (
        "merged", "\(would)merged: \(title) → \(outcome.path), taken: \(changes.joined(separator: ", "))",
        changes
      )
    }
  }

  func summarize() throws {
    try context.console.record("summary") { writer in
      for word in ["imported", "identical", "skipped", "kept-both", "replaced", "merged", "failed"] {
        writer.key(word)
        writer.integer(counts[word] ?? 0)
      }
      writer.key("status")
      writer.integer(status.code)
    }
  }
}
