import DurableFiles
import NoteModel
import NotePackage
import TestSupport
import Testing

@Suite struct ImporterTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder
  let library: Library

  init() throws {
    temporary = try TemporaryFolder()
    library = Library(try temporary.folder.makeFolder(.of("Library")))
  }

  private func take(
    _ source: any PackageSource, _ policy: ImportPolicy = .fail, isDryRun: Bool = false
  ) throws -> Importer.Outcome {
    try Importer(into: library, policy: policy, isDryRun: isDryRun, now: Notebook.now).take(source)
  }

  private func files(_ name: String) throws -> TreeSnapshot {
    try TreeSnapshot(of: library.folder.folder(Name.of(name)))
  }

  /// Another state of the notebook: a title, a changed page, a page more, an extra file more.
  private static let edited: PackageFixture = {
    var package = Notebook.richNotebook
    package.edit("document.json", "Field notes", "Mine")
    package.edit("manifest.json", "Field notes", "Mine")
    package.edit(Notebook.page(Notebook.firstPage), "#FF0000", "#00FF00")
    package.add("notes/more.txt", "more")
    return package
  }()

  // MARK: Taking in

  @Test func takesEveryFileAsItIs() throws {
    let outcome = try take(Notebook.richNotebook.source)
    #expect(outcome.decision == .imported)
    #expect(outcome.documentID == Identifier(Notebook.documentID))
    #expect(outcome.title == "Field notes")
    #expect(outcome.findings.map(\.code) == [.extraFile, .elementUnknown])
    #expect(outcome.omissions == [])
    #expect(outcome.path == library.folder.path.appending(Name.of(Notebook.richNotebook.name)))
    #expect(try files(Notebook.richNotebook.name) == Notebook.richNotebook.tree)
    #expect(try library.folder.entries().count == 1)
  }

  @Test func takesFromFoldersAndArchivesAlike() throws {
    let folder = try Notebook.richNotebook.write(into: temporary.folder)
    _ = try take(FolderSource(folder))
    let imported = try files(Notebook.richNotebook.name)
    try library.folder.removeTree(.of(Notebook.richNotebook.name))
    let archive = try ArchiveBytes.packing([FolderSource(folder)]).open(in: temporary)
    _ = try take(archive.packages[0].source)
    #expect(try files(Notebook.richNotebook.name) == imported)
    #expect(imported == Notebook.richNotebook.tree)
  }

  @Test func givesThePackageItsDocumentsName() throws {
    var package = Notebook.notebook
    package.name = "My notes.lnote"
    _ = try take(package.source)
    #expect(try library.packageNames().map(\.text) == [Notebook.notebook.name])
  }

  @Test func leavesLinksAndLitterBehindAndTellsOfLinks() throws {
    var package = Notebook.notebook
    package.links["shortcut"] = "/etc/passwd"
    package.pipes = ["pipe"]
    package.add(".DS_Store", "x")
    package.add(".lnote-tmp-0123456789abcdef", "x")
    let outcome = try take(FolderSource(try package.write(into: temporary.folder)))
    #expect(outcome.omissions.map(\.text) == ["pipe", "shortcut"])
    #expect(try files(package.name) == Notebook.notebook.tree)
  }

  @Test func makesNoThumbnailLookOlderThanItsPage() throws {
    let outcome = try take(Notebook.notebook.source)
    let folder = try Folder.open(outcome.path)
    let page = try #require(try folder.status(RelativePath.of(Notebook.page(Notebook.firstPage))))
    let picture = try #require(try folder.status(RelativePath.of(Notebook.thumbnail(Notebook.firstPage))))
    #expect(picture.modified >= page.modified)
  }

  @Test(arguments: Damage.ofDocuments + Damage.ofPages)
  func refusesWhatDoesNotPassTheCheck(_ damage: Damage) throws {
    guard damage.found.contains(where: { $0.code.severity >= .error }) else { return }
    let error = #expect(throws: PackageError.self) { try take(damage.package.source) }
    #expect(error?.code == .refused)
    #expect(error?.path == damage.package.source.path)
    #expect(try library.folder.walk() == [])
  }

  @Test func leavesANewerFormatToANewerProgram() throws {
    var package = Notebook.notebook
    package.edit("document.json", "\"formatVersion\": 1", "\"formatVersion\": 2")
    let error = #expect(throws: PackageError.self) { try take(package.source) }
    #expect(error?.code == .newerFormat)
    #expect(try library.folder.walk() == [])
  }

  /// Packages that come, go and are named differently while the same importer works are seen as they are.
  @Test func findsADocumentUnderAnyName() throws {
    let importer = Importer(into: library, policy: .skip, now: Notebook.now)
    _ = try importer.take(Notebook.notebook.renumbered(7).source)
    var package = Notebook.notebook
    package.name = "My notes.lnote"
    try package.write(into: library.folder)
    let found = try importer.take(Notebook.notebook.source)
    #expect(found.decision == .identical && found.path.name?.text == package.name)
    try library.folder.removeTree(.of(package.name))
    #expect(try importer.take(Notebook.notebook.source).decision == .imported)
    #expect(try importer.take(Notebook.notebook.source).decision == .identical)
  }

  /// A manifest may be stale: what the document itself says counts where the name says something else.
  @Test func findsADocumentWhoseManifestIsOfAnother() throws {
    var package = Notebook.notebook
    package.name = "My notes.lnote"
    package.edit("manifest.json", Notebook.documentID, "0F9619FF-8B86-4011-B42D-00CF4FC964FF")
    try package.write(into: library.folder)
    let found = try take(Notebook.notebook.source, .skip)
    #expect(found.decision == .identical && found.path.name?.text == package.name)
  }

  @Test func changesNothingInADryRun() throws {
    try Notebook.notebook.renumbered(7).write(into: library.folder)
    let before = try library.folder.walk()
    #expect(try take(Notebook.notebook.source, isDryRun: true).decision == .imported)
    #expect(try library.folder.walk() == before)
  }

  @Test func stopsWhenAskedAndLeavesNothing() throws {
    let importer = Importer(into: library, now: Notebook.now)
    let error = #expect(throws: PackageError.self) {
      try importer.take(Notebook.notebook.source) { _ throws(PackageError) in
        throw PackageError(.cancelled, "here", "was stopped")
      }
    }
    #expect(error?.code == .cancelled)
    #expect(try library.folder.walk() == [])
  }

  @Test func keepsWhatTheLibraryHolds() throws {
    try Notebook.notebook.renumbered(7).write(into: library.folder)
    let before = try TreeSnapshot(of: library.folder)
    _ = try take(Notebook.notebook.source)
    let after = try TreeSnapshot(of: library.folder)
    for (path, node) in before.nodes { #expect(after.nodes[path] == node) }
    let report = Check(now: Notebook.now).library(library, workerCount: 1)
    #expect(report.allFindings == [])
  }

  // MARK: The same again

  @Test(arguments: ImportPolicy.allCases)
  func changesNothingTheSecondTime(_ policy: ImportPolicy) throws {
    _ = try take(Notebook.richNotebook.source, policy)
    let before = try library.folder.walk()
    #expect(try take(Notebook.richNotebook.source, policy).decision == .identical)
    #expect(try library.folder.walk() == before)
  }

  /// What may differ between two packages that say the same.
  enum Sameness: String, CaseIterable {
    case manifest, noThumbnails, times, spelling, layout, litter

    func apply(to package: inout PackageFixture) {
      switch self {
      case .manifest: package.remove("manifest.json")
      case .noThumbnails:
        package.remove("thumbnails")
        package.edit("manifest.json", "\"\(Notebook.thumbnail(Notebook.firstPage))\"", "null")
      case .times:
        package.edit(
          "document.json", "\"modifiedAt\": \"2026-11-30T08:20", "\"modifiedAt\": \"2026-11-30T08:59")
        package.edit("manifest.json", "08:20", "08:59")
      case .spelling:
        let photo = "assets/\(Notebook.photo).jpg"
        package.rename(photo, to: "assets/\(Notebook.photo.lowercased()).jpg")
      case .layout:
        package.edit(Notebook.page(Notebook.firstPage), "{\"type\":\"image\",", "{ \"type\" : \"image\",\n")
      case .litter: package.add("assets/.DS_Store", "x")
      }
    }
  }

  @Test(arguments: Sameness.allCases)
  func takesAnotherFormOfTheSameForTheSame(_ sameness: Sameness) throws {
    _ = try take(Notebook.richNotebook.source)
    let before = try library.folder.walk()
    var package = Notebook.richNotebook
    sameness.apply(to: &package)
    #expect(try take(package.source).decision == .identical)
    #expect(try library.folder.walk() == before)
  }

  @Test(arguments: ["named otherwise", "without a manifest", "with another document's manifest"])
  func findsTheDocumentInAPackage(_ state: String) throws {
    var held = Notebook.notebook
    held.name = "My notes.lnote"
    switch state {
    case "without a manifest": held.remove("manifest.json")
    case "with another document's manifest":
      held.edit("manifest.json", Notebook.documentID, Notebook.otherPage)
    default: break
    }
    try held.write(into: library.folder)
    let before = try library.folder.walk()
    let outcome = try take(Notebook.notebook.source)
    #expect(outcome.decision == .identical)
    #expect(outcome.path.name == .of(held.name))
    #expect(try library.folder.walk() == before)
  }

  // MARK: Another state

  @Test func failsAndSaysWhatDiffers() throws {
    _ = try take(Notebook.richNotebook.source)
    let before = try library.folder.walk()
    let error = #expect(throws: PackageError.self) { try take(Self.edited.source) }
    #expect(error?.code == .exists)
    #expect(error?.reason.contains("the title is \"Mine\", there it is \"Field notes\"") == true)
    #expect(error?.reason.contains("page 1 differs") == true)
    #expect(error?.reason.contains("page 2") == false)
    #expect(error?.reason.contains("notes/more.txt differs") == true)
    #expect(try library.folder.walk() == before)
  }

  @Test func skipsAndSaysWhatDiffers() throws {
    _ = try take(Notebook.richNotebook.source)
    let before = try library.folder.walk()
    guard case .skipped(let differences) = try take(Self.edited.source, .skip).decision else {
      Issue.record("it wasn't skipped")
      return
    }
    #expect(differences.count == 3)
    #expect(try library.folder.walk() == before)
  }

  @Test func keepsBothUnderNewIdsThatFollowFromTheContent() throws {
    _ = try take(Notebook.richNotebook.source)
    let before = try files(Notebook.richNotebook.name)
    let outcome = try take(Self.edited.source, .keepBoth)
    guard case .keptBoth = outcome.decision else {
      Issue.record("not both were kept")
      return
    }
    #expect(outcome.documentID != Identifier(Notebook.documentID))
    #expect(outcome.documentID.text.dropFirst(14).first == "5", "a UUID of version 5")
    #expect(outcome.title == "Mine (2)")
    #expect(try files(Notebook.richNotebook.name) == before)
    let report = Check(now: Notebook.now).library(library, workerCount: 1)
    #expect(report.allFindings.filter { $0.severity > .info } == [])
    #expect(report.packages.count == 2)

    let walked = try library.folder.walk()
    let again = try take(Self.edited.source, .keepBoth)
    #expect(again.decision == .identical)
    #expect(again.documentID == outcome.documentID)
    #expect(again.path == outcome.path)
    #expect(try library.folder.walk() == walked)

    let elsewhere = Library(try temporary.folder.makeFolder(.of("Elsewhere")))
    let importer = Importer(into: elsewhere, policy: .keepBoth, now: Notebook.now)
    _ = try importer.take(Notebook.richNotebook.source)
    #expect(try importer.take(Self.edited.source).documentID == outcome.documentID)
    let copy = try TreeSnapshot(of: elsewhere.folder.folder(Name.of("\(outcome.documentID).lnote")))
    #expect(try files("\(outcome.documentID).lnote") == copy)
  }

  @Test func keepsWhatItDoesNotKnowUnderNewIds() throws {
    _ = try take(Notebook.notebook.source)
    let outcome = try take(Self.edited.source, .keepBoth)
    let package = try Package.open(outcome.path)
    let original = try Package.open(Self.edited.source)
    #expect(package.document.extra == original.document.extra)
    #expect(package.document.pages.map(\.extra) == original.document.pages.map(\.extra))
    #expect(try package.manifest()?.extra == original.manifest()?.extra)
    for (entry, old) in zip(package.document.pages, original.document.pages) {
      #expect(entry.id != old.id)
      #expect(try package.page(entry.id).elements == original.page(old.id).elements)
    }
    for path in ["notes/reading list.txt", "notes/more.txt", "assets/\(Notebook.photo).jpg"] {
      #expect(try package.source.read(.of(path), limit: 1000) == Self.edited.bytes(path))
    }
    #expect(try Folder.open(outcome.path).status(RelativePath.of("plans/later"))?.kind == .folder)
    #expect(package.inventory.thumbnails.count == 3)
  }

  @Test func leavesAChangedCopyAlone() throws {
    _ = try take(Notebook.richNotebook.source)
    let copy = try take(Self.edited.source, .keepBoth)
    let package = try Package.open(copy.path)
    var document = package.document
    document.title = "Changed"
    _ = try package.save(PackageChanges(document: document))
    let before = try library.folder.walk()
    let error = #expect(throws: PackageError.self) { try take(Self.edited.source, .keepBoth) }
    #expect(error?.code == .exists)
    #expect(try library.folder.walk() == before)
  }

  @Test(arguments: ImportPolicy.allCases)
  func spoilsNoPackageThatCannotBeRead(_ policy: ImportPolicy) throws {
    var held = Notebook.notebook
    held.cut("document.json", to: 50)
    try held.write(into: library.folder)
    _ = try? take(Notebook.notebook.source, policy)
    let kept = try TreeSnapshot(of: library.folder).nodes.values
    for path in held.files {
      #expect(kept.contains(.file(held.bytes(path))), "in its place or in lost+found: \(path)")
    }
    if policy != .replace { #expect(try files(held.name) == held.tree) }
    #expect(try library.packageNames().count == (policy == .keepBoth ? 2 : 1))
  }

  // MARK: Real notes

  @Test(
    .enabled(if: PackageCorpus.isThere, "the collection of real notes isn't there"),
    arguments: ImportPolicy.allCases)
  func decidesByPolicyOnThreeStatesOfOneDocument(_ policy: ImportPolicy) throws {
    var decisions: [String] = []
    for path in PackageCorpus.states + PackageCorpus.states {
      do throws(PackageError) {
        let importer = Importer(into: library, policy: policy, now: Notebook.now)
        decisions.append(Self.word(for: try importer.take(PackageSources.one(at: path)).decision))
      } catch {
        #expect(error.code == .exists)
        decisions.append("failed")
      }
    }
    let expected =
      switch policy {
      case .fail: ["imported", "failed", "failed", "identical", "failed", "failed"]
      case .skip: ["imported", "skipped", "skipped", "identical", "skipped", "skipped"]
      case .keepBoth: ["imported", "kept", "kept", "identical", "identical", "identical"]
      case .replace: ["imported"] + Array(repeating: "replaced", count: 5)
      case .newer: ["imported", "replaced", "replaced", "skipped", "skipped", "identical"]
      case .merge: ["imported", "merged", "merged", "identical", "identical", "identical"]
      }
    #expect(decisions == expected)
    let report = Check(now: Notebook.now).library(library, workerCount: 1)
    #expect(report.allFindings.filter { $0.severity > .info } == [])
    #expect(report.packages.count == (policy == .keepBoth ? 3 : 1))
  }

  private static func word(for decision: Importer.Outcome.Decision) -> String {
    switch decision {
    case .imported: "imported"
    case .identical: "identical"
    case .skipped: "skipped"
    case .keptBoth: "kept"
    case .replaced: "replaced"
    case .merged: "merged"
    }
  }
}
