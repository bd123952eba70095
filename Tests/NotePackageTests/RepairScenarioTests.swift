import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// Accidents that users of other programs reported.
@Suite struct RepairScenarioTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder
  var library: Library { Library(temporary.folder) }
  static let first = Notebook.page(Notebook.firstPage)
  static let second = Notebook.page(Notebook.secondPage)

  init() throws { temporary = try TemporaryFolder(isInMemory: true) }

  private func repair(
    _ level: RepairLevel = .all, cleansLitter: Bool = false
  ) throws -> (findings: [Finding], runID: String?) {
    let before = try Belongings(of: temporary.folder)
    var repair = Repair(Check(now: Notebook.now), level: level)
    repair.cleansLitter = cleansLitter
    let outcome = try repair.run(library, workerCount: 1)
    #expect((outcome.failures + outcome.packages.compactMap(\.failure)).map(\.message) == [])
    #expect(before.missing(in: try Belongings(of: temporary.folder)) == [])
    return (outcome.library.findings + outcome.packages.flatMap(\.report.findings), outcome.runID)
  }

  private func check() -> [Finding] {
    let report = Check(now: Notebook.now).library(library, workerCount: 1)
    return report.findings + report.packages.flatMap(\.findings)
  }

  private func graver() -> [Finding] { check().filter { $0.severity > .info } }

  private func states() throws -> [String] {
    try temporary.folder.walk().map(\.description)
  }

  private func open(_ name: String = Notebook.notebook.name) throws -> Package {
    try Package.open(temporary.path.appending(Name.of(name)))
  }

  @Test func emptyIndexFilesBesideWholePages() throws {
    var package = Notebook.notebook
    package.empty("document.json")
    package.empty("manifest.json")
    try package.write(into: temporary.folder)
    #expect(try repair(.safe).runID == nil)
    _ = try repair()
    #expect(graver() == [])
    let rebuilt = try open()
    #expect(rebuilt.document.id.text == Notebook.documentID)
    let counts = Dictionary(
      uniqueKeysWithValues: rebuilt.document.pages.map { ($0.id.text, $0.elementCount) })
    #expect(counts == [Notebook.firstPage: 3, Notebook.secondPage: 2, Notebook.emptyPage: 0])
    for path in [Self.first, Self.second] {
      #expect(try rebuilt.source.read(.of(path), limit: 1 << 20) == Notebook.notebook.bytes(path))
    }
  }

  /// A page with many dots.
  private func page(dots: Int) -> PackageFixture {
    var package = Notebook.notebook
    let lines = (0..<dots).map { number in
      Notebook.dot.replacing("E3333333", with: String(format: "%08X", number))
        .replacing("\"x\":[100]", with: "\"x\":[100],\"pressure\":[500]")
    }
    package.add(Self.first, Notebook.page(Notebook.firstPage, lines))
    package.add(
      "document.json",
      Notebook.document([
        (Notebook.firstPage, dots), (Notebook.secondPage, 2), (Notebook.emptyPage, 0),
      ]))
    package.remove("assets/\(Notebook.photo).jpg")
    return package
  }

  @Test func oneBadStrokeOfAThousand() throws {
    var package = page(dots: 1000)
    let lines = package.text(Self.first).split(separator: "\n", omittingEmptySubsequences: false)
    let bad = lines[500].replacing("#0000FF80", with: "blue")
    package.edit(Self.first, String(lines[500]), String(bad))
    try package.write(into: temporary.folder)
    let findings = graver()
    #expect(findings.map(\.code) == [.elementDamaged])
    #expect(findings.first?.detail.contains("element 500") == true, "\(findings)")
    let run = try #require(try repair().runID)
    #expect(graver() == [])
    let ids = try open().page(Identifier(Notebook.firstPage)).elements.compactMap(\.id?.text)
    #expect(ids.count == 999)
    #expect(!ids.contains { $0.hasPrefix(String(format: "%08X", 499)) })
    #expect(
      Set(ids).isSuperset(
        of: [0, 498, 500, 999].map { "\(String(format: "%08X", $0))-3333-4333-8333-333333333333" }))
    let kept = "\(LostAndFound.name)/\(run)/\(package.name)/\(Self.first)"
    #expect(try temporary.folder.read(RelativePath.of(kept), limit: 1 << 24) == package.bytes(Self.first))
  }

  @Test func hundredsOfOneBadValue() throws {
    var package = page(dots: 400)
    package.add(Self.first, package.text(Self.first).replacing("[500]", with: "[1001]"))
    try package.write(into: temporary.folder)
    let findings = graver()
    #expect(findings.map(\.code) == [.valueRange])
    let detail = try #require(findings.first?.detail)
    #expect(detail.hasPrefix("400 elements: element 1: pressure 1001 above 1000 (byte "))
    #expect(
      detail.contains("element 3:") && !detail.contains("element 4:") && detail.hasSuffix("; …"), "\(detail)")
    let states = try states()
    _ = try repair()
    #expect(try self.states() == states)
  }

  @Test func twoPagesSwapped() throws {
    var package = Notebook.notebook
    package.add(Self.first, Notebook.notebook.bytes(Self.second))
    package.add(Self.second, Notebook.notebook.bytes(Self.first))
    try package.write(into: temporary.folder)
    #expect(graver().filter { $0.severity == .error }.map(\.code) == [.pageIDMismatch, .pageIDMismatch])
    let before = try TreeSnapshot(of: temporary.folder)
    let run = try #require(try repair().runID)
    #expect(graver() == [])
    for path in [Self.first, Self.second] {
      #expect(try open().source.read(.of(path), limit: 1 << 20) == Notebook.notebook.bytes(path))
    }
    #expect(try Undo(library).run(run).failures.map(\.message) == [])
    #expect(try TreeSnapshot(of: temporary.folder) == before)
  }

  @Test func thirtyFilesEmptyAfterAPowerCut() throws {
    for number in 0..<10 {
      var package = Notebook.notebook.renumbered(number)
      let files = package.files.filter { $0.hasPrefix("pages/") }
      for path in files { package.empty(path) }
      try package.write(into: temporary.folder)
    }
    let states = try states()
    let (findings, run) = try repair()
    #expect(findings.count { $0.code == .manyFilesZeroed } == 1)
    #expect(findings.first?.detail.contains("stop and back up first") == true)
    #expect(findings.count { $0.code == .fileEmpty } == 30)
    #expect(findings.allSatisfy { $0.state == .left } && run == nil)
    #expect(try self.states() == states)
  }

  @Test func litterEverywhere() throws {
    var package = Notebook.notebook
    let double: [UInt8] = [0x00, 0x05, 0x16, 0x07, 0, 2, 0, 0]
    for folder in ["", "pages/", "assets/", "thumbnails/"] {
      package.add("\(folder).DS_Store", "x")
      package.add("\(folder)@eaDir/SYNO", "x")
      package.add("\(folder)._x", double)
    }
    // Not what its name says: somebody's file, and no litter.
    package.add("._letter", "Dear …")
    try package.write(into: temporary.folder)
    try temporary.folder.replaceFile(.of(".DS_Store"), with: [1])
    try temporary.folder.replaceFile(.of("._x"), with: double)
    try temporary.folder.replaceFile(.of("._letter"), with: [1])
    _ = try temporary.folder.makeFolder(.of("@eaDir"))
    #expect(check().count { $0.code == .systemLitter } == 15)
    #expect(graver() == [])
    #expect(
      check().filter { $0.code == .extraFile || $0.code == .foreignEntry }.map(\.path?.text) == [
        "._letter", "._letter",
      ])
    let states = try states()
    #expect(try repair().runID == nil)
    #expect(try self.states() == states)
    let before = try TreeSnapshot(of: temporary.folder)
    let run = try #require(try repair(.safe, cleansLitter: true).runID)
    #expect(check().allSatisfy { $0.code != .systemLitter })
    let left = try temporary.folder.walk().map(\.path).filter { $0.names[0].text != LostAndFound.name }
    #expect(left.count { $0.name.text == "._letter" } == 2)
    #expect(!left.contains { [".DS_Store", "._x", "@eaDir"].contains($0.name.text) })
    #expect(try Undo(library).run(run).failures.map(\.message) == [])
    #expect(try TreeSnapshot(of: temporary.folder) == before)
  }

  @Test(arguments: [true, false]) func aCopyNamed2BySyncPrograms(_ isChanged: Bool) throws {
    try Notebook.notebook.write(into: temporary.folder)
    var copy = Notebook.notebook
    copy.name = "\(Notebook.documentID) 2.lnote"
    if isChanged { copy.edit(Self.first, "[5123", "[5124") }
    try copy.write(into: temporary.folder)
    #expect(graver().map(\.code) == [.packageConflictCopy])
    let states = try states()
    #expect(try repair(.safe).runID == nil)
    #expect(try self.states() == states)
    let run = try repair().runID
    let names = try library.packageNames().map(\.description)
    if isChanged {
      #expect(run == nil && names.count == 2)
      #expect(try self.states() == states)
    } else {
      #expect(names == [Notebook.notebook.name])
      #expect(graver() == [])
      #expect(try Undo(library).run(try #require(run)).failures.map(\.message) == [])
      #expect(try library.packageNames().count == 2)
    }
  }

  private func addOldOrphan(_ package: inout PackageFixture) -> String {
    let orphan = "assets/\(Notebook.otherAsset).jpg"
    package.add(orphan, Notebook.jpeg)
    package.times[orphan] = Int(Notebook.now / 1000) - 3 * 86_400
    return orphan
  }

  @Test func thePlaceholderOfAnEvictedFile() throws {
    var package = Notebook.notebook
    package.rename(Self.second, to: "pages/.\(Notebook.secondPage).content.icloud")
    _ = addOldOrphan(&package)
    try package.write(into: temporary.folder)
    try temporary.folder.replaceFile(.of(".Other.lnote.icloud"), with: [1])
    #expect(Set(graver().map(\.code)) == [.filePlaceholder, .packagePlaceholder])
    let areUnjudged = graver().allSatisfy { $0.code.isUnjudged }
    #expect(areUnjudged)
    let states = try states()
    #expect(try repair().runID == nil)
    #expect(try self.states() == states)
  }

  @Test func aPageNewerThanTheProgram() throws {
    var package = Notebook.notebook
    package.edit(Self.second, "\"formatVersion\":1", "\"formatVersion\":2")
    package.edit("manifest.json", "Field notes", "Notes")
    let orphan = addOldOrphan(&package)
    try package.write(into: temporary.folder)
    #expect(graver().map(\.code) == [.pageNewerFormat, .manifestStale])
    _ = try repair()
    #expect(graver().map(\.code) == [.pageNewerFormat])
    #expect(try open().source.read(.of(Self.second), limit: 1 << 20) == package.bytes(Self.second))
    #expect(try open().source.read(.of(orphan), limit: 1 << 20) == Notebook.jpeg)
  }

  /// The damaged element may be the one that shows the asset.
  @Test(arguments: RepairLevel.allCases)
  func aDamagedPageBesideAnOrphan(_ level: RepairLevel) throws {
    var package = Notebook.notebook
    let photo = "assets/\(Notebook.photo).jpg"
    package.edit(Self.first, "\"frame\":[1000", "\"frame\":[1e9")
    package.times[photo] = Int(Notebook.now / 1000) - 3 * 86_400
    try package.write(into: temporary.folder)
    #expect(graver().map(\.code) == [.elementDamaged])
    let run = try repair(level).runID
    #expect((run != nil) == (level == .all))
    for _ in 0..<2 {
      #expect(try open().source.read(.of(photo), limit: 1 << 20) == Notebook.jpeg)
      let states = try states()
      #expect(try repair(level).runID == nil, "a second repair changes nothing")
      #expect(try self.states() == states)
    }
    guard let run else { return }
    #expect(try Undo(library).run(run).failures.map(\.message) == [])
    #expect(try open().source.read(.of(Self.first), limit: 1 << 20) == package.bytes(Self.first))
  }

  #if RECORDS_OPERATIONS
    @Test func aReadErrorInOnePageOfOnePackage() throws {
      func run(_ recorder: OperationRecorder, in folder: Folder) throws -> Repair.Outcome {
        for number in 1...3 {
          var package = Notebook.notebook.renumbered(number)
          package.edit("manifest.json", "Field notes", "Notes")
          try package.write(into: folder)
        }
        return try OperationRecorder.$current.withValue(recorder) {
          try Repair(Check(now: Notebook.now), level: .all).run(Library(folder), workerCount: 1)
        }
      }
      let probe = OperationRecorder()
      let other = try TemporaryFolder(isInMemory: true)
      #expect(try run(probe, in: other.folder).packages.map(\.isChanged) == [true, true, true])
      let page = "2\(Notebook.firstPage.dropFirst()).content"
      let step = try #require(
        probe.attempts.firstIndex {
          if case .read(let path) = $0 { path.description.hasSuffix(page) } else { false }
        })
      let outcome = try run(OperationRecorder(faults: [step: .failure(EIO)]), in: temporary.folder)
      #expect(outcome.packages.map(\.isChanged) == [true, false, true])
      let findings = outcome.packages[1].report.findings
      #expect(findings.contains { $0.code == .ioError && $0.page?.number == 1 }, "\(findings)")
      #expect(findings.allSatisfy { $0.state == .left })
      var untouched = Notebook.notebook.renumbered(2)
      untouched.edit("manifest.json", "Field notes", "Notes")
      let folder = try temporary.folder.folder(Name.of(untouched.name))
      #expect(try TreeSnapshot(of: folder) == untouched.tree)
      withExtendedLifetime(other) {}
    }
  #endif
}
