import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// `lnote restore`: documents out of backups into a library.
enum RestoreCommand: Runnable {
  static let command = Command(
    "restore", summary: "take documents out of backups into a library",
    description: [
      .text(
        """
        Takes the newest generation of every document, or of those that `--document` names, out of a folder \
        of `lnote backup` into a library. It is an import: every document is staged, made durable and \
        checked, and then takes its place in one step. A document that the library holds already in the same \
        state is left alone.
        """),
      .text(
        """
        A generation that can't be read, or whose package was damaged when it was backed up, is named and \
        passed over for the one before it; the exit status is 1 then. What such an archive still holds, \
        `lnote unpack --salvage` takes out.
        """),
      .text("What happens to another state of a document in the library, `--on-conflict` says:"),
      .list(SharedOptions.policies),
    ],
    operands: [Operand("DIR", kind: .folder, help: "The folder of the backups.")],
    options: [
      Option(
        "into", value: .required("LIBRARY", kind: .folder), help: "The library, which is made if need be.",
        isRequired: true),
      Option(
        "at", value: .required("DATE", kind: .text),
        help: """
          Takes documents as they were then: the newest generation that wasn't changed later. A day such as \
          `2026-11-30`, which counts to its end, a minute such as `2026-11-30 08:15`, both in UTC, an RFC \
          3339 time, or the name of a generation, which is then taken itself.
          """),
      Option(
        "document", value: .required("ID", kind: .text), help: "Takes this document only.", isRepeatable: true
      ),
      SharedOptions.onConflict, SharedOptions.dryRun,
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote restore Backups --into Library", "Takes back the newest state of every document."),
      ("lnote restore Backups --into Library --dry-run --on-conflict newer", "Says what would be taken."),
      (
        "lnote restore Backups --into Library --document 6F9619FF-8B86-4011-B42D-00CF4FC964FF --at 2026-11-30 "
          + "--on-conflict keep-both",
        "Takes one document as it was at the end of a day, beside the present one."
      ),
    ],
    seeAlso: ["backup", "import", "unpack"], otherWords: ["recover"])

  static func run(_ context: Context) throws -> ExitStatus {
    let point = try context.invocation.text("at").map { text in
      guard let point = RestorePoint(text) else {
        throw UsageFailure(
          message:
            "--at takes a date such as 2026-11-30 or '2026-11-30 08:15', or a generation, not '\(text)'")
      }
      return point
    }
    let backups = try BackupFolder.open(Path(context.invocation.operands.first ?? []))
    let wanted = context.invocation.texts("document").map { Identifier($0) }
    let documents = try backups.documents()
    if documents.isEmpty {
      throw PackageError(.notPackage, backups.folder.path, "holds no generation of lnote backup")
    }
    let output = try OutputFolder.library(Path(context.invocation.value("into") ?? []))
    defer { output.removeIfUnused() }
    let policy = context.invocation.text("on-conflict").flatMap { ImportPolicy(rawValue: $0) } ?? .fail
    let importer = Importer(
      into: Library(output.folder), policy: policy, isDryRun: context.invocation.has("dry-run"),
      now: context.environment.now)
    let chosen = documents.filter { wanted.isEmpty || wanted.contains($0.id) }
    var run = RestoreRun(
      context, importer, point, Progress("restoring", of: chosen.count, on: context.console))
    for id in wanted where !documents.contains(where: { $0.id == id }) {
      try run.fail(
        PackageError(.notFound, backups.folder.path, "holds no generation of the document \(id)"))
    }
    for document in chosen { try run.take(document) }
    try run.outcomes.summarize()
    return run.outcomes.status
  }
}

private struct RestoreRun {
  private let context: Context
  private let importer: Importer
  private let point: RestorePoint?
  private let progress: Progress
  private(set) var outcomes: ImportReport

  init(_ context: Context, _ importer: Importer, _ point: RestorePoint?, _ progress: Progress) {
    self.progress = progress
    self.context = context
    self.importer = importer
    self.point = point
    outcomes = ImportReport(context, type: "restore", isDryRun: importer.isDryRun)
  }

  mutating func fail(_ error: PackageError) throws(PackageError) { try outcomes.fail(error) }

  /// Takes the best generation that can be taken; what fails doesn't stop the other documents.
  mutating func take(_ document: BackupFolder.Document) throws(PackageError) {
    defer { progress.finishOne() }
    let candidates = document.candidates(at: point)
    guard !candidates.isEmpty else {
      context.console.note("\(document.path): has no generation that old")
      return outcomes.include(.doneWithWarnings)
    }
    for (index, generation) in candidates.enumerated() {
      try context.checkInterruption()
      let path = document.path(of: generation)
      do throws(PackageError) {
        return try take(path)
      } catch {
        guard index < candidates.count - 1, Self.isOfTheArchive(error) else {
          return try outcomes.fail(error)
        }
        context.console.note("\(error.message); the generation before it is taken")
        outcomes.include(.doneWithWarnings)
      }
    }
  }

  private mutating func take(_ path: Path) throws(PackageError) {
    let archive = try ArchivedPackages.open(path)
    for package in archive.packages {
      let outcome = try importer.take(package.source) { byteCount throws(PackageError) in
        try context.checkInterruption()
        progress.advance(byteCount: byteCount)
      }
      try outcomes.report(outcome, from: path)
    }
  }

  /// Whether another generation may do better.
  private static func isOfTheArchive(_ error: PackageError) -> Bool {
    [.archive, .damaged, .refused, .notPackage, .notFound].contains(error.code)
  }
}
