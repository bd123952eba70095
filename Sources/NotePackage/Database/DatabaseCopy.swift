#if SQLite
  import DurableFiles

  /// A private copy of a package's database with everything in it that its companions hold: for databases in archives,
  /// and for those that somebody may be writing to. Nothing is locked, made or changed in the package. A class, since
  /// it shares the folder of the copy, which goes with its last owner.
  final class DatabaseCopy {
    private let scratch: ScratchFolder
    let byteCount: Int

    var path: Path { scratch.folder.path.appending(Layout.database) }

    private static let mostTries = 16
    /// What the log begins with; its two salts change whenever it is begun anew.
    private static let logHeadByteCount = 32

    /// - Throws: `changed` when a writer is too quick to be copied.
    init(of source: any PackageSource, limits: Limits) throws(PackageError) {
      scratch = try files { () throws(FileError) in try ScratchFolder() }
      guard let folder = try source.folderOnDisk() else {
        try Self.copy(source, into: scratch.folder, limits)
        byteCount = try Self.merge(in: scratch.folder, as: source.path)
        return
      }
      for _ in 0..<Self.mostTries {
        if try Self.copyConsistently(source, folder, into: scratch.folder, limits) {
          byteCount = try Self.merge(in: scratch.folder, as: source.path)
          return
        }
      }
      throw PackageError(
        .changed, source.path.appending(Layout.database), "changed while it was read; try again later")
    }

    /// Copies a database while somebody may be writing to it; false when the copy is none of one moment.
    ///
    /// The log comes last. Until it is begun anew it holds every page that was written to the database since, so that a
    /// database copied halfway through a checkpoint is made whole by it.
    private static func copyConsistently(
      _ source: any PackageSource, _ folder: Folder, into scratch: Folder, _ limits: Limits
    ) throws(PackageError) -> Bool {
      let (before, head) = try files { () throws(FileError) in
        (try DatabaseFiles(in: folder), try logHead(in: folder))
      }
      do throws(PackageError) {
        try copy(source, into: scratch, limits)
      } catch  where error.code == .notFound {
        return false
      }
      return try files { () throws(FileError) in
        let after = try DatabaseFiles(in: folder)
        if after == before { return true }
        let copied = try logHead(in: scratch)
        return after.rollback == nil && before.rollback == nil
          && before.database?.inode == after.database?.inode
          && head.count == logHeadByteCount && copied == head
      }
    }

    private static func logHead(in folder: Folder) throws(FileError) -> [UInt8] {
      do throws(FileError) {
        let file = try folder.openFile(DatabaseFiles.logName)
        var head = [UInt8](repeating: 0, count: logHeadByteCount)
        head.removeLast(logHeadByteCount - (try file.read(at: 0, into: &head)))
        return head
      } catch  where error.code == .notFound || error.code == .notFile || error.code == .link {
        return []
      }
    }

    private static func copy(
      _ source: any PackageSource, into scratch: Folder, _ limits: Limits
    ) throws(PackageError) {
      for name in [DatabaseFiles.logName, DatabaseFiles.rollbackName, Layout.database.name] {
        try files { () throws(FileError) in
          if try scratch.status(name) != nil { try scratch.remove(name) }
        }
      }
      let known = Set(try source.entries().filter { $0.kind == .file }.map(\.path))
      for name in [Layout.database.name, DatabaseFiles.rollbackName, DatabaseFiles.logName]
      where known.contains(RelativePath(name)) {
        var file = try files { () throws(FileError) in try scratch.createFile(name, mode: 0o600) }
        try source.forEachPiece(of: RelativePath(name), limit: limits.packageByteCount) {
          piece throws(PackageError) in
          do throws(FileError) { try file.write(piece) } catch { throw PackageError(error) }
        }
        do throws(FileError) { try file.close() } catch { throw PackageError(error) }
      }
    }

    /// Brings what the companions hold into the one file; gives its length.
    private static func merge(in scratch: Folder, as shown: Path) throws(PackageError) -> Int {
      let status = try files { () throws(FileError) in try DatabaseFiles(in: scratch) }
      guard status.hasCompanions else { return status.database?.byteCount ?? 0 }
      do throws(DatabaseFailure) {
        let connection = try DatabaseConnection(
          scratch.path.appending(Layout.database), .readWrite, shownAs: shown.appending(Layout.database))
        // The index of the log is kept in memory then.
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try connection.close()
      } catch {
        // Whoever reads the copy finds the damage.
        if error.isFromSystem { throw error.error(at: shown.appending(Layout.database)) }
      }
      return try files { () throws(FileError) in try scratch.status(Layout.database.name)?.byteCount ?? 0 }
    }

    func open(shownAs shown: Path) throws(PackageError) -> DatabaseConnection {
      do {
        return try DatabaseConnection(path, .immutable, shownAs: shown)
      } catch {
        throw error.error(at: shown)
      }
    }

    /// The copy's bytes, in pieces.
    func forEachPiece(_ body: (Span<UInt8>) throws(PackageError) -> Void) throws(PackageError) {
      try FolderSource(scratch.folder).forEachPiece(of: Layout.database, limit: .max, body)
    }
  }
#endif
