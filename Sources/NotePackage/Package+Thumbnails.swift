import DurableFiles
public import NoteModel

extension Package {
  /// Writes thumbnails, each atomically and durably, and then the manifest if it changes with them.
  ///
  /// - Returns: the package as it is now.
  /// - Throws: `unsupported` for a package that isn't a folder, `newerFormat`, `busy` while another writer holds the
  ///   lock, `refused` for a page whose id can't be a file's name. What was written before a failure stays written.
  public func saveThumbnails(_ thumbnails: [(page: Identifier, jpeg: [UInt8])]) throws(PackageError)
    -> Package
  {
    let source = try changeableSource()
    guard document.formatVersion <= FormatVersion.current else {
      throw PackageError(.newerFormat, path, "was written by a newer program; it stays as it is")
    }
    return try withLock(on: source.folder) { () throws(PackageError) in
      var written: [RelativePath] = []
      for thumbnail in thumbnails {
        guard
          let place = inventory.thumbnails[thumbnail.page]?.path ?? Layout.thumbnail(thumbnail.page),
          place.names.count == 2
        else {
          throw PackageError(
            .refused, path, "the page \(thumbnail.page) has an id that can't be a file's name")
        }
        try write(place, thumbnail.jpeg, in: source.folder)
        written.append(place)
      }
      return try finish(source, document, written)
    }
  }
}
