#if RECORDS_OPERATIONS
  import DurableFiles
  import Foundation
  import NoteModel
  import NotePackage
  import TestSupport
  import Testing

  /// Backups that a crash or an error interrupts in any of their steps.
  @Suite struct BackupDurabilityTests {
    typealias Notebook = PackageFixture

    private static let small: PackageFixture = {
      var package = Notebook.notebook
      package.add("document.json", Notebook.document([(Notebook.secondPage, 2)]))
      for id in [Notebook.firstPage, Notebook.emptyPage] {
        package.remove(Notebook.page(id))
        package.remove(Notebook.thumbnail(id))
      }
      package.remove("assets/\(Notebook.photo).jpg")
      package.add(
        "manifest.json", Notebook.manifest(pageCount: 1, cover: Notebook.thumbnail(Notebook.secondPage)))
      return package
    }()

    private static func small(savedAt minute: Int) -> PackageFixture {
      var package = small
      package.saved(at: minute)
      return package
    }

    /// One document with two generations and a third state in the library, one that is new; one generation is to go.
    private static func prepared() throws -> (trial: BackupTrial, initial: TreeSnapshot) {
      let trial = try BackupTrial([small])
      for minute in [21, 22] {
        _ = trial.run()
        try trial.replace(small(savedAt: minute))
      }
      try small.renumbered(7).write(into: trial.library)
      return (trial, try TreeSnapshot(of: trial.backups))
    }

    private static func run(
      _ trial: BackupTrial, _ faults: [Int: OperationRecorder.Fault] = [:]
    ) -> (recorder: OperationRecorder, run: BackupTrial.Run) {
      let recorder = OperationRecorder(faults: faults)
      let run = OperationRecorder.$current.withValue(recorder) { trial.run { $0.keep = 2 } }
      return (recorder, run)
    }

    private static func generations(_ tree: TreeSnapshot) -> [RelativePath: TreeSnapshot.Node] {
      tree.withoutLeftovers.nodes.filter { $0.key.name.description.hasSuffix(".lnotepack") }
    }

    /// Every generation is whole, and none is missing that may not go yet.
    private static func expectWhole(
      _ state: TreeSnapshot, _ initial: TreeSnapshot, _ final: TreeSnapshot,
      _ context: @autoclosure () -> String
    ) {
      let (now, old, new) = (generations(state), generations(initial), generations(final))
      for (path, node) in now where node != old[path] && node != new[path] {
        Issue.record("\(path) isn't whole: \(context())")
      }
      // Until both new ones are there, nothing goes; what stays in the end is always there.
      let isComplete = new.keys.allSatisfy { now[$0] != nil }
      for path in old.keys where now[path] == nil && (new[path] != nil || !isComplete) {
        Issue.record("\(path) is gone: \(context())")
      }
    }

    @Test func everyCrashLeavesWholeGenerationsAndTheNextRunCompletes() throws {
      let (trial, initial) = try Self.prepared()
      let (recorder, run) = Self.run(trial)
      #expect(run.isQuiet && run.written.count == 2 && run.pruned.count == 1)
      let final = try TreeSnapshot(of: trial.backups)
      let replay = CrashReplay(root: trial.backups.path, initial: initial, changes: recorder.changes)
      var seen: [TreeSnapshot] = []
      try replay.forEachCrash { crash, state in
        if seen.contains(state) { return }
        seen.append(state)
        Self.expectWhole(state, initial, final, "\(crash)")
        for entry in try trial.backups.entries() { try trial.backups.removeTree(entry.name) }
        try state.write(into: trial.backups)
        let next = trial.run { $0.keep = 2 }
        if !next.isQuiet { Issue.record("\(next) after \(crash)") }
        let after = try TreeSnapshot(of: trial.backups)
        if Self.generations(after).keys != Self.generations(final).keys {
          Issue.record("not completed after \(crash): \(after)")
        }
        if after != after.withoutLeftovers { Issue.record("left after \(crash): \(after)") }
      }
      #expect(seen.count > 20)
      let end = replay.state(after: recorder.changes.count, data: .lost, names: .lost)
      #expect(end.withoutLeftovers == final, "what returned without an error is durable")
    }

    @Test(arguments: [(ENOSPC, false), (EIO, true)])
    func everyErrorLeavesWholeGenerationsAndIsSaid(_ errno: Int32, _ isLate: Bool) throws {
      let (reference, _) = try Self.prepared()
      let steps = Self.run(reference).recorder.attempts
      let final = try TreeSnapshot(of: reference.backups)
      for (index, step) in steps.enumerated() where step.isChange || index % 7 == 0 || step.isDocument {
        let (trial, initial) = try Self.prepared()
        let run = Self.run(trial, [index: isLate ? .lateFailure(errno) : .failure(errno)]).run
        let state = try TreeSnapshot(of: trial.backups)
        let context = "errno \(errno)\(isLate ? " late" : "") in step \(index), \(step.verb) \(step.path)"
        Self.expectWhole(state, initial, final, context)
        let isSaid = !run.isQuiet || run.outcomes.contains { !$0.findings.isEmpty }
        let isSweeping = if case .removeFolder = step { true } else { false }
        if step.isChange, !isSaid, !isSweeping, Self.generations(state).keys != Self.generations(final).keys {
          Issue.record("nothing is said: \(context)")
        }
        if !run.failures.isEmpty { #expect(run.pruned.isEmpty, "pruned after a failure: \(context)") }
        let next = trial.run { $0.keep = 2 }
        let after = try TreeSnapshot(of: trial.backups)
        #expect(
          next.isQuiet && Self.generations(after).keys == Self.generations(final).keys, "\(context): \(next)")
        #expect(after == after.withoutLeftovers, "\(context)")
      }
    }

    @Test func shortWritesChangeNothing() throws {
      let (reference, _) = try Self.prepared()
      let steps = Self.run(reference).recorder.attempts
      let final = try TreeSnapshot(of: reference.backups)
      for (index, step) in steps.enumerated() {
        guard case .write = step else { continue }
        let (trial, _) = try Self.prepared()
        #expect(Self.run(trial, [index: .shortWrite(1)]).run.isQuiet)
        #expect(try Self.generations(TreeSnapshot(of: trial.backups)) == Self.generations(final))
      }
    }
  }

  extension FileOperation {
    /// Whether it opens or reads the file that tells when a document was saved.
    fileprivate var isDocument: Bool { path.name?.description == "document.json" }
  }
#endif
