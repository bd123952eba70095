import DurableFiles
import NotePackage
import TestSupport
import Testing

/// Three states of one real notebook, in every order, under every policy.
@Suite(.enabled(if: Program.isFastBuild, "runs in release")) struct ImportOrderHeavyTests {
  private static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  @Test(
    .enabled(if: PackageCorpus.isThere, "the collection of real notes isn't there"),
    arguments: ImportPolicy.allCases, orders)
  func givesWhatTheTableSays(_ policy: ImportPolicy, _ order: [Int]) throws {
    let temporary = try TemporaryFolder()
    let library = Library(temporary.folder)
    let importer = Importer(into: library, policy: policy, now: PackageFixture.now)
    let trees = try PackageCorpus.states.map { try TreeSnapshot(of: Folder.open($0)) }
    let name = try #require(PackageCorpus.states[0].name)
    var held = order[0]
    for (round, state) in order.enumerated() {
      let first = word(try? importer.take(PackageSources.one(at: PackageCorpus.states[state])))
      let before = try library.folder.walk().map(\.description)
      let again = word(try? importer.take(PackageSources.one(at: PackageCorpus.states[state])))
      #expect(
        try library.folder.walk().map(\.description) == before, "a second time is a no-op: \(policy) \(order)"
      )
      let isTaken = policy == .newer ? state > held : policy == .replace
      if round == 0 {
        #expect(first == "imported" && again == "identical")
      } else {
        switch policy {
        case .fail: #expect(first == "failed" && again == "failed")
        case .skip: #expect(first == "skipped" && again == "skipped")
        case .keepBoth: #expect(first == "kept" && again == "identical")
        case .merge: #expect(["merged", "identical"].contains(first) && again == "identical")
        case .replace, .newer:
          #expect(first == (isTaken ? "replaced" : "skipped"))
          #expect(again == (isTaken ? "identical" : "skipped"))
        }
      }
      if isTaken { held = state }
      let there = try TreeSnapshot(of: library.folder.folder(name))
      if policy != .merge { #expect(there == trees[held], "\(policy) \(order)") }
    }
    #expect(try library.packageNames().count == (policy == .keepBoth ? 3 : 1))
    let report = Check(now: PackageFixture.now).library(library, workerCount: 1)
    #expect(report.allFindings.filter { $0.severity > .info } == [])
    guard policy == .merge else { return }
    // Nothing that any state had is missing.
    let merged = try Package.open(library.folder.path.appending(name))
    let pages = try merged.document.pages.map { try merged.page($0.id).elements }
    for path in PackageCorpus.states {
      let state = try Package.open(path)
      for entry in state.document.pages { #expect(pages.contains(try state.page(entry.id).elements)) }
    }
  }

  private func word(_ outcome: Importer.Outcome?) -> String {
    switch outcome?.decision {
    case .imported: "imported"
    case .identical: "identical"
    case .skipped: "skipped"
    case .keptBoth: "kept"
    case .replaced: "replaced"
    case .merged: "merged"
    case nil: "failed"
    }
  }
}
