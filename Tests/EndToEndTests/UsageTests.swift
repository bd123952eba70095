import DurableFiles
import Foundation
import TestSupport
import Testing

/// What may be typed, and what the program says to what may not.
@Suite struct UsageTests {
  let temporary: TemporaryFolder
  static let commands = [
    "ls", "info", "fsck", "pack", "unpack", "import", "export", "new", "schema", "completions",
  ]

  init() throws { temporary = try TemporaryFolder() }

  // MARK: Help

  @Test(arguments: [nil] + commands.map { Optional($0) }, ["-h", "--help"])
  func helps(_ command: String?, _ option: String) throws {
    let arguments: [any ProgramArgument] = command.map { [$0, option] } ?? [option]
    let outcome = try Program.lnote.run(arguments)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    let long = outcome.output.split(separator: "\n").filter { $0.count > 80 }
    #expect(long.isEmpty, "lines of more than 80 columns: \(long)")
    #expect(outcome.output.contains("Exit status"), "\(outcome)")
    let statuses = command == "fsck" ? [0, 2, 4, 8, 16] : [0, 8, 16]
    for status in statuses {
      #expect(
        outcome.output.range(of: "\n +\(status) +[A-Z]", options: .regularExpression) != nil, "\(status)")
    }
    #expect(!outcome.output.contains("\u{1B}"))
    if let command { #expect(outcome.output.contains("lnote \(command)")) }
  }

  /// Help wins over mistakes on the same line.
  @Test func helpsInSpiteOfMistakes() throws {
    let outcome = try lnote("pack", "--levle", "3", "--help")
    #expect(outcome.status == 0 && outcome.output.contains("lnote pack"), "\(outcome)")
  }

  @Test(arguments: ["-V", "--version"]) func tellsItsVersion(_ option: String) throws {
    let outcome = try lnote(option)
    #expect(outcome.status == 0)
    #expect(outcome.output.range(of: #"^lnote \d+\.\d+\.\d+\n$"#, options: .regularExpression) != nil)
  }

  @Test func helpListsEveryCommand() throws {
    let help = try lnote("--help").output
    for command in Self.commands { #expect(help.contains("\n  \(command) "), "\(command)") }
  }

  // MARK: Mistakes

  static let mistakes: [([String], [String])] = [
    (["pakc", "x"], ["unknown command 'pakc'", "'pack'"]),
    (["extract"], ["'extract'", "'unpack'"]),
    (["list"], ["'list'", "'ls'"]),
    (["check"], ["'check'", "'fsck'"]),
    (["xyzzy"], ["'xyzzy'"]),
    (["ls", "--revers"], ["'--revers'", "'--reverse'"]),
    (["pack", "--forse", "x"], ["'--forse'", "'--force'"]),
    (["pack", "-force", "x"], ["'-force'", "'--force'"]),
    (["ls", "--sort", "titel"], ["--sort", "titel", "title"]),
    (["ls", "--sort"], ["--sort", "KEY"]),
    (["ls", "-x"], ["'-x'"]),
    (["ls", "a", "b"], ["'b'"]),
    (["pack"], ["PACKAGE"]),
    (["unpack"], ["ARCHIVE"]),
    (["import", "x"], ["--into"]),
    (["new", "L"], ["--title"]),
    (["new", "L", "--title", "T", "--page", "0x7"], ["0x7", "a4"]),
    (["new", "L", "--title", "T", "--page", "a44"], ["a44", "a4"]),
    (["new", "L", "--title", "T", "--page", "nan"], ["nan"]),
    (["export", "P"], ["-f"]),
    (["export", "P", "-f", "gif"], ["gif", "svg"]),
    (["export", "P", "-o", "x.gif"], ["gif", "svg"]),
    (["pack", "--level", "10", "P"], ["--level", "9"]),
    (["pack", "--level", "abc", "P"], ["--level", "abc"]),
    (["fsck", "-j", "0", "P"], ["--jobs", "256"]),
    (["fsck", "--ignore", "page-mising", "P"], ["page-mising", "page-missing"]),
    (["fsck", "--ignore", "foo", "P"], ["'foo'", "the help lists"]),
    (["fsck", "--json=yes", "P"], ["--json", "no value"]),
    (["completions", "basch"], ["basch", "bash"]),
    (["pack", "-0", "P"], ["--files-from"]),
    (["ls", "--color", "sometimes"], ["sometimes", "always"]),
    (["schema", "x"], ["'x'"]),
  ]

  @Test func withoutACommandSaysWhichThereAre() throws {
    let outcome = try Program.lnote.run([], in: temporary.path)
    #expect(outcome.status == 16 && outcome.output.isEmpty, "\(outcome)")
    for part in ["lnote --help", "Usage: lnote COMMAND", "  fsck ", "lnote help COMMAND"] {
      #expect(outcome.errors.contains(part), "\(part): \(outcome)")
    }
    #expect(outcome.errorLines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: mistakes) func namesTheMistake(_ arguments: [String], _ parts: [String]) throws {
    let outcome = try Program.lnote.run(arguments, in: temporary.path)
    outcome.expectUsage()
    for part in parts { #expect(outcome.errors.contains(part), "\(part): \(outcome)") }
    #expect(outcome.errors.count < 300, "a line that nobody reads: \(outcome)")
    #expect(temporary.names().isEmpty, "nothing is made on wrong usage")
    // With --json the mistake is an object too.
    guard !arguments.isEmpty, !arguments.contains("--json=yes") else { return }
    let json = try Program.lnote.run([arguments[0], "--json"] + arguments.dropFirst(), in: temporary.path)
    #expect(json.status == 16, "\(json)")
    let records = try json.records()
    #expect(records.count == 1 && records[0]["type"] == "error" && records[0]["code"] == "usage", "\(json)")
    #expect(json.errors.contains(records[0]["message"] as String), "\(json)")
  }

  // MARK: Order and ends of options

  @Test func takesOptionsAfterOperands() throws {
    let package = try temporary.makeSmallPackage(in: "L")
    let outcome = try lnote("pack", package, "--force", "-o", temporary("a.lnotepack"), "--level=9", "-q")
    #expect(outcome.status == 0 && temporary.exists("a.lnotepack"), "\(outcome)")
    #expect(try lnote("--json", "ls", temporary("L")).records().of("document").count == 1)
  }

  @Test func endsOptionsWithTwoDashes() throws {
    try temporary.makeSmallPackage(in: "--json")
    let outcome = try lnote("ls", "--", "--json", in: temporary.path)
    #expect(outcome.status == 0 && outcome.output.contains("Small "), "\(outcome)")
    let archive = try lnote("pack", "-o", "-x", "--", "--json", in: temporary.path)
    #expect(archive.status == 0 && temporary.exists("-x"), "\(archive)")
  }

  @Test func takesLettersTogetherAndValuesAttached() throws {
    let package = try temporary.makeSmallPackage(in: "L")
    let outcome = try lnote("export", package, "-qfjson", "-o-")
    #expect(outcome.status == 0 && outcome.output.contains(#""format":"lnote-json""#), "\(outcome)")
  }

  // MARK: Names from a file

  @Test(arguments: [false, true]) func readsNamesFromAFile(_ endWithNUL: Bool) throws {
    let names = ["one a", "two\u{E9}", "-three"] + (endWithNUL ? ["four\nlines"] : [])
    for name in names { try temporary.makeSmallPackage(in: name) }
    let text = names.map { "\($0)/\(SmallPackage.name)" }.joined(separator: endWithNUL ? "\0" : "\n")
    try temporary.write(text + (endWithNUL ? "\0" : "\n"), "list")
    let options = endWithNUL ? ["-0"] : []
    for (list, input) in [("list", []), ("-", try temporary.read("list"))] as [(String, [UInt8])] {
      let outcome = try Program.lnote.run(
        ["info", "--json", "--files-from", list] + options, in: temporary.path, input: input)
      #expect(outcome.status == 0, "\(outcome)")
      let paths = try outcome.records().of("package").map { $0["path"] as String }
      #expect(paths.count == names.count, "\(outcome)")
    }
  }

  @Test func saysWhenNamesOfAFileAreMissing() throws {
    try temporary.write("gone\n", "list")
    let outcome = try lnote("info", "--files-from", "list", in: temporary.path)
    outcome.expectComplaint(3, "gone")
    try lnote("info", "--files-from", "nolist", in: temporary.path).expectComplaint(3, "nolist")
    try temporary.write("", "list")
    try lnote("pack", "--files-from", "list", in: temporary.path).expectComplaint(3, "list: names no package")
    // Nothing to do is done, for scripts.
    #expect(try lnote("info", "--files-from", "list", in: temporary.path).status == 0)
  }

  // MARK: Shells

  @Test(.needs("bash")) func bashLoadsItsCompletions() throws {
    let script = try lnote("completions", "bash").outputBytes
    try temporary.write(script, "lnote.bash")
    let outcome = try Program.named("bash").run([
      "--norc", "-c",
      """
      set -u; . "$1"; complete -p lnote >/dev/null || exit 9
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
        $(complete -p lnote | sed 's/.*-F \\([^ ]*\\).*/\\1/') lnote "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        echo "${COMPREPLY[*]}"; }
      try lnote pa; try lnote ls --so; try lnote ls --sort ''; try lnote export x -f ''
      """, "bash", temporary("lnote.bash"),
    ])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    let lines = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines == ["pack", "--sort", "title modified pages", "svg json ndjson png pdf"], "\(outcome)")
  }

  @Test(arguments: ["zsh", "fish"]) func otherShellsLoadTheirs(_ shell: String) throws {
    let outcome = try lnote("completions", shell)
    #expect(outcome.status == 0 && outcome.output.contains("unpack"), "\(outcome)")
    guard let program = Program.find(shell) else { return }
    try temporary.write(outcome.outputBytes, "completions")
    let checked = try program.run(["-n", temporary("completions")])
    #expect(checked.status == 0 && checked.errors == "", "\(checked)")
  }
}
