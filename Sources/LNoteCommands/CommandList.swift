import CommandTable

/// The program's commands: the one table that drives parser, help, manual pages and completions.
public enum CommandList {
  private static var runnables: [any Runnable.Type] {
    [
      LsCommand.self, InfoCommand.self, FsckCommand.self, PackCommand.self, UnpackCommand.self,
      ImportCommand.self,
      ExportCommand.self, ThumbnailsCommand.self, NewCommand.self, CompactCommand.self, MigrateCommand.self,
      BackupCommand.self, RestoreCommand.self, SchemaCommand.self,
      CompletionsCommand.self,
    ]
  }

  static func runnable(_ name: String) -> (any Runnable.Type)? {
    runnables.first { $0.command.name == name }
  }

  public static let program = Program(
    "lnote", version: "0.1.0", date: Program.Date(year: 2026, month: 11, day: 30),
    summary: "checks, packs, imports and converts handwritten notes",
    description: [
      .text(
        """
        Works on `.lnote` packages, the folders in which a handwriting app keeps its notebooks: one folder a document. \
        A *library* is a folder of packages, an *archive* (`.lnotepack`) is the single-file form of one or more.
        """),
      .text(
        """
        Results go to standard output, everything else to standard error. Output appears whole or not at all, and \
        nothing is overwritten without `--force`.
        """),
    ],
    commands: runnables.map { $0.command },
    commonOptions: [
      Option("help", letter: "h", help: "Shows this help.", isInformational: true),
      Option("version", letter: "V", help: "Shows the version.", isInformational: true),
      Option("verbose", letter: "v", help: "Says more on the way.", isRepeatable: true),
      Option("quiet", letter: "q", help: "Says nothing but results and errors."),
      Option(
        "json", help: "Prints results as JSON Lines: objects with `type` and `v`, the last one a `summary`."),
      Option(
        "color", value: .required("WHEN", kind: .choice(["auto", "always", "never"])),
        help: "Colours the output; `auto` does on a terminal."),
      Option(
        "progress", value: .required("WHEN", kind: .choice(["auto", "always", "never", "json"])),
        help: """
          Shows progress on standard error; `auto` does on a terminal, `json` writes a line for other \
          programs now and then: an object with `what`, `done` of `total`, `bytes`, `totalBytes`, \
          `bytesPerSecond` and `secondsLeft`, as far as they are known.
          """),
    ],
    exitStatuses: ExitStatus.table,
    environment: [
      ("`NO_COLOR`", "When set, nothing is coloured unless `--color=always` says so."),
      ("`TERM`", "The value `dumb` means the same."),
      ("`COLUMNS`", "The width to write in, before the terminal's own."),
    ],
    examples: [
      ("lnote ls Library", "Lists the documents of a library."),
      ("lnote fsck Library", "Checks all of them, changing nothing."),
      (
        "lnote pack Library/6F9619FF-8B86-4011-B42D-00CF4FC964FF.lnote",
        "Makes one file of a document, named by its title."
      ),
      ("lnote import notes.lnotepack --into Library", "Takes it into a library, whole or not at all."),
      ("lnote export notes.lnotepack -o page.svg --pages 1", "Draws its first page as SVG."),
    ],
    seeAlso: ["lnote(5)"])
}
