import DurableFiles
import NoteModel

extension PackageCheck {
  /// Checks the package's database and what lies beside it; the pages in it are read by a later version.
  mutating func checkDatabase() {
    let database = inventory[Layout.database].flatMap { $0.kind == .file ? $0 : nil }
    checkSidecars(hasDatabase: database != nil)
    let saysDatabase = document?.storage == "sqlite"
    guard let database else {
      if let storage = document?.storage {
        knowsEveryReference = false
        if saysDatabase, inventory[Layout.database] == nil {
          note(
            .databaseDamaged, path: Layout.database,
            "document.json says that the pages are in it, and it isn't there")
        } else {
          note(
            .storageUnread, path: Layout.document, "the storage \"\(storage)\" can't be read by this version")
        }
      }
      return
    }
    knowsEveryReference = false
    let isSound = checkContent(database)
    guard let document else { return }
    if saysDatabase, inventory.pages.isEmpty {
      note(.storageUnread, path: database.path, "this version can't read pages in a database")
    } else {
      noteMixed(database, document, saysDatabase: saysDatabase, isSound: isSound)
    }
  }

  private mutating func checkSidecars(hasDatabase: Bool) {
    for entry in inventory.entries where entry.kind == .file && Role(of: entry.path) == .databaseSidecar {
      note(
        .databaseSidecar, severity: hasDatabase ? .info : .error, path: entry.path,
        hasDatabase
          ? "\(entry.byteCount) bytes; open the document in the app once to merge it"
          : "its database isn't there")
    }
  }

  private mutating func noteMixed(
    _ database: SourceEntry, _ document: Document, saysDatabase: Bool, isSound: Bool
  ) {
    let snapshots = inventory.pages.values.map(\.path).sorted()
    if saysDatabase {
      // Only a database that is certainly whole may make the snapshots superfluous.
      for path in snapshots {
        note(
          .storageMixed, path: path, remedy: isSound ? Remedy(.all, .takeOut(path)) : nil,
          "document.json says that the pages are in the database")
      }
    } else {
      let isComplete = !document.pages.isEmpty && document.pages.allSatisfy { inventory.pages[$0.id] != nil }
      note(
        .storageMixed, path: database.path, remedy: isComplete ? Remedy(.all, .takeOut(database.path)) : nil,
        "document.json says that the pages are snapshots")
    }
  }

  /// True when SQLite finds the database whole and of the schema that this version knows.
  private mutating func checkContent(_ database: SourceEntry) -> Bool {
    #if SQLite
      guard let folder = (source as? FolderSource)?.folder else {
        note(.storageUnread, path: database.path, "a database inside an archive; unpack it, then check again")
        return false
      }
      switch DatabaseFile.check(folder.path.appending(database.path), isDeep: isDeep) {
      case .sound: return true
      case .newer(let version):
        note(
          .databaseNewer, path: database.path,
          "schema version \(version); this program knows \(DatabaseFile.schemaVersion)")
      case .damaged(let reason): note(.databaseDamaged, path: database.path, reason)
      case .unreadable(let reason): note(.ioError, path: database.path, reason)
      }
      return false
    #else
      note(.storageUnread, path: database.path, "this build can't check databases")
      return false
    #endif
  }
}
