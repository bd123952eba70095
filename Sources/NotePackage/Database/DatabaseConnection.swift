#if SQLite
  import CSQLite
  import DurableFiles

  /// What SQLite says of a failure.
  struct DatabaseFailure: Error {
    /// With SQLite's finer distinctions.
    let status: Int32
    let words: String

    /// The database is not what it should be, as opposed to: it can't be read now.
    var isDamage: Bool {
      let shortRead = SQLITE_IOERR | 2 << 8
      return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(status & 0xFF) || status == shortRead
    }

    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(status & 0xFF) }

    var isFromSystem: Bool {
      let codes = [
        SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_NOMEM, SQLITE_NOLFS,
        SQLITE_PROTOCOL,
      ]
      return !isDamage && codes.contains(status & 0xFF)
    }

    /// Another program wrote what this one would undo.
    static var changed: DatabaseFailure {
      DatabaseFailure(status: SQLITE_BUSY | 2 << 8, words: "another program changed the page")
    }

    private var isChange: Bool { status == SQLITE_BUSY | 2 << 8 }

    static var busy: DatabaseFailure { DatabaseFailure(status: SQLITE_BUSY, words: "the database is in use") }

    func error(at path: Path) -> PackageError {
      if isChange { return .changedSinceOpened(path) }
      if isBusy {
        return PackageError(
          .busy, path, "another program has it open; close the document there, then try again")
      }
      return isFromSystem ? systemError(at: path) : PackageError(.damaged, path, words)
    }

    /// The failure as one of the file, whatever SQLite takes it for.
    func systemError(at path: Path) -> PackageError {
      let (code, reason): (FileError.Code, String) =
        switch status & 0xFF {
        case SQLITE_FULL: (.noSpace, "No space left on device (SQLite says: \(words))")
        case SQLITE_READONLY: (.readOnly, words)
        case SQLITE_PERM: (.permission, words)
        default: (.io, words)
        }
      return PackageError(FileError(code, operation: "read or write", path: path, reason: reason))
    }
  }

  /// One connection to a database, for one thread at a time. A class, since statements share it.
  @safe final class DatabaseConnection {
    enum Mode {
      /// Nothing is locked, made or written; whoever reads so must know that nobody writes.
      case immutable
      case readWrite
      /// The file is made if it isn't there.
      case create
    }

    /// As the user knows the file.
    let path: Path
    fileprivate let handle: OpaquePointer
    private var isOpen = true

    init(_ path: Path, _ mode: Mode, shownAs shown: Path? = nil) throws(DatabaseFailure) {
      self.path = shown ?? path
      let access =
        switch mode {
        case .immutable: SQLITE_OPEN_READONLY
        case .readWrite: SQLITE_OPEN_READWRITE
        case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
      var opened: OpaquePointer?
      let flags = access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      let address = Self.address(path) + (mode == .immutable ? "?mode=ro&immutable=1" : "")
      let status = unsafe sqlite3_open_v2(address, &opened, flags, nil)
      guard status == SQLITE_OK, let connection = unsafe opened else {
        unsafe sqlite3_close_v2(opened)
        throw DatabaseFailure(status: status, words: Self.words(status))
      }
      unsafe handle = unsafe connection
      unsafe sqlite3_busy_timeout(handle, Self.busyMilliseconds)
      // The file may come from anywhere: what its schema says must not run anything but plain SQL.
      try execute("PRAGMA trusted_schema = OFF")
      try execute("PRAGMA cell_size_check = ON")
    }

    deinit { if isOpen { unsafe sqlite3_close_v2(handle) } }

    private static let busyMilliseconds: Int32 = 500

    /// Ends the connection; every statement must be gone.
    func close() throws(DatabaseFailure) {
      isOpen = false
      let status = unsafe sqlite3_close(handle)
      if status != SQLITE_OK {
        unsafe sqlite3_close_v2(handle)
        throw DatabaseFailure(status: status, words: Self.words(status))
      }
    }

    func execute(_ query: String) throws(DatabaseFailure) {
      let statement = try prepare(query)
      while try statement.step() {}
    }

    func prepare(_ query: String) throws(DatabaseFailure) -> DatabaseStatement {
      var prepared: OpaquePointer?
      try check(unsafe sqlite3_prepare_v2(handle, query, -1, &prepared, nil))
      guard let statement = unsafe prepared else {
        throw DatabaseFailure(status: SQLITE_MISUSE, words: "an empty statement")
      }
      return unsafe DatabaseStatement(statement, self)
    }

    /// The first columns of all rows, at most a hundred, as text.
    func rows(of query: String) throws(DatabaseFailure) -> [String] {
      let statement = try prepare(query)
      var rows: [String] = []
      while try statement.step() {
        if rows.count < 100 { rows.append(statement.lossyText(0)) }
      }
      return rows
    }

    /// Another number whenever another connection has written to the database.
    func dataVersion() throws(DatabaseFailure) -> Int64 {
      let statement = try prepare("PRAGMA data_version")
      return try statement.step() ? statement.integer(0) ?? 0 : 0
    }

    func check(_ status: Int32) throws(DatabaseFailure) {
      if [SQLITE_OK, SQLITE_ROW, SQLITE_DONE].contains(status) { return }
      let said = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
      throw DatabaseFailure(status: status, words: said ?? Self.words(status))
    }

    /// Runs `body` whole or not at all.
    func transaction(_ body: () throws(DatabaseFailure) -> Void) throws(DatabaseFailure) {
      try execute("BEGIN IMMEDIATE")
      do {
        try body()
        try execute("COMMIT")
      } catch {
        // What failed is what the caller wants to know; closing rolls back too.
        try? execute("ROLLBACK")
        throw error
      }
    }

    static func words(_ status: Int32) -> String { unsafe String(cString: sqlite3_errstr(status)) }

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
      return "file:\(escaped)"
    }
  }

  /// A value to bind to a statement.
  enum DatabaseValue {
    case null
    case integer(Int64)
    case text([UInt8])
    /// A blob of words, little-endian already.
    case words([UInt32])

    static func text(_ text: String) -> DatabaseValue { .text(Array(text.utf8)) }

    static func text(_ bytes: [UInt8]?) -> DatabaseValue { bytes.map { .text($0) } ?? .null }

    static func integer(_ number: Int32?) -> DatabaseValue { number.map { .integer(Int64($0)) } ?? .null }
  }

  /// A prepared statement, which goes with its scope.
  @safe struct DatabaseStatement: ~Copyable {
    private let handle: OpaquePointer
    private let connection: DatabaseConnection

    @unsafe fileprivate init(_ handle: OpaquePointer, _ connection: DatabaseConnection) {
      unsafe self.handle = unsafe handle
      self.connection = connection
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Binds values to the statement's parameters, in order.
    func bind(_ values: [DatabaseValue]) throws(DatabaseFailure) {
      try connection.check(unsafe sqlite3_reset(handle))
      for (index, value) in values.enumerated() {
        try connection.check(bind(value, at: Int32(index + 1)))
      }
    }

    private func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
      // SQLite makes a copy of its own.
      let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      switch value {
      case .null: return unsafe sqlite3_bind_null(handle, index)
      case .integer(let number): return unsafe sqlite3_bind_int64(handle, index, number)
      case .text(let bytes):
        guard !bytes.isEmpty else { return unsafe sqlite3_bind_text(handle, index, "", 0, copied) }
        return unsafe bytes.withUnsafeBytes { buffer in
          let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress
          return unsafe sqlite3_bind_text(handle, index, start, Int32(buffer.count), copied)
        }
      case .words(let words):
        return unsafe words.withUnsafeBytes { buffer in
          unsafe sqlite3_bind_blob64(handle, index, buffer.baseAddress, UInt64(buffer.count), copied)
        }
      }
    }

    /// Goes to the next row; false at the end.
    func step() throws(DatabaseFailure) -> Bool {
      let status = unsafe sqlite3_step(handle)
      try connection.check(status)
      return status == SQLITE_ROW
    }

    /// Binds values and runs the statement to its end.
    func run(_ values: [DatabaseValue]) throws(DatabaseFailure) {
      try bind(values)
      while try step() {}
      try connection.check(unsafe sqlite3_reset(handle))
    }

    // MARK: The row

    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    /// Nil for anything but a whole number.
    func integer(_ column: Int32) -> Int64? {
      guard unsafe sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
      return unsafe sqlite3_column_int64(handle, column)
    }

    /// Nil for anything but text.
    func text(_ column: Int32) -> [UInt8]? {
      guard unsafe sqlite3_column_type(handle, column) == SQLITE_TEXT else { return nil }
      guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// Any value as SQLite shows it.
    func lossyText(_ column: Int32) -> String {
      unsafe sqlite3_column_text(handle, column).map { unsafe String(cString: $0) } ?? ""
    }

    /// Lends a blob; nil for anything else.
    func withBlob<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
      guard unsafe sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
      let start = unsafe sqlite3_column_blob(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
  }
#endif
