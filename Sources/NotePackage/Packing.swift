public import DurableFiles
import NoteModel
public import SafeArchive

/// Writes packages into one archive, in an order and with bytes that depend on nothing but their content.
public struct Packing {
  /// Something of a package that the archive doesn't hold.
  public struct Omission: Sendable, Hashable {
    public let package: Path
    public let path: RelativePath
    public let reason: String
    /// False for what is never packed: litter and unfinished files.
    public let isNoteworthy: Bool
  }

  public struct Outcome: Sendable {
    public var fileCount = 0
    public var byteCount = 0
    public var omissions: [Omission] = []
  }

  private let limits: Limits

  public init(limits: Limits = .standard) { self.limits = limits }

  /// Packs packages one after the other; the caller finishes and publishes the archive.
  ///
  /// - Throws: `notPackage`, `exists` for two packages of one id, `changed` for a package that another program changed
  ///   meanwhile, `system` and `archive` with their reasons. After an error the archive is of no use.
  public func pack(
    _ packages: [any PackageSource], into writer: ArchiveWriter,
    progress: (_ byteCount: Int) throws(PackageError) -> Void = { _ in }
  ) throws(PackageError) -> Outcome {
    var outcome = Outcome()
    var names: Set<Name> = []
    for source in packages {
      let name = try Self.archivedName(source, limits: limits)
      guard names.insert(name).inserted else {
        throw PackageError(
          .exists, source.path, "has the same document id as another package of this archive")
      }
      try pack(source, as: name, into: writer, &outcome, progress)
    }
    return outcome
  }

  /// The document's id in canonical spelling; where no document can be read, the folder's own name.
  static func archivedName(_ source: any PackageSource, limits: Limits) throws(PackageError) -> Name {
    if let bytes = try? source.read(Layout.document, limit: limits.documentByteCount),
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

  private func pack(
    _ source: any PackageSource, as name: Name, into writer: ArchiveWriter, _ outcome: inout Outcome,
    _ progress: (Int) throws(PackageError) -> Void
  ) throws(PackageError) {
    let entries = try source.entries()
    let inventory = Inventory(entries)
    guard inventory.entries.count <= limits.packageEntryCount else {
      throw PackageError(
        .tooLarge, source.path, "holds more than \(limits.packageEntryCount) files and folders")
    }
    let (files, folders) = Self.selected(inventory, of: source.path, &outcome.omissions)
    let ordered = Self.inArchiveOrder(files, cover: try Self.cover(source, inventory, limits))
    do throws(PackageError) {
      try add(ordered, of: source, as: name, to: writer, &outcome, progress)
    } catch {
      // A file that is gone, longer or shorter now says that, rather than what it looks like from here.
      if error.code != .cancelled, let now = try? source.entries(), now != entries {
        throw Self.changed(source)
      }
      throw error
    }
    for folder in folders {
      do { try writer.addFolder(RelativePath([name] + folder.path.names)) } catch {
        throw PackageError(error)
      }
    }
    guard try source.entries() == entries else { throw Self.changed(source) }
  }

  private static func changed(_ source: any PackageSource) -> PackageError {
    PackageError(
      .changed, source.path, "changed while it was packed; close it in the app, then pack again")
  }

  private func add(
    _ files: [SourceEntry], of source: any PackageSource, as name: Name, to writer: ArchiveWriter,
    _ outcome: inout Outcome, _ progress: (Int) throws(PackageError) -> Void
  ) throws(PackageError) {
    for entry in files {
      let path = RelativePath([name] + entry.path.names)
      do {
        try writer.addFile(path, byteCount: entry.byteCount) { write in
          try source.forEachPiece(of: entry.path, limit: max(entry.byteCount, 1)) {
            piece throws(PackageError) in
            do throws(ArchiveError) { try write(piece) } catch { throw PackageError(error) }
            try progress(piece.count)
          }
        }
      } catch let error as PackageError {
        throw error
      } catch let error as ArchiveError {
        throw PackageError(error)
      } catch {
        throw PackageError(.system, source.path, "\(error)")
      }
      outcome.fileCount += 1
      outcome.byteCount += entry.byteCount
    }
  }

  /// Files to pack, and the folders that no file stands for; notes what is left out.
  private static func selected(
    _ inventory: Inventory, of package: Path, _ omissions: inout [Omission]
  ) -> (files: [SourceEntry], folders: [SourceEntry]) {
    var files: [SourceEntry] = []
    var folders: [SourceEntry] = []
    for entry in inventory.entries {
      func omit(_ reason: String, isNoteworthy: Bool = false) {
        omissions.append(
          Omission(package: package, path: entry.path, reason: reason, isNoteworthy: isNoteworthy))
      }
      switch (Role(of: entry.path), entry.kind) {
      case (.litter, _): omit("litter")
      case (.temporary, _): omit("unfinished file")
      case (_, .link): omit("symbolic link", isNoteworthy: true)
      case (_, .special): omit("special file", isNoteworthy: true)
      case (.databaseSidecar, _): omit("companion of the database")
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
