import DurableFiles
import Foundation
import TestSupport
import Testing

/// Commands that messages name are complete: typed as they stand, they do what is said.
@Suite struct HintTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  /// Types the command that follows `words` in a text.
  private func type(after words: String, in text: String, _ place: SourceLocation = #_sourceLocation) throws
    -> Program.Outcome
  {
    let rest = try #require(text.firstRange(of: words), "\(text)", sourceLocation: place).upperBound
    let line = String(text[rest...].prefix { $0 != "\n" })
    #expect(line.hasPrefix("lnote "), "\(line)", sourceLocation: place)
    return try Program.named("sh").run(["-c", "lnote() { '\(Program.lnote.path)' \"$@\"; }; \(line)"])
  }

  @Test(.needs("sh")) func whatToRepair() throws {
    let folder = "It's my\tlibrary"
    let package = try temporary.makeSmallPackage(in: folder)
    try temporary.remove("\(folder)/\(SmallPackage.name)/manifest.json")
    let found = try lnote("fsck", temporary(folder))
    // In bash's quotes, which every sh will know some day.
    let hint = "To see what can be repaired: "
    if Program.has("bash") {
      let line = try #require(found.output.split(separator: "\n").last).dropFirst(hint.count)
      let planned = try Program.named("bash").run([
        "-c", "lnote() { '\(Program.lnote.path)' \"$@\"; }; \(line)",
      ])
      #expect(planned.output.contains("would "), "\(planned)")
    }
    #expect(try lnote("fsck", package, "--repair").status == 1)
    #expect(!(try lnote("fsck", temporary(folder)).output.contains(hint)), "nothing to repair")
    // What can't be repaired isn't promised.
    try temporary.makeFolder("Empty/a.lnote")
    #expect(!(try lnote("fsck", temporary("Empty")).output.contains(hint)))
  }

  @Test(.needs("sh")) func howToTakeItBack() throws {
    try temporary.makeSmallPackage(in: "My library")
    let before = try temporary.snapshot("My library")
    try temporary.remove("My library/\(SmallPackage.name)/manifest.json")
    let repaired = try lnote("fsck", "--repair=all", temporary("My library"))
    #expect(repaired.status == 1, "\(repaired)")
    #if SQLite
      let migrated = try lnote("migrate", "--to", "sqlite", temporary("My library"))
      let undone = try type(after: "the old packages are kept: ", in: migrated.errors)
      #expect(undone.status == 0, "\(undone)")
      #expect(
        try temporary.snapshot("My library").nodes.filter { !$0.key.description.hasPrefix(".") }
          == before.nodes)
    #endif
  }

  @Test(.needs("sh")) func howToBringStrokesBack() throws {
    try temporary.makeSmallPackage(in: "My library")
    #expect(try lnote("backup", temporary("My library"), "--to", temporary("My backups")).status == 0)
    for page in SmallPackage.pages {
      try temporary.edit("My library/\(SmallPackage.name)/pages/\(page).content") { text in
        let lines = text.split(separator: "\n")
        text = lines[0] + "\n]}\n"
      }
    }
    try temporary.edit("My library/\(SmallPackage.name)/document.json") {
      $0 = $0.replacing(#/"elementCount": [0-9]+/#, with: "\"elementCount\": 0")
        .replacing("03:04:06.007Z", with: "03:04:07.007Z")
    }
    let loss = try lnote("backup", temporary("My library"), "--to", temporary("My backups"))
    #expect(loss.status == 1, "\(loss)")
    let restored = try type(after: "to bring one back beside it: ", in: loss.errors)
    #expect(restored.status == 0 && restored.output.contains("beside the other"), "\(restored)")
    #expect(temporary.names(in: "My library").filter { $0.hasSuffix(".lnote") }.count == 2)
    let accepted = try type(after: "if that was meant: ", in: loss.errors)
    #expect(accepted.status == 0, "\(accepted)")
  }

  @Test(.needs("sh")) func whatAPackageNeeds() throws {
    let package = try temporary.makeSmallPackage(in: "My library")
    try temporary.remove("My library/\(SmallPackage.name)/document.json")
    let opened = try lnote("export", package, "-f", "json", "-o", "-")
    #expect(opened.status == 3, "\(opened)")
    let found = try type(after: "document.json (", in: opened.errors.replacing(" tells more)", with: ""))
    #expect(found.status == 4 && found.output.contains("document-missing"), "\(found)")
  }

  /// A package inside an archive has no path that a command takes: the archive is named.
  @Test(.needs("sh"), .needs("zip")) func whatAPackageInAnArchiveNeeds() throws {
    try temporary.makeSmallPackage(in: "My library")
    try temporary.remove("My library/\(SmallPackage.name)/document.json")
    let zip = try Program.named("zip").run(
      ["-qr", "../My archive.zip", "."], in: Path(temporary("My library")))
    #expect(zip.status == 0, "\(zip)")
    let told = try lnote("info", temporary("My archive.zip"))
    #expect(told.status == 3, "\(told)")
    let found = try type(after: "document.json (", in: told.errors.replacing(" tells more)", with: ""))
    #expect(found.status == 4 && found.output.contains("document-missing"), "\(found)")
  }
}
