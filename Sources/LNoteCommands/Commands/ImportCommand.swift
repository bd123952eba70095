import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// `lnote import`: archives, packages, JSON and SVG into a library.
enum ImportCommand: Runnable {
  static let command = Command(
    "import", summary: "take documents into a library",
    description: [
      .text(
        """
        Takes archives, package folders, libraries, JSON files of `lnote export` and anybody's SVG into a library. \
        What other programs drew becomes strokes; what can't, is named. Every document is staged, made durable and \
        checked, and then takes its place in one step: killed at any moment, the library holds it whole or not at \
        all.
        """),
      .text(
        """
        A document that the library holds already in the same state is left alone, so importing twice changes \
        nothing. What happens to another state of it, `--on-conflict` says:
        """),
      .list(SharedOptions.policies),
    ],
    operands: [
      Operand(
        "FILE", kind: .file, arity: .oneOrMore, help: "What to import; `-` is JSON or SVG on standard input.")
    ],
    options: [
      Option(
        "into", value: .required("LIBRARY", kind: .folder), help: "The library, which is made if need be.",
        isRequired: true),
      SharedOptions.onConflict,
    ] + DrawingInput.options + [
      SharedOptions.dryRun, SharedOptions.jobs, SharedOptions.filesFrom, SharedOptions.null,
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote import notes.lnotepack --into Library", "Takes an archive's documents in."),
      (
        "lnote import *.lnotepack --into Library --on-conflict keep-both",
        "Takes many in, and loses no state of any."
      ),
      ("lnote import page.svg --into Library", "Makes a document of a drawing."),
      (
        "lnote import scan-*.svg --as-pages --into Library",
        "Makes one document of many drawings, a page each."
      ),
    ],
    seeAlso: ["export", "unpack", "fsck"], operandsFromFile: true, otherWords: ["add", "load"])

  static func run(_ context: Context) throws -> ExitStatus {
    let inputs = try context.operandPaths()
    let drawings = try DrawingInput(context.invocation)
    let output = try OutputFolder.library(Path(context.invocation.value("into") ?? []))
    defer { output.removeIfUnused() }
    let library = Library(output.folder)
    let policy = context.invocation.text("on-conflict").flatMap { ImportPolicy(rawValue: $0) } ?? .fail
    var run = ImportRun(
      context: context,
      importer: Importer(
        into: library, policy: policy, isDryRun: context.invocation.has("dry-run"),
        now: context.environment.now), drawings: drawings, inputCount: inputs.count)
    for path in inputs { try run.take(path) }
    return try run.finish()
  }
}
