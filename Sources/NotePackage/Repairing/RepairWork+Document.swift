import DurableFiles
import NoteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RepairWork {
  mutating func keepFirstListings() {
    var seen: Set<Identifier> = []
    document?.pages.removeAll { !seen.insert($0.id).inserted }
  }

  mutating func adopt(_ ids: [Identifier], _ code: FindingCode) throws(PackageError) {
    guard document != nil else { return }
    for id in ids where document?.pages.contains(where: { $0.id == id }) == false {
      let entry = try entry(for: id, like: document?.pages.first?.canvas)
      document?.pages.append(entry)
    }
    changeDocument(for: code)
  }

  /// Counts the elements of a page in the document anew.
  mutating func recount(_ id: Identifier, _ code: FindingCode) throws(PackageError) {
    guard let index = document?.pages.firstIndex(where: { $0.id == id }), let page = try pageAfterReplay(id),
      document?.pages[index].elementCount != page.elements.count
    else { return }
    document?.pages[index].elementCount = page.elements.count
    changeDocument(for: code)
  }

  /// What can be read of a page, with what can be read of its journal; nil when the file isn't there or no page.
  func pageAfterReplay(_ id: Identifier) throws(PackageError) -> Page? {
    if hasDatabase { return try databasePage(id) }
    let inventory = try inventory()
    guard let bytes = try read(inventory.pages[id], limit: limits.pageByteCount),
      let page = try? PageCodec.read(bytes.span).page
    else { return nil }
    guard let journalBytes = try read(inventory.journals[id], limit: limits.journalByteCount) else {
      return page
    }
    let journal = JournalCodec.read(journalBytes.span)
    return journal.page == id && journal.epoch == page.epoch ?? 0 ? page.replaying(journal.changes) : page
  }

  func read(_ entry: SourceEntry?, limit: Int) throws(PackageError) -> [UInt8]? {
    guard let entry else { return nil }
    return try files { () throws(FileError) in try tree.folder.read(entry.path, limit: limit) }
  }

  // MARK: Entries

  /// The entry of a page that nobody describes: dates from the ink, else from the file, and a canvas that holds the
  /// ink.
  func entry(for id: Identifier, like canvas: Canvas?) throws(PackageError) -> PageEntry {
    let file = try inventory().pages[id]
    let page = try pageAfterReplay(id)
    let fileTime = (file?.modified).map { $0 / 1_000_000 } ?? repair.check.now
    let starts = (page?.elements ?? []).compactMap { element in
      if case .stroke(let stroke) = element { stroke.startedAt?.milliseconds } else { nil }
    }
    let created = starts.min() ?? fileTime
    return PageEntry(
      id: id, canvas: Self.canvas(holding: page, atLeast: canvas ?? Canvas(width: 820, height: 1180)),
      createdAt: Timestamp(milliseconds: created),
      modifiedAt: Timestamp(milliseconds: max(created, starts.max() ?? fileTime)),
      elementCount: page?.elements.count ?? 0)
  }

  private static func canvas(holding page: Page?, atLeast canvas: Canvas) -> Canvas {
    var width = canvas.width
    var height = canvas.height
    for element in page?.elements ?? [] {
      switch element {
      case .stroke(let stroke):
        width = max(width, Double(stroke.x.max() ?? 0) / 10)
        height = max(height, Double(stroke.y.max() ?? 0) / 10)
      case .image(let image):
        width = max(width, (Double(image.frame.x) + Double(image.frame.width)) / 10)
        height = max(height, (Double(image.frame.y) + Double(image.frame.height)) / 10)
      case .unknown: break
      }
    }
    return Canvas(
      width: min(width.rounded(.up), Canvas.maximumSide), height: min(height.rounded(.up), Canvas.maximumSide)
    )
    .keeping(canvas)
  }

  // MARK: Rebuilding

  /// A document made of what is there: the readable part of the old one, the manifest, the folder's name, the pages.
  ///
  /// Nil when nothing says which document it is.
  mutating func rebuiltDocument() throws(PackageError) -> Document? {
    let inventory = try inventory()
    let remains = try read(inventory[Layout.document], limit: limits.documentByteCount).flatMap {
      DocumentRemains.read($0)
    }
    let manifest = try read(inventory[Layout.manifest], limit: limits.documentByteCount).flatMap {
      try? ManifestCodec.decode($0.span)
    }
    guard let id = Layout.documentID(of: repair.name) ?? remains?.id ?? manifest?.id else { return nil }
    // Without a snapshot, a database is what the pages are in.
    let held = inventory.pages.isEmpty ? try databasePageIDs() : []
    let storage = held.isEmpty ? nil : StorageKind.sqliteName
    document = Document(
      id: id, title: "", createdAt: Timestamp(milliseconds: 0), modifiedAt: Timestamp(milliseconds: 0),
      storage: storage, pages: [])
    // A listed page without a file stays listed: that it is missing must not be forgotten.
    var pages = remains?.id == id ? remains?.pages ?? [] : []
    let listed = Set(pages.map(\.id))
    var others: [PageEntry] = []
    for page in Array(inventory.pages.keys) + held where !listed.contains(page) {
      others.append(try entry(for: page, like: pages.first?.canvas))
    }
    pages += others.sorted { left, right in
      let (one, other) = (left.createdAt.milliseconds, right.createdAt.milliseconds)
      return one != other ? one < other : left.id.canonicalText < right.id.canonicalText
    }
    let modified =
      remains?.modifiedAt ?? manifest?.modifiedAt
      ?? Timestamp(milliseconds: pages.map(\.modifiedAt.milliseconds).max() ?? repair.check.now)
    let earliest = min(pages.map(\.createdAt.milliseconds).min() ?? .max, modified.milliseconds)
    return Document(
      id: Identifier(id.canonicalText), title: remains?.title ?? manifest?.title ?? "",
      createdAt: remains?.createdAt ?? Timestamp(milliseconds: earliest), modifiedAt: modified,
      storage: storage, pages: pages)
  }
}

extension Canvas {
  /// The other canvas itself where this one is no larger, so that no decimals are lost by rounding.
  fileprivate func keeping(_ other: Canvas) -> Canvas {
    width <= other.width.rounded(.up) && height <= other.height.rounded(.up) ? other : self
  }
}

/// What can be read of a document that was cut or damaged: everything before the fault.
enum DocumentRemains {
  private static let mostTries = 200

  /// The longest beginning that is a document once its list and itself are closed.
  static func read(_ bytes: [UInt8]) -> Document? {
    if let whole = try? DocumentCodec.read(bytes.span) { return whole.document }
    var tries = 0
    for end in bytes.indices.reversed() where bytes[end] == UInt8(ascii: "}") {
      let candidate = Array(bytes[...end]) + Array("]}".utf8)
      if let reading = try? DocumentCodec.read(candidate.span), let document = reading.document {
        return document
      }
      tries += 1
      if tries == mostTries { return nil }
    }
    return nil
  }
}
