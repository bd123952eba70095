import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

@Suite struct RepairTests {
  /// What can't be set up as plain files, or is only seen while somebody writes.
  private static let codes = FindingCode.allCases.filter { code in
    guard let fixture = FindingFixture.all[code] else { return false }
    return fixture.unreadable == nil && !fixture.isLocked && fixture.written == nil
  }

  /// Runs `body` on a library on disk, which is removed only afterwards.
  private func withLibrary(_ code: FindingCode, _ body: (Library) throws -> Void) throws {
    let fixture = try #require(FindingFixture.all[code])
    let temporary = try TemporaryFolder()
    for package in fixture.library { try package.write(into: temporary.folder) }
    try fixture.strays(temporary.folder)
    try body(Library(temporary.folder, limits: fixture.limits))
    #expect(try temporary.folder.status().linkCount > 0)
    withExtendedLifetime(temporary) {}
  }

  private static func repair(
    _ library: Library, _ level: RepairLevel, isDryRun: Bool = false
  ) throws -> Repair.Outcome {
    var repair = Repair(Check(now: PackageFixture.now, limits: library.limits), level: level)
    repair.isDryRun = isDryRun
    return try repair.run(library, workerCount: 1)
  }

  /// Every byte, time and inode of a library.
  private static func states(_ library: Library) throws -> [String] {
    try library.folder.walk().map(\.description)
  }

  @Test(arguments: codes, RepairLevel.allCases)
  func losesNothingAndIsStable(_ code: FindingCode, _ level: RepairLevel) throws {
    try withLibrary(code) { library in
      let before = try Belongings(of: library.folder)
      let outcome = try Self.repair(library, level)
      #expect(outcome.packages.compactMap(\.failure).map(\.message) == [])
      #expect(before.missing(in: try Belongings(of: library.folder)) == [])

      let states = try Self.states(library)
      let second = try Self.repair(library, level)
      #expect(second.packages.compactMap(\.failure).map(\.message) == [])
      #expect(try Self.states(library) == states, "a second repair changes nothing")
      #expect(second.runID == nil)
      let treated = second.library.findings + second.packages.flatMap(\.report.findings)
      #expect(treated.filter { $0.state != .left } == [])
    }
  }

  /// As a memory-mapped editor may do.
  @Test func seesContentThatChangedWithSizeAndTimeAsTheyWere() throws {
    try withLibrary(.pageTruncated) { library in
      let page = try #require(
        Check(now: PackageFixture.now).library(library, workerCount: 1).packages.flatMap { report in
          report.findings.filter { $0.code == .pageTruncated }.compactMap(\.path).map {
            report.path.appending($0)
          }
        }.first?.text)
      var bytes = try #require(FileManager.default.contents(atPath: page))
      let end = UInt64(bytes.count - 1)
      let repair = Repair(Check(now: PackageFixture.now, limits: library.limits), level: .all)
      let outcome = try repair.run(library, workerCount: 1) { done, total in
        guard done == total else { return }
        let status = try? FileManager.default.attributesOfItem(atPath: page)
        let file = FileHandle(forUpdatingAtPath: page)
        try? file?.seek(toOffset: end)
        file?.write(Data([UInt8(ascii: "7")]))
        try? file?.close()
        try? FileManager.default.setAttributes(
          [.modificationDate: status?[.modificationDate] as Any], ofItemAtPath: page)
      }
      #expect(outcome.packages.compactMap(\.failure?.code) == [.changed])
      bytes[bytes.count - 1] = UInt8(ascii: "7")
      #expect(FileManager.default.contents(atPath: page) == bytes)
    }
  }

  @Test(arguments: codes, RepairLevel.allCases)
  func keepsThePromiseOfItsClass(_ code: FindingCode, _ level: RepairLevel) throws {
    try withLibrary(code) { library in
      let outcome = try Self.repair(library, level)
      let findings = outcome.library.findings + outcome.packages.flatMap(\.report.findings)
      for finding in findings where finding.code == code {
        let isTreated = finding.state == .fixed || finding.state == .moved
        switch code.repairClass {
        case .none: #expect(!isTreated, "\(finding)")
        case .all where level == .safe: #expect(!isTreated || finding.remedy?.level == .safe, "\(finding)")
        // Nothing here can draw a thumbnail.
        case .safe where code.rawValue.hasPrefix("thumbnail-") && code != .thumbnailOrphan:
          #expect(!isTreated)
        case .safe, .keep, .all:
          let wanted = finding.remedy.map { $0.level <= level } ?? false
          #expect(isTreated == wanted, "\(finding)")
        }
      }
    }
  }

  /// Codes that a repair can treat, but not in their fixture: what is missing is nowhere, or both states may be wanted.
  private static let unrepairable: Set<FindingCode> = {
    var codes: Set<FindingCode> = [
      .pageMissing, .assetMissing, .assetEmpty, .nameClash, .folderNameMismatch, .pageUnreadable,
      .pageIDMismatch, .fileZeroed, .fileEmpty, .replaceInterrupted, .databaseDamaged,
    ]
    #if !SQLite
      // What the database holds can't be compared.
      codes.insert(.storageMixed)
    #endif
    return codes
  }()

  @Test(arguments: codes)
  func knowsARemedyWhereItsClassPromisesOne(_ code: FindingCode) throws {
    guard code.repairClass != .none, !Self.unrepairable.contains(code) else { return }
    try withLibrary(code) { library in
      let findings = Check(now: PackageFixture.now, limits: library.limits).library(library, workerCount: 1)
        .allFindings
      #expect(findings.contains { $0.code == code && $0.remedy != nil })
    }
  }

  @Test(arguments: codes)
  func isUndoneToTheByte(_ code: FindingCode) throws {
    try withLibrary(code) { library in
      let before = try TreeSnapshot(of: library.folder)
      let modes = try library.folder.walk().map { "\($0.path) \($0.status.mode) \($0.status.kind)" }
      guard let id = try Self.repair(library, .all).runID else { return }
      let outcome = try Undo(library).run(id)
      #expect(outcome.failures.map(\.message) == [])
      #expect(try TreeSnapshot(of: library.folder) == before)
      #expect(try library.folder.walk().map { "\($0.path) \($0.status.mode) \($0.status.kind)" } == modes)
    }
  }

  @Test(arguments: codes)
  func plansWithoutTouchingAnything(_ code: FindingCode) throws {
    try withLibrary(code) { library in
      let states = try Self.states(library)
      let plan = try Self.repair(library, .all, isDryRun: true)
      #expect(try Self.states(library) == states)
      let planned = (plan.library.findings + plan.packages.flatMap(\.report.findings)).filter {
        $0.state == .planned
      }
      let done = try Self.repair(library, .all)
      let treated = (done.library.findings + done.packages.flatMap(\.report.findings)).filter { finding in
        finding.state == .fixed || finding.state == .moved
      }
      for finding in planned {
        #expect(
          treated.contains { $0.code == finding.code && $0.path == finding.path },
          "planned, not done: \(finding)")
      }
    }
  }

  /// The property above must be able to fail: a checker that forgets lost+found sees a loss.
  @Test func aWrongCheckerSeesALoss() throws {
    try withLibrary(.linkInside) { library in
      let folder = try library.folder.folder(try library.packageNames()[0])
      try folder.folder(Name.of("pages")).replaceFile(
        Name.of(".lnote-tmp-1"), with: Array("somebody's only copy".utf8))
      let path = try #require(RelativePath("pages/.lnote-tmp-1"))
      try folder.folder(Name.of("pages")).setMode(path.name, 0o644)
      let before = try Belongings(of: library.folder)
      var repair = Repair(Check(now: .max / 2_000_000, limits: library.limits), level: .all)
      repair.isDryRun = false
      _ = try repair.run(library, workerCount: 1)
      #expect(before.missing(in: try Belongings(of: library.folder)) == [])
      #expect(before.missing(in: try Belongings(of: library.folder, skipsLost: true)) != [])
    }
  }

  @Test(arguments: [true, false])
  func anInterruptedReplacementIsFinishedOrTakenBack(_ isSound: Bool) throws {
    let temporary = try TemporaryFolder()
    let library = Library(temporary.folder)
    let package = PackageFixture.notebook
    var replacement = package
    if isSound {
      replacement.edit("document.json", "Field notes", "Newer notes")
      replacement.edit("manifest.json", "Field notes", "Newer notes")
    } else {
      replacement.cut("document.json", to: 100)
    }
    // What a crash between the two renames leaves.
    let stage = try temporary.folder.makeFolder(Name.of(".lnote-stage-0123456789abcdef"))
    for (copy, name) in [(package, "old.lnote"), (replacement, "package.lnote")] {
      var copy = copy
      copy.name = name
      _ = try copy.write(into: stage)
    }
    try stage.replaceFile(Name.of("intent.json"), with: Array("{\"target\":\"\(package.name)\"}\n".utf8))
    let before = try Belongings(of: temporary.folder)
    let outcome = try Self.repair(library, .safe)
    #expect(outcome.library.findings.map(\.code) == [.replaceInterrupted])
    #expect(outcome.library.findings.map(\.state) == [.fixed])
    #expect(before.missing(in: try Belongings(of: temporary.folder)) == [])
    let document = try Package.open(temporary.folder.path.appending(Name.of(package.name))).document
    #expect(document.title == (isSound ? "Newer notes" : "Field notes"))
    #expect(Check(now: PackageFixture.now).library(library, workerCount: 1).findings == [])
  }

  @Test func twoRepairsNeverMeet() throws {
    try withLibrary(.manifestStale) { library in
      let lock = try library.folder.lock()
      defer { lock.release() }
      #expect(throws: PackageError.self) { try Self.repair(library, .all) }
    }
  }

  @Test func aChangedFileIsNotUndone() throws {
    try withLibrary(.manifestStale) { library in
      let id = try #require(try Self.repair(library, .safe).runID)
      let folder = try library.folder.folder(try library.packageNames()[0])
      try folder.replaceFile(Layout.manifest.name, with: Array("{}".utf8))
      let outcome = try Undo(library).run(id)
      #expect(outcome.failures.map(\.code) == [.changed])
      #expect(try folder.read(Layout.manifest, limit: 100) == Array("{}".utf8))
      #expect(try Undo(library).runs() == [id])
    }
  }

  @Test func onlyAPurgeEmptiesLostAndFound() throws {
    try withLibrary(.manifestStale) { library in
      let id = try #require(try Self.repair(library, .safe).runID)
      #expect(try Purge(library).run(before: PackageFixture.now - 1000) == [])
      #expect(try Undo(library).runs() == [id])
      #expect(try Purge(library).run(before: PackageFixture.now + 1000) == [id])
      #expect(try Undo(library).runs() == [])
    }
  }
}
