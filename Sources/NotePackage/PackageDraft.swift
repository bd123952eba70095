public import DurableFiles
public import NoteModel

/// A package being made in a stage, beside the place that it will take.
///
/// Nothing of it is seen in the library before it is checked and installed as a whole. A class, since it shares the
/// stage, which goes with its last owner.
public final class PackageDraft {
  let stage: Stage
  let name: Name
  let folder: Folder
  let limits: Limits
  private var byteCount = 0
  /// The folder of the last file, which is often that of the next.
  private var latest: (names: [Name], folder: Folder)?

  /// Begins an empty package in a stage inside the destination folder.
  public init(in destination: Folder, limits: Limits = .standard) throws(PackageError) {
    name = Publication.stagedName
    self.limits = limits
    let stage = try files { () throws(FileError) in try Stage.create(in: destination) }
    self.stage = stage
    folder = try files { () throws(FileError) in try stage.folder.makeFolder(Publication.stagedName) }
  }

  var source: FolderSource { FolderSource(folder, limits: limits) }

  private var database: DatabaseDraft?

  /// Lets the package keep its pages in a database; called before the first page comes.
  ///
  /// - Throws: `unsupported` in a build without SQLite.
  public func keepPagesInDatabase() throws(PackageError) { database = try DatabaseDraft(in: folder) }

  public func add(_ page: Page) throws(PackageError) {
    if let database { return try database.add(page) }
    try add(Layout.page(page.id), PageCodec.encode(page), "the page \(page.id)")
  }

  public func addAsset(_ id: Identifier, extension suffix: String, _ bytes: [UInt8]) throws(PackageError) {
    try add(Layout.asset(id, extension: suffix), bytes, "the asset \(id)")
  }

  private func add(_ path: RelativePath?, _ bytes: [UInt8], _ what: String) throws(PackageError) {
    guard let path, path.names.count == 2 else {
      throw PackageError(.refused, folder.path, "\(what) has an id that can't be a file's name")
    }
    try addFile(path, bytes)
  }

  /// Adds a file anywhere in the package, with the folders it needs.
  public func addFile(_ path: RelativePath, _ bytes: [UInt8]) throws(PackageError) {
    try addFile(path) { write throws(PackageError) in try write(bytes.span) }
  }

  /// Adds a file whose content comes in pieces.
  func addFile(
    _ path: RelativePath,
    _ body: ((Span<UInt8>) throws(PackageError) -> Void) throws(PackageError) -> Void
  ) throws(PackageError) {
    let parent = try makeFolders(Array(path.names.dropLast()))
    var file = try files { () throws(FileError) in try parent.createFile(path.name) }
    try body { piece throws(PackageError) in
      byteCount += piece.count
      if byteCount > limits.packageByteCount {
        throw PackageError(
          .tooLarge, folder.path, "is larger than the limit of \(limits.packageByteCount) bytes")
      }
      do throws(FileError) { try file.write(piece) } catch { throw PackageError(error) }
    }
    file.startSync()
    do { try file.close() } catch { throw PackageError(error) }
  }

  /// Adds an empty folder, with those above it.
  func addFolder(_ path: RelativePath) throws(PackageError) { _ = try makeFolders(path.names) }

  private func makeFolders(_ names: [Name]) throws(PackageError) -> Folder {
    if let latest, latest.names == names { return latest.folder }
    return try files { () throws(FileError) in
      var folder = folder
      for name in names {
        folder = try folder.status(name) == nil ? folder.makeFolder(name) : folder.folder(name)
      }
      latest = (names, folder)
      return folder
    }
  }

  /// Completes a package that was made page by page: writes the document, which says where the pages are, and the
  /// manifest that follows from it.
  public func finish(_ document: Document, manifestExtra: [RawMember] = []) throws(PackageError) {
    try database?.finish()
    var document = document
    document.storage = database == nil ? nil : StorageKind.sqliteName
    try addFile(Layout.document, DocumentCodec.encode(document))
    let inventory = Inventory(try source.entries())
    let manifest = Manifest(following: document, inventory, extra: manifestExtra)
    try addFile(Layout.manifest, ManifestCodec.encode(manifest))
  }
}
