import DurableFiles
public import NoteModel

/// What an editor changed since the last save.
public struct PackageChanges: Sendable {
  /// The document as it shall be; its element counts are taken from `pages`.
  public var document: Document
  /// The changed pages only.
  public var pages: [Page] = []
  /// Assets that the package doesn't hold yet.
  public var assets: [NewAsset] = []

  public init(document: Document, pages: [Page] = [], assets: [NewAsset] = []) {
    self.document = document
    self.pages = pages
    self.assets = assets
  }

  public struct NewAsset: Sendable {
    public var id: Identifier
    /// Without the dot.
    public var fileExtension: String
    public var bytes: [UInt8]

    public init(id: Identifier, fileExtension: String, bytes: [UInt8]) {
      self.id = id
      self.fileExtension = fileExtension
      self.bytes = bytes
    }
  }
}

extension Package {
  /// Saves what changed, each file atomically and durably: assets, pages, document, manifest.
  ///
  /// A crash leaves at worst a file that nothing names yet. The cost follows the changed pages, not the document. A
  /// page's journal becomes part of its snapshot; pages in a database are one transaction.
  ///
  /// - Returns: the package as it is now.
  /// - Throws: `unsupported` for a package that isn't a folder or was written by a newer program, `busy` while another
  ///   writer holds the lock, `changed` when another program saved the document or one of the pages since this package
  ///   was opened, `refused` for pages that the document doesn't list. What was written before a failure stays written.
  public func save(_ changes: PackageChanges) throws(PackageError) -> Package {
    let source = try changeableSource()
    guard document.formatVersion <= FormatVersion.current else {
      throw PackageError(.unsupported, path, "was written by a newer program; it stays as it is")
    }
    if case .other(let name) = StorageKind(of: document) {
      throw PackageError(.unsupported, path, "is in the storage \"\(name)\"; it stays as it is")
    }
    guard changes.document.storage == document.storage else {
      throw PackageError(.refused, path, "saving doesn't change the storage; Migration does")
    }
    let document = try counted(changes)
    return try withLock(on: source.folder) { () throws(PackageError) in
      // Whoever saved meanwhile must not be undone.
      try source.folder.checkUnchanged(Layout.document, since: inventory[Layout.document]) {
        DocumentCodec.encode(document)
      }
      try storage.checkUnchanged(changes.pages, in: source.folder)
      var written: [RelativePath] = []
      for asset in changes.assets { written.append(try write(asset, in: source.folder)) }
      written += try storage.replace(changes.pages, in: source.folder)
      if document != self.document {
        try write(Layout.document, DocumentCodec.encode(document), in: source.folder)
        written.append(Layout.document)
      }
      return try finish(source, document, written)
    }
  }

  /// The source as one that can be written to. Throws `unsupported` for an archive.
  func changeableSource() throws(PackageError) -> FolderSource {
    guard let source = source as? FolderSource else {
      throw PackageError(
        .unsupported, path, "is an archive; unpack it before changing it (lnote unpack \(path.shellWord))")
    }
    return source
  }

  /// Lets the manifest follow what was written, and gives the package as it is now.
  func finish(
    _ source: FolderSource, _ document: Document, _ written: [RelativePath]
  ) throws(PackageError) -> Package {
    var saved = try Package(source: source, document: document, inventory: inventory, limits: limits)
      .seeing(written, in: source)
    let manifest = try saved.derivedManifest()
    if try saved.manifest() != manifest {
      try write(Layout.manifest, ManifestCodec.encode(manifest), in: source.folder)
      saved = try saved.seeing([Layout.manifest], in: source)
    }
    return saved
  }

  /// The package with what its files are after these were written.
  private func seeing(_ written: [RelativePath], in source: FolderSource) throws(PackageError) -> Package {
    var entries: [SourceEntry] = []
    var removed: Set<RelativePath> = []
    for path in Set(written + written.compactMap(\.parent)) {
      guard let entry = try source.entry(path) else {
        removed.insert(path)
        continue
      }
      if entry != inventory[path] { entries.append(entry) }
    }
    return Package(
      source: source, document: document, inventory: inventory.updated(with: entries, without: removed),
      limits: limits)
  }

  func withLock<Result>(
    on folder: Folder, _ body: () throws(PackageError) -> Result
  ) throws(PackageError) -> Result {
    let lock = try files { () throws(FileError) in try folder.lock() }
    // Closing its descriptor isn't enough while a process that is being started shares it.
    defer { lock.release() }
    return try body()
  }

  private func counted(_ changes: PackageChanges) throws(PackageError) -> Document {
    var document = changes.document
    for page in changes.pages {
      guard let index = document.pages.firstIndex(where: { $0.id == page.id }) else {
        throw PackageError(.refused, path, "the page \(page.id) isn't in the document's list")
      }
      document.pages[index].elementCount = page.elements.count
    }
    return document
  }

  func write(
    _ asset: PackageChanges.NewAsset, in folder: Folder
  ) throws(PackageError) -> RelativePath {
    guard let place = Layout.asset(asset.id, extension: asset.fileExtension), place.names.count == 2 else {
      throw PackageError(.refused, path, "the asset \(asset.id) has an id that can't be a file's name")
    }
    if let held = inventory.asset(asset.id), held.entry.path != place {
      throw PackageError(
        .exists, path.appending(held.entry.path), "has the id of the new asset \(place.name) already")
    }
    let parent = try files { () throws(FileError) in try folder.subfolder(above: place) }
    try files { () throws(FileError) in
      do throws(FileError) {
        try parent.createFileDurably(place.name, with: asset.bytes)
      } catch  where error.code == .exists {
        // A save that failed further on is repeated: what it wrote is what is wanted.
        guard (try? parent.read(place.name, limit: asset.bytes.count)) == asset.bytes else { throw error }
        try parent.sync()
      }
    }
    return place
  }

  func write(_ place: RelativePath, _ bytes: [UInt8], in folder: Folder) throws(PackageError) {
    try folder.replaceFile(at: place, with: bytes)
  }
}
