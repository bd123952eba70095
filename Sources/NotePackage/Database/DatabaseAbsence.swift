#if !SQLite
  import DurableFiles
  import NoteModel

  extension PackageError {
    /// What a build without SQLite says of a database.
    static func lacksSQLite(_ path: Path) -> PackageError {
      PackageError(
        .unsupported, path,
        "keeps its pages in an SQLite database, which this build leaves out; "
          + "build with the package trait SQLite")
    }
  }

  /// Stands in for the copy of a database.
  final class DatabaseCopy {
    init(of source: any PackageSource, limits: Limits) throws(PackageError) {
      throw .lacksSQLite(source.path)
    }

    func forEachPiece(_ body: (Span<UInt8>) throws(PackageError) -> Void) throws(PackageError) {}
  }

  /// Stands in for a database in the making.
  final class DatabaseDraft {
    init(in folder: Folder, named name: Name = Layout.database.name) throws(PackageError) {
      throw .lacksSQLite(folder.path)
    }

    func add(_ page: Page) throws(PackageError) {}
    func finish() throws(PackageError) {}
  }
#endif
