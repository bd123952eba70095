#if RECORDS_OPERATIONS
  import DurableFiles
  import Foundation
  import NoteModel
  import NotePackage
  import TestSupport
  import Testing

  /// Repairs that a crash or an error interrupts in any of their steps.
  @Suite struct RepairDurabilityTests {
    typealias Notebook = PackageFixture

    /// Small, since every step is tried: a damaged package, its contained copy, a healthy one, and a leftover.
    private static func fill(_ folder: Folder) throws {
      var hurt = small
      hurt.cut(page, after: "\"frame\":[1000,2000")
      hurt.edit("manifest.json", "Field notes", "Notes")
      try hurt.write(into: folder)
      let healthy = small.renumbered(7)
      try healthy.write(into: folder)
      var copy = healthy
      copy.name = "copy.lnote"
      try copy.write(into: folder)
      let stage = try folder.makeFolder(.of(".lnote-stage-0123456789abcdef"))
      try stage.replaceFile(.of("page"), with: Array("somebody's work".utf8))
    }

    private static let page = Notebook.page(Notebook.firstPage)

    private static let small: PackageFixture = {
      var package = PackageFixture.notebook
      package.add("document.json", Notebook.document([(Notebook.firstPage, 3)]))
      for id in [Notebook.secondPage, Notebook.emptyPage] {
        package.remove(Notebook.page(id))
        package.remove(Notebook.thumbnail(id))
      }
      package.remove("assets/\(Notebook.drawing).png")
      package.add(
        "manifest.json", Notebook.manifest(pageCount: 1, cover: Notebook.thumbnail(Notebook.firstPage)))
      return package
    }()

    /// A library of its own with what happened to it.
    private struct Trial {
      let temporary = try! TemporaryFolder(isInMemory: true)
      let initial: TreeSnapshot
      let belongings: Belongings
      let recorder: OperationRecorder
      var outcome: Repair.Outcome?
      var error: PackageError?

      init(_ faults: [Int: OperationRecorder.Fault] = [:]) throws {
        try RepairDurabilityTests.fill(temporary.folder)
        initial = try TreeSnapshot(of: temporary.folder)
        belongings = try Belongings(of: temporary.folder)
        recorder = OperationRecorder(faults: faults)
        let library = Library(temporary.folder)
        OperationRecorder.$current.withValue(recorder) {
          do throws(PackageError) {
            outcome = try RepairDurabilityTests.repair(library)
          } catch {
            self.error = error
          }
        }
      }

      /// Closing what was read can fail too.
      var hasReadError: Bool {
        outcome?.packages.contains { $0.report.findings.contains { $0.code == .ioError } } ?? false
      }

      var failures: [PackageError] {
        (error.map { [$0] } ?? []) + (outcome?.failures ?? [])
          + (outcome?.packages.compactMap(\.failure) ?? [])
      }
    }

    private static func repair(_ library: Library) throws(PackageError) -> Repair.Outcome {
      try Repair(Check(now: Notebook.now), level: .all).run(library, workerCount: 1)
    }

    private static func package(_ name: String, _ tree: TreeSnapshot) -> TreeSnapshot { tree.under(name) }

    /// Whether each package is as it was or as it shall be, and nothing of anybody's is gone.
    private static func expectOldOrNew(
      _ state: TreeSnapshot, _ trial: Trial, _ final: TreeSnapshot, _ context: @autoclosure () -> String
    ) throws {
      let name = small.name
      let hurt = package(name, state)
      if hurt != package(name, trial.initial) && hurt != package(name, final) {
        Issue.record("\(name) is neither old nor new: \(context()): \(hurt)")
      }
      let healthy = small.renumbered(7).name
      if package(healthy, state) != package(healthy, trial.initial) {
        Issue.record("the healthy package was touched: \(context())")
      }
      let temporary = try TemporaryFolder(isInMemory: true)
      try state.write(into: temporary.folder)
      let missing = trial.belongings.missing(in: try Belongings(of: temporary.folder))
      if !missing.isEmpty { Issue.record("lost: \(missing) \(context())") }
      // A repair clears up whatever is left.
      let outcome = try repair(Library(temporary.folder))
      let failures = outcome.failures + outcome.packages.compactMap(\.failure)
      if !failures.isEmpty { Issue.record("\(failures) \(context())") }
      let after = try TreeSnapshot(of: temporary.folder)
      if after.packages != final.packages { Issue.record("not repaired: \(context()): \(after.outsideLost)") }
      if after.outsideLost.withoutLeftovers != after.outsideLost {
        Issue.record("something is left: \(context()): \(after.outsideLost)")
      }
      let lost = trial.belongings.missing(in: try Belongings(of: temporary.folder))
      if !lost.isEmpty { Issue.record("lost by the second repair: \(lost) \(context())") }
      withExtendedLifetime(temporary) {}
    }

    @Test func everyCrashLeavesOldOrNewAndLosesNothing() throws {
      let trial = try Trial()
      #expect(trial.failures.map(\.message) == [])
      let final = try TreeSnapshot(of: trial.temporary.folder)
      #expect(final.packages != trial.initial.packages)
      let replay = CrashReplay(
        root: trial.temporary.path, initial: trial.initial, changes: trial.recorder.changes)
      var seen: [TreeSnapshot] = []
      try replay.forEachCrash { crash, state in
        if seen.contains(state) { return }
        seen.append(state)
        try Self.expectOldOrNew(state, trial, final, "\(crash)")
      }
      #expect(seen.count > 40)
      #expect(replay.state(after: trial.recorder.changes.count, data: .lost, names: .lost) == final)
    }

    @Test(arguments: [(ENOSPC, false), (EIO, true)])
    func everyErrorLeavesOldOrNewAndSaysSo(_ errno: Int32, _ isLate: Bool) throws {
      let whole = try Trial()
      let final = try TreeSnapshot(of: whole.temporary.folder)
      let steps = whole.recorder.attempts
      for (index, step) in steps.enumerated() where step.isChange && (!isLate || index.isMultiple(of: 2)) {
        let trial = try Trial([index: isLate ? .lateFailure(errno) : .failure(errno)])
        let state = try TreeSnapshot(of: trial.temporary.folder)
        let context = "errno \(errno)\(isLate ? " late" : "") in step \(index), \(step.verb) \(step.path)"
        let isSaid = !trial.failures.isEmpty || trial.hasReadError
        #expect(isSaid || state.packages == final.packages, "nothing is said: \(context)")
        for failure in trial.failures {
          let root = "\(trial.temporary.path)"
          #expect(failure.message.contains(root), "\(failure.message): \(context)")
        }
        try Self.expectOldOrNew(state, trial, final, context)
      }
    }

    /// Who takes a file away and knows of no lock has changed the package; that is no failure of the system.
    @Test func whatVanishesMeanwhileIsAChange() throws {
      let steps = try Trial().recorder.attempts
      let vanishing = steps.indices.filter { index in
        guard case .link(let file, to: _) = steps[index] else { return false }
        return !"\(file)".contains("/.lnote-stage-")
      }
      #expect(vanishing.count > 6)
      for index in vanishing {
        let trial = try Trial([index: .failure(ENOENT)])
        #expect(trial.failures.map(\.code) == [.changed], "\(steps[index]): \(trial.failures)")
        #expect(trial.belongings.missing(in: try Belongings(of: trial.temporary.folder)) == [])
      }
    }

    /// Where two names can't be exchanged, two renames do it, and an error between them takes the package back.
    @Test func everyErrorOfAReplacementInStepsLeavesThePackage() throws {
      let whole = try Trial()
      let final = try TreeSnapshot(of: whole.temporary.folder)
      let exchange = try #require(
        whole.recorder.attempts.firstIndex { if case .exchange = $0 { true } else { false } })
      let inSteps = try Trial([exchange: .failure(ENOTSUP)])
      #expect(inSteps.failures.map(\.message) == [])
      #expect(try TreeSnapshot(of: inSteps.temporary.folder).packages == final.packages)
      let steps = inSteps.recorder.attempts
      for (index, step) in steps.enumerated().dropFirst(exchange + 1) where step.isChange {
        for fault in [index.isMultiple(of: 2) ? OperationRecorder.Fault.failure(EIO) : .lateFailure(EIO)] {
          let trial = try Trial([exchange: .failure(ENOTSUP), index: fault])
          let state = try TreeSnapshot(of: trial.temporary.folder)
          let context = "\(fault) in step \(index), \(step.verb) \(step.path)"
          let lost = trial.belongings.missing(in: try Belongings(of: trial.temporary.folder))
          #expect(lost == [], "\(context)")
          _ = try Self.repair(Library(trial.temporary.folder))
          let after = try TreeSnapshot(of: trial.temporary.folder)
          #expect(after.packages == final.packages, "\(context): \(state)")
        }
      }
      // A crash between the two renames, too.
      let replay = CrashReplay(
        root: inSteps.temporary.path, initial: inSteps.initial, changes: inSteps.recorder.changes)
      var seen: [TreeSnapshot] = []
      try replay.forEachCrash { crash, state in
        guard crash.data == .lost, !seen.contains(state) else { return }
        seen.append(state)
        let temporary = try TemporaryFolder(isInMemory: true)
        try state.write(into: temporary.folder)
        #expect(inSteps.belongings.missing(in: try Belongings(of: temporary.folder)) == [], "\(crash)")
        _ = try Self.repair(Library(temporary.folder))
        #expect(try TreeSnapshot(of: temporary.folder).packages == final.packages, "\(crash): \(state)")
        withExtendedLifetime(temporary) {}
      }
    }
  }

  extension TreeSnapshot {
    /// The packages alone.
    fileprivate var packages: TreeSnapshot {
      TreeSnapshot(nodes.filter { $0.key.names[0].text?.hasSuffix(".lnote") == true })
    }

    fileprivate var outsideLost: TreeSnapshot {
      TreeSnapshot(nodes.filter { $0.key.names[0].text != LostAndFound.name })
    }

    fileprivate func under(_ name: String) -> TreeSnapshot {
      TreeSnapshot(nodes.filter { $0.key.names[0].text == name })
    }
  }
#endif
