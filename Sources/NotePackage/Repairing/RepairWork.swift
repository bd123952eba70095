import DurableFiles
import NoteModel

/// The changes to one staged package: remedies one after the other, then the document and the manifest once.
struct RepairWork {
  let repair: PackageRepair
  let report: Check.Report
  var tree: StagedTree
  /// As it shall be; nil while none can be read.
  var document: Document?
  private(set) var newName: Name
  private(set) var renamingCode: FindingCode?
  private(set) var treated: [Finding] = []
  /// Pages in the database that were rewritten.
  var treatedDatabasePages: Set<Identifier> = []
  private var documentCode: FindingCode?
  private var wantsManifest: FindingCode?

  init(repair: PackageRepair, report: Check.Report, tree: StagedTree) {
    self.repair = repair
    self.report = report
    self.tree = tree
    document = report.document
    newName = repair.name
  }

  var limits: Limits { repair.library.limits }
  private var folder: Folder { tree.folder }

  func inventory() throws(PackageError) -> Inventory {
    Inventory(try FolderSource(folder, limits: limits).entries())
  }

  mutating func changeDocument(for code: FindingCode) { documentCode = documentCode ?? code }

  mutating func treat(_ findings: [Finding]) throws(PackageError) {
    let promoted = Set(findings.compactMap { Self.promotedTarget($0) })
    for finding in findings {
      guard let action = finding.remedy?.action else { continue }
      // What is whole elsewhere takes its place; the damaged one needs no other treatment.
      if let path = finding.path, promoted.contains(path), Self.promotedTarget(finding) == nil {
        treated.append(finding)
        continue
      }
      if try apply(action, finding.code) { treated.append(finding) }
    }
    try finish()
  }

  /// Treats what a check of the tree found after the first round; false when nothing could be done.
  mutating func treat(_ findings: [Finding], following report: Check.Report) throws(PackageError) -> Bool {
    let count = treated.count
    document = report.document
    (documentCode, wantsManifest) = (nil, nil)
    try treat(findings)
    return treated.count > count
  }

  private static func promotedTarget(_ finding: Finding) -> RelativePath? {
    if case .promote(_, let target) = finding.remedy?.action { target } else { nil }
  }

  /// False when there was nothing to do any more, or nothing could be done.
  private mutating func apply(_ action: Remedy.Action, _ code: FindingCode) throws(PackageError) -> Bool {
    switch action {
    case .takeOut(let path): return try takeOut(path, code)
    case .rename(let path, let target):
      try files { () throws(FileError) in try tree.move(path, to: target, replacing: false, code) }
    case .exchangeNames(let one, let other):
      // Both pages of a swap ask for it.
      guard tree.codes[one] == nil else { return true }
      try files { () throws(FileError) in try tree.exchange(one, other, code) }
    // These concern more than the staged files; the library's repair sees to them.
    case .makeAccessible, .takeOutOfLibrary, .finishReplacing: return false
    case .renameFolder(let name):
      guard try files({ () throws(FileError) in try repair.library.folder.status(name) }) == nil else {
        return false
      }
      newName = name
      renamingCode = code
    case .promote(let path, let target): try promote(path, to: target, code)
    case .fetch(let file, let target): try fetch(file, to: target, code)
    case .rebuildDocument:
      guard let rebuilt = try rebuiltDocument() else { return false }
      document = rebuilt
      changeDocument(for: code)
    case .fillInFields, .keepFirstListings:
      if case .keepFirstListings = action { keepFirstListings() }
      changeDocument(for: code)
    case .adopt(let pages): try adopt(pages, code)
    case .adoptCopy(let path, let id): return try adoptCopy(path, of: id, code)
    case .correctElementCount(let id): try recount(id, code)
    case .salvagePage(let id):
      #if SQLite
        if hasDatabase { return try salvageInDatabase(id, code) }
      #endif
      return try salvage(id, code)
    case .recoverDatabase:
      #if SQLite
        return try recoverDatabase(code)
      #else
        return false
      #endif
    case .cutJournal(let path, let byteCount): try cutJournal(path, byteCount, code)
    case .splitJournal(let id): return try splitJournal(id, code)
    case .rebuildManifest: wantsManifest = wantsManifest ?? code
    case .drawThumbnail(let id): return try draw(id, code)
    }
    return true
  }

  private mutating func takeOut(_ path: RelativePath, _ code: FindingCode) throws(PackageError) -> Bool {
    guard try files({ () throws(FileError) in try folder.status(path) }) != nil else { return true }
    try files { () throws(FileError) in try tree.remove(path, code) }
    return true
  }

  private mutating func promote(
    _ path: RelativePath, to target: RelativePath, _ code: FindingCode
  ) throws(PackageError) {
    try files { () throws(FileError) in try tree.move(path, to: target, replacing: true, code) }
    if target == Layout.document {
      let bytes = try files { () throws(FileError) in try folder.read(target, limit: limits.documentByteCount)
      }
      document = try? DocumentCodec.decode(bytes.span)
      wantsManifest = wantsManifest ?? code
    } else if case .page(let id) = Role(of: target) {
      try recount(id, code)
    }
  }

  private mutating func fetch(
    _ file: Remedy.FoundFile, to target: RelativePath, _ code: FindingCode
  ) throws(PackageError) {
    let bytes = try files { () throws(FileError) in
      try repair.library.folder.read(file.path, limit: limits.assetByteCount)
    }
    try files { () throws(FileError) in try tree.write(bytes, to: target, code) }
    if case .page(let id) = Role(of: target) { try recount(id, code) }
  }

  private mutating func draw(_ id: Identifier, _ code: FindingCode) throws(PackageError) -> Bool {
    guard let drawer = repair.drawer, let entry = document?.pages.first(where: { $0.id == id }) else {
      return false
    }
    let package = try Package.open(FolderSource(folder, limits: limits), limits: limits)
    guard let target = package.inventory.thumbnails[id]?.path ?? Layout.thumbnail(id),
      let picture = try Self.unlessDamaged({
        try drawer.thumbnail(
          of: package.page(id), canvas: entry.canvas,
          asset: { asset in try Self.unlessDamaged { try package.assetBytes(asset) } ?? nil })
      })
    else { return false }
    try files { () throws(FileError) in try tree.write(picture, to: target, code) }
    wantsManifest = wantsManifest ?? code
    return true
  }

  /// Nil for what can't be drawn; what can't be read is thrown, since it may be in order.
  private static func unlessDamaged<Result>(_ body: () throws -> Result) throws(PackageError) -> Result? {
    do {
      return try body()
    } catch let error as PackageError where error.code == .system {
      throw error
    } catch {
      return nil
    }
  }

  // MARK: Document and manifest

  private mutating func finish() throws(PackageError) {
    guard let document else { return }
    if let code = documentCode {
      try files { () throws(FileError) in
        try tree.write(DocumentCodec.encode(document), to: Layout.document, code)
      }
    }
    guard wantsManifest != nil || documentCode != nil || newName != repair.name else { return }
    let source = FolderSource(folder, limits: limits)
    let inventory = Inventory(try source.entries())
    let known = inventory[Layout.manifest].flatMap { entry in
      entry.kind == .file && entry.byteCount <= limits.documentByteCount ? entry : nil
    }
    let old = try known.map { entry throws(PackageError) in
      try source.read(entry.path, limit: limits.documentByteCount)
    }
    let extra = old.flatMap { try? ManifestCodec.decode($0.span).extra } ?? []
    let bytes = ManifestCodec.encode(Manifest(following: document, inventory, extra: extra))
    guard bytes != old else { return }
    let code = wantsManifest ?? documentCode ?? .manifestStale
    try files { () throws(FileError) in try tree.write(bytes, to: Layout.manifest, code) }
  }
}
