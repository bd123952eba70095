import CommandTable

/// A made-up program that uses every part of a table.
let demo = Program(
  "demo", version: "1.2", date: .init(year: 2025, month: 3, day: 9), summary: "keeps boxes of things",
  description: [
    .text("`demo` keeps boxes. A *BOX* is a folder; `.box` is its ending."),
    .heading("How boxes are named"),
    .text(".dotted text and a back\\slash stay what they are (see `--force`, or `-o -`), says \"demo\"."),
    .list([("`first`", "The first term."), ("*SECOND*", "'quoted' text that is long enough to need lines.")]),
    .example("demo pack box", "Packs one box:"),
    .text("An ending for the text, after the example."),
  ],
  commands: [
    Command(
      "pack", summary: "pack boxes into one file",
      description: [.text("Packs each *BOX*. Existing files stay, unless `--force` is given.")],
      operands: [Operand("BOX", arity: .oneOrMore, help: "A box, or `-`.")],
      options: [
        Option("force", letter: "f", help: "Replaces what is there."),
        Option(
          "output", letter: "o", value: .required("FILE", kind: .file),
          help: "Writes to *FILE*, or to standard output for `-`."),
        Option(
          "level", value: .required("N", kind: .integer(1...9)),
          help: "How hard to try: [1] is least, 9 most."),
        Option(
          "repair", letter: "r", value: .optional("CLASS", kind: .choice(["safe", "all"])), help: "Repairs."),
        Option(
          "ignore", value: .required("CODE", kind: .choice(["dust", "rust"])), help: "Ignores it: all of it.",
          isRepeatable: true),
        Option("into", letter: "d", value: .required("DIR", kind: .folder), help: "The folder."),
        Option("title", value: .required("TEXT", kind: .text), help: "The box's title."),
        Option(
          "paper", value: .required("SIZE", kind: .suggestions(["A4", "A5"])), help: "A name, or `WxH`."),
        Option("files-from", value: .required("FILE", kind: .file), help: "Reads the names from *FILE*."),
        Option("null", letter: "0", help: "Names end with NUL.", needs: ["files-from"]),
        Option("dry-run", letter: "n", help: "Changes nothing.", excludes: ["force"]),
      ],
      exitStatuses: [0, 16],
      examples: [("demo pack -o all.file *.box", "Packs all boxes.")],
      seeAlso: ["unpack", "demo(5)"], operandsFromFile: true),
    Command(
      "unpack", summary: "unpack a file", operands: [Operand("FILE", help: "The file.")],
      options: [Option("to", value: .required("DIR", kind: .folder), help: "Where to.", isRequired: true)],
      otherWords: ["extract"]),
    Command(
      "guard", summary: "keep copies",
      operands: [Operand("BOX", kind: .folder), Operand("NAME", kind: .text, arity: .optional)],
      options: [
        Option("to", value: .required("DIR", kind: .folder), help: "Where to.", isRequired: true),
        Option(
          "check", value: .required("DIR", kind: .folder), help: "Checks the copies instead.",
          replaces: ["BOX", "to"]),
      ]),
    Command(
      "teach", summary: "print a script",
      operands: [Operand("SHELL", kind: .choice(["bash", "zsh"])), Operand("TO", arity: .optional)]),
    Command("status", summary: "show the state"),
  ],
  commonOptions: [
    Option("help", letter: "h", help: "Shows this help.", isInformational: true),
    Option("version", letter: "V", help: "Shows the version.", isInformational: true),
    Option("verbose", letter: "v", help: "Says more; twice, still more.", isRepeatable: true),
    Option(
      "color", value: .required("WHEN", kind: .choice(["auto", "always", "never"])),
      help: "Colours: `auto`, `always` or `never`. Without it: `auto`, which looks at the terminal first."),
    Option("jobs", letter: "j", value: .required("N", kind: .integer(1...Int.max)), help: "So many at once."),
  ],
  exitStatuses: [.init(0, "done"), .init(3, "some inputs failed"), .init(16, "wrong usage")],
  environment: [("`NO_COLOR`", "No colours when it is set.")],
  files: [("`.boxes`", "The list.")],
  examples: [("demo status", "Shows the state.")],
  seeAlso: ["demo(5)"])

let parser = Parser(demo)

/// Parses a line of words.
func parse(_ words: String...) throws(UsageError) -> Invocation {
  try parser.parse(words.map { Array($0.utf8) })
}

/// What parsing a line complains about; nil when it is fine.
func complaint(_ line: String) -> UsageError? {
  do throws(UsageError) {
    _ = try parser.parse(line.split(separator: " ").map { Array($0.utf8) })
    return nil
  } catch {
    return error
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
