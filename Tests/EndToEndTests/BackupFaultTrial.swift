import DurableFiles
import Foundation
import TestSupport
import Testing

/// A library with backups of before, to be backed up under adverse conditions again and again.
///
/// Of its three documents one was changed, one is new and one is as it was; a generation of the first is to go.
struct BackupFaultTrial {
  let temporary: TemporaryFolder
  /// The generations before, and those that a run which nothing disturbs leaves.
  let initial: TreeSnapshot
  private(set) var final: TreeSnapshot

  static let second = "2A2B3C4D-0000-4000-8000-000000000002"

  init() throws {
    temporary = try TemporaryFolder(isInMemory: true)
    let package = "L/\(SmallPackage.name)"
    try temporary.makeSmallPackage(in: "L")
    try temporary.copy(ProgramSamples.empty, "L/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote")
    for minute in 5...7 {
      if minute > 5 {
        for file in ["document.json", "manifest.json"] {
          try temporary.edit("\(package)/\(file)") {
            $0 = $0.replacingOccurrences(of: "0\(minute - 1):06.007Z", with: "0\(minute):06.007Z")
          }
        }
      } else {
        for file in ["document.json", "manifest.json"] {
          try temporary.edit("\(package)/\(file)") {
            $0 = $0.replacingOccurrences(of: "04:06.007Z", with: "05:06.007Z")
          }
        }
      }
      if minute < 7 {
        let outcome = try Program.lnote.run(["backup", temporary("L"), "--to", temporary("T"), "--deep"])
        #expect(outcome.status == 0, "\(outcome)")
      }
    }
    try Self.addSecond(temporary)
    initial = try temporary.snapshot("T")
    final = initial
    try reset()
    let outcome = try Program.lnote.run(arguments)
    #expect(outcome.status == 0, "\(outcome)")
    final = try temporary.snapshot("B")
    try #require(generations(initial).count == 3 && generations(final).count == 4)
  }

  private static func addSecond(_ temporary: TemporaryFolder) throws {
    try temporary.makeSmallPackage(in: "other")
    try temporary.copy(temporary("other/\(SmallPackage.name)"), "L/\(second).lnote")
    for file in ["document.json", "manifest.json"] {
      try temporary.edit("L/\(second).lnote/\(file)") {
        $0 = $0.replacingOccurrences(of: SmallPackage.id, with: second)
      }
    }
  }

  var arguments: [String] { ["backup", temporary("L"), "--to", temporary("B"), "--keep", "2", "-j", "1"] }

  /// Puts the backups of before back.
  func reset() throws {
    if temporary.exists("B") { try temporary.remove("B") }
    let outcome = try Program.named("cp").run(["-a", temporary("T"), temporary("B")])
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// The archives that count.
  func generations(_ tree: TreeSnapshot) -> [RelativePath: TreeSnapshot.Node] {
    tree.withoutLeftovers.nodes.filter { $0.key.name.description.hasSuffix(".lnotepack") }
  }

  func leftovers(_ state: TreeSnapshot) -> [RelativePath] {
    state.nodes.keys.filter { state.withoutLeftovers.nodes[$0] == nil }.sorted()
      + state.nodes.keys.filter { folder in
        state.nodes[folder] == .folder && !state.nodes.keys.contains { $0.parent == folder }
      }
  }

  /// Every archive is whole, and none is missing that may not go yet.
  @discardableResult
  func expectWhole(_ context: String) throws -> TreeSnapshot {
    let state = try temporary.snapshot("B")
    let (now, old, new) = (generations(state), generations(initial), generations(final))
    for (path, node) in now where node != old[path] && node != new[path] {
      Issue.record("\(path) isn't whole: \(context)")
    }
    let isComplete = new.keys.allSatisfy { now[$0] != nil }
    for path in old.keys where now[path] == nil && (new[path] != nil || !isComplete) {
      Issue.record("\(path) is gone: \(context)")
    }
    return state
  }

  func isNew(_ state: TreeSnapshot) -> Bool { generations(state) == generations(final) }

  /// An undisturbed run ends what the disturbed one began, and clears up.
  func expectCompletion(_ context: String) throws {
    let outcome = try Program.lnote.run(arguments)
    if outcome.status != 0 { Issue.record("\(context): \(outcome)") }
    let state = try temporary.snapshot("B")
    if !isNew(state) { Issue.record("not completed after \(context): \(outcome)") }
    if !leftovers(state).isEmpty { Issue.record("left after \(context): \(leftovers(state))") }
  }

  // MARK: Faults

  static let writing = [
    "mkdirat", "linkat", "write", "fsync", "fdatasync", "renameat", "renameat2", "unlinkat", "fchmod",
  ]

  /// The calls of an undisturbed run from where it first touches the library.
  func calls(_ names: [String]) throws -> [TracedCall] {
    try reset()
    return try TracedCall.all(of: names, in: arguments, from: temporary("L"), expecting: 0, temporary)
  }

  /// Runs a backup in which one call meets a fault.
  func run(_ call: TracedCall, _ fault: String) throws -> Program.Outcome {
    try reset()
    return try call.run(arguments, fault)
  }
}
