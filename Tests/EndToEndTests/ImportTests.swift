import DurableFiles
import Foundation
import TestSupport
import Testing

/// `import`: whole or not at all, twice is once, and what happens to another state.
@Suite struct ImportTests {
  let temporary: TemporaryFolder
  let package: String

  init() throws {
    temporary = try TemporaryFolder()
    package = try temporary.makeSmallPackage(in: "in")
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    #expect(try lnote("export", package, "-o", temporary("a.json")).status == 0)
    #expect(try lnote("export", package, "-o", temporary("a.ndjson")).status == 0)
    #expect(try lnote("export", package, "-o", temporary("a.svg"), "--pages", "1").status == 0)
  }

  func `import`(_ arguments: any ProgramArgument...) throws -> Program.Outcome {
    try Program.lnote.run(["import", "--into", temporary("Library")] + arguments)
  }

  /// Bytes, times and numbers of everything, so that not even a rewrite of the same bytes goes unseen.
  func state() throws -> String {
    let outcome = try Program.named("find").run([temporary("Library"), "-printf", "%P %y %s %i %T@ %C@\\n"])
    return outcome.output.split(separator: "\n").sorted().joined(separator: "\n")
  }

  @Test(arguments: ["in/\(SmallPackage.name)", "in", "a.lnotepack", "a.json", "a.ndjson", "a.svg"])
  func twiceIsOnce(_ source: String) throws {
    let first = try `import`(temporary(source))
    #expect(first.status == 0 && first.output.hasPrefix("imported: Small → "), "\(first)")
    let snapshot = try temporary.snapshot("Library")
    let again = try `import`(temporary(source))
    #expect(again.status == 0 && again.errors == "", "\(again)")
    #expect(again.output.hasPrefix("there already, nothing to do: Small → "), "\(again)")
    #expect(try temporary.snapshot("Library") == snapshot)
    #expect(try lnote("fsck", temporary("Library")).status == 0)
    let records = try `import`(temporary(source), "--json").records()
    #expect(records.of("import").first?["decision"] == "identical")
    #expect(records.last?["identical"] == 1 && records.last?["imported"] == 0)
  }

  @Test(.needs("find")) func twiceTouchesNothing() throws {
    _ = try `import`(package)
    let before = try state()
    _ = try `import`(package, temporary("a.lnotepack"), temporary("a.json"))
    let after = try state()
    // The library's own times change with the stage in it; the package and all in it must not.
    let inside = { (text: String) in text.split(separator: "\n").filter { !$0.hasPrefix(" d") } }
    #expect(inside(before) == inside(after))
  }

  /// Every form of a document is the same document.
  @Test func formsAreOneDocument() throws {
    let outcome = try `import`(package, temporary("a.lnotepack"), temporary("a.json"), temporary("a.ndjson"))
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("there already") } == 3, "\(outcome)")
  }

  /// Inputs are read and checked on several threads, and take their places in their order.
  @Test func manyAtATimeAreAsManyOneByOne() throws {
    var inputs: [String] = []
    for number in 0..<24 {
      let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path stroke='red' d='M1 1L\(number) 8'/></svg>"
      inputs.append(temporary("\(number % 20).svg"))
      try temporary.write(number == 7 ? "<svg" : drawing, "\(number % 20).svg")
      if number == 11 {
        inputs += [temporary("a.lnotepack"), temporary("a.json"), temporary("missing.json")]
      }
    }
    var seen: [Program.Outcome] = []
    for jobs in ["1", "3"] {
      seen.append(try Program.lnote.run(["import", "--into", temporary("Library"), "-j", jobs] + inputs))
      #expect(try lnote("fsck", temporary("Library")).status == 0)
      try temporary.remove("Library")
    }
    #expect(seen[0].output == seen[1].output && seen[0].errors == seen[1].errors, "\(seen)")
    #expect(seen[0].status == seen[1].status && seen[0].status ?? 0 > 1, "\(seen)")
    let lines = seen[0].output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("imported: ") } == 20, "\(seen)")
    #expect(lines.count { $0.hasPrefix("there already") } == 5, "\(seen)")
    #expect(seen[0].errors.contains("7.svg") && seen[0].errors.contains("missing.json"), "\(seen)")
  }

  @Test func readsStandardInput() throws {
    let json = try temporary.read("a.json")
    let outcome = try Program.lnote.run(["import", "-", "--into", temporary("Library")], input: json)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(temporary.names(in: "Library") == [SmallPackage.name])
    let archive = try Program.lnote.run(
      ["import", "-", "--into", temporary("No")], input: temporary.read("a.lnotepack"))
    archive.expectComplaint(3, "-: ", "file first")
    #expect(!temporary.exists("No"))
  }

  // MARK: Another state

  private func changeTheOneThatIsThere() throws {
    _ = try `import`(package)
    try temporary.edit("Library/\(SmallPackage.name)/pages/\(SmallPackage.pages[0]).content") {
      $0 = $0.replacingOccurrences(of: "\"tool\":\"marker\"", with: "\"tool\":\"pencil\"")
    }
  }

  @Test func refusesAnotherState() throws {
    try changeTheOneThatIsThere()
    let before = try temporary.snapshot("Library")
    let outcome = try `import`(temporary("a.lnotepack"))
    outcome.expectComplaint(3, "a.lnotepack", "page 1 differs", "--on-conflict", SmallPackage.name)
    #expect(try temporary.snapshot("Library") == before)
    let record = try #require(try `import`("--json", temporary("a.lnotepack")).records().of("error").first)
    #expect(record["code"] == "exists")
  }

  @Test func skipsAnotherState() throws {
    try changeTheOneThatIsThere()
    let before = try temporary.snapshot("Library")
    let outcome = try `import`(temporary("a.lnotepack"), "--on-conflict", "skip")
    #expect(outcome.status == 1 && outcome.output.hasPrefix("skipped: Small"), "\(outcome)")
    #expect(try temporary.snapshot("Library") == before)
  }

  @Test func keepsBoth() throws {
    try changeTheOneThatIsThere()
    let before = try temporary.snapshot("Library/\(SmallPackage.name)")
    let outcome = try `import`(temporary("a.lnotepack"), "--on-conflict", "keep-both")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(temporary.names(in: "Library").count == 2)
    #expect(try temporary.snapshot("Library/\(SmallPackage.name)") == before)
    #expect(try lnote("ls", temporary("Library")).output.contains("Small (2) "))
    let checked = try lnote("fsck", "--strict", temporary("Library"))
    #expect(checked.status == 0, "\(checked)")
    let after = try temporary.snapshot("Library")
    let again = try `import`(temporary("a.lnotepack"), "--on-conflict", "keep-both")
    #expect(again.status == 0 && again.output.hasPrefix("there already"), "\(again)")
    #expect(try temporary.snapshot("Library") == after)
  }

  @Test func dryRunChangesNothing() throws {
    let outcome = try `import`(package, temporary("a.json"), "--dry-run")
    #expect(outcome.status == 0 && outcome.output.contains("would be imported: Small"), "\(outcome)")
    #expect(!temporary.exists("Library"))
    try changeTheOneThatIsThere()
    let before = try temporary.snapshot("Library")
    for policy in ["skip", "keep-both"] {
      let outcome = try `import`(temporary("a.lnotepack"), "-n", "--on-conflict", policy)
      #expect((0...1).contains(outcome.status ?? 99), "\(outcome)")
      #expect(try temporary.snapshot("Library") == before)
    }
  }

  @Test func takesAWholeLibrary() throws {
    let outcome = try `import`("\(ProgramSamples.samples)/Library")
    #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 3, "\(outcome)")
    #expect(try temporary.snapshot("Library") == TreeSnapshot(ofPath: "\(ProgramSamples.samples)/Library"))
  }

  // MARK: Killed

  /// Calls that change something, so that all states that a kill can leave come up.
  static let calls = [
    "openat", "write", "pwrite64", "fsync", "fdatasync", "rename", "renameat", "renameat2", "mkdirat",
    "mkdir", "unlinkat",
    "close", "flock",
  ]

  /// A debug build tries a part of all moments.
  @Test(.needsTracing) func killedAnywhereItIsWholeOrAbsent() throws { try sweep("a.lnotepack", step: 11) }

  func sweep(_ source: String, step: Int) throws {
    try temporary.makeFolder("Library")
    let whole = try Program.lnote.run(["import", temporary(source), "--into", temporary("Wanted")])
    #expect(whole.status == 0, "\(whole)")
    let wanted = try temporary.snapshot("Wanted")
    var kills = 0
    var installed = 0
    for call in Self.calls {
      var number = 1
      while true {
        let outcome = try Program.named("strace").run([
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=SIGKILL:when=\(number)",
          Program.lnote.path, "import", temporary(source), "--into", temporary("Library"),
        ])
        if outcome.signal == nil {
          // Fewer calls than that: it ran to its end.
          #expect(outcome.status == 0, "\(call) \(number): \(outcome)")
          try temporary.remove("Library")
          try temporary.makeFolder("Library")
          break
        }
        kills += 1
        let left = try temporary.snapshot("Library").withoutLeftovers
        #expect(left == wanted || left.nodes.isEmpty, "killed in \(call) \(number): \(left)")
        if left == wanted { installed += 1 }
        // The next import isn't disturbed by what is left, and ends with the whole document.
        if number % 5 == 0 {
          let next = try Program.lnote.run(["import", temporary(source), "--into", temporary("Library")])
          #expect(next.status == 0, "after \(call) \(number): \(next)")
          #expect(try temporary.snapshot("Library").withoutLeftovers == wanted)
        }
        try temporary.remove("Library")
        try temporary.makeFolder("Library")
        number += step
      }
    }
    #expect(
      kills >= (step == 1 ? 60 : 5) && installed >= (step == 1 ? 1 : 0),
      "\(kills) kills, \(installed) after it was there")
  }
}

/// Killed at every single moment.
@Suite(.needsFastBuild) struct HeavyKillTests {
  @Test(.needsTracing, arguments: ["in/\(SmallPackage.name)", "a.lnotepack", "a.json", "a.svg"])
  func killedAnywhereAnImportIsWholeOrAbsent(_ source: String) throws {
    try ImportTests().sweep(source, step: 1)
  }

  /// What changes a library that holds another state already, and what unpacks.
  @Test(.needsTracing, arguments: ["replace", "newer", "merge", "keep-both", "unpack"])
  func killedAnywhereTheOldOrTheNewStateIsThere(_ way: String) throws {
    let tests = try ImportTests()
    let temporary = tests.temporary
    let arguments =
      way == "unpack"
      ? ["unpack", temporary("a.lnotepack"), "-d", temporary("Library")]
      : ["import", temporary("a.lnotepack"), "--into", temporary("Library"), "--on-conflict", way]
    func prepare() throws -> TreeSnapshot {
      if temporary.exists("Library") { try temporary.remove("Library") }
      try temporary.makeFolder("Library")
      guard way != "unpack" else { return TreeSnapshot() }
      try temporary.makeSmallPackage(in: "Library")
      let package = "Library/\(SmallPackage.name)"
      try temporary.edit("\(package)/pages/\(SmallPackage.pages[0]).content") {
        $0 = $0.replacingOccurrences(of: "\"tool\":\"marker\"", with: "\"tool\":\"pencil\"")
      }
      for name in ["document.json", "manifest.json"] {
        try temporary.edit("\(package)/\(name)") {
          $0 = $0.replacingOccurrences(of: "04:06.007Z", with: "04:06.000Z")
        }
      }
      return try visible()
    }
    func visible() throws -> TreeSnapshot {
      var tree = try temporary.snapshot("Library").withoutLeftovers
      tree.nodes = tree.nodes.filter { !$0.key.description.hasPrefix(".lnote-lost+found") }
      return tree
    }
    let old = try prepare()
    let whole = try Program.lnote.run(arguments)
    #expect(whole.status == 0, "\(whole)")
    let new = try visible()
    #expect(new != old)
    var seen: [String: Int] = [:]
    for call in ImportTests.calls {
      var number = 1
      while true {
        _ = try prepare()
        let outcome = try Program.named("strace").run(
          [
            "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
            "inject=\(call):signal=SIGKILL:when=\(number)", Program.lnote.path,
          ] + arguments)
        if outcome.signal == nil { break }
        let left = try visible()
        #expect(left == old || left == new, "killed in \(call) \(number): \(left)")
        seen[left == new ? "new" : "old", default: 0] += 1
        // What is left disturbs nobody: the same again ends with the new state, and a repair clears the rest.
        if number % 7 == 0, way != "unpack" {
          let next = try Program.lnote.run(arguments)
          #expect(next.status == 0, "after \(call) \(number): \(next)")
          #expect(try visible() == new, "after \(call) \(number)")
        }
        number += 1
      }
    }
    #expect(seen["old", default: 0] > 40 && seen["new", default: 0] > 0, "\(seen)")
  }

  /// Every call that fails: status 8 with a line that says what, and the old state; or the new one, where the failure
  /// came behind it.
  @Test(.needsTracing, arguments: ["ENOSPC", "EIO", "EROFS", "EINTR"], ["replace", "merge", "unpack"])
  func failingAnywhereTheOldOrTheNewStateIsThere(_ errno: String, _ way: String) throws {
    let tests = try ImportTests()
    let temporary = tests.temporary
    let arguments =
      way == "unpack"
      ? ["unpack", temporary("a.lnotepack"), "-d", temporary("Library")]
      : ["import", temporary("a.lnotepack"), "--into", temporary("Library"), "--on-conflict", way]
    func prepare() throws {
      if temporary.exists("Library") { try temporary.remove("Library") }
      try temporary.makeFolder("Library")
      guard way != "unpack" else { return }
      try temporary.makeSmallPackage(in: "Library")
      try temporary.edit("Library/\(SmallPackage.name)/pages/\(SmallPackage.pages[0]).content") {
        $0 = $0.replacingOccurrences(of: "\"tool\":\"marker\"", with: "\"tool\":\"pencil\"")
      }
    }
    func state() throws -> TreeSnapshot {
      var tree = try temporary.snapshot("Library")
      tree.nodes = tree.nodes.filter { !$0.key.description.hasPrefix(".lnote-lost+found") }
      return tree
    }
    try prepare()
    let old = try state()
    #expect(try Program.lnote.run(arguments).status == 0)
    let new = try state()
    var failures = 0
    for call in ["write", "fsync", "renameat2", "mkdirat", "linkat"] {
      var number = 1
      while true {
        try prepare()
        let outcome = try Program.named("strace").run(
          [
            "-f", "-qq", "-o", temporary("trace"), "-e", "trace=\(call)", "-e",
            "inject=\(call):error=\(errno):when=\(number)", Program.lnote.path,
          ] + arguments)
        if try !temporary.text("trace").contains("INJECTED") { break }
        let left = try state().withoutLeftovers
        #expect(left == old || left == new, "\(errno) in \(call) \(number): \(left)")
        if left == old {
          failures += 1
          // A broken terminal is told of too.
          #expect(outcome.status == 8 && !outcome.errors.isEmpty, "\(errno) in \(call) \(number): \(outcome)")
          #expect(try state() == old, "a stage is left: \(errno) in \(call) \(number)")
        }
        number += 1
      }
    }
    if errno != "EINTR" { #expect(failures > 10) }
  }
}
