#if SQLite
  import CSQLite
  import DurableFiles

  /// SQLite's own verdict on a database, which is opened for reading only and leaves nothing behind.
  enum DatabaseFile {
    static let schemaVersion = 1
    private static let applicationID = 0x4C4E_4F54

    enum Verdict {
      case sound
      case newer(Int)
      case damaged(String)
      case unreadable(String)
    }

    /// - Parameter isDeep: whether every row is looked at, and every reference.
    static func check(_ path: Path, isDeep: Bool) -> Verdict {
      var opened: OpaquePointer?
      // Immutable: neither locks nor companions are made, and nothing is written.
      let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
      let status = unsafe sqlite3_open_v2(address(path), &opened, flags, nil)
      defer { unsafe sqlite3_close_v2(opened) }
      guard status == SQLITE_OK, let connection = unsafe opened else {
        return .unreadable("SQLite can't open it: \(words(status))")
      }
      // Whatever isn't SQLite's word for damage says nothing of the database: memory, locks, the disk.
      func verdict(_ status: Int32) -> Verdict {
        status == SQLITE_CORRUPT || status == SQLITE_NOTADB
          ? .damaged(words(status)) : .unreadable(words(status))
      }
      switch unsafe rows(of: "PRAGMA application_id", connection) {
      case .failure(let failure): return verdict(failure.status)
      case .success(let rows):
        guard rows.first.flatMap({ Int($0) }) == applicationID else {
          return .damaged("it is a database of another program (application_id \(rows.first ?? "none"))")
        }
      }
      switch unsafe rows(of: "PRAGMA user_version", connection) {
      case .failure(let failure): return verdict(failure.status)
      case .success(let rows):
        let version = rows.first.flatMap { Int($0) } ?? 0
        if version > schemaVersion { return .newer(version) }
      }
      for pragma in isDeep ? ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] : ["PRAGMA quick_check"] {
        switch unsafe rows(of: pragma, connection) {
        case .failure(let failure): return verdict(failure.status)
        case .success(let rows):
          if let status = rows.lazy.compactMap({ readError(in: $0) }).first {
            return .unreadable(words(status))
          }
          if let fault = rows.first(where: { $0 != "ok" }) {
            let lines = rows.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("***") }
            return .damaged(
              (lines.first.map { String($0) } ?? fault)
                + (lines.count > 1 ? " (and \(lines.count - 1) more)" : ""))
          }
        }
      }
      return .sound
    }

    /// The read error that a line of a check speaks of: for the check a page that it can't get is a fault like others.
    private static func readError(in line: String) -> Int32? {
      guard let range = line.firstRange(of: "unable to get the page. error code=") else { return nil }
      guard let code = Int32(line[range.upperBound...].prefix { $0.isNumber }) else { return nil }
      // The low byte is the kind; a page behind the end of the file is damage.
      return code & 0xFF == SQLITE_IOERR && code != SQLITE_IOERR | 2 << 8 ? SQLITE_IOERR : nil
    }

    private struct Failure: Error {
      let status: Int32
    }

    /// The path as a URI, every byte that could mean something else escaped.
    private static func address(_ path: Path) -> String {
      let escaped = path.bytes.reduce(into: "") { text, byte in
        let isPlain =
          byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        if isPlain {
          text.unicodeScalars.append(UnicodeScalar(byte))
        } else {
          text += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
      }
      return "file:\(escaped)?mode=ro&immutable=1"
    }

    /// The first columns of all rows, at most a hundred, as text.
    private static func rows(
      of query: String, _ connection: OpaquePointer
    ) -> Result<[String], Failure> {
      var prepared: OpaquePointer?
      let status = unsafe sqlite3_prepare_v2(connection, query, -1, &prepared, nil)
      defer { unsafe sqlite3_finalize(prepared) }
      guard status == SQLITE_OK else { return .failure(Failure(status: status)) }
      var rows: [String] = []
      while true {
        switch unsafe sqlite3_step(prepared) {
        case SQLITE_ROW:
          if let text = unsafe sqlite3_column_text(prepared, 0), rows.count < 100 {
            rows.append(unsafe String(cString: text))
          }
        case SQLITE_DONE: return .success(rows)
        case let status: return .failure(Failure(status: status))
        }
      }
    }

    private static func words(_ status: Int32) -> String { unsafe String(cString: sqlite3_errstr(status)) }
  }
#endif
