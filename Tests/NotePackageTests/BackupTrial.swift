import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// A library and a folder of backups, in a fresh folder.
struct BackupTrial {
  let temporary: TemporaryFolder
  let library: Folder
  let backups: Folder
  var options = Backup.Options()

  init(_ packages: [PackageFixture] = [.notebook]) throws {
    temporary = try TemporaryFolder(isInMemory: true)
    library = try temporary.folder.makeFolder(.of("Library"))
    backups = try temporary.folder.makeFolder(.of("Backups"))
    for package in packages { try package.write(into: library) }
  }

  /// What a run did.
  struct Run {
    var outcomes: [Backup.Outcome] = []
    var failures: [PackageError] = []
    var leftOut: [PackageError] = []
    var pruned: [Path] = []
    var error: PackageError?

    var written: [Backup.Outcome] { outcomes.filter { $0.decision == .written } }
    var isQuiet: Bool { failures.isEmpty && leftOut.isEmpty && error == nil }
  }

  /// - Parameter clock: by default so late that every file was changed long ago.
  func run(
    from other: Folder? = nil, _ clock: Int64 = .max / 2_000_000,
    change: (inout Backup.Options) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> Run {
    var options = options
    change(&options)
    var run = Run()
    let backup = Backup(of: Library(other ?? library), options, clock: { clock })
    do throws(PackageError) {
      _ = try backup.run(into: backups, WorkMonitor(isCancelled: isCancelled)) { event in
        switch event {
        case .outcome(let outcome): run.outcomes.append(outcome)
        case .failure(let error): run.failures.append(error)
        case .leftOut(let error): run.leftOut.append(error)
        case .pruned(let path): run.pruned.append(path)
        }
      }
    } catch {
      run.error = error
    }
    return run
  }

  /// Puts another state of a package in the place of the old one.
  func replace(_ package: PackageFixture) throws {
    try library.removeTree(.of(package.name))
    try package.write(into: library)
  }

  /// The names of all generations of a document, oldest first.
  func generations(of document: String = PackageFixture.documentID) throws -> [String] {
    let documents = try BackupFolder(backups).documents()
    return documents.first { $0.name == .of(document) }?.generations.map(\.name.description) ?? []
  }

  /// The folder of a document's generations.
  func document(_ id: String = PackageFixture.documentID) throws -> Folder { try backups.folder(Name.of(id)) }

  /// What a generation restores to.
  func restored(_ path: Path) throws -> TreeSnapshot {
    let temporary = try TemporaryFolder(isInMemory: true)
    let package = try #require(try ArchivedPackages.open(path).packages.first)
    _ = try Importer(into: Library(temporary.folder), now: PackageFixture.now).take(package.source)
    return try TreeSnapshot(of: temporary.folder)
  }

  func restored(_ name: String, of document: String = PackageFixture.documentID) throws -> TreeSnapshot {
    try restored(backups.path.appending(Name.of(document)).appending(Name.of(name)))
  }

  /// A package as it stands in a library.
  static func tree(_ package: PackageFixture) -> TreeSnapshot {
    var tree = TreeSnapshot([.of(package.name): .folder])
    for (path, node) in package.tree.nodes {
      tree.nodes[RelativePath([.of(package.name)] + path.names)] = node
    }
    return tree
  }
}

extension PackageFixture {
  /// The notebook saved at another time, its second page with more ink.
  static func notebook(savedAt minute: Int) -> PackageFixture {
    var package = notebook
    package.saved(at: minute)
    let more = dot.replacing("E3333333", with: "E\(minute + 1000)000").replacing("[100]", with: "[\(minute)]")
    package.edit(page(secondPage), dot, "\(dot),\n\(more)")
    package.edit("document.json", "\"elementCount\": 2", "\"elementCount\": 3")
    return package
  }

  mutating func saved(at minute: Int) {
    for file in ["document.json", "manifest.json"] {
      edit(file, "\"modifiedAt\": \"2026-11-30T08:20", "\"modifiedAt\": \"2026-11-30T08:\(minute)")
    }
  }

  /// The notebook of which a bug took all ink.
  static func emptiedNotebook(savedAt minute: Int) -> PackageFixture {
    var package = notebook
    package.saved(at: minute)
    package.add(
      "document.json",
      package.text("document.json").replacing("\"elementCount\": 3", with: "\"elementCount\": 0"))
    package.add(
      "document.json",
      package.text("document.json").replacing("\"elementCount\": 2", with: "\"elementCount\": 0"))
    package.add(page(firstPage), page(firstPage, []))
    package.add(page(secondPage), page(secondPage, []))
    return package
  }
}
