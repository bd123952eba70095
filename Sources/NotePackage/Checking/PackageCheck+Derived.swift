import DurableFiles
import NoteModel

extension PackageCheck {
  /// Times that copying and coarse file systems may differ by, in nanoseconds.
  private static let timeTolerance: Int64 = 2_000_000_000

  mutating func checkThumbnails() {
    let held = heldPages
    for (index, page) in (document?.pages ?? []).enumerated() where held.contains(page.id) {
      // A page that is listed twice is looked at once.
      guard pageNumbers[page.id] == index + 1 else { continue }
      guard let thumbnail = inventory.thumbnails[page.id] else {
        if inventory.lacksDownload({ $0 == .thumbnail(page.id) }) { continue }
        note(
          .thumbnailMissing, path: Layout.thumbnail(page.id), page: reference(page.id),
          remedy: drawing(page.id), "the page has no thumbnail")
        continue
      }
      checkThumbnail(thumbnail, of: page)
    }
    let orphans = inventory.thumbnails.filter { pageNumbers[$0.key] == nil && !held.contains($0.key) }
    if document?.storage != nil, databasePages.isEmpty { return }
    guard document != nil, documentReading?.listsEveryPage == true else { return }
    for (id, thumbnail) in orphans.sorted(by: { $0.value.path < $1.value.path }) {
      note(
        .thumbnailOrphan, path: thumbnail.path, page: reference(id),
        remedy: Remedy(.safe, .takeOut(thumbnail.path)), "its page is neither listed nor there")
    }
  }

  /// Only a page that can be read whole can be drawn.
  private func drawing(_ id: Identifier) -> Remedy? {
    let isUnread = inventory.pages[id].map { unread.contains($0.path) } ?? false
    return damagedPages.contains(id) || isUnread ? nil : Remedy(.safe, .drawThumbnail(id))
  }

  private mutating func checkThumbnail(_ thumbnail: SourceEntry, of page: PageEntry) {
    let id = page.id
    do {
      let ends = try source.readEnds(thumbnail.path, count: AssetKind.endByteCount)
      guard AssetKind(head: ends.head) == .jpeg,
        AssetKind.jpeg.isWhole(head: ends.head, tail: ends.tail, byteCount: thumbnail.byteCount)
      else {
        return note(
          .thumbnailUnreadable, path: thumbnail.path, page: reference(id), remedy: drawing(id),
          "is no whole JPEG")
      }
    } catch {
      return noteFailure(error, path: thumbnail.path, page: reference(id))
    }
    // A database says nothing of one page's time, and the document does.
    let inDatabase = databasePages.contains(id) ? page.modifiedAt.milliseconds &* 1_000_000 : nil
    if let drawn = thumbnail.modified, let saved = inDatabase ?? inventory.pages[id]?.modified,
      drawn + Self.timeTolerance < saved
    {
      note(
        .thumbnailStale, path: thumbnail.path, page: reference(id), remedy: drawing(id),
        "the page was saved after it was drawn")
    }
  }

  mutating func checkManifest() {
    guard let entry = inventory[Layout.manifest] else {
      if inventory.notDownloaded.contains(Layout.manifest) { return }
      return note(.manifestMissing, path: Layout.manifest, remedy: rebuilding, "there is no such file")
    }
    guard entry.kind == .file,
      let bytes = readKnown(entry, limit: limits.documentByteCount, remedy: rebuilding)
    else {
      return
    }
    do {
      let manifest = try ManifestCodec.decode(bytes.span)
      if manifest.formatVersion <= FormatVersion.current { compare(manifest, bytes) }
    } catch {
      note(
        .manifestUnreadable, path: Layout.manifest, offset: error.offset, remedy: rebuilding, error.message)
    }
  }

  /// A manifest follows from its document, so that a document must be there.
  private var rebuilding: Remedy? { document == nil ? nil : Remedy(.safe, .rebuildManifest) }

  private mutating func compare(_ manifest: Manifest, _ bytes: [UInt8]) {
    guard let document, documentReading?.listsEveryPage == true else { return }
    if manifest.id != document.id {
      note(
        .manifestIDMismatch, path: Layout.manifest, offset: offset("id", bytes),
        remedy: Remedy(.all, .rebuildManifest), "it names \(manifest.id), the document is \(document.id)")
      return
    }
    let derived = Manifest(following: document, inventory, extra: [])
    var differences: [String] = []
    var places: [Int?] = []
    if manifest.title != document.title {
      places.append(offset("title", bytes))
      differences.append("title \"\(manifest.title)\", the document says \"\(document.title)\"")
    }
    if manifest.pageCount != derived.pageCount {
      places.append(offset("pageCount", bytes))
      differences.append("\(manifest.pageCount) pages, the document lists \(derived.pageCount)")
    }
    if manifest.modifiedAt.milliseconds != document.modifiedAt.milliseconds {
      places.append(offset("modifiedAt", bytes))
      differences.append(
        "modified \(manifest.modifiedAt.text), the document says \(document.modifiedAt.text)")
    }
    let cover = manifest.cover.flatMap { RelativePath($0) }
    if let cover, inventory.notDownloaded.contains(cover) {
      // It is there, and whether it is the right one shows when it has come.
    } else if let cover = manifest.cover, RelativePath(cover).flatMap({ inventory[$0] })?.kind != .file {
      note(
        .coverMissing, path: Layout.manifest, offset: offset("cover", bytes), remedy: rebuilding,
        "the cover \(cover) isn't there")
    } else if manifest.cover != derived.cover {
      places.append(offset("cover", bytes))
      differences.append("cover \(manifest.cover ?? "none"), the first page's is \(derived.cover ?? "none")")
    }
    if !differences.isEmpty {
      note(
        .manifestStale, path: Layout.manifest, offset: places.compactMap { $0 }.first, remedy: rebuilding,
        "it says: " + differences.joined(separator: "; "))
    }
  }

  private func offset(_ key: String, _ bytes: [UInt8]) -> Int? {
    (try? JSONValue.read(bytes.span))?[key]?.offset
  }
}
