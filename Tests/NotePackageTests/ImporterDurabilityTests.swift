#if RECORDS_OPERATIONS
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

    /// The same document in another state, older, with a page that the small one hasn't.
    private static let other: PackageFixture = {
      var package = small
      package.edit("document.json", "Field notes", "Mine")
      package.edit("manifest.json", "Field notes", "Mine")
      return package
    }()

    /// The same, saved before.
    private static let older: PackageFixture = {
      var package = other
      package.edit(
        "document.json", "\"modifiedAt\": \"2026-11-30T08:20", "\"modifiedAt\": \"2026-11-30T08:01")
      package.edit("manifest.json", "08:20", "08:01")
      return package
    }()

    /// The same with a page that differs, for a merge.
    private static let changed: PackageFixture = {
      var package = small
      package.edit(PackageFixture.page(PackageFixture.secondPage), "#0000FF80", "#00FF0080")
      return package
    }()

    /// What is done, and what the library holds before.
    enum Way: String, CaseIterable {
      case intoEmptyLibrary, keepingBoth, replacing, newer, merging, unpacking

      var held: [PackageFixture] {
        switch self {
        case .intoEmptyLibrary, .unpacking: []
        case .keepingBoth, .replacing: [other]
        case .newer: [older]
        case .merging: [changed]
        }
      }

      var policy: ImportPolicy {
        switch self {
        case .intoEmptyLibrary, .keepingBoth, .unpacking: .keepBoth
        case .replacing: .replace
        case .newer: .newer
        case .merging: .merge
        }
      }

      /// Whether the old state goes to lost+found first.
      var keepsOriginals: Bool { [.replacing, .newer, .merging].contains(self) }
    }

    private func prepared(_ way: Way) throws -> (temporary: TemporaryFolder, initial: TreeSnapshot) {
      let temporary = try TemporaryFolder()
      for package in way.held { try package.write(into: temporary.folder) }
      return (temporary, try TreeSnapshot(of: temporary.folder))
    }

    private func take(
      _ way: Way, into temporary: TemporaryFolder, _ faults: [Int: OperationRecorder.Fault] = [:]
    ) throws -> (recorder: OperationRecorder, error: PackageError?) {
      let recorder = OperationRecorder(faults: faults)
      var failure: PackageError?
      let archive =
        way == .unpacking
        ? try ArchiveBytes.packing([Self.small.source]).open(in: try TemporaryFolder()) : nil
      OperationRecorder.$current.withValue(recorder) {
        do throws(PackageError) {
          if let package = archive?.packages.first {
            _ = try Unpacker(into: temporary.folder, now: PackageFixture.now).unpack(package)
          } else {
            let library = Library(temporary.folder)
            let importer = Importer(into: library, policy: way.policy, now: PackageFixture.now)
            _ = try importer.take(Self.small.source)
          }
        } catch {
          failure = error
        }
      }
      return (recorder, failure)
    }

    /// What a library shows: neither unfinished work nor what lost+found keeps.
    private func visible(_ tree: TreeSnapshot) -> TreeSnapshot {
      var tree = tree.withoutLeftovers
      tree.nodes = tree.nodes.filter { $0.key.names[0].description != LostAndFound.name }
      return tree
    }

    @Test(arguments: Way.allCases)
    func everyCrashLeavesTheOldStateOrTheNew(_ way: Way) throws {
      let (temporary, initial) = try prepared(way)
      let (recorder, error) = try take(way, into: temporary)
      #expect(error == nil)
      let final = visible(try TreeSnapshot(of: temporary.folder))
      #expect(final != initial)
      let replay = CrashReplay(root: temporary.path, initial: initial, changes: recorder.changes)
      var seen: Set<String> = []
      replay.forEachCrash { crash, state in
        let visible = visible(state)
        #expect(visible == initial || visible == final, "\(crash): \(state)")
        seen.insert(visible == final ? "new" : "old")
        if state != visible { seen.insert("leftover") }
        #expect(state.nodes.keys.allSatisfy { $0.names.count > 1 || !TemporaryName.isTemporary($0.name) })
        if visible != final || !way.keepsOriginals { return }
        // What was replaced is in lost+found by then, or in the stage.
        for (path, node) in initial.nodes where node != .folder {
          #expect(state.nodes.values.contains(node), "\(crash): \(path) is gone")
        }
      }
      #expect(seen == ["old", "new", "leftover"])
      let end = replay.state(after: recorder.changes.count, data: .lost, names: .lost)
      #expect(visible(end) == final, "what returned without an error is durable")
    }

    @Test(arguments: Way.allCases, [ENOSPC, EIO])
    func everyErrorLeavesTheOldStateOrTheNewAndNoStage(_ way: Way, _ errno: Int32) throws {
      let (reference, _) = try prepared(way)
      let steps = try take(way, into: reference).recorder.attempts
      let final = visible(try TreeSnapshot(of: reference.folder))
      let published = try #require(
        steps.lastIndex { step in
          switch step {
          case .rename, .exchange: true
          default: false
          }
        })
      // Ways that share most of their steps with others take a part of them, the publication's all.
      let stride = way == .intoEmptyLibrary ? 1 : 4
      for (index, step) in steps.enumerated() where index % stride == 0 || index > published - 30 {
        let (temporary, initial) = try prepared(way)
        let failure = try take(way, into: temporary, [index: .failure(errno)]).error
        let state = try TreeSnapshot(of: temporary.folder)
        let context: Comment = "errno \(errno) in step \(index) of \(steps.count), \(step.verb) \(step.path)"
        // What only asks whether somebody else is at work may fail unheard.
        let isWhole = failure == nil || index > published
        #expect(visible(state) == (isWhole ? final : initial), context)
        // Closing what was only read loses nothing.
        let isClosing = if case .closeFile(let path) = step { !"\(path)".contains("/.lnote-") } else { false }
        if step.isChange, !isClosing, index <= published { #expect(failure != nil, context) }
        // Behind the publication the stage is swept away, as far as that goes.
        if index <= published { #expect(state == state.withoutLeftovers, "a stage is left: \(context)") }
      }
    }

    /// Writes that take only a part are gone on with.
    @Test(arguments: Way.allCases)
    func shortWritesChangeNothing(_ way: Way) throws {
      let (reference, _) = try prepared(way)
      let steps = try take(way, into: reference).recorder.attempts
      let final = visible(try TreeSnapshot(of: reference.folder))
      for (index, step) in steps.enumerated() {
        guard case .write = step, index % 3 == 0 else { continue }
        let (temporary, _) = try prepared(way)
        let failure = try take(way, into: temporary, [index: .shortWrite(1)]).error
        #expect(failure == nil)
        #expect(visible(try TreeSnapshot(of: temporary.folder)) == final)
      }
    }
  }
#endif
