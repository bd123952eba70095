public import DurableFiles
public import NoteModel

/// One document, open for reading.
public struct Package {
  public let source: any PackageSource
  public let document: Document
  public let inventory: Inventory
  public let limits: Limits

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
        .notPackage, source.path, "is no package: it has no document.json (lnote fsck tells more)")
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

  /// Reads one page whole, its journal replayed.
  ///
  /// - Throws: `notFound` when it has no file, `damaged` with the offset for a snapshot or journal that can't be read
  ///   whole, `unsupported` for a page in a database. A torn tail of a journal is no damage: it was never saved.
  public func page(_ id: Identifier) throws(PackageError) -> Page {
    if let storage = document.storage {
      throw PackageError(
        .unsupported, path, "keeps its pages in the storage \"\(storage)\", which this version can't read")
    }
    guard let entry = inventory.pages[id] else {
      throw PackageError(.notFound, path, "the page \(id) is listed but has no file in pages/")
    }
    let bytes = try source.read(entry.path, limit: limits.pageByteCount)
    let page: Page
    do throws(ModelError) {
      page = try PageCodec.decode(bytes.span)
    } catch {
      throw PackageError(error, in: source.path.appending(entry.path))
    }
    guard page.id == id else {
      throw PackageError(
        .damaged, source.path.appending(entry.path), "holds the page \(page.id) and not the one of its name")
    }
    guard let journal = inventory.journals[id] else { return page }
    return try replay(journal, on: page)
  }

  private func replay(_ entry: SourceEntry, on page: Page) throws(PackageError) -> Page {
    let path = source.path.appending(entry.path)
    let bytes = try source.read(entry.path, limit: limits.journalByteCount)
    let journal = JournalCodec.read(bytes.span)
    switch journal.end {
    case .torn(at: 0): return page
    case .noHeader(let reason): throw PackageError(.damaged, path, at: 0, reason)
    case .damaged(let offset):
      throw PackageError(
        .damaged, path, at: offset, "a bad frame with good ones behind it (lnote fsck tells more)")
    case .unknownType(let type, let offset):
      throw PackageError(
        .newerFormat, path, at: offset, "a frame of type \(type), which a newer program wrote")
    case .whole, .torn: break
    }
    guard journal.page == page.id else {
      throw PackageError(.damaged, path, "is the journal of another page")
    }
    let epoch = page.epoch ?? 0
    if journal.epoch > epoch {
      throw PackageError(.damaged, path, "is newer than its snapshot, which is lost or an old one")
    }
    return journal.epoch == epoch ? page.replaying(journal.changes) : page
  }

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
