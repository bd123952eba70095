import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// Packages that another process has open or writes to.
@Suite struct LiveStorageTests {
  let temporary: TemporaryFolder
  var package: String { temporary(StorageTrial.package) }

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeSmallPackage(in: "L")
  }

  private func wait(for condition: () -> Bool) throws {
    for _ in 0..<1000 where !condition() { usleep(10_000) }
    try #require(condition(), "nothing happened for ten seconds")
  }

  private func migrate() throws {
    let outcome = try lnote("migrate", "--to", "sqlite", temporary("L"))
    #expect(outcome.status == 0, "\(outcome)")
  }

  #if SQLite
    @Test(.needs("python3")) func saysThatADatabaseIsOpen() throws {
      try migrate()
      let holder = """
        import sqlite3, sys, os, time
        database = sqlite3.connect(sys.argv[1])
        database.execute("select count(*) from strokes").fetchall()
        if sys.argv[3] == "writes":
          database.execute("insert into others select id, 77, '{\\"type\\":\\"sticker\\"}' from pages limit 1")
          database.commit()
        open(sys.argv[2], "w").close()
        while not os.path.exists(sys.argv[2] + ".stop"): time.sleep(0.01)
        """
      for kind in ["reads", "writes"] {
        let sign = temporary(kind)
        let python = try Program.named("python3").start(["-c", holder, "\(package)/pages.sqlite", sign, kind])
        try wait { FileManager.default.fileExists(atPath: sign) }
        for command in [
          ["pack", package, "-o", temporary("a.lnotepack")],
          ["migrate", "--to", "snapshots", temporary("L")],
        ] {
          let outcome = try Program.lnote.run(command)
          #expect(outcome.status == 2 && outcome.errors.contains("open"), "\(outcome)")
        }
        #expect(!temporary.exists("a.lnotepack"))
        let found = try lnote("fsck", package)
        #expect(found.status == 0, "\(found)")
        let exported = try lnote("export", package, "-f", "json", "-o", "-")
        #expect(
          exported.status == 0 && exported.output.contains("sticker") == (kind == "writes"), "\(exported)")
        try temporary.write("", "\(kind).stop")
        #expect(try python.finish().status == 0)
      }
      let packed = try lnote("pack", package, "-o", temporary("a.lnotepack"))
      #expect(packed.status == 0, "\(packed)")
      #expect(temporary.names(in: StorageTrial.package).filter { $0.hasPrefix("pages.sqlite-") } == [])
    }

    /// What a program that died left in the log is read, and packed.
    @Test(.needs("python3")) func takesInALogThatWasLeft() throws {
      try migrate()
      let script = """
        import sqlite3, sys, os
        database = sqlite3.connect(sys.argv[1])
        database.execute("insert into others select id, 77, '{\\"type\\":\\"sticker\\"}' from pages limit 1")
        database.commit()
        os._exit(0)
        """
      _ = try Program.named("python3").run(["-c", script, "\(package)/pages.sqlite"])
      let before = try temporary.snapshot("L")
      #expect(temporary.exists("\(StorageTrial.package)/pages.sqlite-wal"))
      let info = try lnote("info", "--json", package).records()
      #expect(info[0]["wal"] == "pending" && info[0]["unknown"] == 1, "\(info)")
      let imported = try lnote("import", package, "--into", temporary("M"))
      // The document counts one element less.
      #expect(imported.status == 1, "\(imported)")
      #expect(try temporary.snapshot("L") == before)
      let copy = "M/\(SmallPackage.name)"
      #expect(try lnote("info", "--json", temporary(copy)).records()[0]["unknown"] == 1)
      #expect(!temporary.names(in: copy).contains { $0.hasPrefix("pages.sqlite-") })
      let compacted = try lnote("compact", package)
      #expect(compacted.status == 0 && compacted.output.contains("log"), "\(compacted)")
      #expect(!temporary.names(in: StorageTrial.package).contains { $0.hasPrefix("pages.sqlite-") })
      #expect(try lnote("info", "--json", package).records()[0]["unknown"] == 1)
    }
  #endif

  /// How long the writers write; a minute proves more.
  private static let seconds =
    ProcessInfo.processInfo.environment["LNOTE_LIVE_SECONDS"].flatMap { Int($0) } ?? 6

  @Test(arguments: SessionFaultTests.engines) func nothingDisturbsAWriter(_ engine: String) throws {
    if engine == "sqlite" { try migrate() }
    try temporary.write("", "said")
    let writer = try StorageTrial.writer.start(
      [package, engine, "\(Self.seconds * 10)", "100"], output: .file(Path(temporary("said"))))
    try wait { (try? temporary.text("said").isEmpty) == false }
    try temporary.makeFolder("B")
    let end = Date.now + Double(Self.seconds) - 0.5
    var busy = 0
    var rounds = 0
    var refusals = 0
    while Date.now < end {
      rounds += 1
      let found = try lnote("fsck", "--json", temporary("L"))
      #expect(found.status == 0 || found.status == 2, "\(found)")
      if found.status == 2 { busy += 1 }
      for finding in try found.records().of("finding") where finding["code"] == "package-busy" {
        refusals += 1
      }
      for finding in try found.records().of("finding") {
        let isBad = finding["severity"] == "error" || finding["severity"] == "fatal"
        #expect(!isBad, "\(finding)")
      }
      #expect(try lnote("ls", temporary("L")).status == 0)
      let backup = try lnote("backup", temporary("L"), "--to", temporary("B"))
      #expect([0, 1, 2].contains(backup.status), "\(backup)")
      let packed = try lnote("pack", package, "-o", temporary("a.lnotepack"), "--force")
      #expect([0, 1, 2].contains(packed.status), "\(packed)")
      if packed.status != 2 {
        let inside = try lnote("fsck", temporary("a.lnotepack"))
        #expect(inside.status == 0, "\(inside)")
      }
    }
    _ = try writer.finish()
    let generations = try lnote("backup", "--check", temporary("B"))
    #expect(generations.status == 0, "\(generations)")
    #expect(busy > 0, "nobody noticed the writer")
    // Whoever asks for more than the usual wants figures.
    if Self.seconds > 6 {
      print("\(engine): \(rounds) rounds, \(busy) not judged, \(refusals) of them busy")
    }
    let said = try temporary.text("said").split(separator: "\n")
    #expect(said.count == Self.seconds * 10)
    let now = try Package.open(Path(package))
    let ids = try now.page(now.document.pages[0].id).elements.compactMap { $0.id?.text.suffix(12) }
    #expect(Set(said).isSubset(of: ids), "lost strokes")
  }
}
