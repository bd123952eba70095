import Dispatch
import DurableFiles
import Foundation
import NoteModel
import NotePackage
import Synchronization
import TestSupport
import Testing

@Suite struct FindingCodeTests {
  @Test func hasAFixtureForEveryCode() {
    #expect(FindingCode.allCases.filter { FindingFixture.all[$0] == nil }.map(\.rawValue) == [])
  }

  @Test(arguments: FindingCode.allCases)
  func isFoundAloneAtItsPlace(_ code: FindingCode) throws {
    guard let fixture = FindingFixture.all[code] else { return }
    #if !RECORDS_OPERATIONS
      // Only builds that record operations can let a reading fail.
      if fixture.unreadable != nil { return }
    #endif
    #if !SQLite
      // Without SQLite a database is only known to be there.
      if [.storageUnread, .storageMixed, .databaseNewer].contains(code) { return }
    #endif
    let findings = try check(fixture)
    let expected = [code] + fixture.implied
    #expect(findings.map(\.code.rawValue).sorted() == expected.map(\.rawValue).sorted(), "\(findings)")
    let finding = try #require(findings.first { $0.code == code })
    #expect(finding.severity == fixture.severity ?? code.severity)
    #expect(finding.path?.text == fixture.path)
    #expect(finding.offset == fixture.offset, "\(finding)")
    #expect(finding.page?.number == fixture.page)
    #expect(!finding.detail.isEmpty)
  }

  @Test(arguments: FindingCode.allCases)
  func saysWhatItMeans(_ code: FindingCode) {
    #expect(code.meaning.first?.isLowercase == true || code.meaning.contains(".json"))
    #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
  }

  @Test func codesAreDifferentWords() {
    #expect(Set(FindingCode.allCases.map(\.rawValue)).count == FindingCode.allCases.count)
  }

  private func check(_ fixture: FindingFixture) throws -> [Finding] {
    let temporary = try TemporaryFolder()
    for package in fixture.library { try package.write(into: temporary.folder) }
    try fixture.strays(temporary.folder)
    let lock = fixture.isLocked ? try temporary.folder.folder(Name.of(fixture.library[0].name)).lock() : nil
    defer { lock?.release() }
    let library = Library(temporary.folder, limits: fixture.limits)
    let check = Check(now: PackageFixture.now, limits: fixture.limits)
    if let path = fixture.written {
      return try withWriter(to: "\(temporary.path)/\(fixture.library[0].name)/\(path)") {
        check.library(library, workerCount: 1).allFindings
      }
    }
    #if RECORDS_OPERATIONS
      if let name = fixture.unreadable {
        let recorder = OperationRecorder()
        _ = OperationRecorder.$current.withValue(recorder) { check.library(library, workerCount: 1) }
        let step = recorder.attempts.firstIndex {
          switch $0 {
          case .list(let path) where name.isEmpty: path == temporary.path
          case .read(let path): !name.isEmpty && path.description.hasSuffix(name)
          default: false
          }
        }
        let failing = OperationRecorder(faults: [try #require(step): .failure(5)])
        return OperationRecorder.$current.withValue(failing) {
          check.library(library, workerCount: 1).allFindings
        }
      }
    #endif
    return check.library(library, workerCount: 1).allFindings
  }
}

/// Runs a check while another thread lengthens a file, until it came to a step in between.
private func withWriter(to path: String, _ check: @Sendable () -> [Finding]) throws -> [Finding] {
  let isDone = Atomic(false)
  nonisolated(unsafe) var findings: [Finding] = []
  DispatchQueue.concurrentPerform(iterations: 2) { worker in
    if worker == 0 {
      let file = fopen(path, "a")
      while !isDone.load(ordering: .relaxed) {
        fputc(10, file)
        fflush(file)
      }
      fclose(file)
    } else {
      repeat { findings = check() } while !findings.contains { $0.code == .changedDuringCheck }
      isDone.store(true, ordering: .relaxed)
    }
  }
  return findings
}

extension Check.LibraryReport {
  /// Those of the folder and of every package.
  var allFindings: [Finding] { findings + packages.flatMap(\.findings) }
}
