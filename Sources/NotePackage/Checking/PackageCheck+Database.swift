import DurableFiles
import NoteModel

extension PackageCheck {
  /// Checks the package's database and what lies beside it; keeps it open for the pages where they are in it.
  mutating func checkDatabase() {
    let entry = inventory[Layout.database].flatMap { $0.kind == .file ? $0 : nil }
    checkSidecars(hasDatabase: entry != nil)
    let kind = document.map { StorageKind(of: $0) }
    guard let entry else {
      switch kind {
      case .sqlite? where inventory[Layout.database] == nil:
        knowsEveryReference = false
        if inventory.notDownloaded.contains(Layout.database) { return }
        note(
          .databaseDamaged, path: Layout.database,
          "document.json says that the pages are in it, and it isn't there")
      case .sqlite?: knowsEveryReference = false
      case .other(let name)?:
        noteUnread(Layout.document, "the storage \"\(name)\" can't be read by this version")
      default: break
      }
      return
    }
    #if SQLite
      let view = checkContent(entry)
      guard let document else {
        knowsEveryReference = false
        return
      }
      if kind == .sqlite { database = view }
      if kind == .sqlite, inventory.pages.isEmpty { return }
      // Which of the two a person edited last can't be told, and the other one may name assets.
      knowsEveryReference = false
      noteMixed(entry, document, saysDatabase: kind == .sqlite, isComplete: holdsAllSnapshots(view))
    #else
      noteUnread(entry.path, "this build leaves SQLite out and can't read databases")
    #endif
  }

  private mutating func noteUnread(_ path: RelativePath, _ detail: String) {
    knowsEveryReference = false
    note(.storageUnread, path: path, detail)
  }

  private mutating func checkSidecars(hasDatabase: Bool) {
    for entry in inventory.entries where entry.kind == .file && Role(of: entry.path) == .databaseSidecar {
      note(
        .databaseSidecar, severity: hasDatabase ? .info : .error, path: entry.path,
        hasDatabase
          ? "\(entry.byteCount) bytes; lnote compact \(source.operand.shellWord) brings them in"
          : "its database isn't there")
    }
  }

  private mutating func noteMixed(
    _ database: SourceEntry, _ document: Document, saysDatabase: Bool, isComplete: Bool
  ) {
    let snapshots = inventory.pages.values.map(\.path).sorted()
    if saysDatabase {
      // Only a database that certainly holds every page may make the snapshots superfluous.
      for path in snapshots {
        note(
          .storageMixed, path: path, remedy: isComplete ? Remedy(.all, .takeOut(path)) : nil,
          "document.json says that the pages are in the database")
      }
    } else {
      let isComplete = !document.pages.isEmpty && document.pages.allSatisfy { inventory.pages[$0.id] != nil }
      note(
        .storageMixed, path: database.path, remedy: isComplete ? Remedy(.all, .takeOut(database.path)) : nil,
        "document.json says that the pages are snapshots")
    }
  }

  #if SQLite
    /// The database, if SQLite finds it whole and of the schema that this version knows.
    private mutating func checkContent(_ entry: SourceEntry) -> DatabaseView? {
      do throws(PackageError) {
        let view = try DatabaseView(of: source, limits: limits)
        let isDeep = isDeep
        let verdict = try view.reading(tellsDamage: \.isDamage) { (connection) throws(DatabaseFailure) in
          DatabaseVerdict.of(connection, isDeep: isDeep)
        }
        switch verdict {
        case .sound: return view
        case .newer(let version):
          note(
            .databaseNewer, path: entry.path,
            "schema version \(version); this program knows \(DatabaseSchema.version)")
        case .foreign(let reason): note(.databaseDamaged, path: entry.path, reason)
        case .damaged(let reason):
          note(.databaseDamaged, path: entry.path, remedy: recovery, reason)
        case .unreadable(let reason): note(.ioError, path: entry.path, reason)
        }
      } catch {
        noteDatabaseFailure(error, entry.path)
      }
      knowsEveryReference = false
      return nil
    }

    private var recovery: Remedy? {
      document.flatMap { StorageKind(of: $0) == .sqlite ? Remedy(.all, .recoverDatabase) : nil }
    }

    /// What a database that can't be opened or read says of the package.
    mutating func noteDatabaseFailure(_ error: PackageError, _ path: RelativePath) {
      switch error.code {
      case .damaged:
        knowsEveryReference = false
        note(.databaseDamaged, path: path, remedy: recovery, error.reason)
      case .tooLarge:
        knowsEveryReference = false
        note(.fileTooLarge, path: path, error.reason)
      case .changed, .busy:
        knowsEveryReference = false
        note(.changedDuringCheck, path: path, error.reason)
      default: noteFailure(error, path: path)
      }
    }

    private func holdsAllSnapshots(_ view: DatabaseView?) -> Bool {
      guard let ids = try? view?.pageIDs() else { return false }
      return Set(ids).isSuperset(of: inventory.pages.keys)
    }

    /// Pages in a database: listed ones in page order, then the others in the order of their ids.
    mutating func checkPages(in view: DatabaseView) {
      do throws(PackageError) {
        let held = try view.pageIDs()
        databasePages = Set(held)
        if document?.pages.isEmpty == true, documentReading?.listsEveryPage == true, !held.isEmpty {
          note(
            .documentListsNothing, path: Layout.document, remedy: Remedy(.all, .adopt(held)),
            "\(held.count) pages are in the database")
        }
        var checked: Set<Identifier> = []
        for entry in document?.pages ?? [] where checked.insert(entry.id).inserted {
          try checkPage(entry.id, in: view, listed: entry)
        }
        for id in held where !checked.contains(id) {
          if let document, !document.pages.isEmpty, documentReading?.listsEveryPage == true {
            note(
              .pageUnlisted, path: Layout.database, page: reference(id), remedy: Remedy(.all, .adopt([id])),
              "a page in the database that no list names")
          }
          try checkPage(id, in: view, listed: nil)
        }
      } catch {
        noteDatabaseFailure(error, Layout.database)
      }
      for (_, journal) in inventory.journals.sorted(by: { $0.value.path < $1.value.path }) {
        note(.journalWithoutPage, path: journal.path, "the pages are in the database")
        knowsEveryReference = false
      }
    }

    private mutating func checkPage(
      _ id: Identifier, in view: DatabaseView, listed: PageEntry?
    ) throws(PackageError) {
      let place = reference(id)
      guard let reading = try view.read(id) else {
        damagedPages.insert(id)
        knowsEveryReference = false
        return note(.pageMissing, path: Layout.database, page: place, "the page is listed and has no row")
      }
      let page = reading.page
      if !reading.faults.isEmpty {
        damagedPages.insert(id)
        knowsEveryReference = false
        let shown = reading.faults.prefix(3).map(\.text).joined(separator: "; ")
        note(
          .elementDamaged, path: Layout.database, page: place, remedy: Remedy(.all, .salvagePage(id)),
          shown + (reading.faults.count > 3 ? "; and \(reading.faults.count - 3) more" : ""))
      }
      checkElements(page, offsets: nil, Layout.database, id, place)
      elementCount += page.elements.count
      if let listed, reading.faults.isEmpty { compareCount(listed, page.elements.count, place) }
    }
  #endif
}
