import DurableFiles

/// Makes the one file of a database complete before anything copies it.
enum DatabaseSettling {
  /// Brings the log into the database and lets SQLite remove its companions; nothing is opened where there are none.
  ///
  /// - Throws: `busy` while another process has the database open or the package's lock, `unsupported` for a log in a
  ///   build without SQLite, and what the system says.
  static func settle(_ folder: Folder) throws(PackageError) {
    let status = try files { () throws(FileError) in try DatabaseFiles(in: folder) }
    guard status.database != nil, status.hasCompanions else { return }
    let lock = try files { () throws(FileError) in try folder.lock() }
    defer { lock.release() }
    try settleLocked(folder)
  }

  /// The same for who holds the package's lock.
  static func settleLocked(_ folder: Folder) throws(PackageError) {
    let status = try files { () throws(FileError) in try DatabaseFiles(in: folder) }
    guard status.database != nil, status.hasCompanions else { return }
    let path = folder.path.appending(Layout.database)
    #if SQLite
      do throws(DatabaseFailure) {
        if try !checkpoint(path) { throw DatabaseFailure.busy }
      } catch {
        // What can't be read is packed as it is, and named.
        if error.isDamage { return }
        if error.isFromSystem, !status.hasPendingChanges { return }
        throw error.error(at: path)
      }
      let after = try files { () throws(FileError) in try DatabaseFiles(in: folder) }
      // The last one to close removes them.
      if after.hasCompanions, try isOpenElsewhere(path) { throw DatabaseFailure.busy.error(at: path) }
      if after.hasPendingChanges {
        throw PackageError(.system, path, "has a log beside it that can't be brought into it")
      }
    #else
      if status.hasPendingChanges {
        throw PackageError(
          .unsupported, path, "has changes in a log beside it, and this build leaves SQLite out")
      }
    #endif
  }

  #if SQLite
    /// False while somebody reads an older state, or writes.
    private static func checkpoint(_ path: Path) throws(DatabaseFailure) -> Bool {
      let connection = try DatabaseConnection(path, .readWrite)
      let isBusy = try connection.rows(of: "PRAGMA wal_checkpoint(TRUNCATE)").first == "1"
      try connection.close()
      return !isBusy
    }

    private static func isOpenElsewhere(_ path: Path) throws(PackageError) -> Bool {
      do throws(DatabaseFailure) {
        let connection = try DatabaseConnection(path, .readWrite)
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try connection.execute("BEGIN EXCLUSIVE")
        try connection.execute("ROLLBACK")
        try connection.close()
        return false
      } catch {
        if error.isBusy { return true }
        throw error.error(at: path)
      }
    }
  #endif
}
