#if SQLite
  import DurableFiles
  import NoteModel

  /// Writes pages into a database, on a connection in a transaction of the caller's. A class, since it shares its
  /// prepared statements.
  final class DatabaseWriter {
    private let connection: DatabaseConnection
    private let pages: DatabaseStatement
    private let strokes: DatabaseStatement
    private let images: DatabaseStatement
    private let others: DatabaseStatement

    init(_ connection: DatabaseConnection) throws(DatabaseFailure) {
      self.connection = connection
      pages = try connection.prepare("INSERT INTO pages (id, epoch, extra) VALUES (?, ?, ?)")
      strokes = try Self.insertion(into: "strokes", 9, connection)
      images = try Self.insertion(into: "images", 11, connection)
      others = try Self.insertion(into: "others", 3, connection)
    }

    private static func insertion(
      into table: String, _ count: Int, _ connection: DatabaseConnection
    ) throws(DatabaseFailure) -> DatabaseStatement {
      let marks = Array(repeating: "?", count: count).joined(separator: ", ")
      return try connection.prepare(
        "INSERT INTO \(table) (page, position, \(DatabaseSchema.columns(of: table))) VALUES (\(marks))")
    }

    /// Adds a page that has no row, its elements at positions from 0.
    func add(_ page: Page) throws(DatabaseFailure) {
      let id = page.id.text
      let epoch = Int64(bitPattern: page.epoch ?? 0)
      try pages.run([.text(id), .integer(epoch), .text(ExtraText.of(page))])
      for (position, element) in page.elements.enumerated() {
        try add(element, at: Int64(position), of: id)
      }
    }

    func add(_ element: Element, at position: Int64, of page: String) throws(DatabaseFailure) {
      let (table, values) = DatabaseRows.values(of: element)
      let all = [.text(page), .integer(position)] + values
      switch table {
      case "strokes": try strokes.run(all)
      case "images": try images.run(all)
      default: try others.run(all)
      }
    }

    /// Removes whatever stands at a position of a page.
    func remove(at position: Int64, of page: String) throws(DatabaseFailure) {
      for table in DatabaseSchema.elementTables {
        try connection.prepare("DELETE FROM \(table) WHERE page = ? AND position = ?")
          .run([.text(page), .integer(position)])
      }
    }

    /// Gives a page its whole content, whether it has a row or not.
    ///
    /// - Parameter spelling: the id as its row spells it; nil for a page without one.
    func replace(_ page: Page, spelled spelling: String?) throws(DatabaseFailure) {
      if let spelling { try remove(spelling) }
      try add(page)
    }

    /// Removes a page with its elements.
    func remove(_ page: String) throws(DatabaseFailure) {
      for table in DatabaseSchema.elementTables {
        try connection.prepare("DELETE FROM \(table) WHERE page = ?").run([.text(page)])
      }
      try connection.prepare("DELETE FROM pages WHERE id = ?").run([.text(page)])
    }
  }

  /// Makes a database of pages that come one after the other.
  ///
  /// It is made in a stage, where nothing needs to survive a crash: the caller makes it durable. A class, since its
  /// parts share the connection.
  final class DatabaseDraft {
    private let connection: DatabaseConnection
    private var writer: DatabaseWriter?

    /// - Parameter folder: the staged package's.
    init(in folder: Folder, named name: Name = Layout.database.name) throws(PackageError) {
      let path = folder.path.appending(name)
      do {
        connection = try DatabaseConnection(path, .create)
        try connection.execute("PRAGMA journal_mode = OFF")
        try connection.execute("PRAGMA synchronous = OFF")
        try connection.execute("PRAGMA foreign_keys = ON")
        try connection.execute("BEGIN IMMEDIATE")
        for statement in DatabaseSchema.creation { try connection.execute(statement) }
        writer = try DatabaseWriter(connection)
      } catch {
        throw error.systemError(at: path)
      }
    }

    /// Nothing else has ever been in the file, so that whatever is wrong with it comes from the system.
    func add(_ page: Page) throws(PackageError) {
      do throws(DatabaseFailure) {
        try writer?.add(page)
      } catch {
        throw error.systemError(at: connection.path)
      }
    }

    func finish() throws(PackageError) {
      writer = nil
      do {
        try connection.execute("COMMIT")
        // Kept in the file: whoever opens it writes to a log from then on.
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.close()
      } catch {
        throw error.systemError(at: connection.path)
      }
    }
  }
#endif
