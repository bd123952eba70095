#if RECORDS_OPERATIONS
  import DurableFiles
  import Foundation
  import TestSupport
  import Testing

  /// Ways to publish something, each of which must show the old state or the new one, whatever happens.
  enum Publication: String, CaseIterable, CustomTestStringConvertible {
    case replaceFile, createFileDurably, replaceFileAtPath, installStage, exchangeStage

    var testDescription: String { rawValue }

    static let new: [UInt8] = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &+ 1) }

    /// What is there before.
    var initial: TreeSnapshot {
      switch self {
      case .replaceFile, .replaceFileAtPath: TreeSnapshot([.of("target"): .file([1, 2, 3])])
      case .createFileDurably, .installStage: TreeSnapshot([.of("other"): .file([7])])
      case .exchangeStage: TreeSnapshot([.of("target"): .folder, .of("target/x"): .file([1])])
      }
    }

    /// What is there afterwards.
    var final: TreeSnapshot {
      var final = initial
      switch self {
      case .replaceFile, .createFileDurably, .replaceFileAtPath: final.nodes[.of("target")] = .file(Self.new)
      case .installStage, .exchangeStage:
        final.nodes = final.nodes.filter { $0.key.names.first != .of("target") }
        final.nodes[.of("target")] = .folder
        final.nodes[.of("target/inside")] = .folder
        final.nodes[.of("target/inside/x")] = .file(Self.new)
      }
      return final
    }

    func run(in folder: Folder) throws {
      switch self {
      case .replaceFile: try folder.replaceFile(.of("target"), with: Self.new)
      case .createFileDurably: try folder.createFileDurably(.of("target"), with: Self.new)
      case .replaceFileAtPath:
        let path = folder.path.appending(Name.of("target"))
        try DurableFiles.replaceFile(at: path, with: Self.new, replacingExisting: true)
      case .installStage, .exchangeStage:
        let stage = try Stage.create(in: folder)
        let inside = try stage.folder.makeFolder(.of("p")).makeFolder(.of("inside"))
        var file = try inside.createFile(.of("x"))
        try file.write(Self.new)
        try file.close()
        try stage.syncTree()
        if self == .installStage {
          try stage.install(.of("p"), as: .of("target"))
        } else {
          try stage.exchange(.of("p"), with: .of("target"))
        }
        try stage.discard()
      }
    }
  }

  @Suite struct DurabilityTests {
    @Test(arguments: Publication.allCases)
    func everyCrashLeavesTheOldStateOrTheNew(_ publication: Publication) throws {
      let temporary = try TemporaryFolder()
      try publication.initial.write(into: temporary.folder)
      let recorder = OperationRecorder()
      try OperationRecorder.$current.withValue(recorder) { try publication.run(in: temporary.folder) }
      #expect(try TreeSnapshot(of: temporary.folder) == publication.final)

      let replay = CrashReplay(root: temporary.path, initial: publication.initial, changes: recorder.changes)
      var seen: Set<String> = []
      replay.forEachCrash { crash, state in
        let visible = state.withoutLeftovers
        #expect(visible == publication.initial || visible == publication.final, "\(crash): \(state)")
        seen.insert(visible == publication.final ? "new" : "old")
      }
      #expect(seen == ["old", "new"])
      let end = replay.state(after: recorder.changes.count, data: .lost, names: .lost)
      #expect(end.withoutLeftovers == publication.final, "what returned without an error is durable")
    }

    /// The replay must be able to fail: renaming what wasn't synced is the mistake it is there to find.
    @Test func aRenameWithoutSyncIsFound() throws {
      let temporary = try TemporaryFolder()
      let initial = Publication.replaceFile.initial
      try initial.write(into: temporary.folder)
      let recorder = OperationRecorder()
      try OperationRecorder.$current.withValue(recorder) {
        var file = try temporary.folder.createFile(.of(".lnote-tmp-wrong"))
        try file.write(Publication.new)
        try file.close()
        try temporary.folder.rename(
          .of(".lnote-tmp-wrong"), to: .of("target"), in: temporary.folder, replacing: true)
        try temporary.folder.sync()
      }
      var wrong: [CrashReplay.UnsyncedData] = []
      CrashReplay(root: temporary.path, initial: initial, changes: recorder.changes).forEachCrash {
        crash, state in
        let visible = state.withoutLeftovers
        if visible != initial && visible != Publication.replaceFile.final { wrong.append(crash.data) }
      }
      #expect(Set(wrong) == [.zeroed, .lost])
    }

    @Test func theReplayEndsWhereTheFolderDid() throws {
      let temporary = try TemporaryFolder()
      let recorder = OperationRecorder()
      try OperationRecorder.$current.withValue(recorder) {
        let inside = try temporary.folder.makeFolder(.of("a")).makeFolder(.of("b"))
        try inside.replaceFile(.of("x"), with: [1])
        try inside.replaceFile(.of("x"), with: [2, 3])
        try temporary.folder.folder(Name.of("a")).rename(
          .of("b"), to: .of("c"), in: temporary.folder, replacing: false)
        try temporary.folder.removeTree(.of("a"))
      }
      let replay = CrashReplay(root: temporary.path, initial: TreeSnapshot(), changes: recorder.changes)
      let end = replay.state(after: recorder.changes.count, data: .kept, names: .kept)
      #expect(try TreeSnapshot(of: temporary.folder) == end)
      let copy = try TemporaryFolder()
      try end.write(into: copy.folder)
      #expect(try TreeSnapshot(of: copy.folder) == end)
    }

    @Test(
      arguments: Publication.allCases,
      [ENOSPC, EIO, EDQUOT, EROFS, EACCES, EMFILE, EXDEV, EINTR])
    func everyErrorLeavesTheOldStateAndNoLitter(_ publication: Publication, _ errno: Int32) throws {
      try inject(publication) { _ in .failure(errno) }
    }

    @Test(arguments: Publication.allCases)
    func errorsThatComeAfterTheFactLeaveOneStateAndNoLitter(_ publication: Publication) throws {
      try inject(publication) { operation in
        switch operation {
        case .write, .syncFile, .closeFile, .rename, .exchange, .syncFolder: .lateFailure(EIO)
        default: nil
        }
      }
    }

    @Test(arguments: Publication.allCases)
    func shortWritesAreContinued(_ publication: Publication) throws {
      let temporary = try TemporaryFolder()
      try publication.initial.write(into: temporary.folder)
      let faults = Dictionary(
        uniqueKeysWithValues: (0..<1000).map { ($0, OperationRecorder.Fault.shortWrite(700)) })
      let recorder = OperationRecorder(faults: faults)
      try OperationRecorder.$current.withValue(recorder) { try publication.run(in: temporary.folder) }
      #expect(try TreeSnapshot(of: temporary.folder) == publication.final)
      #expect(recorder.changes.filter { if case .write = $0 { true } else { false } }.count == 8)
    }

    /// Runs a publication once for each of its steps, letting that step fail.
    private func inject(
      _ publication: Publication, _ fault: (FileOperation) -> OperationRecorder.Fault?
    ) throws {
      let steps = try attempts(of: publication)
      #expect(steps.count > 5)
      for (index, step) in steps.enumerated() {
        guard let fault = fault(step) else { continue }
        let temporary = try TemporaryFolder()
        try publication.initial.write(into: temporary.folder)
        let recorder = OperationRecorder(faults: [index: fault])
        var failure: FileError?
        do {
          try OperationRecorder.$current.withValue(recorder) { try publication.run(in: temporary.folder) }
        } catch { failure = error as? FileError }

        let state = try TreeSnapshot(of: temporary.folder)
        let context: Comment = "\(fault) in step \(index), \(step.verb) \(step.path)"
        guard let failure else {
          #expect(state == publication.final, context)
          #expect(fault == .failure(EINTR), "swallowed: \(context)")
          continue
        }
        #expect(failure.path.bytes.starts(with: temporary.path.bytes), context)
        #expect(failure.message.contains("\(temporary.path)"), context)
        #expect(state == state.withoutLeftovers, "litter: \(context)")
        #expect(state == publication.initial || state == publication.final, context)
        let published = recorder.changes.contains {
          switch $0 {
          case .rename, .exchange: true
          default: false
          }
        }
        #expect(published || state == publication.initial, context)
      }
    }

    private func attempts(of publication: Publication) throws -> [FileOperation] {
      let temporary = try TemporaryFolder()
      try publication.initial.write(into: temporary.folder)
      let recorder = OperationRecorder()
      try OperationRecorder.$current.withValue(recorder) { try publication.run(in: temporary.folder) }
      return recorder.attempts
    }
  }
#endif
