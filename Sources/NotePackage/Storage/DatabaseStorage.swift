#if SQLite
  import DurableFiles
  import NoteModel

  /// Pages in a database. A class, as storages are; the database is opened with the first page.
  final class DatabaseStorage: PageStorage {
    private let source: any PackageSource
    private let limits: Limits
    private var view: DatabaseView?

    init(_ source: any PackageSource, _ limits: Limits) {
      self.source = source
      self.limits = limits
    }

    private func opened() throws(PackageError) -> DatabaseView {
      if let view { return view }
      let view = try DatabaseView(of: source, limits: limits)
      try view.checkSchema()
      self.view = view
      return view
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

    func replace(_ pages: [Page], in folder: Folder) throws(PackageError) -> [RelativePath] {
      if pages.isEmpty { return [] }
      view = nil
      let session = try DatabaseSession(in: folder)
      let spellings = try session.spellings()
      try session.write { _, writer throws(DatabaseFailure) in
        for page in pages { try writer.replace(page, spelled: spellings[page.id]) }
      }
      try session.close()
      return [Layout.database]
    }
  }
#endif
