import DurableFiles
import NoteModel

/// What a package says to a person: title, pages, assets and extra files; not the cache, the pictures made from it, or
/// when it was saved.
///
/// Two packages of equal meaning are the same document, however they were written.
struct Meaning: Equatable {
  let document: Document
  /// Digest of every page, by its id.
  let pages: [Identifier: [UInt8]]
  /// Strokes of every page that can be read, for telling differences.
  private let strokeCounts: [Identifier: Int]
  /// Digest of every asset and extra file, by path in canonical spelling.
  let files: [String: [UInt8]]

  init(of source: any PackageSource, limits: Limits) throws(PackageError) {
    let package = try Package.open(source, limits: limits)
    document = Self.lasting(package.document)
    var pages: [Identifier: [UInt8]] = [:]
    var strokeCounts: [Identifier: Int] = [:]
    var files: [String: [UInt8]] = [:]
    let held = try Self.pageIDs(of: package)
    for id in held {
      guard let page = try Self.page(id, of: package) else { continue }
      pages[id] = SHA256.hash(PageCodec.encode(page))
      strokeCounts[id] = page.strokeCount
    }
    for entry in package.inventory.entries where entry.kind == .file {
      switch Role(of: entry.path) {
      // A page that can be read counts by its elements, any other by its bytes.
      case .page(let id) where pages[id] == nil: pages[id] = try Self.digest(entry, source)
      case .journal(let id) where strokeCounts[id] == nil:
        files[entry.path.description] = try Self.digest(entry, source)
      case .database where held.isEmpty || held.contains { strokeCounts[$0] == nil }:
        files[entry.path.description] = try Self.digest(entry, source)
      case .extra: files[entry.path.description] = try Self.digest(entry, source)
      case .asset(let id, let suffix):
        files["assets/\(id.canonicalText).\(suffix)"] = try Self.digest(entry, source)
      default: break
      }
    }
    self.pages = pages
    self.strokeCounts = strokeCounts
    self.files = files
  }

  /// The document without what a save changes by itself.
  private static func lasting(_ document: Document) -> Document {
    var lasting = document
    lasting.modifiedAt = Timestamp(milliseconds: 0)
    lasting.storage = nil
    for index in lasting.pages.indices {
      lasting.pages[index].modifiedAt = Timestamp(milliseconds: 0)
      lasting.pages[index].elementCount = 0
    }
    return lasting
  }

  /// None for a storage that can't be read.
  private static func pageIDs(of package: Package) throws(PackageError) -> [Identifier] {
    do {
      return try package.pageIDs()
    } catch {
      guard isVerdict(error) else { throw error }
      return []
    }
  }

  /// A page as it is drawn, whatever keeps it and however often it was merged; nil when it can't be read whole.
  private static func page(_ id: Identifier, of package: Package) throws(PackageError) -> Page? {
    do {
      var page = try package.page(id)
      page.epoch = 0
      return page
    } catch {
      guard isVerdict(error) else { throw error }
      return nil
    }
  }

  /// Whether an error says something of what is there, and not of our reading it.
  private static func isVerdict(_ error: PackageError) -> Bool {
    [.damaged, .newerFormat, .unsupported, .notFound, .tooLarge, .notPackage].contains(error.code)
  }

  private static func digest(_ entry: SourceEntry, _ source: any PackageSource) throws(PackageError)
    -> [UInt8]
  {
    var hash = SHA256()
    try source.forEachPiece(of: entry.path, limit: entry.byteCount) { hash.update($0) }
    return hash.finalize()
  }

  /// One digest of everything.
  var digest: [UInt8] {
    var hash = SHA256()
    hash.update(DocumentCodec.encode(document))
    for (id, digest) in pages.sorted(by: { $0.key.canonicalText < $1.key.canonicalText }) {
      hash.update(Array("page \(id.canonicalText)\n".utf8) + digest)
    }
    for (path, digest) in files.sorted(by: { $0.key < $1.key }) {
      hash.update(Array("file \(path)\n".utf8) + digest)
    }
    return hash.finalize()
  }

  /// Whether the other one says all that this one does.
  func isContained(in other: Meaning) -> Bool {
    document.id == other.document.id && document.title == other.document.title
      && document.extra.allSatisfy { other.document.extra.contains($0) }
      && pages.allSatisfy { other.pages[$0.key] == $0.value }
      && files.allSatisfy { other.files[$0.key] == $0.value }
  }

  /// How this one differs from the one that is there, for a person: at most a sentence each.
  func differences(from other: Meaning) -> [String] {
    var differences: [String] = []
    if document.title != other.document.title {
      differences.append("the title is \"\(document.title)\", there it is \"\(other.document.title)\"")
    }
    for (index, page) in document.pages.enumerated() {
      if other.pages[page.id] == nil {
        differences.append("page \(index + 1) isn't there")
      } else if pages[page.id] != other.pages[page.id] {
        var difference = "page \(index + 1) differs"
        if let one = strokeCounts[page.id], let two = other.strokeCounts[page.id], one != two {
          difference += " (\(one) and \(two) strokes)"
        }
        differences.append(difference)
      }
    }
    for (index, page) in other.document.pages.enumerated() where pages[page.id] == nil {
      differences.append("page \(index + 1) is only there")
    }
    let changed = Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
    differences += changed.prefix(3).map { "\($0) differs" }
    if changed.count > 3 { differences.append("\(changed.count - 3) more files differ") }
    return differences.isEmpty ? ["the document's data differ"] : differences
  }
}
