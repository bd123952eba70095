public import DurableFiles
import NoteModel
import Synchronization

/// Changes how packages keep their pages: staged beside the package, read back and compared, and exchanged in one step.
/// The old package goes to lost+found, from where ``Undo`` puts it back.
public struct Migration: Sendable {
  public enum Target: String, Sendable, CaseIterable {
    case sqlite
    case snapshots
  }

  public let target: Target
  /// Plans only.
  public var isDryRun = false
  private let check: Check

  public init(to target: Target, check: Check) {
    self.target = target
    self.check = check
  }

  /// What became of one package.
  public struct Outcome: Sendable {
    public enum State: String, Sendable {
      case migrated
      case planned
      /// It is kept that way already.
      case unchanged
      case failed
    }

    public let path: Path
    public var state = State.failed
    public var title = ""
    public var from = ""
    public var pageCount = 0
    public var elementCount = 0
    public var sampleCount = 0
    public var assetCount = 0
    /// What the new storage has no place for, as a person would name it: tables of other programs in a database, an
    /// unfinished frame at the end of a journal. It stays with the old package in lost+found.
    public var leftBehind: [String] = []
    /// Where the old package is kept; nil where it wasn't migrated.
    public var oldPackage: Path?
    /// Why it was left as it was.
    public var failure: PackageError?
  }

  public struct Result: Sendable {
    /// In the order of the packages' names; without those that were not reached when the caller asked to stop.
    public let packages: [Outcome]
    /// What `fsck --undo` asks for; nil when nothing was migrated.
    public let runID: String?
  }

  /// Migrates the packages of a library.
  ///
  /// - Parameters:
  ///   - only: the one package to migrate, where not all are meant.
  ///   - monitor: told how many packages are done and how many bytes of pages were moved; asked before each page
  ///     whether to stop, which leaves a package that isn't done as it is.
  /// - Throws: `busy` while a repair or another migration is at work in the library, `unsupported` in a build without
  ///   SQLite. What is wrong with one package is its outcome, and doesn't stop the others.
  public func run(
    _ library: Library, only: Name? = nil, workerCount: Int,
    monitor: WorkMonitor = WorkMonitor()
  ) throws(PackageError) -> Result {
    let lock = try isDryRun ? nil : files { () throws(FileError) in try library.folder.lock() }
    defer { lock?.release() }
    let names: [Name]
    if let only { names = [only] } else { names = try library.packageNames() }
    let lost = LostAndFoundRun(in: library.folder, now: check.now)
    // Packages are made in parallel and take their places one after the other.
    let door = Mutex(())
    let outcomes: [Outcome?] = OrderedWork.map(
      names, workerCount: workerCount, progress: monitor.reach, isCancelled: monitor.isCancelled
    ) { name in
      var outcome = Outcome(path: library.folder.path.appending(name))
      let work = PackageMigration(
        library: library, name: name, target: target, isDryRun: isDryRun, check: check, lost: lost,
        monitor: monitor)
      do throws(PackageError) {
        try work.run(&outcome, door)
      } catch {
        if error.code == .cancelled { return nil }
        outcome.state = .failed
        outcome.failure = error.inPackage(name, of: library)
      }
      return outcome
    }
    return Result(packages: outcomes.compactMap { $0 }, runID: lost.isUsed ? lost.id : nil)
  }
}
