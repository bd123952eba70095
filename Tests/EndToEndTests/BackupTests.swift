import DurableFiles
import Foundation
import TestSupport
import Testing

/// `lnote backup` and `lnote restore` as people and scripts use them.
@Suite struct BackupTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func backUp(_ options: String...) throws -> Program.Outcome {
    try Program.lnote.run(["backup", temporary("L"), "--to", temporary("B")] + options)
  }

  private func restore(_ options: String...) throws -> Program.Outcome {
    try Program.lnote.run(["restore", temporary("B"), "--into", temporary("R")] + options)
  }

  private func fill() throws {
    try temporary.makeStrangePackage(in: "L")
    try temporary.copy(ProgramSamples.empty, "L/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote")
  }

  private var package: String { "L/\(SmallPackage.name)" }

  private func save(at minute: Int) throws {
    for file in ["document.json", "manifest.json"] {
      try temporary.edit("\(package)/\(file)") { text in
        let range = text.range(of: "2026-01-02T03:[0-9]{2}:06", options: .regularExpression)
        if let range { text.replaceSubrange(range, with: "2026-01-02T03:\(minute):06") }
      }
    }
  }

  private func emptyPages() throws {
    try temporary.edit("\(package)/document.json") { text in
      for count in [2, 3] {
        text = text.replacingOccurrences(of: "\"elementCount\": \(count)", with: "\"elementCount\": 1")
      }
    }
    for page in SmallPackage.pages {
      try temporary.edit("\(package)/pages/\(page).content") { text in
        text =
          text.split(separator: "\n").filter { !$0.contains("\"stroke\"") }.joined(separator: "\n") + "\n"
        text = text.replacingOccurrences(of: "},\n]", with: "}\n]")
      }
    }
  }

  // MARK: The way there and back

  @Test func everyGenerationRestoresToTheSameBytes() throws {
    try fill()
    var states: [(minute: Int, tree: TreeSnapshot)] = []
    for minute in 10...14 {
      try save(at: minute)
      try temporary.edit("\(package)/pages/\(SmallPackage.pages[1]).content") {
        $0 = $0.replacingOccurrences(
          of: "\"radius\":\(minute == 10 ? 8 : minute - 1)", with: "\"radius\":\(minute)")
      }
      let outcome = try backUp("--json")
      #expect(outcome.status == 0, "\(outcome)")
      let written = try outcome.records().of("backup").filter { $0["decision"] == "written" }
      #expect(written.count == (minute == 10 ? 2 : 1))
      states.append((minute, try temporary.snapshot("L")))
    }
    #expect(try backUp().output == "0 documents backed up, 2 unchanged\n")
    for (minute, tree) in states {
      let outcome = try restore("--at", "2026-01-02 03:\(minute)", "--document", SmallPackage.id.lowercased())
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try temporary.snapshot("R") == tree.under(SmallPackage.name), "minute \(minute)")
      try temporary.remove("R")
    }
    let all = try restore("--json")
    #expect(all.status == 0, "\(all)")
    #expect(try all.records().of("restore").allSatisfy { $0["decision"] == "imported" })
    #expect(try temporary.snapshot("R") == temporary.snapshot("L"))
    #expect(try restore().output.contains("there already, nothing to do"))
    let checked = try lnote("backup", "--check", temporary("B"))
    #expect(checked.status == 0 && checked.output == "6 generations read: all restore\n", "\(checked)")
  }

  @Test(.needsCorpus) func realNotesRestoreToTheSameBytes() throws {
    for path in ProgramSamples.lightPackages {
      let name = URL(fileURLWithPath: path).lastPathComponent
      if !temporary.exists("L/\(name)") { try temporary.copy(path, "L/\(name)") }
    }
    let outcome = try backUp("--json")
    #expect(outcome.status == 0 || outcome.status == 1, "\(outcome)")
    #expect(try restore().status == 0)
    #expect(try temporary.snapshot("R") == temporary.snapshot("L"))
  }

  /// A note that a bug emptied comes back beside the empty one, however few generations shall be kept.
  @Test func anEmptiedNoteComesBack() throws {
    try temporary.makeSmallPackage(in: "L")
    for minute in 10...12 {
      try save(at: minute)
      #expect(try backUp("--keep", "1").status == 0)
    }
    let whole = try temporary.snapshot(package)
    try save(at: 30)
    try emptyPages()
    let outcome = try backUp("--keep", "1")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.errors.contains("the document had 3 strokes in its last generation and has 0 now"), "\(outcome)"
    )
    #expect(outcome.errors.contains("--accept \(SmallPackage.id)"), "\(outcome)")
    #expect(try backUp("--keep", "1").status == 1, "still so the next day")
    let record = try #require(try backUp("--keep", "1", "--json").records().of("backup").first)
    #expect(record.members["held"] as? Bool == true)
    let generations = temporary.names(in: "B/\(SmallPackage.id)")
    #expect(generations.count == 2, "\(generations)")
    try temporary.copy(temporary("L"), "R")
    let restored = try restore(
      "--document", SmallPackage.id, "--at", "2026-01-02", "--on-conflict", "keep-both")
    #expect(
      restored.status == 0 && restored.output.contains("there already"),
      "the newest of that day is the empty one")
    let older = try restore(
      "--document", SmallPackage.id, "--at", "2026-01-02 03:29", "--on-conflict", "keep-both")
    #expect(older.status == 0 && older.output.contains("beside the other"), "\(older)")
    let names = temporary.names(in: "R")
    #expect(names.count == 2)
    let copy = try #require(names.first { $0 != SmallPackage.name })
    let strokes = try lnote("info", temporary("R/\(copy)"), "--json").records().of("package").first
    #expect(strokes?["title"] == "Small (2)", "\(strokes.map { "\($0)" } ?? "none")")
    #expect(
      try temporary.snapshot("R/\(copy)/assets")
        == TreeSnapshot(
          whole.under("assets").nodes.reduce(into: [:]) {
            if $1.key.names.count > 1 { $0[RelativePath(Array($1.key.names.dropFirst()))] = $1.value }
          }))
    let accepted = try backUp("--keep", "1", "--accept", SmallPackage.id)
    #expect(accepted.status == 0 && accepted.output.contains("pruned: "), "\(accepted)")
    #expect(temporary.names(in: "B/\(SmallPackage.id)").count == 1)
  }

  @Test func aDamagedGenerationIsPassedOver() throws {
    try temporary.makeSmallPackage(in: "L")
    try save(at: 10)
    #expect(try backUp().status == 0)
    let whole = try temporary.snapshot("L")
    try save(at: 11)
    try temporary.write(
      Array(temporary.read("\(package)/pages/\(SmallPackage.pages[0]).content").prefix(300)),
      "\(package)/pages/\(SmallPackage.pages[0]).content")
    let outcome = try backUp()
    #expect(
      outcome.status == 1 && outcome.errors.contains("backed up as it is: page-truncated"), "\(outcome)")
    let checked = try lnote("backup", "--check", temporary("B"))
    #expect(
      checked.status == 1 && checked.output == "2 generations read: 1 restore, 1 damaged\n", "\(checked)")
    let restored = try restore()
    #expect(
      restored.status == 1 && restored.errors.contains("the generation before it is taken"), "\(restored)")
    #expect(try temporary.snapshot("R") == whole)
    // As it was it can be had too.
    let generation = try #require(temporary.names(in: "B/\(SmallPackage.id)").last)
    let salvaged = try lnote(
      "unpack", "--salvage", temporary("B/\(SmallPackage.id)/\(generation)"), "-d", temporary("S"))
    #expect(salvaged.status == 1, "\(salvaged)")
    #expect(try temporary.snapshot("S") == temporary.snapshot("L"))
  }

  @Test func aRottenGenerationIsFound() throws {
    try temporary.makeSmallPackage(in: "L")
    #expect(try backUp().status == 0)
    let name = "B/\(SmallPackage.id)/\(try #require(temporary.names(in: "B/\(SmallPackage.id)").first))"
    var bytes = try temporary.read(name)
    bytes[bytes.count / 2] ^= 1
    try temporary.write(bytes, name)
    let checked = try lnote("backup", "--check", temporary("B"), "--json")
    #expect(checked.status == 8 && checked.errors.contains(name), "\(checked)")
    #expect(try checked.records().of("generation").first?["verdict"] == "broken")
    #expect(try restore().status == 3)
    #expect(!temporary.exists("R"))
    #expect(try backUp("--deep").status == 0)
    #expect(try lnote("backup", "--check", temporary("B")).status == 0)
  }

  // MARK: Databases

  #if SQLite
    /// Pages in a database are backed up whole, the changes included that its log alone holds, and strokes are counted.
    @Test(.needs("sqlite3")) func aDatabaseIsBackedUpWithItsLog() throws {
      try temporary.makeSmallPackage(in: "L")
      try #require(try lnote("migrate", "--to", "sqlite", temporary(package)).status == 0)
      #expect(try backUp().status == 0)
      let database = temporary("\(package)/pages.sqlite")
      let script = """
        PRAGMA journal_mode = WAL;
        UPDATE strokes SET color = '#12AB34';
        .shell cp '\(database)' '\(temporary("database"))' && cp '\(database)-wal' '\(temporary("log"))'
        """
      let changed = try Program.named("sqlite3").run([database], input: Array(script.utf8))
      #expect(changed.status == 0, "\(changed)")
      try temporary.write(temporary.read("database"), "\(package)/pages.sqlite")
      try temporary.write(temporary.read("log"), "\(package)/pages.sqlite-wal")
      let outcome = try backUp()
      #expect(outcome.status == 0 && outcome.output.contains("backed up: Small"), "\(outcome)")
      #expect(!temporary.exists("\(package)/pages.sqlite-wal"))
      #expect(try backUp().output.contains("1 unchanged"))
      #expect(try lnote("backup", "--check", temporary("B")).status == 0)
      #expect(try restore().status == 0)
      #expect(try temporary.snapshot("R") == temporary.snapshot("L").under(SmallPackage.name))
      let text = try lnote("export", temporary("R/\(SmallPackage.name)"), "-f", "json", "-o", "-").output
      #expect(text.contains("#12AB34"), "\(text)")
      let emptied = try Program.named("sqlite3").run([database, "DELETE FROM strokes"])
      #expect(emptied.status == 0, "\(emptied)")
      let loss = try backUp()
      #expect(
        loss.status == 1 && loss.errors.contains("had 3 strokes in its last generation and has 0 now"),
        "\(loss)")
    }
  #endif

  // MARK: Words and statuses

  @Test func dryRunsTouchNothing() throws {
    try fill()
    let before = try temporary.snapshot()
    let outcome = try backUp("--dry-run")
    #expect(outcome.status == 0 && outcome.output.contains("would be backed up: Small"), "\(outcome)")
    #expect(outcome.output.hasSuffix("2 documents would be backed up, 0 unchanged\n"), "\(outcome)")
    #expect(try temporary.snapshot() == before)
    #expect(try backUp().status == 0)
    let restored = try restore("-n")
    #expect(restored.status == 0 && restored.output.contains("would be restored: Small"), "\(restored)")
    #expect(!temporary.exists("R"))
  }

  @Test func wrongUsage() throws {
    try temporary.makeSmallPackage(in: "L")
    try lnote("backup", temporary("L")).expectUsage("--to")
    try lnote("backup", "--to", temporary("B")).expectUsage("LIBRARY")
    try lnote("backup", temporary("L"), "--to", temporary("L/B")).expectUsage("lies in the library")
    try lnote("backup", temporary("L"), "--to", temporary("L")).expectUsage("lies in the library")
    try lnote("backup", temporary("L"), "--to", temporary("B"), "--keep", "0").expectUsage("--keep")
    try lnote("backup", temporary("L"), "--to", temporary("B"), "--accept", "x").expectUsage("--accept")
    try lnote("backup", temporary("L"), "--check", temporary("B")).expectUsage("--check")
    try lnote("restore", temporary("B"), "--into", temporary("R"), "--at", "soon").expectUsage("--at")
    try lnote("restore", temporary("B")).expectUsage("--into")
    #expect(temporary.names() == ["L"])
  }

  @Test func whatIsNoLibraryAndNoBackup() throws {
    try temporary.makeSmallPackage(in: "L")
    let package = temporary("L/\(SmallPackage.name)")
    try lnote("backup", package, "--to", temporary("B")).expectComplaint(3, "is one package")
    try lnote("backup", temporary("none"), "--to", temporary("B")).expectComplaint(3, "none")
    try lnote("restore", temporary("L"), "--into", temporary("R")).expectComplaint(3, "holds no generation")
    try lnote("restore", temporary("none"), "--into", temporary("R")).expectComplaint(3, "none")
    try lnote("backup", "--check", temporary("none")).expectComplaint(3, "none")
    #expect(try backUp().status == 0)
    let missing = try restore("--document", "00000000-0000-4000-8000-000000000000")
    missing.expectComplaint(3, "holds no generation of the document")
    let early = try restore("--at", "2001-01-01")
    #expect(early.status == 1 && early.errors.contains("has no generation that old"), "\(early)")
    #expect(!temporary.exists("R"))
  }

  @Test func anEmptyLibraryIsBackedUp() throws {
    try temporary.makeFolder("L")
    let outcome = try backUp()
    #expect(outcome.status == 0 && outcome.output == "0 documents backed up, 0 unchanged\n", "\(outcome)")
  }

  @Test func anUnchangedLibraryIsNotRead() throws {
    guard Program.canTrace else { return }
    try fill()
    usleep(30_000)
    #expect(try backUp().status == 0)
    let log = temporary("calls")
    let outcome = try Program.named("strace").run(
      [
        "-f", "-qq", "-o", log, "-e", "trace=openat", Program.lnote.path, "backup", temporary("L"), "--to",
        temporary("B"),
      ])
    #expect(outcome.status == 0, "\(outcome)")
    let opened = try temporary.text("calls").split(separator: "\n").filter {
      $0.contains(".content") || $0.contains(".json\"") || $0.contains(".jpg") || $0.contains(".lnotepack")
    }
    #expect(opened == [])
  }
}
