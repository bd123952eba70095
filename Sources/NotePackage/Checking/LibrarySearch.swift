import DurableFiles
import NoteModel
import Synchronization

/// Looks for a missing page or asset in the other packages of a library and in its lost+found.
///
/// The library is listed once, when something is missed for the first time. A class, since all checks of a library
/// share the list.
final class LibrarySearch: Sendable {
  private let library: Library
  private let index = Mutex<Index?>(nil)

  private struct Index {
    var pages: [Identifier: [RelativePath]] = [:]
    var assets: [Identifier: [RelativePath]] = [:]
  }

  init(_ library: Library) { self.library = library }

  /// A whole snapshot of the page that no file of `package` is.
  func page(_ id: Identifier, except package: Name?) -> Remedy.FoundFile? {
    candidates(\.pages, id, package).first { path in
      guard let bytes = try? library.folder.read(path, limit: library.limits.pageByteCount) else {
        return false
      }
      return (try? PageCodec.decode(bytes.span))?.id == id
    }.map { Remedy.FoundFile(path: $0) }
  }

  /// A whole file of the asset that no file of `package` is.
  func asset(_ id: Identifier, except package: Name?) -> Remedy.FoundFile? {
    candidates(\.assets, id, package).first { path in
      guard let bytes = try? library.folder.read(path, limit: library.limits.assetByteCount), !bytes.isEmpty,
        let kind = AssetKind(head: bytes)
      else { return false }
      return kind.isWhole(head: bytes, tail: bytes.suffix(AssetKind.endByteCount), byteCount: bytes.count)
    }.map { Remedy.FoundFile(path: $0) }
  }

  private func candidates(
    _ kind: KeyPath<Index, [Identifier: [RelativePath]]>, _ id: Identifier, _ package: Name?
  ) -> [RelativePath] {
    let found = index.withLock { index -> [RelativePath] in
      let built = index ?? listed()
      index = built
      return built[keyPath: kind][id] ?? []
    }
    return found.filter { $0.names.first != package }
  }

  private func listed() -> Index {
    var index = Index()
    for name in (try? library.packageNames()) ?? [] { list(RelativePath(name), below: 0, into: &index) }
    if let lost = Name(LostAndFound.name) {
      // Newest first: a page that was taken out twice is wanted as it was last.
      for entry in ((try? library.folder.folder(lost).entries()) ?? []).reversed()
      where entry.status.kind == .folder {
        list(RelativePath([lost, entry.name]), below: 1, into: &index)
      }
    }
    return index
  }

  /// - Parameter depth: how many folders lie between `folder` and the packages' own content.
  private func list(_ folder: RelativePath, below depth: Int, into index: inout Index) {
    guard let entries = try? library.folder.folder(folder).walk(maximumDepth: 8) else { return }
    for entry in entries where entry.status.kind == .file && entry.path.names.count > depth {
      let place = RelativePath(folder.names + entry.path.names)
      switch Role(of: RelativePath(Array(entry.path.names.dropFirst(depth)))) {
      case .page(let id): index.pages[id, default: []].append(place)
      case .asset(let id, _): index.assets[id, default: []].append(place)
      default: break
      }
    }
  }
}
