public import DurableFiles
public import NoteModel

/// A folder of backups: a folder a document, an archive a generation.
public struct BackupFolder: Sendable {
  public let folder: Folder
  let limits: Limits

  public init(_ folder: Folder, limits: Limits = .standard) {
    self.folder = folder
    self.limits = limits
  }

  /// - Throws: `notFound`, and `refused` for a folder that is a package.
  public static func open(_ path: Path, limits: Limits = .standard) throws(PackageError) -> BackupFolder {
    let folder = try files { () throws(FileError) in try Folder.open(path) }
    if try PackageSources.kind(of: path) == .package {
      throw PackageError(.refused, path, "is a package and no folder of backups")
    }
    return BackupFolder(folder, limits: limits)
  }

  /// The generations of one document.
  public struct Document: Sendable {
    /// The document's folder in the backup, which is its id wherever that could be read.
    public let name: Name
    public let path: Path
    /// Oldest first.
    public let generations: [Generation]

    /// The id that the folder's name says, if it says one.
    public var id: Identifier { Identifier(name.description) }

    /// The generations that a restore tries, best first: those not after a point, the newest of them first.
    public func candidates(at point: RestorePoint?) -> [Generation] {
      guard let point else { return generations.reversed() }
      let time = point.time.milliseconds
      let named = generations.lastIndex { $0.digits == point.digits && $0.modified.milliseconds == time }
      let last = named ?? generations.lastIndex { $0.modified.milliseconds <= time }
      return last.map { generations[...$0].reversed() } ?? []
    }

    public func path(of generation: Generation) -> Path { path.appending(generation.name) }

    /// A generation's archive, which holds one package.
    func source(_ generation: Generation, _ limits: Limits) throws(PackageError) -> ArchiveSource {
      try BackupFolder.source(self.path(of: generation), limits: limits)
    }
  }

  /// Every document that has a generation, in the order of the names.
  public func documents() throws(PackageError) -> [Document] {
    var documents: [Document] = []
    for entry in try files({ () throws(FileError) in try folder.entries() })
    where entry.status.kind == .folder && !Self.isOurs(entry.name) {
      let document = try document(entry.name)
      if !document.generations.isEmpty { documents.append(document) }
    }
    return documents
  }

  /// One document, without generations when there is no folder of this name.
  func document(_ name: Name) throws(PackageError) -> Document {
    var entries: [FolderEntry] = []
    do throws(FileError) {
      entries = try folder.folder(name).entries()
    } catch {
      if error.code != .notFound { throw PackageError(error) }
    }
    return Document(
      name: name, path: folder.path.appending(name),
      generations: entries.compactMap { Generation($0) }.sorted(by: Generation.precedes))
  }

  /// The folder of a document, made if it isn't there, durably.
  func made(_ name: Name) throws(FileError) -> Folder {
    do throws(FileError) {
      return try folder.folder(name)
    } catch  where error.code == .notFound {
      do throws(FileError) {
        _ = try folder.makeFolder(name)
      } catch  where error.code == .exists {
        // Another thread was faster.
      }
      try folder.sync()
      return try folder.folder(name)
    }
  }

  /// An archive of one package.
  static func source(_ path: Path, limits: Limits) throws(PackageError) -> ArchiveSource {
    let archive = try ArchivedPackages.open(path, limits: limits)
    guard archive.packages.count == 1, archive.strays.isEmpty else {
      throw PackageError(.ambiguous, path, "holds something else than one package")
    }
    return archive.packages[0].source
  }

  // MARK: Names

  /// What a document's generations are kept under: its id, else the name of its folder without `.lnote`.
  static func documentName(ofPackage name: Name) -> Name {
    if let id = Layout.documentID(of: name), let own = Name(id.canonicalText) { return own }
    return Name(name.bytes.dropLast(Layout.packageExtension.utf8.count + 1)) ?? name
  }

  /// What a backup keeps for itself.
  private static func isOurs(_ name: Name) -> Bool { name.bytes.starts(with: ".lnote-".utf8) }

  // MARK: Cleaning

  /// Removes what interrupted runs left behind, and documents' folders that hold nothing. Only under the lock.
  func removeLeftovers() throws(FileError) {
    for entry in try folder.entries() {
      if entry.status.kind == .file, TemporaryName.isTemporary(entry.name) {
        try folder.remove(entry.name)
      } else if entry.status.kind == .folder, !Self.isOurs(entry.name) {
        try removeLeftovers(of: entry.name)
      }
    }
  }

  private func removeLeftovers(of document: Name) throws(FileError) {
    let place = try folder.folder(document)
    let entries = try place.entries()
    var rest = entries.count
    for entry in entries where entry.status.kind == .folder && Stage.isStageName(entry.name) {
      // Where locks don't hold, as on some network file systems, another run may be at work after all.
      if try Stage.isInUse(entry.name, in: place) { continue }
      try place.removeTree(entry.name)
      rest -= 1
    }
    if rest == 0 { try folder.removeEmptyFolder(document) }
  }
}
