public import DurableFiles
public import NoteModel

/// One document, open for reading.
public struct Package {
  public let source: any PackageSource
  public let document: Document
  public let inventory: Inventory
  public let limits: Limits
  let storage: any PageStorage

  init(source: any PackageSource, document: Document, inventory: Inventory, limits: Limits) {
    self.source = source
    self.document = document
    self.inventory = inventory
    self.limits = limits
    storage = StorageKind(of: document).storage(source, inventory, limits)
  }

  public var path: Path { source.path }

  /// Opens a package's folder, or an archive that holds one package.
  ///
  /// - Throws: `notFound`, `notPackage`, `ambiguous` for an archive of several, `damaged` with the offset for a
  ///   document that can't be read whole.
  public static func open(_ path: Path, limits: Limits = .standard) throws(PackageError) -> Package {
    try open(try PackageSources.one(at: path, limits: limits), limits: limits)
  }

  public static func open(
    _ source: any PackageSource, limits: Limits = .standard
  ) throws(PackageError) -> Package {
    let inventory = Inventory(try source.entries())
    guard inventory[Layout.document]?.kind == .file else {
      throw PackageError(
        .notPackage, source.path,
        "is no package: it has no document.json (lnote fsck \(source.operand.shellWord) tells more)")
    }
    let bytes = try source.read(Layout.document, limit: limits.documentByteCount)
    do {
      let document = try DocumentCodec.decode(bytes.span)
      return Package(source: source, document: document, inventory: inventory, limits: limits)
    } catch {
      throw PackageError(error, in: source.path.appending(Layout.document))
    }
  }

  /// The manifest, or nil when it is absent or can't be read; it can be made again.
  public func manifest() throws(PackageError) -> Manifest? {
    guard inventory[Layout.manifest]?.kind == .file else { return nil }
    let bytes = try source.read(Layout.manifest, limit: limits.documentByteCount)
    return try? ManifestCodec.decode(bytes.span)
  }

  /// Reads one page whole, whatever keeps it, with everything that was saved.
  ///
  /// - Throws: `notFound` when it isn't kept, `damaged` with the offset for what can't be read whole, `unsupported` for
  ///   a storage that this build can't read, `changed` when another program wrote to the database meanwhile. A torn
  ///   tail of a journal is no damage: it was never saved.
  public func page(_ id: Identifier) throws(PackageError) -> Page { try storage.page(id) }

  /// Every page that is kept, listed or not, in the order of their ids.
  public func pageIDs() throws(PackageError) -> [Identifier] { try storage.pageIDs() }

  /// Reads the file that an image names. Throws `notFound` when there is none.
  public func assetBytes(_ id: Identifier) throws(PackageError) -> [UInt8] {
    guard let asset = inventory.asset(id) else {
      throw PackageError(.notFound, path, "the asset \(id) has no file in assets/")
    }
    return try source.read(asset.entry.path, limit: limits.assetByteCount)
  }

  /// The manifest that follows from the document and the thumbnails, with the unknown keys of the old one.
  public func derivedManifest() throws(PackageError) -> Manifest {
    Manifest(following: document, inventory, extra: try manifest()?.extra ?? [])
  }
}

extension Manifest {
  /// The cover is the first page's thumbnail as its file is spelled, if that file exists.
  init(following document: Document, _ inventory: Inventory, extra: [RawMember]) {
    self.init(
      id: document.id, title: document.title, modifiedAt: document.modifiedAt,
      pageCount: document.pages.count,
      cover: document.pages.first.flatMap { inventory.thumbnails[$0.id]?.path.text }, extra: extra)
  }
}
