import DurableFiles
import Foundation
import TestSupport
import Testing

/// Bad input: one clear line with file, place and reason, the right status, and nothing left behind.
@Suite struct BadInputTests {
  let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeFolder("work")
    try temporary.makeSmallPackage(in: "in")
    try temporary.write("Dear diary,\n", "in/text.txt")
    try temporary.makeFolder("in/folder/inner")
  }

  var package: String { temporary("in/\(SmallPackage.name)") }

  /// Runs in an empty folder, which must be empty afterwards, as must be all else as it was.
  func run(_ arguments: [any ProgramArgument], input: [UInt8] = [], output: Program.Stream = .captured) throws
    -> Program.Outcome
  {
    let before = try temporary.snapshot()
    let outcome = try Program.lnote.run(arguments, in: Path(temporary("work")), input: input, output: output)
    #expect(try temporary.snapshot() == before, "something was left behind or changed: \(outcome)")
    return outcome
  }

  /// Every command with one operand.
  static let commands: [(name: String, arguments: [String])] = [
    ("ls", []), ("info", []), ("fsck", []), ("pack", []), ("unpack", ["-d", "out"]),
    ("import", ["--into", "Library"]), ("export", ["-f", "json"]),
  ]

  @Test(arguments: commands.map(\.name)) func missingPath(_ name: String) throws {
    let rest = Self.commands.first { $0.name == name }?.arguments ?? []
    let outcome = try run([name, "gone/where"] + rest)
    #expect(outcome.status == (name == "fsck" ? 8 : 3), "\(outcome)")
    #expect(outcome.errorLines == ["lnote: can't open gone/where: No such file or directory"], "\(outcome)")
    let plain = try run([name, "gone"] + rest)
    #expect(plain.errorLines == ["lnote: can't open gone: No such file or directory"], "\(plain)")
    #expect(name == "fsck" || plain.output.isEmpty)
    #expect(!plain.output.contains("nothing found"), "nothing was checked: \(plain)")
    let json = try run([name, "--json", "gone"] + rest)
    let error = try #require(json.records().of("error").first, "\(json)")
    #expect(error["path"] == "gone" && error["code"] == "not-found", "\(json)")
  }

  @Test(arguments: commands.map(\.name)) func folderThatIsNoPackage(_ name: String) throws {
    let rest = Self.commands.first { $0.name == name }?.arguments ?? []
    let outcome = try run([name, temporary("in/folder")] + rest)
    let isListing = ["ls", "fsck"].contains(name)
    #expect(outcome.status == (isListing ? 0 : 3), "\(outcome)")
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("in/folder: "), "\(outcome)")
    #expect(isListing || outcome.output.isEmpty, "\(outcome)")
  }

  @Test(arguments: commands.map(\.name)) func textFile(_ name: String) throws {
    let rest = Self.commands.first { $0.name == name }?.arguments ?? []
    let outcome = try run([name, temporary("in/text.txt")] + rest)
    #expect(outcome.status == (name == "fsck" ? 4 : 3), "\(outcome)")
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("in/text.txt"), "\(outcome)")
    let words = ["ls": "no library", "fsck": "ZIP", "info": "neither", "import": "neither"][name] ?? "ZIP"
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(name == "fsck" || outcome.output.isEmpty)
    #expect(!outcome.output.contains("nothing found"), "\(outcome)")
  }

  /// One that fails doesn't stop the others.
  @Test func takesTheOthersBesideABadOne() throws {
    let archive = temporary("in/a.lnotepack")
    #expect(try lnote("pack", package, "-o", archive).status == 0)
    for arguments: [any ProgramArgument] in [
      ["unpack", "gone", temporary("in/text.txt"), archive, "-d", temporary("out")],
      ["import", "gone", archive, temporary("in/text.txt"), "--into", temporary("Library")],
    ] {
      let outcome = try Program.lnote.run(arguments)
      #expect(outcome.status == 3 && outcome.errorLines.count == 2, "\(outcome)")
      #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome)")
    }
    #expect(temporary.names(in: "out") == [SmallPackage.name])
    #expect(temporary.names(in: "Library") == [SmallPackage.name])
    let info = try lnote("info", "gone", archive, "--json")
    #expect(info.status == 3)
    #expect(try info.records().map { $0["type"] as String } == ["error", "package", "summary"])
  }

  // MARK: Damaged texts and archives

  @Test func archiveCutAnywhere() throws {
    #expect(try lnote("pack", package, "-o", temporary("whole")).status == 0)
    let whole = try temporary.read("whole")
    try temporary.remove("whole")
    var lengths = Set([0, 1, 3, 4, 21, 22, 65, 66, whole.count - 23, whole.count - 22, whole.count - 1])
    for length in stride(from: 30, to: whole.count, by: whole.count / 40) { lengths.insert(length) }
    for length in lengths.sorted() {
      try temporary.write(Array(whole.prefix(length)), "in/cut.lnotepack")
      let outcome = try run(["unpack", temporary("in/cut.lnotepack"), "-d", "out"])
      outcome.expectComplaint(3, "in/cut.lnotepack: ")
      #expect(length < 22 || outcome.errors.contains("cut off"), "\(length): \(outcome)")
    }
    let checked = try run(["fsck", "--json", temporary("in/cut.lnotepack")])
    #expect(checked.status == 4, "\(checked)")
    try run(["import", temporary("in/cut.lnotepack"), "--into", "Library"])
      .expectComplaint(3, "in/cut.lnotepack: ")
  }

  @Test func archiveWithAFlippedByte() throws {
    #expect(try lnote("pack", package, "-o", temporary("whole")).status == 0)
    let whole = try temporary.read("whole")
    try temporary.remove("whole")
    let original = TreeSnapshot(
      try temporary.snapshot("in").nodes.filter { $0.key.names[0] == .of(SmallPackage.name) })
    var accepted = 0
    for position in stride(from: 0, to: whole.count, by: whole.count / 60) {
      var bytes = whole
      bytes[position] ^= 0x10
      try temporary.write(bytes, "in/flipped.lnotepack")
      let outcome = try lnote("unpack", temporary("in/flipped.lnotepack"), "-d", temporary("work/out"))
      if outcome.status == 0 {
        // A bit that says which program made the archive, such as a version.
        #expect(try temporary.snapshot("work/out") == original, "byte \(position)")
        try temporary.remove("work/out")
        accepted += 1
      } else {
        #expect(outcome.status == 3 && outcome.errorLines.count == 1, "byte \(position): \(outcome)")
        #expect(temporary.names(in: "work").isEmpty, "byte \(position)")
      }
    }
    #expect(accepted < 20)
  }

  @Test(arguments: ["import", "info"]) func faultInLine40(_ command: String) throws {
    #expect(try lnote("export", package, "-o", temporary("in/a.json"), "--pretty").status == 0)
    var lines = try temporary.text("in/a.json").split(separator: "\n", omittingEmptySubsequences: false)
    let column = try #require(lines[39].utf8.firstIndex { $0 != 0x20 })
    lines[39].insert("?", at: column)
    try temporary.write(lines.joined(separator: "\n"), "in/a.json")
    let outcome = try run(
      [command, temporary("in/a.json")] + (command == "import" ? ["--into", "Library"] : []))
    outcome.expectComplaint(
      3, "in/a.json: line 40, column \(lines[39].utf8.distance(from: lines[39].startIndex, to: column) + 1)",
      "pages[0].elements[")
    let pipe = try run(["import", "-", "--into", "Library"], input: temporary.read("in/a.json"))
    pipe.expectComplaint(3, "lnote: -: line 40")
  }

  @Test(arguments: [
    (#""width": 595.3"#, #""width": "wide""#, "pages[0].width"),
    (#""tool": "pen""#, #""tool": 7"#, "elements[0].tool"),
    (##""color": "#1A1A1AFF""##, #""color": "blue""#, "elements[0].color"),
    (#""createdAt": "2026-01-02T03:04:05.006Z""#, #""createdAt": "yesterday""#, "createdAt"),
    (#""format": "lnote-json""#, #""format": "other""#, "format"),
    (#""id": "\#(SmallPackage.id)""#, #""id": "../../x""#, "id"),
  ]) func namesTheFaultyMember(_ old: String, _ new: String, _ path: String) throws {
    #expect(try lnote("export", package, "-o", temporary("in/a.json"), "--pretty").status == 0)
    try temporary.edit("in/a.json") { text in
      guard let range = text.range(of: old) else { return }
      text.replaceSubrange(range, with: new)
    }
    #expect(try temporary.text("in/a.json").contains(new))
    try run(["import", temporary("in/a.json"), "--into", "Library"]).expectComplaint(3, "in/a.json: ", path)
  }

  /// A package with errors isn't taken in.
  @Test func damagedPackage() throws {
    try temporary.remove("in/\(SmallPackage.name)/\(SmallPackage.assets[0])")
    try run(["import", package, "--into", "Library"]).expectComplaint(3, SmallPackage.name, "asset-missing")
    #expect(try lnote("pack", package, "-o", temporary("in/a.lnotepack")).status == 1)
    try run(["unpack", temporary("in/a.lnotepack"), "-d", "out"]).expectComplaint(3, "asset-missing")
    for format in ["json", "ndjson", "svg"] {
      let exported = try lnote("export", package, "-o", temporary("out.\(format)"), "--pages", "1")
      #expect(exported.status == 1 && exported.errorLines.count == 1, "\(exported)")
      #expect(
        exported.errors.contains("the asset CCCCCCCC-0000-4000-8000-00000000000C has no file"), "\(exported)")
    }
  }

  /// A page that can't be read leaves no picture of the pages before it.
  @Test func pageThatCantBeDrawn() throws {
    try temporary.write("", "in/\(SmallPackage.name)/pages/\(SmallPackage.pages[1]).content")
    try run(["export", package, "-f", "svg"]).expectComplaint(3, "\(SmallPackage.pages[1]).content")
    try run(["export", package, "-f", "svg", "--images", "linked", "-o", "out"]).expectComplaint(3)
    try run(["export", package, "-f", "json"]).expectComplaint(3)
  }

  // MARK: Outputs

  @Test(arguments: [
    ["pack", "P", "-o", "gone/a.lnotepack"], ["export", "P", "-o", "gone/a.json"],
    ["export", "P", "--pages", "1", "-o", "gone/a.svg"], ["export", "P", "-f", "svg", "-o", "gone/deep"],
    ["import", "P", "--into", "gone/Library"], ["new", "gone/Library", "--title", "T"],
  ]) func folderOfTheOutputIsMissing(_ arguments: [String]) throws {
    let outcome = try run(arguments.map { $0 == "P" ? package : $0 })
    outcome.expectComplaint(8, "gone")
    #expect(!outcome.errors.contains(".lnote-"), "\(outcome)")
  }

  @Test func outputThatIsThere() throws {
    try temporary.write("mine", "work/a.json")
    try temporary.write("mine", "work/a.svg")
    try temporary.write("mine", "work/a.lnotepack")
    try temporary.write("mine", "work/out/Small-002.svg")
    try run(["pack", package, "-o", "a.lnotepack"]).expectComplaint(3, "a.lnotepack: ", "--force")
    try run(["export", package, "-o", "a.json"]).expectComplaint(3, "a.json: ", "--force")
    try run(["export", package, "-o", "a.svg", "--pages", "1"]).expectComplaint(3, "a.svg: ", "--force")
    try run(["export", package, "-f", "svg", "-o", "out"]).expectComplaint(
      3, "out/Small-002.svg: ", "--force")
    let work = Path(temporary("work"))
    for arguments in [
      ["pack", package, "-o", "a.lnotepack"], ["export", package, "-o", "a.json"],
      ["export", package, "-o", "a.svg", "--pages", "1"], ["export", package, "-f", "svg", "-o", "out"],
    ] {
      let outcome = try Program.lnote.run(arguments + ["--force"], in: work)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }
    for name in ["a.json", "a.svg", "a.lnotepack", "out/Small-002.svg"] {
      #expect(try temporary.text("work/\(name)") != "mine")
    }
  }

  @Test func outputThatIsAFolder() throws {
    try temporary.makeFolder("work/out")
    let cases = [
      (["pack", package], "Small.lnotepack"), (["export", package, "-f", "json"], "Small.json"),
      (["export", package, "-f", "svg", "--pages", "1"], "Small-001.svg"),
    ]
    let other = try temporary.makeSmallPackage(in: "other")
    let before = try TreeSnapshot(of: Folder.open(Path(other)))
    for (arguments, name) in cases {
      for folder in ["out", "out/"] {
        let outcome = try Program.lnote.run(
          arguments + ["--force", "-o", folder], in: Path(temporary("work")))
        #expect(outcome.status == 0 && outcome.output == "out/\(name)\n", "\(outcome)")
      }
      try run(arguments + ["-o", "out"]).expectComplaint(3, "lnote: out/\(name): ", "--force")
      try run(arguments + ["-o", other]).expectComplaint(3, "is a package")
    }
    #expect(try TreeSnapshot(of: Folder.open(Path(other))) == before)
    try run(cases[0].0 + ["-o", "gone/"]).expectComplaint(8, "the folder gone isn't there")
    // Pages make their folder, also one page that is alone.
    let alone = try Program.lnote.run(cases[2].0 + ["-o", "new/"], in: Path(temporary("work")))
    #expect(alone.status == 0 && alone.output == "new/Small-001.svg\n", "\(alone)")
  }

  @Test func outputThatIsAnInput() throws {
    #expect(try lnote("pack", package, "-o", temporary("in/a.lnotepack")).status == 0)
    let same = temporary("in/../in/a.lnotepack")
    try run(["export", temporary("in/a.lnotepack"), "-f", "json", "-o", same, "--force"]).expectUsage("input")
    try run(["pack", temporary("in/a.lnotepack"), "-o", same, "--force"]).expectUsage("input")
    try run(["pack", package, "-o", package, "--force"]).expectUsage("input")
    // An archive inside the package that it packs would change its own input.
    try run(["pack", package, "-o", "\(package)/a.lnotepack"]).expectUsage("input")
    try run(["import", temporary("in/a.lnotepack"), "--into", package]).expectComplaint(3, "package")
  }

  static let writers: [[String]] = [
    ["ls", "in"], ["info", "P"], ["fsck", "in"], ["pack", "P", "-o", "-"],
    ["export", "P", "-f", "json", "-o", "-"],
    ["export", "P", "-f", "ndjson", "-o", "-"], ["export", "P", "-f", "svg", "-o", "-", "--pages", "1"],
    ["schema"],
    ["completions", "bash"], ["--help"], ["pack", "--help"], ["--version"],
  ]

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"), arguments: writers)
  func fullDiskBehindStandardOutput(_ arguments: [String]) throws {
    let words = arguments.map { $0 == "P" ? package : $0 == "in" ? temporary("in") : $0 }
    let isLong =
      arguments[0].hasPrefix("-") || ["pack", "export", "schema", "completions"].contains(arguments[0])
    for json in isLong ? [[]] : [[], ["--json"]] {
      let outcome = try run(words + json, output: .file("/dev/full"))
      #expect(outcome.status == 8, "\(outcome)")
      #expect(
        outcome.errorLines == ["lnote: can't write to standard output: No space left on device"], "\(outcome)"
      )
    }
  }

  /// What is already done stays done, whole, when it can't be told.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func fullDiskBehindStandardOutputOfAnImport() throws {
    let outcome = try lnote(
      "import", package, "--into", temporary("Library"), output: .file("/dev/full"))
    #expect(outcome.status == 8 && outcome.errorLines.count == 1, "\(outcome)")
    #expect(temporary.names(in: "Library") == [SmallPackage.name])
  }

  // MARK: Names

  @Test func namesThatAreNotUTF8() throws {
    let odd = Path(Array(temporary("odd").utf8) + [0xFF, 0xFE])
    let file = { (suffix: String) in Path(odd.bytes + Array(suffix.utf8)) }
    let archive = file(".lnotepack")
    let packed = try lnote("pack", package, "-o", archive)
    #expect(packed.status == 0 && packed.errors == "", "\(packed)")
    #expect(packed.output == "\(archive)\n", "\(packed)")
    for arguments: [any ProgramArgument] in [
      ["info", archive], ["fsck", archive], ["unpack", archive, "-d", odd],
      ["import", archive, "--into", file("L")],
      ["ls", odd], ["export", archive, "-o", file(".json")],
      ["export", archive, "-f", "svg", "-o", file("svg")],
      ["import", file(".json"), "--into", file("M")], ["new", file("N"), "--title", "T"],
    ] {
      let outcome = try Program.lnote.run(arguments)
      #expect(outcome.status == 0 && outcome.errors == "", "\(arguments[0]): \(outcome)")
      #expect(String(validating: outcome.outputBytes, as: UTF8.self) != nil)
      let json = try Program.lnote.run(
        arguments + ["--json", "--force"].prefix(arguments[0] as? String == "export" ? 2 : 1))
      if arguments[0] as? String != "unpack" { #expect(json.status == 0, "\(json)") }
      _ = try json.records()
    }
    let missing = try lnote("info", Path(Array("gone".utf8) + [0xE9, 0x0A, 0x1B]))
    missing.expectComplaint(3, #"gone\xe9\u{a}\u{1b}"#)
  }

  @Test func packageFolderThatIsNotNamedInUTF8() throws {
    let odd = Path(Array(temporary("odd").utf8) + [0xE9] + Array(".lnote".utf8))
    let copied = try Program.named("cp").run(["-r", package, odd])
    #expect(copied.status == 0)
    let packed = try lnote("pack", odd, "-o", temporary("a.lnotepack"))
    #expect(packed.status == 0, "\(packed)")
    #expect(try lnote("unpack", temporary("a.lnotepack"), "-d", temporary("out")).status == 0)
    #expect(temporary.names(in: "out") == [SmallPackage.name])
  }
}
