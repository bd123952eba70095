import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// Proving that generations restore, and choosing one.
@Suite struct BackupCheckTests {
  typealias Notebook = PackageFixture

  private func verdicts(_ trial: BackupTrial) throws -> [String] {
    var words: [String] = []
    try BackupCheck(BackupFolder(trial.backups), workerCount: 2, now: PackageFixture.now).run { outcome in
      switch outcome.verdict {
      case .sound: words.append("sound")
      case .damaged(let findings): words.append(findings.map(\.code.rawValue).joined(separator: " "))
      case .broken(let error): words.append("broken \(error.code.rawValue)")
      }
    }
    return words
  }

  @Test func findsWhatDoesNotRestore() throws {
    let trial = try BackupTrial([.notebook, .notebook.renumbered(7)])
    _ = trial.run()
    var hurt = Notebook.notebook(savedAt: 30)
    hurt.remove(Notebook.page(Notebook.firstPage))
    try trial.replace(hurt)
    _ = trial.run()
    #expect(try verdicts(trial) == ["sound", "page-missing", "sound"])
    let names = try trial.generations()
    let document = try trial.document()
    let bytes = try document.read(Name.of(names[0]), limit: 1 << 20)
    // Each byte of an archive matters; a sweep over all of them is made with archives themselves.
    for position in stride(from: 0, to: bytes.count, by: 97) {
      var rotten = bytes
      rotten[position] ^= 0x55
      try document.replaceFile(.of(names[0]), with: rotten)
      let verdict = try verdicts(trial)[0]
      if verdict.hasPrefix("broken") { continue }
      // A byte that says nothing, such as a time.
      #expect(verdict == "sound", "byte \(position): \(verdict)")
      #expect(try trial.restored(names[0]) == BackupTrial.tree(.notebook), "byte \(position)")
    }
    // A sound archive under the name of another, and in the folder of another.
    try document.replaceFile(.of(names[0]), with: bytes)
    let other = try trial.document("7\(Notebook.documentID.dropFirst())")
    try other.replaceFile(.of(names[0]), with: bytes)
    try document.replaceFile(
      .of(names[0].replacing("-", with: "-0").dropLast(11) + ".lnotepack"), with: bytes)
    #expect(try verdicts(trial).filter { $0 == "broken damaged" }.count == 2)
  }

  @Test func candidatesAreTheNewestThatAreNotTooNew() throws {
    let trial = try BackupTrial()
    for minute in [21, 22, 23] {
      try trial.replace(.notebook(savedAt: minute))
      _ = trial.run()
    }
    let document = try #require(try BackupFolder(trial.backups).documents().first)
    func minutes(_ text: String?) throws -> [String] {
      let point = try text.map { try #require(RestorePoint($0), "\($0)") }
      return document.candidates(at: point).map { String($0.name.description.dropFirst(11).prefix(2)) }
    }
    #expect(try minutes(nil) == ["23", "22", "21"])
    #expect(try minutes("2026-11-30") == ["23", "22", "21"])
    #expect(try minutes("2026-11-29") == [])
    #expect(try minutes("2026-11-30 08:22") == ["22", "21"])
    #expect(try minutes("2026-11-30T08:22:00") == ["22", "21"])
    #expect(try minutes("2026-11-30T08:21:59.999Z") == ["21"])
    #expect(try minutes("2026-11-30T09:22:00+01:00") == ["22", "21"])
    #expect(try minutes(document.generations[0].name.description) == ["21"])
    #expect(try minutes("B/x/\(document.generations[1].name)") == ["22", "21"])
    for text in ["", "yesterday", "2026-13-01", "2026-11", "20261130", "2026-11-30 8:22"] {
      #expect(RestorePoint(text) == nil, "\(text)")
    }
    withExtendedLifetime(trial) {}
  }

  /// A bug that empties a note may leave its time alone: then only the generation's name tells the states apart.
  @Test func aGenerationIsMeantByItsName() throws {
    let trial = try BackupTrial()
    try trial.replace(.notebook(savedAt: 21))
    _ = trial.run()
    var other = PackageFixture.notebook(savedAt: 21)
    other.edit("manifest.json", "\n}", ",\n  \"rank\": 1\n}")
    try trial.replace(other)
    _ = trial.run()
    let document = try #require(try BackupFolder(trial.backups).documents().first)
    let names = document.generations.map(\.name)
    try #require(names.count == 2)
    func found(_ text: String) throws -> [Name] {
      let point: RestorePoint = try #require(RestorePoint(text))
      return document.candidates(at: point).map(\.name)
    }
    #expect(try found("2026-11-30 08:21") == names.reversed())
    #expect(try found(names[1].description) == names.reversed())
    #expect(try found(names[0].description) == [names[0]])
    #expect(try found("B/\(document.name)/\(names[0])") == [names[0]])
    // The name of another document's generation says its time.
    #expect(try found("20261130T082100.000Z-00000000.lnotepack") == names.reversed())
    withExtendedLifetime(trial) {}
  }
}
