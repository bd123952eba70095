#if SQLite
  import DurableFiles
  import NoteModel

  /// A package's database, open for writing: every transaction is durable when it ends, and the log stays short. The
  /// caller holds the package's lock. A class, since it shares the connection.
  final class DatabaseSession {
    let path: Path
    private let connection: DatabaseConnection
    private var writer: DatabaseWriter?

    /// - Throws: `notFound`, `damaged`, `newerFormat` for what isn't a database of this version, `busy`.
    init(in folder: Folder) throws(PackageError) {
      path = folder.path.appending(Layout.database)
      let status = try files { () throws(FileError) in try DatabaseFiles(in: folder) }
      guard status.database != nil else {
        throw PackageError(.notFound, path, "isn't there, and document.json says that the pages are in it")
      }
      do throws(DatabaseFailure) {
        connection = try DatabaseConnection(path, .readWrite)
        switch try DatabaseVerdict.ofSchema(connection) {
        case .sound: break
        case .newer(let version):
          throw DatabaseFailure(
            status: 0, words: "has schema version \(version), which a newer program wrote")
        case .foreign(let reason), .damaged(let reason), .unreadable(let reason):
          throw DatabaseFailure(status: 0, words: reason)
        }
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.execute("PRAGMA foreign_keys = ON")
        // Pages of 4 KiB: a log of 4 MiB is brought in, and kept no longer than that.
        try connection.execute("PRAGMA wal_autocheckpoint = 1000")
        try connection.execute("PRAGMA journal_size_limit = 4194304")
        writer = try DatabaseWriter(connection)
      } catch {
        throw error.error(at: path)
      }
    }

    /// One transaction.
    func write(
      _ body: (DatabaseConnection, DatabaseWriter) throws(DatabaseFailure) -> Void
    ) throws(PackageError) {
      guard let writer else { throw PackageError(.system, path, "was closed already") }
      do throws(DatabaseFailure) {
        try connection.transaction { () throws(DatabaseFailure) in try body(connection, writer) }
      } catch {
        throw error.error(at: path)
      }
    }

    func read(_ spelling: String) throws(PackageError) -> DatabasePage {
      do {
        return try DatabasePage(reading: spelling, connection)
      } catch {
        throw error.error(at: path)
      }
    }

    /// Another number whenever another connection has written to the database.
    func dataVersion() throws(PackageError) -> Int64 {
      do { return try connection.dataVersion() } catch { throw error.error(at: path) }
    }

    /// How the rows spell the ids of pages.
    func spellings() throws(PackageError) -> [Identifier: String] {
      do throws(DatabaseFailure) {
        let ids = try connection.prepare("SELECT id FROM pages ORDER BY id")
        var known: [Identifier: String] = [:]
        while try ids.step() {
          guard let id = ids.text(0).flatMap({ String(validating: $0, as: UTF8.self) }) else { continue }
          known[Identifier(id)] = known[Identifier(id)] ?? id
        }
        return known
      } catch {
        throw error.error(at: path)
      }
    }

    /// Brings the log into the file and closes it: the one file is complete then, unless others have it open.
    func close() throws(PackageError) {
      guard writer != nil else { return }
      writer = nil
      do throws(DatabaseFailure) {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try connection.close()
      } catch {
        throw error.error(at: path)
      }
    }
  }
#endif
