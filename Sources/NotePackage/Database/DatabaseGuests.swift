#if SQLite
  import DurableFiles

  /// What a package's database holds beside the pages: tables and columns of other programs, and rows of no page. No
  /// other storage has a place for it.
  enum DatabaseGuests {
    /// Each as a person would name it, such as `table tags` or `column strokes.tag`.
    static func names(_ connection: DatabaseConnection) throws(DatabaseFailure) -> [String] {
      let ours = list(DatabaseSchema.tables)
      var names = try connection.rows(
        of: """
          SELECT type || ' ' || name FROM sqlite_master
          WHERE name NOT LIKE 'sqlite^_%' ESCAPE '^' AND NOT (type = 'table' AND name IN (\(ours)))
          ORDER BY type, name
          """)
      for table in DatabaseSchema.tables {
        let columns = list(DatabaseSchema.allColumns(of: table))
        names += try connection.rows(
          of: """
            SELECT 'column \(table).' || name FROM pragma_table_info('\(table)')
            WHERE lower(name) NOT IN (\(columns)) ORDER BY cid
            """)
      }
      for table in DatabaseSchema.elementTables {
        names += try connection.rows(
          of: """
            SELECT count(*) || CASE count(*) WHEN 1 THEN ' row' ELSE ' rows' END || ' of no page in \(table)'
            FROM \(table) WHERE page NOT IN (SELECT id FROM pages) HAVING count(*) > 0
            """)
      }
      return names
    }

    private static func list(_ words: [String]) -> String {
      words.map { "'\($0.lowercased())'" }.joined(separator: ", ")
    }
  }
#endif
