import DurableFiles
import NoteModel

/// A whole package in a stage, ready to be checked and installed.
struct StagedPackage: Sendable {
  let stage: Stage
  /// The package in its stage.
  let source: FolderSource
  private let stagedName: Name
  /// Where it came from, for messages.
  let origin: Path
  /// What was left behind: links and special files.
  let omissions: [RelativePath]
  private var isDurable = false

  init(_ draft: PackageDraft, origin: Path, omissions: [RelativePath]) {
    stage = draft.stage
    source = draft.source
    stagedName = draft.name
    self.origin = origin
    self.omissions = omissions
  }

  mutating func makeDurable() throws(PackageError) {
    try files { () throws(FileError) in try stage.syncTree() }
    isDurable = true
  }

  /// Makes everything durable, unless it is, and lets the package take its place, which must be free.
  func install(as target: Name) throws(PackageError) {
    try files { () throws(FileError) in
      if !isDurable { try stage.syncTree() }
      try stage.install(stagedName, as: target)
    }
  }

  /// Copies a package's files, counted on what really comes, litter and unfinished files left out.
  static func copy(
    of source: any PackageSource, into library: Library, _ progress: (Int) throws(PackageError) -> Void
  ) throws(PackageError) -> StagedPackage {
    let draft = try PackageDraft(in: library.folder, limits: library.limits)
    var omissions: [RelativePath] = []
    let entries = try entriesToCopy(source, library.limits)
    try checkSpace(for: entries, of: source, in: library.folder)
    let database = try wholeDatabase(entries, source, library.limits)
    var thumbnails = LateThumbnails()
    func copy(_ entry: SourceEntry) throws(PackageError) {
      try draft.addFile(entry.path) { write throws(PackageError) in
        try source.forEachPiece(of: entry.path, limit: library.limits.byteCount(of: entry.path)) {
          piece throws(PackageError) in
          try write(piece)
          try progress(piece.count)
        }
      }
    }
    for entry in entries {
      switch (Role(of: entry.path), entry.kind) {
      case (.litter, _), (.temporary, _): break
      case (_, .link), (_, .special): omissions.append(entry.path)
      case (_, .folder): try draft.addFolder(entry.path)
      case (.thumbnail, .file): try thumbnails.take(entry, from: source)
      // Part of the copy by now.
      case (.databaseSidecar, .file) where database != nil: break
      case (.database, .file) where database != nil:
        try draft.addFile(entry.path) { write throws(PackageError) in
          try database?.forEachPiece { piece throws(PackageError) in
            try write(piece)
            try progress(piece.count)
          }
        }
      case (_, .file): try copy(entry)
      }
    }
    for (path, bytes) in thumbnails.read {
      try draft.addFile(path, bytes)
      try progress(bytes.count)
    }
    for entry in thumbnails.unread { try copy(entry) }
    return StagedPackage(draft, origin: source.path, omissions: omissions)
  }

  /// The database with what its companions hold, where it has some; else it is copied like other files.
  private static func wholeDatabase(
    _ entries: [SourceEntry], _ source: any PackageSource, _ limits: Limits
  ) throws(PackageError) -> DatabaseCopy? {
    let files = entries.filter { $0.kind == .file }
    guard files.contains(where: { $0.path == Layout.database }),
      files.contains(where: { Role(of: $0.path) == .databaseSidecar })
    else { return nil }
    return try DatabaseCopy(of: source, limits: limits)
  }

  /// Room for everything and a tenth more, before the first byte is written.
  private static func checkSpace(
    for entries: [SourceEntry], of source: any PackageSource, in folder: Folder
  ) throws(PackageError) {
    let wanted = entries.reduce(0.0) { $0 + Double($1.byteCount) } * 1.1
    let free = try files { () throws(FileError) in try folder.freeByteCount() }
    guard wanted > Double(free) else { return }
    throw PackageError(
      FileError(
        .noSpace, operation: "create", path: folder.path,
        reason: "No space left on device: \(Int64(min(wanted, 1e18))) bytes are needed, \(free) are free"))
  }

  /// An archive is read fastest in its own order.
  private static func entriesToCopy(
    _ source: any PackageSource, _ limits: Limits
  ) throws(PackageError) -> [SourceEntry] {
    let entries: [SourceEntry]
    if let archive = source as? ArchiveSource {
      entries = archive.membersInOrder.map { member in
        SourceEntry(
          path: member.path, kind: member.entry.isFolder ? .folder : .file, byteCount: member.entry.byteCount)
      }
    } else {
      entries = try source.entries()
    }
    guard entries.count <= limits.packageEntryCount else {
      throw PackageError(
        .tooLarge, source.path, "holds more than \(limits.packageEntryCount) files and folders")
    }
    return entries
  }

  /// Checks the staged files; the findings are below Error then.
  ///
  /// - Throws: `newerFormat` for a package that can't be judged, `refused` with the gravest findings.
  func checked(by check: Check) throws(PackageError) -> Check.Report {
    let report = check.package(source, named: nil)
    let refusals = Check.refusals(report)
    if let first = refusals.max(by: { $0.severity < $1.severity }) {
      let place = first.path.map { "\($0): " } ?? ""
      let offset = first.offset.map { " at byte \($0)" } ?? ""
      let others = refusals.count > 1 ? "; \(refusals.count - 1) more problems" : ""
      throw PackageError(
        .refused, origin,
        "does not pass the check: \(place)\(first.code.rawValue)\(offset): \(first.detail)\(others)")
    }
    if let empty = report.findings.first(where: { $0.code == .packageEmpty }) {
      throw PackageError(.notPackage, origin, empty.detail)
    }
    if let newer = report.findings.first(where: { $0.code == .documentNewerFormat }) {
      throw PackageError(.newerFormat, origin, "\(newer.detail); it needs a newer lnote")
    }
    return report
  }

  /// The same package under new ids, in a stage of its own.
  func reidentified(_ ids: Reidentification, in library: Library) throws(PackageError) -> StagedPackage {
    let package = try Package.open(source, limits: library.limits)
    let copy = try PackageDraft(in: library.folder, limits: library.limits)
    if StorageKind(of: package.document) == .sqlite { try copy.keepPagesInDatabase() }
    for id in try package.pageIDs() {
      var page = try package.page(id)
      page.id = ids.page(id)
      try copy.add(page)
    }
    for entry in package.inventory.entries {
      switch (Role(of: entry.path), entry.kind) {
      case (.document, _), (.manifest, _), (.page, _), (.journal, _), (.database, _), (.databaseSidecar, _):
        break
      case (_, .folder): try copy.addFolder(entry.path)
      case (_, .file):
        try copy.addFile(ids.path(entry.path)) { write throws(PackageError) in
          try source.forEachPiece(of: entry.path, limit: library.limits.assetByteCount, write)
        }
      default: break
      }
    }
    try copy.finish(ids.document(package.document), manifestExtra: try package.manifest()?.extra ?? [])
    return StagedPackage(copy, origin: origin, omissions: omissions)
  }
}

/// The thumbnails of a package being copied. They are written last, since a picture must not look older than the page
/// that it was drawn from, and read when they come, since going back in an archive is slow.
private struct LateThumbnails {
  private(set) var read: [(path: RelativePath, bytes: [UInt8])] = []
  /// Those for which there was no room.
  private(set) var unread: [SourceEntry] = []
  private var room = 8 << 20

  mutating func take(_ entry: SourceEntry, from source: any PackageSource) throws(PackageError) {
    guard entry.byteCount <= room else {
      unread.append(entry)
      return
    }
    read.append((entry.path, try source.read(entry.path, limit: room)))
    room -= entry.byteCount
  }
}
