#if SQLite
  import CSQLite

  /// SQLite's own verdict on a database, and whether it is one of this format.
  enum DatabaseVerdict {
    case sound
    case newer(Int)
    /// Of another program, or with tables that aren't the format's: nothing in it can be believed.
    case foreign(String)
    case damaged(String)
    case unreadable(String)

    var isDamage: Bool {
      switch self {
      case .foreign, .damaged: true
      default: false
      }
    }

    init(_ failure: DatabaseFailure) {
      // Whatever isn't SQLite's word for damage says nothing of the database: memory, locks, the disk.
      self = failure.isFromSystem || failure.isBusy ? .unreadable(failure.words) : .damaged(failure.words)
    }

    /// Whose database it is.
    static func ofSchema(_ connection: DatabaseConnection) throws(DatabaseFailure) -> DatabaseVerdict {
      let application = try connection.rows(of: "PRAGMA application_id").first ?? "none"
      guard Int(application) == DatabaseSchema.applicationID else {
        return .foreign("it is a database of another program (application_id \(application))")
      }
      let version = try connection.rows(of: "PRAGMA user_version").first.flatMap { Int($0) } ?? 0
      if version > DatabaseSchema.version { return .newer(version) }
      for table in DatabaseSchema.tables {
        // A view or a virtual table of that name could run anything.
        let found = try connection.rows(
          of: """
            SELECT count(*) FROM sqlite_master
            WHERE name = '\(table)' AND type = 'table' AND lower(substr(sql, 1, 13)) = 'create table '
            """)
        if found.first != "1" { return .foreign("it has no table \(table)") }
      }
      return .sound
    }

    /// - Parameter isDeep: whether every row is looked at, and every reference.
    static func of(_ connection: DatabaseConnection, isDeep: Bool) -> DatabaseVerdict {
      do throws(DatabaseFailure) {
        let schema = try ofSchema(connection)
        guard case .sound = schema else { return schema }
        for pragma in isDeep ? ["integrity_check", "foreign_key_check"] : ["quick_check"] {
          if let fault = fault(in: try connection.rows(of: "PRAGMA \(pragma)")) { return fault }
        }
        return .sound
      } catch {
        return DatabaseVerdict(error)
      }
    }

    private static func fault(in rows: [String]) -> DatabaseVerdict? {
      if let status = rows.lazy.compactMap({ readError(in: $0) }).first {
        return .unreadable(DatabaseConnection.words(status))
      }
      guard let fault = rows.first(where: { $0 != "ok" }) else { return nil }
      let lines = rows.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("***") }
      return .damaged(
        (lines.first.map { String($0) } ?? fault) + (lines.count > 1 ? " (and \(lines.count - 1) more)" : ""))
    }

    /// The read error that a line of a check speaks of: for the check a page that it can't get is a fault like others.
    private static func readError(in line: String) -> Int32? {
      guard let range = line.firstRange(of: "unable to get the page. error code=") else { return nil }
      guard let code = Int32(line[range.upperBound...].prefix { $0.isNumber }) else { return nil }
      // The low byte is the kind; a page behind the end of the file is damage.
      return code & 0xFF == SQLITE_IOERR && code != SQLITE_IOERR | 2 << 8 ? SQLITE_IOERR : nil
    }
  }
#endif
