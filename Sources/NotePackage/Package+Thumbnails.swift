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
    guard let folder = (source as? FolderSource)?.folder else {
      throw PackageError(.unsupported, path, "is an archive; unpack it before changing it")
    }
    guard document.formatVersion <= FormatVersion.current else {
      throw PackageError(.newerFormat, path, "was written by a newer program; it stays as it is")
    }
    return try withLock(on: folder) { () throws(PackageError) in
      for thumbnail in thumbnails {
        guard
          let place = inventory.thumbnails[thumbnail.page]?.path ?? Layout.thumbnail(thumbnail.page),
          place.names.count == 2
        else {
          throw PackageError(
            .refused, path, "the page \(thumbnail.page) has an id that can't be a file's name")
        }
        try write(place, thumbnail.jpeg, in: folder)
      }
      let saved = Package(
        source: source, document: document, inventory: Inventory(try source.entries()), limits: limits)
      let manifest = try saved.derivedManifest()
      if try saved.manifest() != manifest {
        try write(Layout.manifest, ManifestCodec.encode(manifest), in: folder)
      }
      return saved
    }
  }
}
