import DurableFiles
import Foundation
import NotePackage
import TestSupport
import Testing

/// A library of real notes with a package for every kind of damage that files can show, all at once.
@Suite(.enabled("needs the corpus") { PackageCorpus.isThere }) struct HeavyRepairEverythingTests {
  /// One package, or a stray beside the packages, with its damage.
  private struct Patient {
    let code: FindingCode
    /// The library's names that belong to it.
    var names: Set<String> = []
  }

  let temporary: TemporaryFolder
  private var patients: [Patient] = []
  private var library: Library { Library(temporary.folder) }

  /// Not what needs other limits, a second program at work, or stops every repair.
  private static let codes = FindingCode.allCases.filter { code in
    guard let fixture = FindingFixture.all[code] else { return false }
    return fixture.unreadable == nil && !fixture.isLocked && fixture.written == nil
      && code != .fileTooLarge && code != .manyFilesZeroed
  }

  init() throws {
    temporary = try TemporaryFolder()
    let corpus = try Folder.open(try #require(PackageCorpus.library))
    for name in PackageCorpus.names {
      try TreeSnapshot(of: corpus.folder(Name.of(name))).write(
        into: temporary.folder.makeFolder(Name.of(name)))
    }
    for (number, code) in Self.codes.enumerated() {
      let fixture = try #require(FindingFixture.all[code])
      let digits = String(format: "%02X", 0x80 + number)
      var patient = Patient(code: code)
      for package in fixture.library {
        let keepsPages = ["journal", "database", "storage"].contains { code.rawValue.hasPrefix($0) }
        let copy = package.renumbered(digits, keepsPages: keepsPages)
        try copy.write(into: temporary.folder)
        patient.names.insert(copy.name)
      }
      let before = try names()
      if code == .permissions {
        let name = try #require(patient.names.first)
        try temporary.folder.setMode(0o000, of: "\(name)/assets/\(PackageFixture.drawing).png")
      } else {
        try fixture.strays(temporary.folder)
      }
      // Two fixtures may have chosen one name.
      for name in try names().subtracting(before) {
        let unique = name.replacing("0123456789abcdef", with: "01234567\(digits)89abcd".lowercased())
          .replacing("otes", with: "otes\(digits)").replacing("letter", with: "letter\(digits)")
        try temporary.folder.rename(.of(name), to: .of(unique), in: temporary.folder, replacing: false)
        patient.names.insert(unique)
      }
      patients.append(patient)
    }
    try #require(patients.count > 60)
  }

  private func names() throws -> Set<String> { Set(try temporary.folder.entries().compactMap(\.name.text)) }

  private func states(of name: String? = nil) throws -> [String] {
    try temporary.folder.walk()
      .filter { $0.path.names[0].text != LostAndFound.name && (name == nil || $0.path.names[0].text == name) }
      .map {
        "\($0.path) \($0.status.kind) \($0.status.mode) \($0.status.byteCount) \($0.status.modified) \($0.status.inode)"
      }
  }

  private func repair() throws -> Repair.Outcome {
    try Repair(Check(now: PackageFixture.now), level: .all).run(library, workerCount: 2)
  }

  @Test func oneRepairTreatsEachAsItsClassPromises() throws {
    let before = try TreeSnapshot(of: temporary.folder)
    let belongings = try Belongings(of: temporary.folder)
    let modes = try temporary.folder.walk().map { "\($0.path) \($0.status.mode)" }
    let healthy = try PackageCorpus.names.map { try states(of: $0) }
    let outcome = try repair()
    #expect((outcome.failures + outcome.packages.compactMap(\.failure)).map(\.message) == [])
    #expect(
      try PackageCorpus.names.map { try states(of: $0) } == healthy, "healthy packages are as they were")
    #expect(belongings.missing(in: try Belongings(of: temporary.folder)) == [])

    for patient in patients {
      let findings =
        outcome.packages.filter { patient.names.contains($0.report.path.name?.text ?? "") }
        .flatMap(\.report.findings) + outcome.library.findings
      let found = findings.filter { $0.code == patient.code }
      // A package that got another name is reported under that one.
      let all = outcome.packages.flatMap(\.report.findings).filter { $0.code == patient.code }
      #expect(!found.isEmpty || !all.isEmpty, "\(patient.code) isn't found")
      for finding in found {
        let isTreated = finding.state == .fixed || finding.state == .moved
        if patient.code.repairClass == .none { #expect(!isTreated, "\(finding)") }
        if finding.remedy == nil { #expect(!isTreated, "\(finding)") }
      }
    }

    let repaired = try states()
    let second = try repair()
    #expect(second.runID == nil)
    #expect(try states() == repaired, "a second repair changes nothing")

    let id = try #require(outcome.runID)
    #expect(try Undo(library).run(id).failures.map(\.message) == [])
    #expect(try TreeSnapshot(of: temporary.folder) == before)
    #expect(try temporary.folder.walk().map { "\($0.path) \($0.status.mode)" } == modes)
  }
}
