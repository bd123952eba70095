#if SQLite
  import NoteModel

  /// Reads what can be read of a damaged database: row by row, by their numbers, since its indexes can't be trusted.
  struct DatabaseRecovery {
    private let connection: DatabaseConnection
    /// The rows of each page's elements.
    private var rows: [String: [Row]] = [:]
    private var heads: [(id: String, head: Page)] = []

    private struct Row {
      let table: String
      let number: Int64
      let position: Int64
      let rank: Int
    }

    /// How many numbers of rows are tried one by one where reading in order fails.
    private static let mostProbes: Int64 = 200_000

    init(_ connection: DatabaseConnection) {
      self.connection = connection
      // Otherwise a file that was cut is refused as a whole.
      try? connection.execute("PRAGMA writable_schema = ON")
      for (rank, table) in DatabaseSchema.elementTables.enumerated() {
        readable(table, columns: "page, position") { number, statement in
          guard let page = Self.text(statement, 1), let position = statement.integer(2) else { return }
          rows[page, default: []].append(Row(table: table, number: number, position: position, rank: rank))
        }
      }
      readable("pages", columns: "id, epoch, extra") { _, statement in
        guard let id = Self.text(statement, 1), !heads.contains(where: { $0.id == id }) else { return }
        var head = Page(id: Identifier(id), epoch: statement.integer(2).map { UInt64(bitPattern: $0) } ?? 0)
        if let extra = try? DatabaseRows.extra(statement, 3) {
          head.extra = extra.leading
          head.trailingExtra = extra.trailing
        }
        heads.append((id, head))
      }
      for id in rows.keys.sorted() where !heads.contains(where: { $0.id == id }) {
        heads.append((id, Page(id: Identifier(id), epoch: 0)))
      }
    }

    /// How many pages there are something of.
    var pageCount: Int { heads.count }

    /// The pages one after the other, with the elements that can be read.
    func forEachPage(_ body: (Page) throws(PackageError) -> Void) throws(PackageError) {
      for (id, head) in heads {
        var page = head
        let order = (rows[id] ?? []).sorted {
          ($0.position, $0.rank, $0.number) < ($1.position, $1.rank, $1.number)
        }
        page.elements = order.compactMap { element(of: $0) }
        try body(page)
      }
    }

    private func element(of row: Row) -> Element? {
      let columns = DatabaseSchema.columns(of: row.table)
      guard let statement = try? connection.prepare("SELECT \(columns) FROM \(row.table) WHERE rowid = ?"),
        (try? statement.bind([.integer(row.number)])) != nil, (try? statement.step()) == true
      else { return nil }
      return try? DatabaseRows.element(statement, of: row.table, from: 0)
    }

    private static func text(_ statement: borrowing DatabaseStatement, _ column: Int32) -> String? {
      statement.text(column).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Hands over every row that can be reached: from the start up to the first fault, from the end back to the last
    /// one, and what is found by number in between.
    private func readable(
      _ table: String, columns: String, _ body: (_ number: Int64, borrowing DatabaseStatement) -> Void
    ) {
      let query = "SELECT rowid, \(columns) FROM \(table) NOT INDEXED"
      var last: Int64 = 0
      if scan(
        "\(query) ORDER BY rowid",
        { number, statement in
          body(number, statement)
          last = number
          return true
        })
      {
        return
      }
      var first = Int64.max
      _ = scan("\(query) ORDER BY rowid DESC") { number, statement in
        guard number > last else { return false }
        body(number, statement)
        first = number
        return true
      }
      let end = first == .max ? last &+ Self.mostProbes : min(first, last &+ Self.mostProbes)
      var number = last + 1
      while number < end {
        if let statement = try? connection.prepare("\(query) WHERE rowid = ?"),
          (try? statement.bind([.integer(number)])) != nil, (try? statement.step()) == true
        {
          body(number, statement)
        }
        number += 1
      }
    }

    /// False when a row can't be reached.
    private func scan(
      _ query: String, _ body: (_ number: Int64, borrowing DatabaseStatement) -> Bool
    ) -> Bool {
      do throws(DatabaseFailure) {
        let statement = try connection.prepare(query)
        while try statement.step() {
          if let number = statement.integer(0), !body(number, statement) { return true }
        }
        return true
      } catch {
        return false
      }
    }
  }
#endif
