import DurableFiles
import NoteModel
import NotePackage
import SafeArchive
import TestSupport
import Testing

@Suite struct PackingTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func names(in archive: ArchiveBytes) throws -> [String] {
    let path = try archive.write(into: temporary)
    return try ArchiveReader.open(path).entries.map { $0.path.description + ($0.isFolder ? "/" : "") }
  }

  private func pack(_ sources: [any PackageSource], limits: Limits = .standard) throws
    -> (archive: ArchiveBytes, outcome: Packing.Outcome)
  {
    let sink = ArchiveBytes()
    let writer = try ArchiveWriter(onto: sink)
    let outcome = try Packing(limits: limits).pack(sources, into: writer)
    try writer.finish()
    return (sink, outcome)
  }

  @Test func putsFirstWhatALibraryShows() throws {
    var package = Notebook.richNotebook
    package.add("pages.sqlite", "database")
    package.add("pages/\(Notebook.firstPage).journal", "journal")
    let order = [
      "manifest.json", Notebook.thumbnail(Notebook.firstPage), "document.json", "pages.sqlite",
      Notebook.page(Notebook.firstPage), "pages/\(Notebook.firstPage).journal",
      Notebook.page(Notebook.secondPage),
      Notebook.page(Notebook.emptyPage), "assets/\(Notebook.photo).jpg", "assets/\(Notebook.drawing).png",
      Notebook.thumbnail(Notebook.secondPage), Notebook.thumbnail(Notebook.emptyPage),
      "notes/reading list.txt",
      "plans/later/",
    ]
    let (archive, outcome) = try pack([package.source])
    #expect(try names(in: archive) == order.map { "\(package.name)/\($0)" })
    #expect(outcome.fileCount == 13)
    #expect(outcome.byteCount == package.files.reduce(0) { $0 + package.bytes($1).count })
    #expect(outcome.omissions.isEmpty)
  }

  @Test func showsWhatItIsInItsFirstBytes() throws {
    let bytes = try ArchiveBytes.packing([Notebook.notebook.source]).bytes
    #expect(Array(bytes[..<4]) == [0x50, 0x4B, 3, 4])
    #expect(String(decoding: bytes[30..<66], as: UTF8.self) == Notebook.documentID)
    #expect(String(decoding: bytes[66..<73], as: UTF8.self) == ".lnote/")
  }

  @Test func givesTheSameBytesForTheSameContent() throws {
    var aged = Notebook.richNotebook
    for (index, path) in aged.files.enumerated() { aged.times[path] = 1_600_000_000 + index }
    aged.name = "Elsewhere.lnote"
    let fresh = try Notebook.richNotebook.write(into: temporary.folder)
    let old = try aged.write(into: temporary.folder)
    let first = try ArchiveBytes.packing([FolderSource(fresh)]).bytes
    #expect(try ArchiveBytes.packing([FolderSource(fresh)]).bytes == first)
    #expect(try ArchiveBytes.packing([FolderSource(old)]).bytes == first)
    #expect(try ArchiveBytes.packing([Notebook.richNotebook.source]).bytes == first)
  }

  @Test func packsAnArchivedPackageIntoTheSameBytes() throws {
    let first = try ArchiveBytes.packing([Notebook.richNotebook.source])
    let package = try #require(try first.open(in: temporary).packages.first)
    #expect(try ArchiveBytes.packing([package.source]).bytes == first.bytes)
  }

  @Test func leavesOutWhatIsNobodysAndTellsOfIt() throws {
    var package = Notebook.notebook
    let litter = [".DS_Store", "assets/._picture.jpg", "Thumbs.db", "__MACOSX/pages/x"]
    let unfinished = [".lnote-tmp-0123456789abcdef", "pages/x.tmp", "assets/.dat.nosync1234.x"]
    for path in litter + unfinished { package.add(path, "x") }
    package.add("pages.sqlite-wal", "x")
    package.links["shortcut"] = "/etc/passwd"
    package.links["assets/\(Notebook.otherAsset).jpg"] = "../document.json"
    package.pipes = ["pipe"]
    let source = FolderSource(try package.write(into: temporary.folder))
    let (archive, outcome) = try pack([source])
    #expect(archive.bytes == (try ArchiveBytes.packing([Notebook.notebook.source]).bytes))
    let omitted = outcome.omissions.map { "\($0.path)" }
    let folders = ["__MACOSX", "__MACOSX/pages"]
    let others = ["pages.sqlite-wal", "shortcut", "assets/\(Notebook.otherAsset).jpg", "pipe"]
    #expect(omitted.sorted() == (litter + unfinished + folders + others).sorted())
    let noteworthy = outcome.omissions.filter(\.isNoteworthy).map { "\($0.path)" }
    // What an app left in there isn't in the database yet.
    #expect(
      noteworthy.sorted() == ["assets/\(Notebook.otherAsset).jpg", "pages.sqlite-wal", "pipe", "shortcut"])
  }

  @Test func namesThePackageForItsDocument() throws {
    var package = Notebook.notebook
    package.name = "My notes"
    #expect(
      try names(in: pack([package.source]).archive).first == "\(Notebook.documentID).lnote/manifest.json")
  }

  @Test func packsAPackageWhoseDocumentIsDamagedUnderItsFoldersName() throws {
    var package = Notebook.notebook
    package.cut("document.json", to: 20)
    package.name = "Broken.lnote"
    #expect(try names(in: pack([package.source]).archive).first == "Broken.lnote/manifest.json")
  }

  @Test func refusesAFolderThatIsNoPackage() throws {
    let folder = PackageFixture(name: "Letters", files: ["letter.txt": "x"])
    let error = #expect(throws: PackageError.self) { try pack([folder.source]) }
    #expect(error?.code == .notPackage)
  }

  @Test func refusesTwoPackagesOfOneDocument() throws {
    var copy = Notebook.notebook
    copy.name = "copy.lnote"
    let error = #expect(throws: PackageError.self) { try pack([Notebook.notebook.source, copy.source]) }
    #expect(error?.code == .exists)
    #expect(error?.path == "copy.lnote")
  }

  @Test func refusesMoreFilesThanTheLimit() throws {
    var limits = Limits.standard
    limits.packageEntryCount = 5
    let error = #expect(throws: PackageError.self) { try pack([Notebook.notebook.source], limits: limits) }
    #expect(error?.code == .tooLarge)
  }

  @Test func packsSeveralPackagesOneBehindTheOther() throws {
    let (archive, outcome) = try pack([Notebook.notebook.source, Notebook.notebook.renumbered(7).source])
    let tops = try names(in: archive).map { $0.prefix(8) }
    #expect(tops == Array(repeating: "6F9619FF", count: 10) + Array(repeating: "7F9619FF", count: 10))
    #expect(outcome.fileCount == 20)
  }

  @Test func stopsWhenAsked() throws {
    let writer = try ArchiveWriter(onto: ArchiveBytes())
    let error = #expect(throws: PackageError.self) {
      try Packing().pack([Notebook.notebook.source], into: writer) { _ throws(PackageError) in
        throw PackageError(.cancelled, "here", "was stopped")
      }
    }
    #expect(error?.code == .cancelled)
  }

  /// What another program does to a package while it is packed.
  enum Meddling: String, CaseIterable {
    case adds, removes, grows, shrinks, renames

    func change(_ tree: inout TreeSnapshot) {
      let path = RelativePath.of(Notebook.page(Notebook.secondPage))
      switch self {
      case .adds: tree.nodes[.of("assets/new.jpg")] = .file([1])
      case .removes: tree.nodes[path] = nil
      case .grows: tree.nodes[path] = .file(Notebook.notebook.bytes(path.description) + [10])
      case .shrinks: tree.nodes[path] = .file([10])
      case .renames:
        tree.nodes[.of("pages/other")] = tree.nodes[path]
        tree.nodes[path] = nil
      }
    }
  }

  @Test(arguments: Meddling.allCases)
  func refusesAPackageThatChangesMeanwhile(_ meddling: Meddling) throws {
    let source = Notebook.notebook.source
    source.willRead = { path in
      if path == .of(Notebook.page(Notebook.firstPage)) { meddling.change(&source.tree) }
    }
    let error = #expect(throws: PackageError.self) { try pack([source]) }
    #expect(error?.code == .changed, "\(String(describing: error))")
    #expect(error?.path == source.path)
  }

  @Test(arguments: PackageCorpus.isThere ? PackageCorpus.names : [])
  func keepsEveryByteOfRealNotes(_ name: String) throws {
    let folder = try Folder.open(try #require(PackageCorpus.library)).folder(Name.of(name))
    let archive = try ArchiveBytes.packing([FolderSource(folder)]).open(in: temporary)
    let target = try temporary.folder.makeFolder(.of("target"))
    let package = try #require(archive.packages.first)
    _ = try Unpacker(into: target, now: PackageFixture.now).unpack(package)
    let original = try TreeSnapshot(of: folder)
    #expect(try TreeSnapshot(of: target.folder(Name.of(name))) == original)
  }
}

/// What an export is: the same on any number of processors, and never refused by an import.
@Suite struct ExportTests {
  typealias Notebook = PackageFixture

  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func pack(_ sources: [any PackageSource], workerCount: Int) throws -> (
    bytes: [UInt8], Packing.Outcome
  ) {
    let sink = ArchiveBytes()
    let packing = Packing(check: Check(now: Notebook.now))
    let outcome = try packing.pack(sources, onto: sink, level: 6, workerCount: workerCount)
    return (sink.bytes, outcome)
  }

  /// Packages, of which one is cut into many runs, and damage in another.
  private func sources() throws -> [any PackageSource] {
    var large = Notebook.richNotebook.renumbered(7)
    var noise: UInt32 = 1
    for number in 0..<5 {
      let bytes = (0..<900_000).map { _ -> UInt8 in
        noise = noise &* 1_664_525 &+ 1_013_904_223
        return UInt8(noise >> 24)
      }
      large.add("extras/\(number).bin", bytes)
    }
    var damaged = Notebook.notebook.renumbered(8)
    damaged.remove("assets/\(Notebook.photo).jpg")
    return try [.notebook, large, damaged].map { FolderSource(try $0.write(into: temporary.folder)) }
  }

  @Test func isTheSameOnAnyNumberOfProcessors() throws {
    let sources = try sources()
    let (alone, outcome) = try pack(sources, workerCount: 1)
    #expect(outcome.damages.map(\.package) == [sources[2].path])
    #expect(outcome.damages.first?.findings.map(\.code) == [.assetMissing])
    for count in [2, 3, 8] {
      let (bytes, other) = try pack(sources, workerCount: count)
      #expect(bytes == alone)
      #expect(other.fileCount == outcome.fileCount && other.byteCount == outcome.byteCount)
      #expect(other.omissions == outcome.omissions)
      #expect(other.damages.map(\.package) == outcome.damages.map(\.package))
    }
  }

  @Test func stopsOnAnyNumberOfProcessors() throws {
    let sources = try sources()
    for count in [1, 2, 8] {
      let error = #expect(throws: PackageError.self) {
        try Packing().pack(sources, onto: ArchiveBytes(), level: 6, workerCount: count) {
          _ throws(PackageError) in
          throw PackageError(.cancelled, "here", "was stopped")
        }
      }
      #expect(error?.code == .cancelled)
      let twice = #expect(throws: PackageError.self) {
        try pack(sources + sources, workerCount: count)
      }
      #expect(twice?.code == .exists)
    }
  }

  /// Deflate packs a file of one byte a thousand times, a page too, and it must come back.
  @Test func comesBackHoweverTightlyItIsPacked() throws {
    var package = Notebook.notebook
    package.add("extras/zeros.bin", [UInt8](repeating: 0, count: 3 << 20))
    let archive = try ArchiveBytes.packing([package.source])
    #expect(archive.bytes.count < 3 << 20 / 200)
    let opened = try archive.open(in: temporary)
    let library = try temporary.folder.makeFolder(.of("Library"))
    let outcome = try Importer(into: Library(library), now: Notebook.now).take(opened.packages[0].source)
    #expect(try TreeSnapshot(of: Folder.open(outcome.path)) == package.tree)
    // Beside a package, nobody of ours puts a file.
    let stray = try ArchiveBytes.holding([
      ("\(Notebook.notebook.name)/document.json", Notebook.notebook.bytes("document.json")),
      ("zeros.bin", [UInt8](repeating: 0, count: 3 << 20)),
    ])
    let error = #expect(throws: PackageError.self) { try stray.open(in: temporary) }
    #expect((error?.underlying as? ArchiveError)?.code == .ratio)
  }

  @Test func isRefusedAtOnceWhereAnImportWouldRefuseIt() throws {
    var package = Notebook.notebook
    package.add("extras/large.bin", [UInt8](repeating: 0, count: 1001))
    for (asset, whole) in [(1000, 4 << 30), (256 << 20, 1500)] {
      var limits = Limits.standard
      (limits.assetByteCount, limits.packageByteCount) = (asset, whole)
      let error = #expect(throws: PackageError.self) {
        try ArchiveBytes.packing([package.source], limits: limits)
      }
      #expect(error?.code == .tooLarge)
      let archive = try ArchiveBytes.packing([package.source]).open(in: temporary, limits: limits)
      let library = Library(try temporary.folder.makeFolder(.of("L\(limits.assetByteCount)")), limits: limits)
      let refusal = #expect(throws: PackageError.self) {
        try Importer(into: library, now: Notebook.now).take(archive.packages[0].source)
      }
      #expect(refusal?.code == .tooLarge)
    }
  }
}
