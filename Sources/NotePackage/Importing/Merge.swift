import DurableFiles
import NoteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes the pages of one state of a document into another: what is only in one is taken, what is equal stays once,
/// what both changed is kept twice, the imported copy right behind with a new id. Absence is never deletion.
///
/// New ids follow from the old id and the content (UUID version 5), so that merging twice changes nothing.
struct Merge {
  let library: Library
  let lost: LostAndFoundRun
  let check: Check

  /// - Returns: what changed, a phrase each; empty when there was nothing to take.
  func run(_ staged: StagedPackage, into name: Name, isDryRun: Bool) throws(PackageError) -> [String] {
    let folder = try files { () throws(FileError) in try library.folder.folder(name) }
    let lock = try files { () throws(FileError) in try folder.lock() }
    defer { lock.release() }
    try DatabaseSettling.settleLocked(folder)
    let source = FolderSource(folder, limits: library.limits)
    let entries = try source.entries()
    let there = try Package.open(source, limits: library.limits)
    guard there.document.formatVersion <= FormatVersion.current else {
      throw PackageError(.unsupported, source.path, "is of a newer format and stays as it is")
    }
    let publication = Publication(library: library, name: name, folder: folder, entries: entries, lost: lost)
    let stage = try files { () throws(FileError) in try Stage.create(in: library.folder) }
    let tree = try publication.stagedTree(in: stage)
    var work = MergeWork(
      there: there, incoming: try Package.open(staged.source, limits: library.limits), tree: tree)
    try work.run()
    guard !work.changes.isEmpty, !isDryRun else { return work.changes }
    let after = check.package(FolderSource(work.tree.folder, limits: library.limits), named: name)
    let before = check.package(source, named: name)
    guard Check.refusals(after).count <= Check.refusals(before).count else {
      throw PackageError(
        .refused, staged.origin, "merging would break the document that is there; nothing was done")
    }
    _ = try publication.publish(work.tree, from: stage, as: name)
    return work.changes
  }
}

/// The changes to the staged copy of the document that is there.
private struct MergeWork {
  let there: Package
  let incoming: Package
  var tree: StagedTree
  private(set) var changes: [String] = []
  private var document: Document
  private var pagesForDatabase: [Page] = []
  private var renamedAssets: [Identifier: Identifier] = [:]

  init(there: Package, incoming: Package, tree: StagedTree) {
    self.there = there
    self.incoming = incoming
    self.tree = tree
    document = there.document
  }

  mutating func run() throws(PackageError) {
    try takeAssets()
    var previous: Identifier?
    for (index, entry) in incoming.document.pages.enumerated() {
      previous = try take(entry, number: index + 1, behind: previous)
    }
    try takeExtras()
    for member in incoming.document.extra where !document.extra.contains(where: { $0.key == member.key }) {
      document.extra.append(member)
      changes.append("a key of the document")
    }
    guard !changes.isEmpty else { return }
    try addToDatabase()
    if incoming.document.modifiedAt.milliseconds > document.modifiedAt.milliseconds {
      document.modifiedAt = incoming.document.modifiedAt
    }
    try write(DocumentCodec.encode(document), to: Layout.document)
    let inventory = Inventory(try FolderSource(tree.folder).entries())
    let manifest = Manifest(following: document, inventory, extra: try there.manifest()?.extra ?? [])
    try write(ManifestCodec.encode(manifest), to: Layout.manifest)
  }

  private mutating func write(_ bytes: [UInt8], to path: RelativePath) throws(PackageError) {
    try files { () throws(FileError) in try tree.write(bytes, to: path) }
  }

  /// The tree gets a database of its own, since it shares the old one with the package.
  private mutating func addToDatabase() throws(PackageError) {
    guard !pagesForDatabase.isEmpty else { return }
    let staged = FolderSource(tree.folder, limits: there.limits)
    let old = there.source
    try tree.write(to: Layout.database) { write throws(PackageError) in
      try old.forEachPiece(of: Layout.database, limit: there.limits.packageByteCount, write)
    }
    let package = try Package.open(staged, limits: there.limits)
    _ = try package.storage.replace(pagesForDatabase, in: tree.folder)
  }

  // MARK: Assets and extras

  /// An asset with the same id and other bytes gets an id of its own.
  private mutating func takeAssets() throws(PackageError) {
    for asset in incoming.inventory.assets {
      let bytes = try incoming.source.read(asset.entry.path, limit: incoming.limits.assetByteCount)
      guard let other = there.inventory.asset(asset.id) else {
        try write(bytes, to: asset.entry.path)
        changes.append("the asset \(asset.id)")
        continue
      }
      guard try there.source.read(other.entry.path, limit: there.limits.assetByteCount) != bytes else {
        continue
      }
      let id = Identifier(UUID(version5: asset.id.uuid ?? UUID(), SHA256.hash(bytes)))
      renamedAssets[asset.id] = id
      guard there.inventory.asset(id) == nil, let path = Layout.asset(id, extension: asset.fileExtension)
      else { continue }
      try write(bytes, to: path)
      changes.append("the asset \(asset.id) as \(id)")
    }
  }

  private mutating func takeExtras() throws(PackageError) {
    for entry in incoming.inventory.extras where there.inventory[entry.path] == nil {
      let bytes = try incoming.source.read(entry.path, limit: incoming.limits.assetByteCount)
      try write(bytes, to: entry.path)
      changes.append("the file \(entry.path)")
    }
  }

  // MARK: Pages

  /// - Returns: the page that the next one comes behind.
  private mutating func take(
    _ entry: PageEntry, number: Int, behind previous: Identifier?
  ) throws(PackageError) -> Identifier {
    var page = try incoming.page(entry.id)
    page.renameAssets(renamedAssets)
    guard let index = document.pages.firstIndex(where: { $0.id == entry.id }) else {
      try add(page, entry, thumbnailOf: entry.id, behind: previous)
      changes.append("page \(number)")
      return entry.id
    }
    let other = try there.page(entry.id)
    if other.elements == page.elements { return document.pages[index].id }
    page.id = Identifier(UUID(version5: entry.id.uuid ?? UUID(), SHA256.hash(PageCodec.encode(page))))
    if !document.pages.contains(where: { $0.id == page.id }) {
      try add(page, entry, thumbnailOf: entry.id, behind: document.pages[index].id)
      changes.append("page \(number), which both changed, as a copy behind it")
    }
    return page.id
  }

  private mutating func add(
    _ page: Page, _ entry: PageEntry, thumbnailOf original: Identifier, behind previous: Identifier?
  ) throws(PackageError) {
    guard let path = Layout.page(page.id) else { return }
    var page = page
    // Its journal, if it had one, is part of it now.
    page.epoch = 0
    if StorageKind(of: document) == .sqlite {
      pagesForDatabase.append(page)
    } else {
      try write(PageCodec.encode(page), to: path)
    }
    if let thumbnail = incoming.inventory.thumbnails[original], let target = Layout.thumbnail(page.id) {
      let bytes = try incoming.source.read(thumbnail.path, limit: incoming.limits.assetByteCount)
      try write(bytes, to: target)
    }
    var added = entry
    added.id = page.id
    added.elementCount = page.elements.count
    let place = previous.flatMap { id in document.pages.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
    document.pages.insert(added, at: place)
  }
}

extension Page {
  fileprivate mutating func renameAssets(_ names: [Identifier: Identifier]) {
    guard !names.isEmpty else { return }
    for index in elements.indices {
      guard case .image(var image) = elements[index], let new = names[image.asset] else { continue }
      image.asset = new
      elements[index] = .image(image)
    }
  }
}
