import DurableFiles

/// The database of a package and what SQLite keeps beside it, as the file system shows them.
struct DatabaseFiles: Equatable {
  let database: FileStatus?
  /// Committed changes that are not in the database yet.
  let log: FileStatus?
  /// The index of the log, there while somebody has the database open.
  let index: FileStatus?
  /// How to take back a change that was cut short; not used by this format, but by others.
  let rollback: FileStatus?

  static var logName: Name { name("-wal") }
  static var indexName: Name { name("-shm") }
  static var rollbackName: Name { name("-journal") }

  private static func name(_ suffix: String) -> Name {
    guard let name = Name(Layout.database.name.bytes + Array(suffix.utf8)) else {
      preconditionFailure("\(suffix) makes a name")
    }
    return name
  }

  init(in folder: Folder) throws(FileError) {
    func file(_ name: Name) throws(FileError) -> FileStatus? {
      let status = try folder.status(name)
      return status?.kind == .file ? status : nil
    }
    database = try file(Layout.database.name)
    log = try file(Self.logName)
    index = try file(Self.indexName)
    rollback = try file(Self.rollbackName)
  }

  /// Whether the database file alone isn't all there is.
  var hasPendingChanges: Bool { (log?.byteCount ?? 0) > 0 || (rollback?.byteCount ?? 0) > 0 }

  var hasCompanions: Bool { log != nil || index != nil || rollback != nil }

  /// The index changes whenever anybody reads.
  static func == (one: DatabaseFiles, other: DatabaseFiles) -> Bool {
    isSame(one.database, other.database) && isSame(one.log, other.log) && isSame(one.rollback, other.rollback)
  }

  private static func isSame(_ one: FileStatus?, _ other: FileStatus?) -> Bool {
    one?.inode == other?.inode && one?.byteCount == other?.byteCount && one?.modified == other?.modified
  }
}
