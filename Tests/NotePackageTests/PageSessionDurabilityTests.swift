#if RECORDS_OPERATIONS
  import DurableFiles
  import NoteModel
  import NotePackage
  import TestSupport
  import Testing

  /// Sessions that a crash or an error interrupts in any of their steps: what was saved is there.
  @Suite struct PageSessionDurabilityTests {
    typealias Notebook = PackageFixture
    private static let id = Identifier(Notebook.firstPage)
    private static let time = Timestamp(milliseconds: Notebook.now - 1000)

    /// A page that is edited and saved several times, then closed.
    private final class Trial {
      let temporary = try! TemporaryFolder(isInMemory: true)
      let initial: TreeSnapshot
      let recorder: OperationRecorder
      /// The elements after each save that was begun.
      var states: [[Element]] = []
      /// How many steps were done when a save returned, by the number of its state.
      var saved: [(state: Int, stepCount: Int)] = []
      var failures: [PackageError] = []
      private let engine: StorageEngine

      private static let first = {
        let bytes = Notebook.notebook.bytes(Notebook.page(Notebook.firstPage))
        return try! PageCodec.decode(bytes.span).elements
      }()

      init(_ engine: StorageEngine, _ faults: [Int: OperationRecorder.Fault] = [:]) throws {
        self.engine = engine
        try Notebook.notebook.write(into: temporary.folder)
        initial = try TreeSnapshot(of: temporary.folder)
        states = [Self.first]
        saved = [(0, 0)]
        recorder = OperationRecorder(faults: faults)
        OperationRecorder.$current.withValue(recorder) { run() }
      }

      private func run() {
        do throws(PackageError) {
          let session = try PackageSession.open(
            temporary.path.appending(Name.of(Notebook.notebook.name)), engine: engine)
          let page = try session.page(PageSessionDurabilityTests.id)
          for number in 0..<4 {
            try page.append(PageSessionTests.stroke(number))
            if number == 2, let id = page.page.elements[0].id { try page.move(id, to: 3) }
            save(page) { () throws(PackageError) in try page.save() }
          }
          save(page) { () throws(PackageError) in try session.close(at: PageSessionDurabilityTests.time) }
        } catch {
          failures.append(error)
        }
      }

      private func save(_ page: PageSession, _ body: () throws(PackageError) -> Void) {
        if states.last != page.page.elements { states.append(page.page.elements) }
        do throws(PackageError) {
          try body()
          saved.append((states.count - 1, recorder.changes.count))
        } catch {
          failures.append(error)
        }
      }

      /// Whether a tree holds a state that was begun, none older than the last that was saved within so many steps.
      func expectSaved(_ tree: TreeSnapshot, after stepCount: Int, _ context: @autoclosure () -> String)
        throws
      {
        let oldest = saved.last { $0.stepCount <= stepCount }?.state ?? 0
        let elements: [Element]
        do throws(PackageError) {
          elements = try Package.open(tree.packageSource).page(PageSessionDurabilityTests.id).elements
        } catch {
          Issue.record("\(context()): \(error)")
          return
        }
        let found = states.lastIndex(of: elements)
        if found == nil || found! < oldest {
          Issue.record("\(context()): state \(found.map(String.init) ?? "none"), saved was \(oldest)")
        }
        // The check takes longest, and a part of the moments is enough for it.
        guard stepCount % 4 == 0 || stepCount == .max else { return }
        let errors = tree.findings(ofPackageNamed: Notebook.notebook.name).filter { $0.severity >= .error }
        if !errors.isEmpty { Issue.record("\(context()): \(errors)") }
      }
    }

    @Test(arguments: [StorageEngine.snapshot, .journal]) func survivesACrashAnywhere(_ engine: StorageEngine)
      throws
    {
      let trial = try Trial(engine)
      #expect(
        trial.failures.isEmpty && trial.states.count == 5 && trial.saved.count == 6, "\(trial.failures)")
      let replay = CrashReplay(
        root: trial.temporary.path, initial: trial.initial, changes: trial.recorder.changes)
      try replay.forEachCrash { crash, tree in
        try trial.expectSaved(tree, after: crash.stepCount, "\(engine): \(crash)")
      }
    }

    @Test(arguments: [StorageEngine.snapshot, .journal], [5, 28]) func survivesAnErrorAnywhere(
      _ engine: StorageEngine, _ number: Int32
    ) throws {
      let count = try Trial(engine).recorder.attempts.count
      for index in 0..<count {
        for fault in [OperationRecorder.Fault.failure(number), .lateFailure(number)] {
          let trial = try Trial(engine, [index: fault])
          let tree = try TreeSnapshot(of: trial.temporary.folder)
          let step =
            trial.recorder.attempts.indices.contains(index) ? "\(trial.recorder.attempts[index])" : ""
          try trial.expectSaved(
            tree, after: .max, "\(engine): \(fault) in step \(index), \(step.prefix(120))")
        }
      }
    }

    /// The page is written anew, and the journal of which nobody knows what it holds is never appended to again.
    @Test func appendsNothingToAJournalThatFailed() throws {
      let attempts = try Trial(.journal).recorder.attempts
      let steps = attempts.indices.filter { index in
        switch attempts[index] {
        case .write(let path, _, _), .syncFile(let path): path.description.hasSuffix(".journal")
        default: false
        }
      }
      #expect(steps.count >= 6)
      for step in steps {
        let trial = try Trial(.journal, [step: .failure(5)])
        #expect(trial.failures.isEmpty, "\(trial.failures)")
        let behind = trial.recorder.attempts.dropFirst(step + 1)
        let next = behind.firstIndex { operation in
          switch operation {
          case .rename(_, let target): target.description.hasSuffix(".content")
          default: false
          }
        }
        let appended = behind.firstIndex { operation in
          if case .write(let path, _, _) = operation { path.description.hasSuffix(".journal") } else { false }
        }
        #expect(try #require(next) < appended ?? .max, "step \(step)")
        try trial.expectSaved(TreeSnapshot(of: trial.temporary.folder), after: .max, "step \(step)")
      }
    }
  }

  extension TreeSnapshot {
    /// The first package of this library as a source.
    fileprivate var packageSource: MemorySource {
      let name = PackageFixture.notebook.name
      let inside = nodes.compactMap { path, node -> (RelativePath, Node)? in
        guard path.names.count > 1, path.names[0] == Name.of(name) else { return nil }
        return (RelativePath(Array(path.names.dropFirst())), node)
      }
      return MemorySource(TreeSnapshot(Dictionary(uniqueKeysWithValues: inside)), path: Path(name))
    }
  }
#endif
