#if RECORDS_OPERATIONS
  import DurableFiles
  import NoteModel
  import NotePackage
  import TestSupport
  import Testing

  /// A read error is never taken for damage: whatever can't be read while a library is checked or repaired is reported
  /// as that, and nothing is repaired because of it.
  @Suite struct ReadErrorTests {
    typealias Notebook = PackageFixture

    /// A library in which a check reads everything that it ever reads: duplicates, copies, unfinished files, what may
    /// stand in for missing files, and what interrupted runs left.
    static func fill(_ folder: Folder) throws {
      var hurt = Notebook.notebook
      let (first, second) = (Notebook.page(Notebook.firstPage), Notebook.page(Notebook.secondPage))
      hurt.edit(second, Notebook.dot, Notebook.dot.replacing("#0000FF80", with: "#0000FF81"))
      hurt.add("pages/\(Notebook.firstPage) 2.content", hurt.text(first).replacing("[5123", with: "[5124"))
      hurt.add("document 2.json", hurt.bytes("document.json"))
      hurt.add("notes.tmp", Notebook.page(Notebook.secondPage, []))
      hurt.times["notes.tmp"] = 1_700_000_000
      hurt.add("A.txt", "a")
      hurt.add("a.txt", "a")
      hurt.edit(first, "\"asset\":\"\(Notebook.photo)", "\"asset\":\"\(Notebook.otherAsset)")
      hurt.edit("manifest.json", "Field notes", "Notes")
      let empty = hurt.bytes(Notebook.page(Notebook.emptyPage))
      hurt.add(Notebook.page(Notebook.emptyPage), hurt.bytes(second))
      hurt.add(second, empty)
      try hurt.write(into: folder)
      var donor = Notebook.notebook.renumbered(7)
      donor.edit("document.json", "\"elementCount\": 2", "\"elementCount\": 9")
      donor.add("assets/\(Notebook.otherAsset).jpg", Notebook.jpeg)
      try donor.write(into: folder)
      var copy = Notebook.notebook.renumbered(7)
      copy.name = "copy.lnote"
      try copy.write(into: folder)
      let stage = try folder.makeFolder(.of(".lnote-stage-0123456789abcdef"))
      try stage.replaceFile(.of("intent.json"), with: Array("{\"target\":\"\(donor.name)\"}".utf8))
    }

    private static func isReading(_ step: FileOperation) -> Bool {
      switch step {
      case .openFile, .openFolder, .examine, .list, .read, .lock: true
      default: false
      }
    }

    /// What makes two findings the same, their words aside.
    private struct Mark: Hashable {
      let code: FindingCode
      let path: RelativePath?
      let page: Identifier?

      init(_ finding: Finding) {
        (code, path, page) = (finding.code, finding.path, finding.page?.id)
      }
    }

    @Test func nothingUnreadIsTakenForDamage() throws {
      let errno: Int32 = 5
      let temporary = try TemporaryFolder(isInMemory: true)
      try Self.fill(temporary.folder)
      let library = Library(temporary.folder)
      func findings(_ recorder: OperationRecorder) -> [Finding] {
        OperationRecorder.$current.withValue(recorder) {
          let check = Check(now: Notebook.now)
          let report = check.library(library, workerCount: 1)
          return report.findings + report.packages.flatMap(\.findings)
        }
      }
      let recorder = OperationRecorder()
      let sound = findings(recorder)
      let known = Set(sound.map(Mark.init))
      let remedies = Set(sound.compactMap(\.remedy))
      for code in [
        FindingCode.pageIDMismatch, .fileConflictCopy, .temporaryLeftover, .nameClash, .assetMissing,
        .documentIDDuplicate, .stageLeftover,
      ] {
        #expect(sound.contains { $0.code == code && $0.remedy != nil }, "\(code)")
      }
      var count = 0
      for (index, step) in recorder.attempts.enumerated() where Self.isReading(step) {
        count += 1
        let found = findings(OperationRecorder(faults: [index: .failure(errno)]))
        let context: Comment = "errno \(errno) in step \(index), \(step.verb) \(step.path)"
        #expect(found.contains { $0.code == .ioError || $0.code == .libraryUnreadable }, context)
        for finding in found where finding.code != .ioError && finding.code != .libraryUnreadable {
          if !known.contains(Mark(finding)) { Issue.record("\(finding), \(context)") }
          if let remedy = finding.remedy, !remedies.contains(remedy) {
            Issue.record("\(finding), \(context)")
          }
        }
      }
      #expect(count > 200)
      withExtendedLifetime(temporary) {}
    }

    /// Each reading that a repair does fails once, in a library of its own.
    @Test(arguments: 0..<2) func noRepairFollowsFromAReadError(_ part: Int) throws {
      func repaired(_ recorder: OperationRecorder) throws -> (TemporaryFolder, Repair.Outcome?) {
        let temporary = try TemporaryFolder(isInMemory: true)
        try Self.fill(temporary.folder)
        let outcome = OperationRecorder.$current.withValue(recorder) {
          try? Repair(Check(now: Notebook.now), level: .all).run(Library(temporary.folder), workerCount: 1)
        }
        return (temporary, outcome)
      }
      let recorder = OperationRecorder()
      let (whole, _) = try repaired(recorder)
      let wanted = try TreeSnapshot(of: whole.folder)
      let steps = recorder.attempts.enumerated().filter { Self.isReading($0.element) }.map(\.offset)
      // A prime stride meets steps of all kinds, and the parts meet different ones.
      for index in stride(from: part * 7, to: steps.count, by: 29).map({ steps[$0] }) {
        let (temporary, outcome) = try repaired(OperationRecorder(faults: [index: .failure(5)]))
        let step = recorder.attempts[index]
        let context: Comment = "step \(index), \(step.verb) \(step.path)"
        let before = try Belongings(of: Self.filled().folder)
        #expect(before.missing(in: try Belongings(of: temporary.folder)) == [], context)
        if let outcome {
          let found = outcome.library.findings + outcome.packages.flatMap(\.report.findings)
          let isSaid =
            found.contains { $0.code == .ioError || $0.code == .libraryUnreadable }
            || outcome.packages.contains { $0.failure != nil } || !outcome.failures.isEmpty
          #expect(isSaid, context)
        }
        // With the disk in order again everything is repaired as if nothing had been.
        for _ in 0..<2 {
          _ = try Repair(Check(now: Notebook.now), level: .all).run(Library(temporary.folder), workerCount: 1)
        }
        #expect(before.missing(in: try Belongings(of: temporary.folder)) == [], context)
        let now = try TreeSnapshot(of: temporary.folder)
        #expect(Self.packages(now) == Self.packages(wanted), context)
        withExtendedLifetime(temporary) {}
      }
      withExtendedLifetime(whole) {}
    }

    private static func filled() throws -> TemporaryFolder {
      let temporary = try TemporaryFolder(isInMemory: true)
      try fill(temporary.folder)
      return temporary
    }

    private static func packages(_ tree: TreeSnapshot) -> TreeSnapshot {
      TreeSnapshot(tree.nodes.filter { $0.key.names[0].text?.hasSuffix(".lnote") == true })
    }
  }
#endif
