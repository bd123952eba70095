#if DEBUG
  import DurableFiles
  import Foundation
  import NoteModel
  import NotePackage
  import TestSupport
  import Testing

  @Suite struct ImporterDurabilityTests {
    /// A small package, since every step of its way is tried.
    private static let small: PackageFixture = {
      var package = PackageFixture.notebook
      package.add("document.json", PackageFixture.document([(PackageFixture.secondPage, 2)]))
      for id in [PackageFixture.firstPage, PackageFixture.emptyPage] {
        package.remove(PackageFixture.page(id))
        package.remove(PackageFixture.thumbnail(id))
      }
      package.remove("assets/\(PackageFixture.photo).jpg")
      package.add(
        "manifest.json",
        PackageFixture.manifest(pageCount: 1, cover: PackageFixture.thumbnail(PackageFixture.secondPage)))
      return package
    }()

    /// The same document in another state.
    private static let other: PackageFixture = {
      var package = small
      package.edit("document.json", "Field notes", "Mine")
      package.edit("manifest.json", "Field notes", "Mine")
      return package
    }()

    /// What the library holds before, with the policy.
    enum Way: String, CaseIterable {
      case intoEmptyLibrary, keepingBoth

      var held: [PackageFixture] { self == .keepingBoth ? [other] : [] }
    }

    private func prepared(_ way: Way) throws -> (temporary: TemporaryFolder, initial: TreeSnapshot) {
      let temporary = try TemporaryFolder()
      for package in way.held { try package.write(into: temporary.folder) }
      return (temporary, try TreeSnapshot(of: temporary.folder))
    }

    private func take(
      into temporary: TemporaryFolder, _ faults: [Int: OperationRecorder.Fault] = [:]
    ) -> (recorder: OperationRecorder, error: PackageError?) {
      let recorder = OperationRecorder(faults: faults)
      var failure: PackageError?
      OperationRecorder.$current.withValue(recorder) {
        let importer = Importer(into: Library(temporary.folder), policy: .keepBoth, now: PackageFixture.now)
        do throws(PackageError) { _ = try importer.take(Self.small.source) } catch { failure = error }
      }
      return (recorder, failure)
    }

    @Test(arguments: Way.allCases)
    func everyCrashLeavesThePackageWholeOrAbsent(_ way: Way) throws {
      let (temporary, initial) = try prepared(way)
      let (recorder, error) = take(into: temporary)
      #expect(error == nil)
      let final = try TreeSnapshot(of: temporary.folder)
      #expect(final == final.withoutLeftovers)
      let replay = CrashReplay(root: temporary.path, initial: initial, changes: recorder.changes)
      var seen: Set<String> = []
      replay.forEachCrash { crash, state in
        let visible = state.withoutLeftovers
        #expect(visible == initial || visible == final, "\(crash): \(state)")
        seen.insert(visible == final ? "new" : "old")
        if state != visible { seen.insert("leftover") }
        #expect(state.nodes.keys.allSatisfy { $0.names.count > 1 || !TemporaryName.isTemporary($0.name) })
      }
      #expect(seen == ["old", "new", "leftover"])
      let end = replay.state(after: recorder.changes.count, data: .lost, names: .lost)
      #expect(end.withoutLeftovers == final, "what returned without an error is durable")
    }

    @Test(arguments: Way.allCases, [ENOSPC, EIO])
    func everyErrorLeavesThePackageWholeOrAbsentAndNoStage(_ way: Way, _ errno: Int32) throws {
      let steps = try { () -> [FileOperation] in
        let (temporary, _) = try prepared(way)
        return take(into: temporary).recorder.attempts
      }()
      let published = try #require(
        steps.lastIndex { if case .rename = $0 { true } else { false } })
      let final = try { () -> TreeSnapshot in
        let (temporary, _) = try prepared(way)
        _ = take(into: temporary)
        return try TreeSnapshot(of: temporary.folder)
      }()
      for (index, step) in steps.enumerated() {
        let (temporary, initial) = try prepared(way)
        let failure = take(into: temporary, [index: .failure(errno)]).error
        let state = try TreeSnapshot(of: temporary.folder)
        let context: Comment = "errno \(errno) in step \(index) of \(steps.count), \(step.verb) \(step.path)"
        // What only asks whether somebody else is at work may fail unheard.
        let isWhole = failure == nil || index > published
        #expect(state.withoutLeftovers == (isWhole ? final : initial), context)
        #expect(failure == nil || index <= published + 1, context)
        if step.isChange, index <= published + 1 { #expect(failure != nil, context) }
        // Behind the sync of the library the stage is swept away, as far as that goes.
        if index <= published + 1 { #expect(state == state.withoutLeftovers, "a stage is left: \(context)") }
      }
    }
  }
#endif
