public import DurableFiles
public import NoteModel

/// Backs up the packages of a library: an archive for each state of each document, whole and verified or not at all.
///
/// An archive is written aside, made durable, read back and compared with what was read from the package, and then gets
/// its name in one step. A package whose files look untouched to the file system isn't read. Several libraries may use
/// one folder, one run at a time.
public struct Backup: Sendable {
  public struct Options: Sendable {
    /// Compresses faster (1) or smaller (9).
    public var level = 6
    /// How many good generations of a document stay; nil for all.
    public var keep: Int?
    public var isDryRun = false
    /// Reads every package, also those whose files look untouched, and the generations that hold them.
    public var isDeep = false
    /// Packages worked on at a time, at least 1.
    public var workerCount = 1
    /// Documents that lost strokes because somebody wanted it so.
    public var accepted: Set<Identifier> = []

    public init() {}
  }

  public struct Outcome: Sendable {
    public enum Decision: String, Sendable {
      case written
      /// A generation holds it already.
      case unchanged
    }

    public let package: Path
    public let decision: Decision
    /// The document's id, or its folder's name where that couldn't be read.
    public let documentID: Identifier
    /// Empty when the package wasn't read.
    public let title: String
    public let generation: Path
    /// The archive's length; 0 in a dry run.
    public let byteCount: Int
    public let state: GenerationState
    /// What is wrong with the package; empty when it wasn't read.
    public let findings: [Finding]
    public let omissions: [Packing.Omission]
    /// Found in this run and not accepted.
    public let losses: [StrokeLoss]
    /// The generation that has what was lost.
    public let lossesSince: Path?
    /// Why strokes couldn't be compared with those of the last generation, but at best with those of an older one.
    public let comparisonFailure: PackageError?
    /// Whether this or an earlier generation lost strokes, so that nothing of the document is pruned.
    public let isHeld: Bool
  }

  /// What a run comes upon.
  public enum Event: Sendable {
    case outcome(Outcome)
    /// A package that isn't backed up, or a document of which nothing is pruned.
    case failure(PackageError)
    /// Something that is named like a package and is none.
    case leftOut(PackageError)
    /// A generation that was removed, or would be.
    case pruned(Path)
  }

  public struct Summary: Sendable {
    public var written = 0
    public var unchanged = 0
    public var failed = 0
    public var pruned = 0
    public var byteCount = 0
  }

  let library: Library
  let options: Options
  let clock: @Sendable () -> Int64

  /// - Parameter clock: the time in milliseconds since 1970.
  public init(of library: Library, _ options: Options, clock: @escaping @Sendable () -> Int64) {
    self.library = library
    self.options = options
    self.clock = clock
  }

  /// Runs to the end, whatever single packages do.
  ///
  /// - Parameters:
  ///   - folder: where to; nil in a dry run when it isn't there yet.
  ///   - report: told of everything in the order of the packages' names.
  /// - Throws: `busy` while another run uses the folder, `system` when the folder itself can't be used, `cancelled`,
  ///   and what `report` throws. Every generation that was reported is there then, and the next run goes on.
  public func run(
    into folder: Folder?, _ monitor: WorkMonitor = WorkMonitor(),
    report: (Event) throws(PackageError) -> Void
  ) throws(PackageError) -> Summary {
    var lock: FolderLock?
    defer { lock?.release() }
    if let folder, !options.isDryRun {
      lock = try Self.lock(folder)
      try files { () throws(FileError) in try BackupFolder(folder).removeLeftovers() }
    }
    var run = try BackupRun(self, into: folder, monitor)
    return try run.run(report)
  }

  /// Nil where the file system has no locks.
  private static func lock(_ folder: Folder) throws(PackageError) -> FolderLock? {
    do throws(FileError) {
      return try folder.lock()
    } catch {
      switch error.code {
      case .busy:
        throw PackageError(
          .busy, folder.path, "another backup is writing there; let it finish, then try again",
          underlying: nil)
      case .unsupported: return nil
      default: throw PackageError(error)
      }
    }
  }
}
