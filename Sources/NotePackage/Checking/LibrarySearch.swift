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
  ///
  /// - Throws: what the system says of a file that may be it, when no other is.
  func page(_ id: Identifier, except package: Name?) throws(PackageError) -> Remedy.FoundFile? {
    try first(\.pages, id, except: package, limit: library.limits.pageByteCount) { bytes in
      (try? PageCodec.decode(bytes.span))?.id == id
    }
  }

  /// A whole file of the asset that no file of `package` is.
  ///
  /// - Throws: what the system says of a file that may be it, when no other is.
  func asset(_ id: Identifier, except package: Name?) throws(PackageError) -> Remedy.FoundFile? {
    try first(\.assets, id, except: package, limit: library.limits.assetByteCount) { bytes in
      guard let kind = AssetKind(head: bytes) else { return false }
      return kind.isWhole(head: bytes, tail: bytes.suffix(AssetKind.endByteCount), byteCount: bytes.count)
    }
  }

  /// Whether lost+found holds an older state of one of the pages that shows an asset, or that can't be read whole and
  /// may show it.
  func mayBeShown(
    _ asset: Identifier, onLostStatesOf pages: some Sequence<Identifier>
  ) throws(PackageError) -> Bool {
    let index = try indexed()
    for page in pages {
      for path in index.pages[page] ?? [] where path.names.first == LostAndFound.folderName {
        do throws(FileError) {
          let bytes = try library.folder.read(path, limit: library.limits.pageByteCount)
          guard let page = try? PageCodec.decode(bytes.span) else { return true }
          for case .image(let image) in page.elements where image.asset == asset { return true }
        } catch  where error.code == .notFound {
          continue
        } catch {
          throw PackageError(error)
        }
      }
    }
    return false
  }

  private func first(
    _ kind: KeyPath<Index, [Identifier: [RelativePath]]>, _ id: Identifier, except package: Name?,
    limit: Int, _ isIt: ([UInt8]) -> Bool
  ) throws(PackageError) -> Remedy.FoundFile? {
    var failure: PackageError?
    for path in try indexed()[keyPath: kind][id] ?? [] where path.names.first != package {
      do throws(FileError) {
        if isIt(try library.folder.read(path, limit: limit)) { return Remedy.FoundFile(path: path) }
      } catch  where error.code == .notFound || error.code == .tooLarge {
        continue
      } catch {
        failure = PackageError(error)
      }
    }
    if let failure { throw failure }
    return nil
  }

  private func indexed() throws(PackageError) -> Index {
    try index.withLock { index throws(PackageError) -> Index in
      if let index { return index }
      let built = try listed()
      index = built
      return built
    }
  }

  private func listed() throws(PackageError) -> Index {
    var index = Index()
    for name in try library.packageNames() { try list(RelativePath(name), below: 0, into: &index) }
    guard let lost = Name(LostAndFound.name) else { return index }
    let runs = try files { () throws(FileError) in
      try library.folder.status(lost) == nil ? [] : library.folder.folder(lost).entries()
    }
    // Newest first: a page that was taken out twice is wanted as it was last.
    for entry in runs.reversed() where entry.status.kind == .folder {
      try list(RelativePath([lost, entry.name]), below: 1, into: &index)
    }
    return index
  }

  /// - Parameter depth: how many folders lie between `folder` and the packages' own content.
  private func list(
    _ folder: RelativePath, below depth: Int, into index: inout Index
  ) throws(PackageError) {
    let entries: [TreeEntry]
    do throws(FileError) {
      entries = try library.folder.folder(folder).walk(maximumDepth: 8)
    } catch  where error.code == .notFound || error.code == .tooLarge {
      return
    } catch {
      throw PackageError(error)
    }
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
