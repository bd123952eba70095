#if SQLite
  import DurableFiles
  import NoteModel

  /// Pages in a database. A class, as storages are; the database is opened with the first page.
  final class DatabaseStorage: PageStorage {
    private let source: any PackageSource
    private let inventory: Inventory
    private let limits: Limits
    private var view: DatabaseView?

    init(_ source: any PackageSource, _ inventory: Inventory, _ limits: Limits) {
      self.source = source
      self.inventory = inventory
      self.limits = limits
    }

    private func opened() throws(PackageError) -> DatabaseView {
      if let view { return view }
      let view = try DatabaseView(of: source, limits: limits)
      try view.checkSchema()
      self.view = view
      return view
    }

    /// What the database holds beside the pages.
    func guests() throws(PackageError) -> [String] {
      try opened().reading { (connection) throws(DatabaseFailure) in try DatabaseGuests.names(connection) }
    }

    func pageIDs() throws(PackageError) -> [Identifier] { try opened().pageIDs() }

    func page(_ id: Identifier) throws(PackageError) -> Page {
      let view = try opened()
      guard let reading = try view.read(id) else {
        throw PackageError(.notFound, view.path, "holds no page \(id), which is listed")
      }
      if let fault = reading.faults.first {
        throw PackageError(.damaged, view.path, "can't be read whole: page \(id), \(fault.text)")
      }
      return reading.page
    }

    func checkUnchanged(_ pages: [Page], in folder: Folder) throws(PackageError) {
      if pages.isEmpty { return }
      if try isAsListed(in: folder) { return }
      let session = try DatabaseSession(in: folder)
      let spellings = try session.spellings()
      for page in pages {
        let now = try spellings[page.id].map { (spelling) throws(PackageError) in try session.read(spelling) }
        guard let now, now.faults.isEmpty, now.page.elements == page.elements, now.page.extra == page.extra,
          now.page.epoch ?? 0 == page.epoch ?? 0
        else { throw .changedSinceOpened(session.path) }
      }
      try session.close()
    }

    /// What changes when somebody saves.
    private static let places = [Layout.database, Layout.databaseLog]

    private func isAsListed(in folder: Folder) throws(PackageError) -> Bool {
      for place in Self.places {
        let now = try files { () throws(FileError) in try folder.status(place) }.map {
          SourceEntry(place, $0)
        }
        // An empty log is as good as none.
        let known = [inventory[place], now].map { entry in entry?.byteCount == 0 ? nil : entry }
        guard known[0].map({ $0.isSameFile(as: known[1]) }) ?? (known[1] == nil) else { return false }
      }
      return true
    }

    func replace(_ pages: [Page], in folder: Folder) throws(PackageError) -> [RelativePath] {
      if pages.isEmpty { return [] }
      view = nil
      let session = try DatabaseSession(in: folder)
      let spellings = try session.spellings()
      try session.write { _, writer throws(DatabaseFailure) in
        for page in pages { try writer.replace(page, spelled: spellings[page.id]) }
      }
      try session.close()
      return Self.places
    }
  }
#endif
