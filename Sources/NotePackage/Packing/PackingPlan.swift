import DurableFiles
import NoteModel

/// What of a package goes into an archive, under which name and in which order.
struct PackingPlan {
  let source: any PackageSource
  /// The folder's name in the archive.
  let name: Name
  /// Files in the order of the archive.
  let files: [SourceEntry]
  /// Folders that no file stands for.
  let folders: [SourceEntry]
  let omissions: [Packing.Omission]
  /// What was there when the plan was made.
  private let entries: [SourceEntry]

  init(_ source: any PackageSource, limits: Limits) throws(PackageError) {
    self.source = source
    if let folder = try source.folderOnDisk() { try DatabaseSettling.settle(folder) }
    name = try Self.archivedName(source, limits: limits)
    entries = try source.entries()
    let inventory = Inventory(entries)
    guard inventory.entries.count <= limits.packageEntryCount else {
      throw PackageError(
        .tooLarge, source.path, "holds more than \(limits.packageEntryCount) files and folders")
    }
    var omissions: [Packing.Omission] = []
    let (files, folders) = Self.selected(inventory, of: source.path, &omissions)
    try Self.checkSizes(files, of: source, limits)
    self.files = Self.inArchiveOrder(files, cover: try Self.cover(source, inventory, limits))
    self.folders = folders
    self.omissions = omissions
  }

  var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

  /// Whether the package is still what it was when the plan was made.
  func isCurrent() throws(PackageError) -> Bool { try source.entries() == entries }

  /// Why it can't be packed any more: somebody is at work in it, or was.
  var changed: PackageError {
    do throws(PackageError) {
      if let folder = try source.folderOnDisk() {
        try DatabaseSettling.settle(folder)
        do throws(FileError) { try folder.lock().release() } catch { throw PackageError(error) }
      }
    } catch {
      if error.code == .busy { return error }
    }
    return PackageError(
      .changed, source.path, "changed while it was packed; close it in the app, then pack again")
  }

  /// An export that an import would refuse for its size is refused at once.
  private static func checkSizes(
    _ files: [SourceEntry], of source: any PackageSource, _ limits: Limits
  ) throws(PackageError) {
    var left = limits.packageByteCount
    for file in files {
      let limit = limits.byteCount(of: file.path)
      guard file.byteCount <= limit else {
        throw PackageError(
          .tooLarge, source.path.appending(file.path), "is larger than the limit of \(limit) bytes")
      }
      left -= file.byteCount
    }
    guard left >= 0 else {
      throw PackageError(
        .tooLarge, source.path, "is larger than the limit of \(limits.packageByteCount) bytes")
    }
  }

  /// The document's id in canonical spelling; where no document can be read, the folder's own name.
  static func archivedName(_ source: any PackageSource, limits: Limits) throws(PackageError) -> Name {
    if let bytes = try document(of: source, limits: limits),
      let document = try? DocumentCodec.read(bytes.span).document, document.id.uuid != nil,
      let name = Layout.packageName(document.id)
    {
      return name
    }
    guard let name = source.path.name, Layout.isPackageName(name) else {
      throw PackageError(
        .notPackage, source.path, "is no package: no readable document.json and no name in .lnote")
    }
    return name
  }

  /// What stands in `document.json`; nil when there is none that can be one. A failure to read says nothing of it.
  static func document(of source: any PackageSource, limits: Limits) throws(PackageError) -> [UInt8]? {
    do throws(PackageError) {
      return try source.read(Layout.document, limit: limits.documentByteCount)
    } catch {
      if error.code == .system || error.code == .cancelled { throw error }
      return nil
    }
  }

  /// Files to pack, and the folders that no file stands for; notes what is left out.
  private static func selected(
    _ inventory: Inventory, of package: Path, _ omissions: inout [Packing.Omission]
  ) -> (files: [SourceEntry], folders: [SourceEntry]) {
    var files: [SourceEntry] = []
    var folders: [SourceEntry] = []
    for entry in inventory.entries {
      func omit(_ reason: String, isNoteworthy: Bool = false) {
        omissions.append(
          Packing.Omission(package: package, path: entry.path, reason: reason, isNoteworthy: isNoteworthy))
      }
      switch (Role(of: entry.path), entry.kind) {
      case (.litter, _): omit("litter")
      case (.temporary, _): omit("unfinished file")
      case (_, .link): omit("symbolic link", isNoteworthy: true)
      case (_, .special): omit("special file", isNoteworthy: true)
      // An app that is done with the database leaves none, or an empty one.
      case (.databaseSidecar, _): omit("companion of the database", isNoteworthy: entry.byteCount > 0)
      case (_, .file): files.append(entry)
      case (_, .folder): folders.append(entry)
      }
    }
    let filled = Set(
      files.flatMap { file in (1..<max(file.path.names.count, 1)).map { Array(file.path.names.prefix($0)) } })
    return (files, folders.filter { !filled.contains($0.path.names) && !isAboveAnother($0, folders) })
  }

  private static func isAboveAnother(_ folder: SourceEntry, _ folders: [SourceEntry]) -> Bool {
    folders.contains {
      $0.path.names.count > folder.path.names.count && $0.path.names.starts(with: folder.path.names)
    }
  }

  private static func cover(
    _ source: any PackageSource, _ inventory: Inventory, _ limits: Limits
  ) throws(PackageError) -> RelativePath? {
    guard inventory[Layout.manifest]?.kind == .file else { return nil }
    let bytes = try source.read(Layout.manifest, limit: limits.documentByteCount)
    return (try? ManifestCodec.decode(bytes.span))?.cover.flatMap { RelativePath($0) }
  }

  private static func inArchiveOrder(_ files: [SourceEntry], cover: RelativePath?) -> [SourceEntry] {
    func rank(_ entry: SourceEntry) -> Int {
      if entry.path == cover { return 1 }
      switch Role(of: entry.path) {
      case .manifest: return 0
      case .document: return 2
      case .database: return 3
      case .page, .journal: return 4
      case .asset: return 5
      case .thumbnail: return 6
      default: return 7
      }
    }
    return files.map { (rank($0), $0) }.sorted { ($0.0, $0.1.path) < ($1.0, $1.1.path) }.map(\.1)
  }
}
