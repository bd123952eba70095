#if SQLite
  import DurableFiles
  import NoteModel

  /// The database of one package as it was at one moment, for reading only: nothing is made beside it, and what a
  /// writer does meanwhile is never mixed in. A class, since all readers of a package share it.
  final class DatabaseView {
    let path: Path
    let limits: Limits
    private let source: any PackageSource
    private var connection: DatabaseConnection
    /// Where the database was opened in place, and what it was then.
    private let place: (folder: Folder, files: DatabaseFiles)?
    private let copy: DatabaseCopy?
    /// The pages by their ids, as the rows spell them.
    private var spellings: [Identifier: String]?

    /// - Throws: `notFound` when there is none, `changed` while a writer is too quick, and what the system says.
    init(of source: any PackageSource, limits: Limits) throws(PackageError) {
      path = source.path.appending(Layout.database)
      self.limits = limits
      self.source = source
      if let folder = try source.folderOnDisk() {
        let status = try files { () throws(FileError) in try DatabaseFiles(in: folder) }
        guard status.database != nil else {
          throw PackageError(.notFound, path, "isn't there, and document.json says that the pages are in it")
        }
        if !status.hasPendingChanges {
          (place, copy) = ((folder, status), nil)
          do {
            connection = try DatabaseConnection(path, .immutable)
          } catch {
            throw error.error(at: path)
          }
          return
        }
      } else if try !source.entries().contains(where: { $0.path == Layout.database && $0.kind == .file }) {
        throw PackageError(.notFound, path, "isn't there, and document.json says that the pages are in it")
      }
      let copy = try DatabaseCopy(of: source, limits: limits)
      (place, self.copy) = (nil, copy)
      connection = try copy.open(shownAs: path)
    }

    /// Throws `changed` when somebody wrote to the database since it was opened: then what was read may be a mixture.
    func confirm() throws(PackageError) {
      guard let place else { return }
      let now = try files { () throws(FileError) in try DatabaseFiles(in: place.folder) }
      if now != place.files {
        throw PackageError(.changed, path, "changed while it was read; try again later")
      }
    }

    /// Runs `body` on the connection; what it finds is believed only if nobody wrote meanwhile.
    ///
    /// - Parameter tellsDamage: whether a result speaks of damage. SQLite takes a read error for that too, so that
    ///   damage is believed only of a file that can be read, and when it is found twice.
    func reading<Result>(
      tellsDamage: (Result) -> Bool = { _ in false },
      _ body: (DatabaseConnection) throws(DatabaseFailure) -> Result
    ) throws(PackageError) -> Result {
      var outcome = attempt(body)
      try confirm()
      let isDamage =
        switch outcome {
        case .success(let result): tellsDamage(result)
        case .failure(let failure): failure.isDamage
        }
      if isDamage {
        try readThrough()
        try reopen()
        outcome = attempt(body)
        try confirm()
      }
      do { return try outcome.get() } catch { throw error.error(at: path) }
    }

    private func attempt<Result>(
      _ body: (DatabaseConnection) throws(DatabaseFailure) -> Result
    ) -> Swift.Result<Result, DatabaseFailure> {
      do { return .success(try body(connection)) } catch { return .failure(error) }
    }

    private func readThrough() throws(PackageError) {
      if let copy { return try copy.forEachPiece { _ in } }
      try source.forEachPiece(of: Layout.database, limit: .max) { _ in }
    }

    private func reopen() throws(PackageError) {
      if let copy {
        connection = try copy.open(shownAs: path)
        return
      }
      do { connection = try DatabaseConnection(path, .immutable) } catch { throw error.error(at: path) }
    }

    /// Throws `damaged` for a database of another program or with tables that aren't the format's, `newerFormat`.
    func checkSchema() throws(PackageError) {
      let verdict = try reading { (connection) throws(DatabaseFailure) in
        try DatabaseVerdict.ofSchema(connection)
      }
      switch verdict {
      case .sound: break
      case .newer(let version):
        throw PackageError(
          .newerFormat, path, "has schema version \(version); this program knows \(DatabaseSchema.version)")
      case .foreign(let reason), .damaged(let reason): throw PackageError(.damaged, path, reason)
      case .unreadable(let reason): throw PackageError(.system, path, reason)
      }
    }

    // MARK: Pages

    /// Every page that has a row.
    func pageIDs() throws(PackageError) -> [Identifier] {
      try spelled().keys.sorted { $0.canonicalText < $1.canonicalText }
    }

    private func spelled() throws(PackageError) -> [Identifier: String] {
      if let spellings { return spellings }
      let ids = try reading { (connection) throws(DatabaseFailure) in
        let statement = try connection.prepare("SELECT id FROM pages ORDER BY id")
        var ids: [String] = []
        while try statement.step() {
          // An id that is no text can't be asked for either.
          if let id = statement.text(0).flatMap({ String(validating: $0, as: UTF8.self) }) { ids.append(id) }
        }
        return ids
      }
      let known = Dictionary(ids.map { (Identifier($0), $0) }) { first, _ in first }
      spellings = known
      return known
    }

    /// What can be read of a page; nil when it has no row.
    func read(_ id: Identifier) throws(PackageError) -> DatabasePage? {
      guard let spelling = try spelled()[id] else { return nil }
      // A stroke of samples takes four times the bytes of the shortest text at most.
      let limit = limits.pageByteCount.multipliedReportingOverflow(by: 4)
      let page = try reading { (connection) throws(DatabaseFailure) in
        let size = try DatabasePage.byteCount(of: spelling, connection)
        return !limit.overflow && size > limit.partialValue
          ? nil : try DatabasePage(reading: spelling, connection)
      }
      guard let page else {
        throw PackageError(.tooLarge, path, "holds a page that is larger than \(limits.pageByteCount) bytes")
      }
      return page
    }
  }

  /// One page of a database, as far as it can be read.
  struct DatabasePage {
    var page: Page
    /// The positions of the page's elements in the database, in the same order.
    var positions: [Int64] = []
    /// What is wrong with rows that aren't among the elements.
    var faults: [Fault] = []

    struct Fault {
      let table: String
      let position: Int64?
      let reason: String

      var text: String { "\(table)\(position.map { " at position \($0)" } ?? ""): \(reason)" }
    }

    static func byteCount(of page: String, _ connection: DatabaseConnection) throws(DatabaseFailure) -> Int {
      let lengths = [("strokes", "samples"), ("others", "json")]
      var total = 0
      for (table, column) in lengths {
        let statement = try connection.prepare("SELECT sum(length(\(column))) FROM \(table) WHERE page = ?")
        try statement.bind([.text(page)])
        if try statement.step() { total += Int(clamping: statement.integer(0) ?? 0) }
      }
      return total
    }

    init(reading id: String, _ connection: DatabaseConnection) throws(DatabaseFailure) {
      page = Page(id: Identifier(id), epoch: 0)
      try readHead(id, connection)
      var rows: [(position: Int64, element: Element)] = []
      for table in DatabaseSchema.elementTables {
        let statement = try connection.prepare(
          "SELECT position, \(DatabaseSchema.columns(of: table)) FROM \(table) WHERE page = ? ORDER BY position"
        )
        try statement.bind([.text(id)])
        let isFirst = rows.isEmpty
        while try statement.step() {
          do throws(RowFault) {
            guard let position = statement.integer(0) else {
              throw RowFault(reason: "its position is no number")
            }
            rows.append((position, try DatabaseRows.element(statement, of: table, from: 1)))
          } catch {
            faults.append(Fault(table: table, position: statement.integer(0), reason: error.reason))
          }
        }
        if !isFirst {
          // Stable, so that elements of one position stay in the order of the tables.
          let order = rows.indices.sorted { (rows[$0].position, $0) < (rows[$1].position, $1) }
          rows = order.map { rows[$0] }
        }
      }
      page.elements = rows.map(\.element)
      positions = rows.map(\.position)
    }

    private mutating func readHead(_ id: String, _ connection: DatabaseConnection) throws(DatabaseFailure) {
      let statement = try connection.prepare("SELECT epoch, extra FROM pages WHERE id = ?")
      try statement.bind([.text(id)])
      guard try statement.step() else { return }
      do throws(RowFault) {
        guard let epoch = statement.integer(0) else { throw RowFault(reason: "its epoch is no number") }
        page.epoch = UInt64(bitPattern: epoch)
        let extra = try DatabaseRows.extra(statement, 1)
        if !extra.saysEpoch, epoch == 0 { page.epoch = nil }
        page.extra = extra.leading
        page.trailingExtra = extra.trailing
      } catch {
        faults.append(Fault(table: "pages", position: nil, reason: error.reason))
      }
    }
  }
#endif
