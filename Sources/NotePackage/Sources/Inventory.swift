public import DurableFiles
public import NoteModel

/// What a package holds, by what it is there for.
public struct Inventory: Sendable {
  /// Everything, in the order of the path's bytes.
  public private(set) var entries: [SourceEntry]
  /// Regular files only; the first of two spellings of one id.
  public private(set) var pages: [Identifier: SourceEntry] = [:]
  public private(set) var journals: [Identifier: SourceEntry] = [:]
  public private(set) var thumbnails: [Identifier: SourceEntry] = [:]
  public private(set) var assets: [AssetFile] = []
  public private(set) var byteCount = 0
  /// Files that are there and not downloaded, under their own paths.
  public private(set) var notDownloaded: Set<RelativePath> = []

  /// One file in `assets/`.
  public struct AssetFile: Sendable, Hashable {
    public let id: Identifier
    /// Without the dot, as the name spells it.
    public let fileExtension: String
    public let entry: SourceEntry
  }

  private var assetIndex: [Identifier: Int] = [:]
  private var paths: [RelativePath: Int] = [:]

  public init(_ entries: [SourceEntry]) {
    self.entries = entries
    for (index, entry) in entries.enumerated() {
      paths[entry.path] = index
      guard entry.kind == .file else { continue }
      byteCount += entry.byteCount
      switch Role(of: entry.path) {
      case .page(let id): pages[id] = pages[id] ?? entry
      case .journal(let id): journals[id] = journals[id] ?? entry
      case .thumbnail(let id): thumbnails[id] = thumbnails[id] ?? entry
      case .asset(let id, let fileExtension):
        if assetIndex[id] == nil { assetIndex[id] = assets.count }
        assets.append(AssetFile(id: id, fileExtension: fileExtension, entry: entry))
      case .placeholder:
        if let path = Litter.path(of: entry.path) { notDownloaded.insert(path) }
      default: break
      }
    }
  }

  /// The inventory after some files were written and some removed: takes what they cost, not what the package holds,
  /// unless the names changed.
  func updated(with written: [SourceEntry], without removed: Set<RelativePath> = []) -> Inventory {
    var inventory = self
    if removed.contains(where: { paths[$0] != nil }) {
      inventory = Inventory(entries.filter { !removed.contains($0.path) })
      return inventory.updated(with: written)
    }
    for entry in written {
      guard let index = paths[entry.path], entries[index].kind == entry.kind else {
        let kept = entries.filter { old in !written.contains { $0.path == old.path } }
        return Inventory((kept + written).sorted { $0.path < $1.path })
      }
      inventory.replace(at: index, with: entry)
    }
    return inventory
  }

  private mutating func replace(at index: Int, with entry: SourceEntry) {
    let old = entries[index]
    entries[index] = entry
    guard entry.kind == .file else { return }
    byteCount += entry.byteCount - old.byteCount
    switch Role(of: entry.path) {
    case .page(let id) where pages[id]?.path == entry.path: pages[id] = entry
    case .journal(let id) where journals[id]?.path == entry.path: journals[id] = entry
    case .thumbnail(let id) where thumbnails[id]?.path == entry.path: thumbnails[id] = entry
    case .asset(let id, let fileExtension):
      if let place = assets.firstIndex(where: { $0.entry.path == entry.path }) {
        assets[place] = AssetFile(id: id, fileExtension: fileExtension, entry: entry)
      }
    default: break
    }
  }

  public subscript(_ path: RelativePath) -> SourceEntry? { paths[path].map { entries[$0] } }

  /// The file that an image of a page names.
  public func asset(_ id: Identifier) -> AssetFile? { assetIndex[id].map { assets[$0] } }

  /// Whether a file of this kind is there and not downloaded.
  func lacksDownload(_ isWanted: (Role) -> Bool) -> Bool {
    notDownloaded.contains { isWanted(Role(of: $0)) }
  }

  /// Files that the format doesn't know, in the order of the path's bytes.
  public var extras: [SourceEntry] {
    entries.filter { entry in
      if case .conflictCopy = Role(of: entry.path) { return entry.kind == .file }
      return entry.kind == .file && Role(of: entry.path) == .extra
    }
  }
}
