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
        Checks every document, page, asset, thumbnail and manifest, reading only: nothing is created or changed. With \
        `--repair` what can be corrected without losing anything is corrected; `--dry-run` beside it shows the plan.
        """),
      .text(
        """
        Findings have one of four severities: *fatal* (the document can't be read), *error* (an invariant is broken), \
        *warning* (can be recovered, or hygiene) and *info*. Infos are listed with `-v`; they never change the exit \
        status.
        """),
    ] + FsckManual.paragraphs,
    operands: [Operand("PATH", kind: .file, arity: .oneOrMore, help: "A library, a package or an archive.")],
    options: [
      Option(
        "repair", value: .optional("CLASS", kind: .choice(["safe", "all"])),
        help: "Repairs what provably loses nothing; with `=all` also what changes what a person sees."),
      Option(
        "dry-run", letter: "n", help: "With `--repair`: shows the plan and does nothing.", needs: ["repair"]),
      Option(
        "clean-litter", help: "With `--repair`: takes out litter of desktops and sync programs.",
        needs: ["repair"]),
      Option("deep", help: "Reads every byte of every file."),
      Option("strict", help: "Warnings count as problems too."),
      Option(
        "ignore", value: .required("CODE", kind: .choice(FindingCode.allCases.map(\.rawValue))),
        help: "Leaves findings of this code out.", isRepeatable: true),
      Option(
        "undo", value: .required("ID", kind: .text),
        help: "Puts back what the repair *ID* took out or changed in the library *PATH*.",
        excludes: ["repair", "purge"]),
      Option(
        "purge", help: "Empties the lost+found of the library *PATH* for good.", excludes: ["repair", "undo"]),
      Option(
        "older-than", value: .required("AGE", kind: .text),
        help: "With `--purge`: only repairs older than this, such as `30d` or `12h`.",
        needs: ["purge"]),
      SharedOptions.jobs, SharedOptions.filesFrom, SharedOptions.null,
    ],
    exitStatuses: [0, 1, 2, 4, 8, 16],
    examples: [
      ("lnote fsck Library", "Checks a library."),
      ("lnote fsck --repair --dry-run Library", "Shows what a repair would do."),
      ("lnote fsck --repair Library", "Corrects what loses nothing, and says how to undo it."),
      ("lnote fsck --repair=all Library", "Corrects all that can be corrected."),
      ("lnote fsck --undo 20261130T081500Z-0a1b2c3d Library", "Takes a repair back."),
      ("lnote fsck --json Library | grep '\"loss\":true'", "Shows what is lost."),
      ("lnote fsck --strict --ignore page-unlisted notes.lnotepack", "Checks an archive before it is sent."),
    ],
    seeAlso: ["ls", "info"], operandsFromFile: true, otherWords: ["check", "verify", "validate"])

  static func run(_ context: Context) throws -> ExitStatus {
    if context.invocation.has("undo") || context.invocation.has("purge") {
      return try LostAndFoundRunner.run(context)
    }
    var run = FsckRun(context)
    for path in try context.operandPaths() {
      try context.checkInterruption()
      try run.check(path)
    }
    try run.summarize()
    return run.status
  }
}
