import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// What `keep` removes, and all that keeps it from that.
@Suite struct BackupPruningTests {
  typealias Notebook = PackageFixture

  private func filled(_ minutes: [Int]) throws -> BackupTrial {
    let trial = try BackupTrial()
    for minute in minutes {
      try trial.replace(.notebook(savedAt: minute))
      #expect(trial.run().isQuiet)
    }
    return trial
  }

  @Test func keepsTheLastOnes() throws {
    let trial = try filled([21, 22, 23, 24])
    let names = try trial.generations()
    let run = trial.run { $0.keep = 2 }
    #expect(run.isQuiet && run.pruned.compactMap { $0.name?.description } == Array(names.prefix(2)))
    #expect(try trial.generations() == Array(names.suffix(2)))
    #expect(trial.run { $0.keep = 2 }.pruned.isEmpty)
  }

  @Test func neverAfterAFailure() throws {
    let trial = try filled([21, 22, 23])
    var bad = Notebook.notebook.renumbered(7)
    bad.remove("document.json")
    bad.name = "x.lnote"
    try bad.write(into: trial.library)
    // A file that is no archive stands where the folder for it must be.
    try trial.backups.replaceFile(.of("x"), with: [1])
    let run = trial.run { $0.keep = 1 }
    #expect(run.failures.count == 1 && run.pruned.isEmpty)
    #expect(try trial.generations().count == 3)
  }

  @Test func neverOfADocumentThatIsInNoLibraryAnyMore() throws {
    let trial = try filled([21, 22, 23])
    try trial.library.removeTree(.of(Notebook.notebook.name))
    #expect(trial.run { $0.keep = 1 }.pruned.isEmpty)
    #expect(try trial.generations().count == 3)
  }

  @Test func neverWhenTheNewestCantBeRead() throws {
    let trial = try filled([21, 22, 23])
    let document = try trial.document()
    let name = Name.of(try #require(try trial.generations().last))
    var bytes = try document.read(name, limit: 1 << 20)
    bytes[bytes.count / 2] ^= 0xFF
    try document.replaceFile(name, with: bytes)
    let run = trial.run { $0.keep = 1 }
    #expect(run.failures.count == 1 && run.pruned.isEmpty)
    #expect(try trial.generations().count == 3)
  }

  @Test func anEmptiedNoteHoldsEverythingUntilItIsAccepted() throws {
    let trial = try filled([21, 22, 23])
    try trial.replace(.emptiedNotebook(savedAt: 24))
    let run = trial.run { $0.keep = 1 }
    let outcome = try #require(run.written.first)
    #expect(outcome.isHeld && run.pruned.isEmpty)
    #expect(outcome.losses.map(\.number) == [nil, 1, 2])
    #expect(outcome.losses.map(\.before) == [4, 2, 2] && outcome.losses.allSatisfy { $0.after == 0 })
    // Also on the days after, whether it changes or not.
    #expect(trial.run { $0.keep = 1 }.pruned.isEmpty)
    try trial.replace(.emptiedNotebook(savedAt: 25))
    let later = trial.run { $0.keep = 1 }
    #expect(
      later.pruned.isEmpty && later.outcomes.first?.isHeld == true && later.outcomes.first?.losses == [])
    #expect(try trial.generations().count == 5)
    let accepted = trial.run {
      $0.keep = 1
      $0.accepted = [Identifier(Notebook.documentID.lowercased())]
    }
    #expect(accepted.pruned.count == 4 && accepted.outcomes.first?.isHeld == false)
    #expect(trial.run().outcomes.first?.isHeld == false)
  }

  /// It is told even by a run that lost its memory in between.
  @Test func aLossIsFoundAgainWithoutTheCatalog() throws {
    let trial = try filled([21, 22])
    try trial.replace(.emptiedNotebook(savedAt: 24))
    _ = trial.run()
    try trial.backups.remove(.of(".lnote-backup.jsonl"))
    let run = trial.run { $0.keep = 1 }
    #expect(run.outcomes.first?.isHeld == true && run.pruned.isEmpty)
    try trial.replace(.emptiedNotebook(savedAt: 25))
    try trial.backups.remove(.of(".lnote-backup.jsonl"))
    #expect(trial.run { $0.keep = 1 }.pruned.isEmpty)
    #expect(trial.run().outcomes.first?.isHeld == true)
  }

  @Test(arguments: [(7, false), (6, true)]) func moreThanHalfIsALoss(_ left: Int, _ isLoss: Bool) throws {
    func notebook(_ count: Int, at minute: Int) -> PackageFixture {
      var package = Notebook.notebook
      package.saved(at: minute)
      let strokes = (0..<count).map {
        Notebook.dot.replacing("E3333333", with: "E\(10_000_000 - $0)".prefix(8))
      }
      package.add(Notebook.page(Notebook.emptyPage), Notebook.page(Notebook.emptyPage, Array(strokes)))
      package.edit("document.json", "\"elementCount\": 0", "\"elementCount\": \(count)")
      return package
    }
    let trial = try BackupTrial([notebook(14, at: 30)])
    #expect(trial.run().written.first?.state == .good)
    try trial.replace(notebook(left, at: 31))
    let run = trial.run()
    #expect(run.written.first?.state == .good)
    #expect(run.written.first?.losses.isEmpty == !isLoss)
    // The document has three strokes elsewhere: 17 in all, and then 10 or 9.
    #expect(run.written.first?.losses.map(\.number) == (isLoss ? [3] : []))
  }

  @Test func aPageThatIsGoneLostAll() throws {
    let trial = try BackupTrial()
    _ = trial.run()
    var package = Notebook.notebook
    package.add("document.json", Notebook.document([(Notebook.firstPage, 3), (Notebook.emptyPage, 0)]))
    package.saved(at: 30)
    package.remove(Notebook.page(Notebook.secondPage))
    package.remove(Notebook.thumbnail(Notebook.secondPage))
    package.remove("assets/\(Notebook.drawing).png")
    package.add(
      "manifest.json",
      Notebook.manifest(pageCount: 2, cover: Notebook.thumbnail(Notebook.firstPage)).replacing(
        "08:20", with: "08:30"))
    try trial.replace(package)
    let losses = trial.run().written.first?.losses
    #expect(losses?.map(\.page?.text) == [Notebook.secondPage] && losses?.first?.after == 0)
  }
}
