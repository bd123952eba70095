import DurableFiles
import NoteModel
import NotePackage
import Synchronization
import TestSupport
import Testing

@Suite struct LibraryCheckTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func check(workerCount: Int = 1) -> Check.LibraryReport {
    Check(now: Notebook.now).library(Library(temporary.folder), workerCount: workerCount)
  }

  /// Healthy packages, damaged ones, duplicates, and things that are none.
  private func fill() throws {
    for number in 1...9 { try Notebook.notebook.renumbered(number).write(into: temporary.folder) }
    for (number, code) in [FindingCode.pageMissing, .fileZeroed, .assetEmpty, .coverMissing].enumerated() {
      var package = try #require(FindingFixture.all[code]?.library.first)
      package.name = "damaged \(number).lnote"
      try package.write(into: temporary.folder)
    }
    try temporary.folder.replaceFile(.of("letter.txt"), with: [1])
    _ = try temporary.folder.makeFolder(.of("Empty.lnote"))
  }

  @Test func saysTheSameForAnyNumberOfWorkers() throws {
    try fill()
    let (one, four) = (check(workerCount: 1), check(workerCount: 4))
    #expect(one.findings == four.findings)
    #expect(one.packages.map(\.name) == four.packages.map(\.name))
    #expect(one.packages.map(\.findings) == four.packages.map(\.findings))
    #expect(one.packages.count == 14)
    #expect(one.packages.map(\.name) == one.packages.map(\.name).sorted { "\($0!)" < "\($1!)" })
  }

  @Test func namesTheOtherPackageOfASharedPage() throws {
    let fixture = try #require(FindingFixture.all[.pageIDShared])
    for package in fixture.library { try package.write(into: temporary.folder) }
    let report = check()
    #expect(report.packages.map { $0.findings.map(\.code) } == [[], [.pageIDShared]])
    let finding = try #require(report.packages[1].findings.first)
    #expect(finding.page?.id == Identifier(Notebook.emptyPage))
    #expect(finding.detail.contains(Notebook.notebook.name))
  }

  @Test func findsAPageIdSharedWithAnUnlistedPage() throws {
    var other = Notebook.notebook.renumbered(7)
    other.add(Notebook.page(Notebook.firstPage), Notebook.page(Notebook.firstPage, []))
    try Notebook.notebook.write(into: temporary.folder)
    try other.write(into: temporary.folder)
    #expect(check().packages[1].findings.map(\.code) == [.pageUnlisted, .pageIDShared])
  }

  @Test func countsPagesOfADuplicateDocumentOnce() throws {
    try Notebook.notebook.write(into: temporary.folder)
    var copy = Notebook.notebook
    copy.name = copy.name.replacing(".lnote", with: ".LNOTE")
    try copy.write(into: temporary.folder)
    let report = check()
    #expect(report.findings.map(\.code) == [.packageNameClash])
    #expect(report.packages.map { $0.findings.map(\.code) } == [[.folderNameForm], [.documentIDDuplicate]])
  }

  @Test func spotsAStageInUse() throws {
    let stage = try Stage.create(in: temporary.folder)
    #expect(check().findings == [])
    try stage.discard()
  }

  @Test func tellsHowFarItIs() throws {
    try fill()
    let calls = Mutex<[Int]>([])
    let report = Check(now: Notebook.now).library(Library(temporary.folder), workerCount: 4) { done, total in
      calls.withLock { $0.append(total == 14 ? done : -1) }
    }
    #expect(report.packages.count == 14)
    #expect(calls.withLock { $0 } == Array(1...14))
  }

  @Test func stopsWhenAsked() throws {
    try fill()
    let report = Check(now: Notebook.now).library(
      Library(temporary.folder), workerCount: 2, isCancelled: { true })
    #expect(report.packages.isEmpty)
  }
}
