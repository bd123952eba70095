import DurableFiles
import NotePackage
import TestSupport

/// A library with one damage, and the finding that it must give.
struct FindingFixture: Sendable {
  var library: [PackageFixture] = []
  /// Made in the library's folder behind the packages.
  var strays: @Sendable (Folder) throws -> Void = { _ in }
  var limits = Limits.standard
  /// The name at the end of the path whose first reading fails with EIO.
  var unreadable: String?
  /// Whether another program holds the first package's lock.
  var isLocked = false
  /// Whether another program writes to this file of the first package all the time.
  var written: String?

  var severity: Finding.Severity?
  var path: String?
  var offset: Int?
  /// The page's number.
  var page: Int?
  /// What the damage brings along by necessity.
  var implied: [FindingCode] = []

  /// A healthy notebook, damaged.
  static func damaged(
    path: String? = nil, offset: Int? = nil, page: Int? = nil, severity: Finding.Severity? = nil,
    implied: [FindingCode] = [], _ damage: (inout PackageFixture) -> Void
  ) -> FindingFixture {
    var package = PackageFixture.notebook
    damage(&package)
    return FindingFixture(
      library: [package], severity: severity, path: path, offset: offset, page: page, implied: implied)
  }

  /// A healthy notebook with one text replaced, found where the text stands.
  static func edited(
    _ path: String, _ old: String, _ new: String, at found: String? = nil, page: Int? = nil,
    implied: [FindingCode] = [], hasOffset: Bool = true
  ) -> FindingFixture {
    var package = PackageFixture.notebook
    package.edit(path, old, new)
    return FindingFixture(
      library: [package], path: path, offset: hasOffset ? package.offset(of: found ?? new, in: path) : nil,
      page: page, implied: implied)
  }

  /// An empty folder with something that is no package.
  static func stray(
    path: String, implied: [FindingCode] = [], _ strays: @escaping @Sendable (Folder) throws -> Void
  ) -> FindingFixture {
    FindingFixture(strays: strays, path: path, implied: implied)
  }
}

extension FindingFixture {
  private typealias Notebook = PackageFixture
  private static let first = Notebook.page(Notebook.firstPage)
  private static let second = Notebook.page(Notebook.secondPage)
  private static let photo = "assets/\(Notebook.photo).jpg"

  static let all: [FindingCode: FindingFixture] = {
    var all = libraries.merging(packages) { one, _ in one }
    for part in [documents, pages, assets, derived, copies, journals, databases] {
      all.merge(part) { one, _ in one }
    }
    return all
  }()

  private static let libraries: [FindingCode: FindingFixture] = [
    .documentIDDuplicate: {
      var copy = Notebook.notebook
      copy.name = "copy.lnote"
      return FindingFixture(library: [.notebook, copy], implied: [.folderNameForm])
    }(),
    .pageIDShared: {
      var other = Notebook.notebook.renumbered(7)
      let (own, shared) = ("7" + Notebook.emptyPage.dropFirst(), Notebook.emptyPage)
      other.edit("document.json", own, shared)
      other.remove(Notebook.page(own))
      other.remove(Notebook.thumbnail(own))
      other.add(Notebook.page(shared), Notebook.page(shared, []))
      other.add(Notebook.thumbnail(shared), Notebook.jpeg)
      return FindingFixture(library: [.notebook, other])
    }(),
    .packageNameClash: .stray(path: "notes", implied: [.foreignEntry, .foreignEntry]) { folder in
      try folder.replaceFile(.of("Notes"), with: [1])
      try folder.replaceFile(.of("notes"), with: [1])
    },
    .foreignEntry: .stray(path: "letter.txt") { try $0.replaceFile(.of("letter.txt"), with: [1]) },
    .stageLeftover: .stray(path: ".lnote-stage-0123456789abcdef") {
      _ = try $0.makeFolder(.of(".lnote-stage-0123456789abcdef"))
    },
    .packagePlaceholder: .stray(path: ".Notes.lnote.icloud") {
      try $0.replaceFile(.of(".Notes.lnote.icloud"), with: [1])
    },
    .packageIsFile: .stray(path: "notes.lnote") { try $0.replaceFile(.of("notes.lnote"), with: [1]) },
    .packageIsLink: .stray(path: "notes.lnote") { try $0.makeLink(.of("notes.lnote"), to: "elsewhere") },
    .packageEmpty: FindingFixture(library: [PackageFixture(name: "empty.lnote", files: ["letter.txt": "x"])]),
    .packageNested: .damaged(path: "Inner.lnote") { $0.addFolder("Inner.lnote/pages") },
  ]

  private static let packages: [FindingCode: FindingFixture] = [
    .folderNameMismatch: .damaged { $0.name = "\(Notebook.otherPage).lnote" },
    .folderNameForm: .damaged { $0.name = $0.name.lowercased() },
    .entryWrongType: .damaged(path: Notebook.page(Notebook.otherPage)) {
      $0.addFolder(Notebook.page(Notebook.otherPage))
    },
    .linkInside: .damaged(path: "shortcut") { $0.links["shortcut"] = "document.json" },
    .specialFile: .damaged(path: "pipe") { $0.pipes = ["pipe"] },
    .nameClash: .damaged(path: "notes") {
      $0.addFolder("Notes")
      $0.addFolder("notes")
    },
    .nameUnportable: .damaged(path: "a:b") { $0.addFolder("a:b") },
    .uuidForm: .damaged(path: photo.lowercased()) { $0.rename(photo, to: photo.lowercased()) },
    .temporaryLeftover: .damaged(path: "pages/.lnote-tmp-0123456789abcdef") {
      $0.add("pages/.lnote-tmp-0123456789abcdef", "{")
      $0.times["pages/.lnote-tmp-0123456789abcdef"] = 1_700_000_000
    },
    .extraFile: .damaged(path: "notes/letter.txt") { $0.add("notes/letter.txt", "x") },
    .systemLitter: .damaged(path: "assets/.DS_Store") { $0.add("assets/.DS_Store", "x") },
    .filePlaceholder: .damaged(path: "pages/.\(Notebook.secondPage).content.icloud") {
      $0.rename(second, to: "pages/.\(Notebook.secondPage).content.icloud")
    },
    .fileTooLarge: {
      var fixture = FindingFixture.damaged(path: first, page: 1) { _ in }
      fixture.limits.pageByteCount = 400
      return fixture
    }(),
    .fileZeroed: .damaged(path: first, offset: 0, page: 1) { $0.zero(first) },
    .fileEmpty: .damaged(path: first, offset: 0, page: 1) { $0.empty(first) },
    .libraryUnreadable: FindingFixture(unreadable: ""),
    .ioError: FindingFixture(
      library: [.notebook], unreadable: "\(Notebook.secondPage).content", path: second, page: 2),
  ]

  private static let documents: [FindingCode: FindingFixture] = [
    .documentMissing: .damaged(path: "document.json") { $0.remove("document.json") },
    .documentUnreadable: .edited("document.json", "\"title\"", "'title\""),
    .documentField: .edited("document.json", "\"2026-11-30T08:15:00.000Z\"", "20261130"),
    .documentNewerFormat: .edited(
      "document.json", "\"formatVersion\": 1", "\"formatVersion\": 2", hasOffset: false),
    .documentDates: .edited("document.json", "2026-11-30T08:15", "2026-11-30T09:15", hasOffset: false),
    .pageListedTwice: {
      let list = [
        (Notebook.firstPage, 3), (Notebook.secondPage, 2), (Notebook.emptyPage, 0), (Notebook.firstPage, 3),
      ]
      var fixture = FindingFixture.damaged(path: "document.json", page: 4) {
        $0.add("document.json", Notebook.document(list))
        $0.edit("manifest.json", "\"pageCount\": 3", "\"pageCount\": 4")
      }
      let text = Notebook.document(list)
      let entry = Array("{\n      \"id\": \"\(Notebook.firstPage)\"".utf8)
      fixture.offset = Array(text.utf8).ranges(of: entry).last?.lowerBound
      return fixture
    }(),
    .documentListsNothing: .damaged(path: "document.json") {
      $0.add("document.json", Notebook.document([]))
      $0.add("manifest.json", Notebook.manifest(pageCount: 0, cover: nil))
    },
    .canvasSize: .edited(
      "document.json", "\"width\": 820", "\"width\": 0", at: "{\n      \"id\": \"\(Notebook.firstPage)\"",
      page: 1),
  ]

  private static let pages: [FindingCode: FindingFixture] = [
    .pageMissing: .damaged(path: second, page: 2) { $0.remove(second) },
    .pageUnlisted: .damaged(path: Notebook.page(Notebook.otherPage)) {
      $0.add(Notebook.page(Notebook.otherPage), Notebook.page(Notebook.otherPage, []))
    },
    .pageUnreadable: .edited(first, "\"page\":", "\"page\";", at: ";", page: 1),
    .pageTruncated: {
      var fixture = FindingFixture.damaged(path: first, page: 1) { $0.cut(first, after: "\"y\":[780,-2") }
      fixture.offset = fixture.library[0].bytes(first).count
      return fixture
    }(),
    .elementDamaged: .edited(first, "\"#1A1A1AFF\"", "\"black\"", page: 1),
    .elementCountMismatch: .edited(
      "document.json", "\"elementCount\": 3", "\"elementCount\": 4",
      at: "{\n      \"id\": \"\(Notebook.firstPage)\"", page: 1),
    .pageIDMismatch: .edited(
      Notebook.page(Notebook.emptyPage), Notebook.emptyPage, Notebook.otherPage,
      at: "{", page: 3),
    .pageNewerFormat: .edited(first, "\"formatVersion\":1", "\"formatVersion\":2", page: 1, hasOffset: false),
    .elementUnknown: .damaged(path: second, offset: 0, page: 2) {
      $0.edit(second, Notebook.dot, Notebook.unknownElement)
    }.found(at: Notebook.unknownElement, in: second),
    .elementIDDuplicate: .edited(
      first, "\"E2222222-2222-4222-8222-222222222222\"", "\"E1111111-1111-4111-8111-111111111111\"",
      at: "{\"type\":\"stroke\",\"id\":\"E1111111-1111-4111-8111-111111111111\",\"tool\":\"pen\",", page: 1),
    .columnsDiffer: .edited(first, "\"y\":[780,-2,0]", "\"y\":[780,-2]", at: "{\"type\":\"stroke\"", page: 1),
    .valueRange: .edited(
      first, "\"pressure\":[412,30,8]", "\"pressure\":[412,30,600]", at: "{\"type\"", page: 1),
    .pageTrailingBytes: .damaged(path: first, page: 1) { $0.append(first, "more") }.found(
      at: "more", in: first),
  ]

  private static let assets: [FindingCode: FindingFixture] = [
    .assetMissing: .damaged(path: first, page: 1) { $0.remove(photo) }
      .found(at: Notebook.image(Notebook.photo), in: first),
    .assetOrphan: .damaged(path: "assets/\(Notebook.otherAsset).jpg") {
      $0.add("assets/\(Notebook.otherAsset).jpg", Notebook.jpeg)
      $0.times["assets/\(Notebook.otherAsset).jpg"] = Int(Notebook.now / 1000) - 3 * 86_400
    },
    .assetEmpty: .damaged(path: photo, offset: 0) { $0.empty(photo) },
    .assetTruncated: .damaged(path: photo, offset: 100) { $0.cut(photo, to: 100) },
    .assetType: .damaged(path: photo, offset: 0) { $0.add(photo, Notebook.png) },
    .assetIDTwice: .damaged(path: "assets/\(Notebook.photo).png") {
      $0.add("assets/\(Notebook.photo).png", Notebook.png)
    },
    .assetName: .damaged(path: "assets/cat.jpg") {
      $0.rename(photo, to: "assets/cat.jpg")
      $0.edit(first, "\"asset\":\"\(Notebook.photo)\"", "\"asset\":\"cat\"")
    },
  ]

  private static let derived: [FindingCode: FindingFixture] = [
    .thumbnailMissing: .damaged(path: Notebook.thumbnail(Notebook.secondPage), page: 2) {
      $0.remove(Notebook.thumbnail(Notebook.secondPage))
    },
    .thumbnailStale: .damaged(path: Notebook.thumbnail(Notebook.secondPage), page: 2) {
      $0.times[Notebook.thumbnail(Notebook.secondPage)] = 1_700_000_000
    },
    .thumbnailUnreadable: .damaged(path: Notebook.thumbnail(Notebook.secondPage), page: 2) {
      $0.cut(Notebook.thumbnail(Notebook.secondPage), to: 80)
    },
    .thumbnailOrphan: .damaged(path: Notebook.thumbnail(Notebook.otherPage)) {
      $0.add(Notebook.thumbnail(Notebook.otherPage), Notebook.jpeg)
    },
    .manifestMissing: .damaged(path: "manifest.json") { $0.remove("manifest.json") },
    .manifestUnreadable: .edited(
      "manifest.json", "\"pageCount\": 3", "\"pageCount\": [", at: ",\n  \"cover\""),
    .manifestStale: .edited("manifest.json", "Field notes", "Notes", at: "\"Notes\""),
    .manifestIDMismatch: .edited(
      "manifest.json", Notebook.documentID, Notebook.otherPage, at: "\"\(Notebook.otherPage)\""),
    .coverMissing: .edited(
      "manifest.json", Notebook.thumbnail(Notebook.firstPage), Notebook.thumbnail(Notebook.otherPage),
      at: "\"\(Notebook.thumbnail(Notebook.otherPage))\""),
  ]

  private static let copies: [FindingCode: FindingFixture] = [
    .replaceInterrupted: .stray(path: ".lnote-stage-0123456789abcdef") { folder in
      let stage = try folder.makeFolder(.of(".lnote-stage-0123456789abcdef"))
      try stage.replaceFile(
        .of("intent.json"), with: Array("{\"target\":\"\(Notebook.notebook.name)\"}".utf8))
    },
    .packageConflictCopy: {
      var copy = Notebook.notebook
      copy.name = "\(Notebook.documentID) (conflicted copy).lnote"
      return FindingFixture(library: [.notebook, copy])
    }(),
    .manyFilesZeroed: FindingFixture(
      library: (1...4).map { number in
        var package = Notebook.notebook.renumbered(number)
        package.zero("pages/\(number)\(Notebook.firstPage.dropFirst()).content")
        return package
      }, implied: Array(repeating: .fileZeroed, count: 4)),
    .temporarySalvageable: .damaged(path: "pages/.lnote-tmp-0123456789abcdef", implied: [.pageMissing]) {
      $0.rename(second, to: "pages/.lnote-tmp-0123456789abcdef")
    },
    .permissions: FindingFixture(
      library: [.notebook],
      strays: { try $0.setMode(0o000, of: "\(Notebook.notebook.name)/assets/\(Notebook.drawing).png") },
      path: "assets/\(Notebook.drawing).png"),
    .fileConflictCopy: .damaged(path: "document 2.json") {
      $0.add("document 2.json", $0.bytes("document.json"))
    },
    .packageBusy: FindingFixture(library: [.notebook], isLocked: true),
    .changedDuringCheck: FindingFixture(
      library: [.notebook], written: "assets/.DS_Store", path: "assets/.DS_Store", implied: [.systemLitter]),
  ]

  private static let journal = "pages/\(Notebook.secondPage).journal"

  /// The second page with a journal of two frames that change nothing.
  private static func journal(
    epoch: UInt64 = 0, offset: Int? = nil, page: Int? = 2,
    _ spoil: (inout PackageFixture, inout JournalFixture) -> Void = { _, _ in }
  ) -> FindingFixture {
    .damaged(path: journal, offset: offset, page: page) { package in
      var frames = JournalFixture(page: Notebook.secondPage, epoch: epoch)
      frames.append(type: 1, Notebook.dot)
      frames.append(type: 1, Notebook.dot)
      spoil(&package, &frames)
      if package.tree.nodes[.of(journal)] == nil { package.add(journal, frames.bytes) }
    }
  }

  private static let frameOffsets: [Int] = {
    var frames = JournalFixture(page: Notebook.secondPage)
    frames.append(type: 1, Notebook.dot)
    frames.append(type: 1, Notebook.dot)
    return frames.offsets + [frames.bytes.count]
  }()

  private static let journals: [FindingCode: FindingFixture] = [
    .journalTorn: journal(offset: frameOffsets[2]) { package, frames in
      package.add(journal, Array(frames.bytes.dropLast(5)))
    },
    .journalDamaged: journal(offset: frameOffsets[1]) { package, frames in
      var bytes = frames.bytes
      bytes[frameOffsets[1] + 20] ^= 1
      package.add(journal, bytes)
    },
    .journalMerged: journal { package, _ in package.edit(second, "\"epoch\":0", "\"epoch\":1") },
    .journalAhead: journal(epoch: 1, offset: 0),
    .journalWithoutPage: .damaged(path: "pages/\(Notebook.otherPage).journal") {
      $0.add("pages/\(Notebook.otherPage).journal", JournalFixture(page: Notebook.otherPage).bytes)
    },
    .journalHeader: journal(offset: 0) { package, frames in
      package.add(journal, Array(frames.bytes.dropFirst()))
    },
    .journalUnknownFrame: journal(offset: frameOffsets[3]) { _, frames in frames.append(type: 9, "{}") },
    .journalLong: journal { _, frames in
      let padded = Notebook.dot.dropLast() + ",\"note\":\"\(String(repeating: "x", count: 1 << 20))\"}"
      frames.append(type: 1, String(padded))
    },
  ]

  /// The notebook with its pages in a database.
  private static func database(
    path: String = "pages.sqlite", severity: Finding.Severity? = nil, implied: [FindingCode] = [],
    _ change: (inout PackageFixture) -> Void
  ) -> FindingFixture {
    .damaged(path: path, severity: severity, implied: implied) {
      $0.edit("document.json", "  \"pages\"", "  \"storage\": \"sqlite\",\n  \"pages\"")
      $0.remove("pages")
      change(&$0)
    }
  }

  private static let databases: [FindingCode: FindingFixture] = [
    .storageUnread: .edited(
      "document.json", "  \"pages\"", "  \"storage\": \"cloud\",\n  \"pages\"", hasOffset: false),
    .databaseDamaged: database { _ in },
    .databaseNewer: database { $0.add("pages.sqlite", Notebook.database(userVersion: 2)) },
    .databaseSidecar: .damaged(path: "pages.sqlite-wal", severity: .error) {
      $0.add("pages.sqlite-wal", "x")
    },
    .storageMixed: .damaged(path: "pages.sqlite") { $0.add("pages.sqlite", Notebook.database()) },
  ]

  /// The same, found where a text stands in the damaged file.
  private func found(at text: String, in path: String) -> FindingFixture {
    var fixture = self
    fixture.offset = library[0].offset(of: text, in: path)
    return fixture
  }
}
