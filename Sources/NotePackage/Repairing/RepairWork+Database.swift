import DurableFiles
import NoteModel

extension RepairWork {
  /// Whether the pages are in a database.
  var hasDatabase: Bool { document.map { StorageKind(of: $0) == .sqlite } ?? false }

  /// What can be read of a page in the database; nil when it isn't there.
  func databasePage(_ id: Identifier) throws(PackageError) -> Page? {
    #if SQLite
      let view = try DatabaseView(of: FolderSource(tree.folder, limits: limits), limits: limits)
      return try view.read(id)?.page
    #else
      return nil
    #endif
  }

  /// The pages in the database; none when it can't be read.
  func databasePageIDs() throws(PackageError) -> [Identifier] {
    #if SQLite
      do throws(PackageError) {
        let view = try DatabaseView(of: FolderSource(tree.folder, limits: limits), limits: limits)
        try view.checkSchema()
        return try view.pageIDs()
      } catch {
        if error.code == .system { throw error }
        return []
      }
    #else
      return []
    #endif
  }

  #if SQLite
    /// Rewrites a page with the rows that can be read, each with an id of its own; false when nothing would change.
    mutating func salvageInDatabase(_ id: Identifier, _ code: FindingCode) throws(PackageError) -> Bool {
      guard let old = try databasePage(id) else { return false }
      // Several findings of one page ask for it.
      if treatedDatabasePages.contains(id) { return true }
      treatedDatabasePages.insert(id)
      var page = old
      page.renumberRepeatedElements()
      try ownDatabase(code)
      let session = try DatabaseSession(in: tree.folder)
      let spelling = try session.spellings()[id]
      try session.write { _, writer throws(DatabaseFailure) in
        try writer.replace(page, spelled: spelling)
      }
      try session.close()
      try recount(id, code)
      return true
    }

    /// Gives the tree a database of its own, since the one that it shares with the package must stay as it is.
    private mutating func ownDatabase(_ code: FindingCode) throws(PackageError) {
      guard tree.codes[Layout.database] == nil else { return }
      let copy = try DatabaseCopy(of: FolderSource(tree.folder, limits: limits), limits: limits)
      try tree.write(to: Layout.database, code) { write throws(PackageError) in try copy.forEachPiece(write) }
      try removeCompanions(code)
    }

    /// Makes a new database of what can be read; false when nothing can.
    mutating func recoverDatabase(_ code: FindingCode) throws(PackageError) -> Bool {
      let source = FolderSource(tree.folder, limits: limits)
      // What can't be read is no damage: our own copy is read to its end, and SQLite can't take one for the other.
      let copy = try DatabaseCopy(of: source, limits: limits)
      let recovery = DatabaseRecovery(try copy.open(shownAs: source.path.appending(Layout.database)))
      guard recovery.pageCount > 0 else { return false }
      let place = RelativePath(TemporaryName.file())
      let draft = try DatabaseDraft(in: tree.folder, named: place.name)
      try recovery.forEachPage { page throws(PackageError) in try draft.add(page) }
      try draft.finish()
      try files { () throws(FileError) in try tree.move(place, to: Layout.database, replacing: true, code) }
      try removeCompanions(code)
      return true
    }

    /// What lies beside a database belongs to that one alone, and would spoil another.
    private mutating func removeCompanions(_ code: FindingCode) throws(PackageError) {
      for name in [DatabaseFiles.logName, DatabaseFiles.indexName, DatabaseFiles.rollbackName] {
        try files { () throws(FileError) in
          if try tree.folder.status(name) != nil { try tree.remove(RelativePath(name), code) }
        }
      }
    }
  #endif
}
