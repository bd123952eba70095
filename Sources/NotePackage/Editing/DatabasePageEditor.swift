#if SQLite
  import DurableFiles
  import NoteModel

  /// Saves what changed in a page of a database, a transaction a save. The caller holds the package's lock. A class, as
  /// editors are.
  final class DatabasePageEditor: PageEditor {
    private let session: DatabaseSession
    /// The page's id as its row spells it.
    private let spelling: String
    private var order: Order
    /// Of the database when it was known to hold that order.
    private var dataVersion: Int64

    /// Which element stands at which position.
    private struct Order {
      var ids: [Identifier?]
      var positions: [Int64]

      func index(of id: Identifier?) -> Int? { id.flatMap { id in ids.lastIndex { $0 == id } } }
    }

    /// Room between positions when all are numbered anew, so that moving one seldom moves others.
    private static let stride: Int64 = 1 << 16

    /// - Parameter dataVersion: the session's before the page was read.
    init(
      _ page: DatabasePage, spelled spelling: String, in session: DatabaseSession, dataVersion: Int64
    ) {
      self.dataVersion = dataVersion
      self.session = session
      self.spelling = spelling
      order = Order(ids: page.page.elements.map(\.id), positions: page.positions)
    }

    var places: [RelativePath] { [Layout.database, Layout.databaseLog] }

    func save(_ changes: [JournalCodec.Change], _ page: inout Page) throws(PackageError) {
      var order = order
      try session.write { connection, writer throws(DatabaseFailure) in
        try checkOrder(connection)
        for change in changes { try apply(change, to: &order, connection, writer) }
      }
      self.order = order
    }

    func close(_ page: inout Page) {}

    /// Throws when a program that knows of no lock added, removed or moved elements of the page; what it does elsewhere
    /// in the database is its own affair. Costs next to nothing while nobody else writes.
    private func checkOrder(_ connection: DatabaseConnection) throws(DatabaseFailure) {
      let version = try connection.dataVersion()
      if version == dataVersion { return }
      let now = try DatabasePage(reading: spelling, connection)
      guard now.faults.isEmpty, now.positions == order.positions,
        now.page.elements.map(\.id) == order.ids
      else { throw .changed }
      dataVersion = version
    }

    private func apply(
      _ change: JournalCodec.Change, to order: inout Order, _ connection: DatabaseConnection,
      _ writer: DatabaseWriter
    ) throws(DatabaseFailure) {
      switch change {
      case .put(let element):
        if let index = order.index(of: element.id) {
          try writer.remove(at: order.positions[index], of: spelling)
          try writer.add(element, at: order.positions[index], of: spelling)
        } else {
          let position = (order.positions.last ?? -1) + 1
          try writer.add(element, at: position, of: spelling)
          order.ids.append(element.id)
          order.positions.append(position)
        }
      case .remove(let id):
        guard let index = order.index(of: id) else { return }
        try writer.remove(at: order.positions[index], of: spelling)
        order.ids.remove(at: index)
        order.positions.remove(at: index)
      case .move(let id, let place):
        guard let index = order.index(of: id) else { return }
        let old = order.positions.remove(at: index)
        let moved = order.ids.remove(at: index)
        let target = min(place, order.ids.count)
        order.ids.insert(moved, at: target)
        if let position = Self.position(at: target, among: order.positions) {
          order.positions.insert(position, at: target)
          if position != old { try move([(old, position)], connection) }
        } else {
          order.positions.insert(old, at: target)
          try renumber(&order, connection)
        }
      }
    }

    /// A free position for an element that comes to a place; nil where its neighbours leave none.
    private static func position(at place: Int, among positions: [Int64]) -> Int64? {
      guard place < positions.count else { return (positions.last ?? -1) + 1 }
      let next = positions[place]
      // Positions below 0 are taken while others are moved.
      let previous = place > 0 ? positions[place - 1] : -1
      guard next - previous > 1 else { return nil }
      return previous + (next - previous) / 2
    }

    private func renumber(_ order: inout Order, _ connection: DatabaseConnection) throws(DatabaseFailure) {
      let new = order.positions.indices.map { Int64($0 + 1) * Self.stride }
      // By way of positions that nobody has, since no two elements may share one even for a moment.
      try move(order.positions.map { ($0, -1 - $0) }, connection)
      try move(zip(order.positions, new).map { (-1 - $0.0, $0.1) }, connection)
      order.positions = new
    }

    private func move(
      _ moves: [(from: Int64, to: Int64)], _ connection: DatabaseConnection
    ) throws(DatabaseFailure) {
      for table in DatabaseSchema.elementTables {
        let statement = try connection.prepare(
          "UPDATE \(table) SET position = ? WHERE page = ? AND position = ?")
        for move in moves {
          try statement.run([.integer(move.to), .text(spelling), .integer(move.from)])
        }
      }
    }
  }
#endif
