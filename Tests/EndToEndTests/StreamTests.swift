import DurableFiles
import Foundation
import TestSupport
import Testing

/// What goes where: results, messages, colours, progress, JSON Lines, closed pipes.
@Suite struct StreamTests {
  let temporary: TemporaryFolder
  let package: String
  static let escape = "\u{1B}"

  init() throws {
    temporary = try TemporaryFolder()
    package = try temporary.makeSmallPackage(in: "L")
  }

  // MARK: Terminal and colours

  @Test func sendsNoArchiveToATerminal() throws {
    let outcome = try lnote("pack", package, "-o", "-", output: .terminal)
    #expect(outcome.status == 16 && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.contains("terminal") && outcome.errors.contains("-o FILE"), "\(outcome)")
  }

  @Test(
    arguments: [
      ([], [:], true), (["--color", "never"], [:], false), ([], ["NO_COLOR": "1"], false),
      ([], ["TERM": "dumb"], false),
      (["--color=always"], ["NO_COLOR": "1"], true), ([], ["NO_COLOR": ""], true),
    ] as [([String], [String: String], Bool)])
  func coloursOnTerminals(_ options: [String], _ variables: [String: String], _ isColoured: Bool) throws {
    let environment = ["NO_COLOR": nil, "TERM": "xterm", "COLUMNS": nil].merging(variables) { $1 }
    let outcome = try Program.lnote.run(
      ["ls", temporary("L")] + options, environment: environment, output: .terminal)
    #expect(outcome.status == 0 && outcome.output.contains("Small"), "\(outcome)")
    #expect(outcome.output.contains(Self.escape) == isColoured, "\(outcome)")
  }

  @Test func coloursNoPipes() throws {
    try temporary.remove("L/\(SmallPackage.name)/manifest.json")
    for command in ["ls", "fsck"] {
      let plain = try lnote(command, temporary("L"))
      #expect(!plain.output.contains(Self.escape) && !plain.errors.contains(Self.escape))
      let coloured = try lnote(command, temporary("L"), "--color", "always")
      #expect(coloured.output.contains(Self.escape))
    }
  }

  @Test func cutsTitlesToTheTerminal() throws {
    let title = String(repeating: "long ", count: 40) + "笔记"
    #expect(try lnote("new", temporary("L"), "--title", title).status == 0)
    let shown = try lnote("ls", temporary("L"), environment: ["COLUMNS": nil], output: .terminal).output
    for line in shown.split(separator: "\r\n") { #expect(line.count <= 100 + 8, "\(line.count): \(line)") }
    #expect(try lnote("ls", temporary("L")).output.contains(title), "a pipe gets all of it")
  }

  @Test(.needsTracing) func showsProgressOnATerminalOnly() throws {
    // Each write takes a while, as on a slow disk.
    let slow: [any ProgramArgument] = [
      "-f", "-qq", "-o", "/dev/null", "-e", "trace=write", "-e", "inject=write:delay_enter=150000",
      Program.lnote.path,
      "import", package, "--into",
    ]
    let strace = Program.named("strace")
    let shown = try strace.run(slow + [temporary("A")], errors: .terminal)
    #expect(shown.status == 0 && shown.errors.contains("importing: "), "\(shown)")
    #expect(shown.errors.hasSuffix("\r\(Self.escape)[K"), "erased at the end: \(shown)")
    #expect(!shown.errors.contains("\n"), "on one line")
    #expect(!shown.output.contains("importing"))
    for (number, options) in [[], ["-q"], ["--progress", "never"]].enumerated() {
      let isTerminal = number > 0
      let silent = try strace.run(
        slow + [temporary("B\(number)")] + options, errors: isTerminal ? .terminal : .captured)
      #expect(silent.status == 0 && silent.errors == "", "\(silent)")
    }
    let quick = try lnote("import", package, "--into", temporary("A"), errors: .terminal)
    #expect(quick.errors == "", "nothing in the first half second")
  }

  // MARK: Pipes

  static let printers: [[String]] = [
    ["ls", "L"], ["info", "P"], ["fsck", "L", "-v"], ["pack", "P", "-o", "-"],
    ["export", "P", "-f", "json", "-o", "-"],
    ["export", "P", "-f", "svg", "--pages", "1", "-o", "-"], ["schema"], ["completions", "zsh"], ["--help"],
    ["ls", "--json", "L"],
  ]

  @Test(arguments: printers) func endsQuietlyOnAClosedPipe(_ arguments: [String]) throws {
    let words = arguments.map { ["L": temporary("L"), "P": package][$0] ?? $0 }
    let outcome = try Program.lnote.run(words, output: .closedPipe)
    #expect(outcome.signal == SIGPIPE && outcome.errors == "", "\(outcome)")
  }

  @Test func quietSaysNothingButResultsAndErrors() throws {
    let outcome = try lnote("fsck", "-q", temporary("L"))
    #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "", "\(outcome)")
    let missing = try lnote("info", "-q", "gone")
    missing.expectComplaint(3, "gone")
  }

  // MARK: Names and titles that play tricks

  @Test func showsControlCharactersEscaped() throws {
    let title = #"\u001b[31mred\u0007\n\u202eback\u009b2J"#
    for file in ["document.json", "manifest.json"] {
      try temporary.edit("L/\(SmallPackage.name)/\(file)") {
        $0 = $0.replacingOccurrences(of: #""title": "Small""#, with: "\"title\": \"\(title)\"")
      }
    }
    let folder = temporary("\u{1B}[2J\n")
    #expect(try Program.named("cp").run(["-r", temporary("L"), folder]).status == 0)
    let package = "\(folder)/\(SmallPackage.name)"
    let outcomes = [
      try lnote("ls", folder), try lnote("info", package), try lnote("fsck", "-v", folder),
      try lnote("pack", package, in: temporary.path),
      try lnote("export", package, "-f", "json", in: temporary.path),
      try lnote("export", package, "-f", "svg", in: temporary.path),
      try lnote("import", package, "--into", temporary("M")),
      try lnote("import", package, "--into", "\(folder)/x/y"), try lnote("\u{1B}[31m"),
      try lnote("ls", "--\u{1B}]0;x\u{7}"),
    ]
    for outcome in outcomes {
      for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
        #expect(
          ![.control, .format].contains(scalar.properties.generalCategory), "\(scalar.value): \(outcome)")
      }
    }
    #expect(outcomes[0].output.split(separator: "\n").count == 2, "\(outcomes[0])")
    #expect(outcomes.dropLast(3).allSatisfy { $0.status == 0 }, "\(outcomes.map { $0.status ?? -1 })")
    // As JSON they come back as they are.
    let record = try #require(try lnote("ls", "--json", folder).records().first)
    #expect(record["title"] == "\u{1B}[31mred\u{7}\n\u{202E}back\u{9B}2J")
  }

  // MARK: JSON Lines

  @Test func everyCommandAnswersInJSON() throws {
    let archive = temporary("a.lnotepack")
    let runs: [(any: [any ProgramArgument], types: [String])] = [
      (["ls", temporary("L")], ["document", "summary"]), (["info", package], ["package", "summary"]),
      (["fsck", temporary("L")], ["package", "summary"]),
      (["pack", package, "-o", archive], ["archive", "summary"]),
      (["unpack", archive, "-d", temporary("U")], ["package", "summary"]),
      (["import", archive, "--into", temporary("I")], ["import", "summary"]),
      (["export", package, "-o", temporary("a.json")], ["file", "summary"]),
      (["export", package, "-f", "svg", "-o", temporary("S")], ["file", "file", "summary"]),
      (["new", temporary("N"), "--title", "T", "--page", "A4"], ["document", "summary"]),
      (
        ["info", archive, temporary("a.json"), "\(temporary("S"))/Small-001.svg"],
        ["package", "json", "svg", "summary"]
      ),
    ]
    for (arguments, types) in runs {
      let outcome = try Program.lnote.run(arguments + ["--json"])
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
      #expect(try outcome.records().map { $0["type"] as String } == types, "\(outcome)")
    }
  }

  @Test func refusesToMixResultsAndJSON() throws {
    try lnote("pack", package, "-o", "-", "--json").expectMixed()
    try lnote("export", package, "-f", "json", "-o", "-", "--json").expectMixed()
  }
}

extension Program.Outcome {
  /// Wrong usage, told on standard output too, since `--json` was asked for.
  fileprivate func expectMixed(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(status == 16 && errors.contains("-o"), "\(self)", sourceLocation: location)
    #expect(try records(location).map { $0["code"] as String } == ["usage"], sourceLocation: location)
  }
}

/// Signals: what was in the making is removed, and the program ends by the signal.
@Suite struct SignalTests {
  let temporary: TemporaryFolder
  let package: String

  init() throws {
    temporary = try TemporaryFolder()
    package = try temporary.makeSmallPackage(in: "L")
    try temporary.makeFolder("work")
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    #expect(try lnote("export", package, "-o", temporary("a.json")).status == 0)
  }

  static let commands: [[String]] = [
    ["import", "P", "--into", "Library"], ["import", "A", "--into", "Library"], ["unpack", "A", "-d", "out"],
    ["pack", "P", "-o", "a.lnotepack"], ["export", "P", "-f", "svg", "-o", "out"],
    ["export", "P", "-o", "a.json"],
  ]

  /// In the first write of something that is to be made.
  @Test(.needsTracing, arguments: commands, [SIGINT, SIGTERM, SIGHUP])
  func stopsAndLeavesNothing(_ arguments: [String], _ signal: Int32) throws {
    let words = arguments.map { ["P": package, "A": temporary("a.lnotepack")][$0] ?? $0 }
    let name = [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"][signal] ?? ""
    let outcome = try Program.named("strace").run(
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=write,openat", "-e",
        "inject=write:signal=\(name):when=1",
        Program.lnote.path,
      ] + words, in: Path(temporary("work")))
    #expect(outcome.signal == signal && outcome.errors == "", "\(outcome)")
    #expect(temporary.names(in: "work").isEmpty, "\(temporary.names(in: "work"))")
  }
}
