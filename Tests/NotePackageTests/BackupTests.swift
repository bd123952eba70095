import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

@Suite struct BackupTests {
  typealias Notebook = PackageFixture

  // MARK: Generations

  @Test func makesAGenerationThatRestoresToTheSameBytes() throws {
    let trial = try BackupTrial([.richNotebook, .notebook.renumbered(7)])
    let run = trial.run()
    #expect(run.isQuiet && run.written.count == 2)
    for outcome in run.outcomes {
      let name = outcome.generation.name?.description ?? ""
      #expect(name.hasPrefix("20261130T082000.000Z-") && name.count == 39 && name.hasSuffix(".lnotepack"))
      #expect(outcome.state == .good && !outcome.isHeld)
      let package =
        outcome.documentID.text == Notebook.documentID ? Notebook.richNotebook : .notebook.renumbered(7)
      #expect(try trial.restored(outcome.generation) == BackupTrial.tree(package))
    }
    withExtendedLifetime(trial) {}
  }

  @Test func theSameStateMakesNoSecondGeneration() throws {
    let trial = try BackupTrial()
    _ = trial.run()
    let before = try TreeSnapshot(of: trial.backups)
    let second = trial.run()
    #expect(second.isQuiet && second.written.isEmpty && second.outcomes.count == 1)
    // Saved again with the same content, its files are other ones.
    try trial.replace(.notebook)
    #expect(trial.run().written.isEmpty)
    #expect(try trial.generations().count == 1)
    // Only what is remembered of the files has changed.
    let after = try TreeSnapshot(of: trial.backups)
    #expect(before.under(Notebook.documentID) == after.under(Notebook.documentID))
    let bytes = try TreeSnapshot(of: trial.backups)
    #expect(trial.run().written.isEmpty)
    #expect(try TreeSnapshot(of: trial.backups) == bytes)
  }

  @Test func aChangeThatLeavesTheDocumentsTimeAloneIsSeen() throws {
    let trial = try BackupTrial()
    _ = trial.run()
    var changed = Notebook.notebook
    changed.edit(Notebook.page(Notebook.secondPage), "#0000FF80", "#00FF0080")
    try trial.replace(changed)
    // Archives of one time are told apart by when they were written.
    let first = try #require(try trial.generations().first)
    let past = timespec(tv_sec: 1_790_000_000, tv_nsec: 0)
    #expect(
      utimensat(AT_FDCWD, "\(trial.backups.path)/\(Notebook.documentID)/\(first)", [past, past], 0) == 0)
    let run = trial.run()
    #expect(run.isQuiet && run.written.count == 1)
    let names = try trial.generations()
    #expect(names.count == 2 && names[0].prefix(20) == names[1].prefix(20))
    #expect(
      try trial.restored(names[1]) == BackupTrial.tree(changed), "the one that was made last is the newest")
    #expect(try trial.restored(names[0]) == BackupTrial.tree(.notebook))
  }

  /// Size, time and inode stay; the file system knows all the same.
  @Test func aChangeWithAllTimesPutBackIsSeen() throws {
    let trial = try BackupTrial()
    _ = trial.run()
    let path = "\(trial.library.path)/\(Notebook.documentID).lnote/\(Notebook.page(Notebook.secondPage))"
    var status = stat()
    #expect(stat(path, &status) == 0)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    var text = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
    text = text.replacing("#0000FF80", with: "#00FF0080")
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
    #if canImport(Darwin)
      let times = [status.st_atimespec, status.st_mtimespec]
    #else
      let times = [status.st_atim, status.st_mtim]
    #endif
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    #expect(trial.run().written.count == 1)
  }

  /// A package saved within a tick of the clock is read again the next time.
  @Test func aFreshChangeIsNotTrusted() throws {
    let trial = try BackupTrial()
    _ = trial.run(0)
    let catalog = try String(
      decoding: trial.backups.read(Name.of(".lnote-backup.jsonl"), limit: 1 << 20), as: UTF8.self)
    #expect(!catalog.contains("\"stamp\""))
    #expect(trial.run().written.isEmpty)
    let settled = try String(
      decoding: trial.backups.read(Name.of(".lnote-backup.jsonl"), limit: 1 << 20), as: UTF8.self)
    #expect(settled.contains("\"stamp\""))
  }

  #if RECORDS_OPERATIONS
    @Test func readsOnlyWhatChangedAndThatOnce() throws {
      let packages = (1...4).map { Notebook.notebook.renumbered($0) }
      let trial = try BackupTrial(packages)
      _ = trial.run()
      func opened() -> [String] {
        let recorder = OperationRecorder()
        OperationRecorder.$current.withValue(recorder) { _ = trial.run() }
        return recorder.attempts.compactMap { step in
          guard case .openFile(let path) = step, path.description.hasPrefix("\(trial.library.path)/") else {
            return nil
          }
          return String(path.description.dropFirst("\(trial.library.path)/".count))
        }
      }
      #expect(opened() == [])
      try trial.replace(Notebook.notebook(savedAt: 30).renumbered(3))
      let pages = opened().filter { $0.contains("/pages/") }
      #expect(
        pages.allSatisfy { $0.hasPrefix("3F9619FF") } && Set(pages).count == pages.count && pages.count == 3)
      #expect(opened() == [])
    }
  #endif

  @Test func dryRunsChangeNothing() throws {
    let trial = try BackupTrial([.notebook, .notebook.renumbered(7)])
    _ = trial.run()
    try trial.replace(.emptiedNotebook(savedAt: 30))
    let before = try TreeSnapshot(of: trial.temporary.folder)
    let planned = trial.run { $0.isDryRun = true }
    #expect(planned.isQuiet && planned.written.count == 1 && planned.outcomes.count == 2)
    #expect(planned.written[0].isHeld && planned.written[0].losses.count == 3)
    #expect(try TreeSnapshot(of: trial.temporary.folder) == before)
    let real = trial.run()
    #expect(real.written.map(\.generation) == planned.written.map(\.generation))
    #expect(real.written.map(\.losses) == planned.written.map(\.losses))
  }

  @Test func dryRunsTellWhatWouldBePruned() throws {
    let trial = try BackupTrial()
    for minute in [21, 22, 23] {
      try trial.replace(.notebook(savedAt: minute))
      _ = trial.run()
    }
    try trial.replace(.notebook(savedAt: 24))
    let planned = trial.run {
      $0.isDryRun = true
      $0.keep = 2
    }
    let real = trial.run { $0.keep = 2 }
    #expect(planned.pruned == real.pruned && real.pruned.count == 2)
  }

  @Test func severalWorkersDoTheSame() throws {
    let packages = (1...8).map { Notebook.notebook.renumbered($0) }
    let one = try BackupTrial(packages)
    let many = try BackupTrial(packages)
    let first = one.run()
    let second = many.run { $0.workerCount = 4 }
    #expect(first.written.map(\.documentID) == second.written.map(\.documentID) && second.isQuiet)
    for number in 1...8 {
      let id = "\(number)\(Notebook.documentID.dropFirst())"
      #expect(try TreeSnapshot(of: one.backups).under(id) == TreeSnapshot(of: many.backups).under(id))
    }
  }

  // MARK: Two libraries

  @Test func twoLibrariesShareAFolder() throws {
    let trial = try BackupTrial()
    let other = try trial.temporary.folder.makeFolder(.of("Other"))
    try Notebook.notebook(savedAt: 10).write(into: other)
    _ = trial.run()
    #expect(trial.run(from: other).written.count == 1)
    #expect(trial.run().written.isEmpty && trial.run(from: other).written.isEmpty)
    // What the other one has now isn't pruned, old as it is.
    for minute in [31, 32] {
      try trial.replace(.notebook(savedAt: minute))
      #expect(trial.run { $0.keep = 1 }.isQuiet)
    }
    let names = try trial.generations()
    #expect(names.map { $0.prefix(20) } == ["20261130T081000.000Z", "20261130T083200.000Z"])
    #expect(trial.run(from: other).written.isEmpty)
  }

  @Test func twoPackagesOfOneDocumentBothHaveTheirGenerations() throws {
    var copy = Notebook.notebook(savedAt: 40)
    copy.name = "Field notes copy.lnote"
    let trial = try BackupTrial([.notebook, copy])
    #expect(trial.run { $0.workerCount = 2 }.written.count == 2)
    #expect(try trial.generations().count == 2)
    #expect(trial.run().written.isEmpty)
  }

  // MARK: What is in the way

  @Test func aDamagedPackageIsKeptAsItIsAndCountsForNothing() throws {
    let trial = try BackupTrial()
    for minute in [21, 22] {
      try trial.replace(.notebook(savedAt: minute))
      _ = trial.run()
    }
    var hurt = Notebook.notebook(savedAt: 23)
    hurt.cut(Notebook.page(Notebook.firstPage), after: "\"frame\":[1000,2000")
    try trial.replace(hurt)
    let run = trial.run { $0.keep = 1 }
    #expect(run.isQuiet && run.written.first?.state == .damaged && run.pruned.isEmpty)
    #expect(run.written.first?.findings.contains { $0.code == .pageTruncated } == true)
    // Still so the next time, without reading it.
    #expect(trial.run { $0.keep = 1 }.outcomes.first?.state == .damaged)
    #expect(try trial.generations().count == 3)
    // Once it is well, the good ones count.
    try trial.replace(.notebook(savedAt: 24))
    #expect(trial.run { $0.keep = 2 }.pruned.count == 1)
    #expect(try trial.generations().count == 3)
  }

  @Test func aDocumentThatCantBeReadIsKeptUnderItsFoldersName() throws {
    var hurt = Notebook.notebook
    hurt.cut("document.json", to: 40)
    hurt.times = Dictionary(uniqueKeysWithValues: hurt.files.map { ($0, 1_790_000_000) })
    var strange = hurt
    strange.name = "My notes.lnote"
    let trial = try BackupTrial([hurt, strange])
    let run = trial.run()
    #expect(run.written.map(\.state) == [.damaged, .damaged] && run.isQuiet)
    #expect(try trial.generations().first?.hasPrefix("20260921T141320.000Z-") == true)
    #expect(try trial.generations(of: "My notes").count == 1)
    #expect(trial.run().written.isEmpty)
  }

  @Test func whatIsNotDownloadedIsNoGoodGeneration() throws {
    let trial = try BackupTrial()
    _ = trial.run()
    var away = Notebook.notebook(savedAt: 30)
    away.rename(Notebook.page(Notebook.firstPage), to: "pages/.\(Notebook.firstPage).content.icloud")
    try trial.replace(away)
    let run = trial.run { $0.keep = 1 }
    #expect(run.written.first?.state == .incomplete && run.pruned.isEmpty && run.written.first?.losses == [])
    try trial.library.replaceFile(.of(".Notes.lnote.icloud"), with: [1])
    #expect(trial.run().failures.map(\.code) == [.notDownloaded])
  }

  @Test func linksAndFilesNamedLikePackagesAreTold() throws {
    let trial = try BackupTrial()
    try trial.library.makeLink(.of("A.lnote"), to: Notebook.notebook.name)
    try trial.library.replaceFile(.of("B.lnote"), with: [1])
    try trial.library.replaceFile(.of("notes.txt"), with: [1])
    let run = trial.run()
    #expect(run.leftOut.map { $0.path.name?.description } == ["A.lnote", "B.lnote"] && run.failures.isEmpty)
    #expect(run.written.count == 1)
  }

  @Test func oneRunAtATime() throws {
    let trial = try BackupTrial()
    let lock = try trial.backups.lock()
    #expect(trial.run().error?.code == .busy)
    #expect(trial.run { $0.isDryRun = true }.error == nil)
    lock.release()
    #expect(trial.run().isQuiet)
  }

  @Test func leftoversAreClearedAndNothingElse() throws {
    let trial = try BackupTrial()
    _ = trial.run()
    let whole = try TreeSnapshot(of: trial.backups)
    let document = try trial.document()
    try document.makeFolder(.of(".lnote-stage-0123456789abcdef")).replaceFile(.of("archive"), with: [1])
    _ = try trial.backups.makeFolder(.of("00000000-0000-4000-8000-000000000000")).makeFolder(
      .of(".lnote-stage-0123456789abcdef"))
    try trial.backups.replaceFile(.of(".lnote-tmp-0123456789abcdef"), with: [1])
    try trial.backups.replaceFile(.of("read me.txt"), with: [1])
    #expect(trial.run().isQuiet)
    var after = try TreeSnapshot(of: trial.backups)
    #expect(after.nodes.removeValue(forKey: .of("read me.txt")) != nil)
    #expect(after == whole)
  }

  @Test func stoppedAtAnyPieceItLeavesNothingHalfDone() throws {
    let trial = try BackupTrial([.notebook, .notebook.renumbered(7)])
    var stops = 0
    for limit in 0..<200 {
      let asked = Mutexed(0)
      let run = trial.run(isCancelled: { asked.increment() > limit })
      let state = try TreeSnapshot(of: trial.backups)
      #expect(state == state.withoutLeftovers)
      for outcome in run.outcomes { #expect(try !trial.restored(outcome.generation).nodes.isEmpty) }
      if run.error == nil { break }
      #expect(run.error?.code == .cancelled)
      stops += 1
      for name in try trial.backups.entries() { try trial.backups.removeTree(name.name) }
    }
    #expect(stops > 20)
  }

  @Test func aLostCatalogIsLearnedAnew() throws {
    let trial = try BackupTrial()
    for minute in [21, 22, 23] {
      try trial.replace(.notebook(savedAt: minute))
      _ = trial.run()
    }
    for damage in [nil, "{\"type\":\"generation\",\"v\":1}\nnonsense\n{\"type\":\"package\",\"v\":2}\n"] {
      if let damage {
        try trial.backups.replaceFile(.of(".lnote-backup.jsonl"), with: Array(damage.utf8))
      } else {
        try trial.backups.remove(.of(".lnote-backup.jsonl"))
      }
      let run = trial.run { $0.keep = 3 }
      #expect(run.isQuiet && run.written.isEmpty && run.pruned.isEmpty && run.outcomes.first?.isHeld == false)
    }
    try trial.backups.remove(.of(".lnote-backup.jsonl"))
    #expect(trial.run { $0.keep = 2 }.pruned.count == 1)
  }

  @Test func aGenerationThatIsGoneOrCutIsMadeAgain() throws {
    let trial = try BackupTrial()
    _ = trial.run()
    let name = Name.of(try #require(try trial.generations().first))
    func bytes() throws -> [UInt8] { try trial.document().read(name, limit: 1 << 20) }
    let whole = try bytes()
    try trial.document().remove(name)
    #expect(trial.run().written.count == 1)
    #expect(try bytes() == whole)
    try trial.document().replaceFile(name, with: Array(whole.dropLast(9)))
    let run = trial.run()
    #expect(run.isQuiet && run.written.count == 1)
    #expect(try bytes() == whole)
    // Of the same length, only reading tells.
    var rotten = whole
    rotten[whole.count / 2] ^= 0xFF
    try trial.document().replaceFile(name, with: rotten)
    let deep = trial.run { $0.isDeep = true }
    #expect(deep.isQuiet && deep.written.count == 1 && deep.written.first?.comparisonFailure == nil)
    #expect(try bytes() == whole)
  }

  /// What can't be compared is told, and keeps nothing from being backed up.
  @Test func aLastGenerationThatCantBeReadIsTold() throws {
    let trial = try BackupTrial()
    _ = trial.run()
    let name = Name.of(try #require(try trial.generations().first))
    try trial.document().replaceFile(name, with: Array(repeating: 7, count: 1000))
    try trial.replace(.notebook(savedAt: 30))
    let run = trial.run { $0.keep = 1 }
    #expect(
      run.written.count == 1 && run.written.first?.comparisonFailure?.code == .archive && run.pruned.isEmpty)
  }
}

/// A number that several threads count.
private final class Mutexed: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Int

  init(_ value: Int) { self.value = value }

  func increment() -> Int {
    lock.withLock {
      value += 1
      return value
    }
  }
}
