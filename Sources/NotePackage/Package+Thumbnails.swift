import DurableFiles
public import NoteModel

extension Package {
  /// Writes thumbnails, each atomically and durably, and then the manifest if it changes with them, or if another
  /// program saved the document since this package was opened.
  ///
  /// - Returns: the package as it is now.
  /// - Throws: `unsupported` for a package that isn't a folder, `newerFormat`, `busy` while another writer holds the
  ///   lock, `changed` for a page that another program saved since this package was opened, `refused` for a page whose
  ///   id can't be a file's name. What was written before a failure stays written.
  public func saveThumbnails(_ thumbnails: [(page: Identifier, jpeg: [UInt8])]) throws(PackageError)
    -> Package
  {
    let source = try changeableSource()
    return try withLock(on: source.folder) { () throws(PackageError) in
      // Read under the lock: the manifest must follow what was saved meanwhile.
      let now = try Package.open(source, limits: limits)
      guard now.document.formatVersion <= FormatVersion.current else {
        throw PackageError(.newerFormat, path, "was written by a newer program; it stays as it is")
      }
      for thumbnail in thumbnails where !now.shows(thumbnail.page, as: self) {
        throw .changedSinceOpened(path)
      }
      var written: [RelativePath] = []
      for thumbnail in thumbnails {
        guard
          let place = now.inventory.thumbnails[thumbnail.page]?.path ?? Layout.thumbnail(thumbnail.page),
          place.names.count == 2
        else {
          throw PackageError(
            .refused, path, "the page \(thumbnail.page) has an id that can't be a file's name")
        }
        try write(place, thumbnail.jpeg, in: source.folder)
        written.append(place)
      }
      return try now.finish(source, now.document, written)
    }
  }

  /// Whether a page is what it was, as far as the file system tells.
  private func shows(_ id: Identifier, as old: Package) -> Bool {
    func isSame(_ one: SourceEntry?, _ other: SourceEntry?) -> Bool {
      one.map { $0.isSameFile(as: other) } ?? (other == nil)
    }
    let canvases = [self, old].map { package in package.document.pages.first { $0.id == id }?.canvas }
    guard canvases[0] == canvases[1], document.storage == old.document.storage else { return false }
    if case .sqlite = StorageKind(of: document) {
      return [Layout.database, Layout.databaseLog].allSatisfy { isSame(inventory[$0], old.inventory[$0]) }
    }
    return isSame(inventory.pages[id], old.inventory.pages[id])
      && isSame(inventory.journals[id], old.inventory.journals[id])
  }
}
