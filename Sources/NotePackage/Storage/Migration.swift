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
  /// - Parameter only: the one package to migrate, where not all are meant.
  /// - Throws: `busy` while a repair or another migration is at work in the library, `unsupported` in a build without
  ///   SQLite. What is wrong with one package is its outcome, and doesn't stop the others.
  public func run(
    _ library: Library, only: Name? = nil, workerCount: Int,
    progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    isCancelled: @Sendable () -> Bool = { false }
  ) throws(PackageError) -> Result {
    let lock = try isDryRun ? nil : files { () throws(FileError) in try library.folder.lock() }
    defer { lock?.release() }
    let names: [Name]
    if let only { names = [only] } else { names = try library.packageNames() }
    let lost = LostAndFoundRun(in: library.folder, now: check.now)
    // Packages are made in parallel and take their places one after the other.
    let door = Mutex(())
    let outcomes = OrderedWork.map(
      names, workerCount: workerCount, progress: progress, isCancelled: isCancelled
    ) { name in
      var outcome = Outcome(path: library.folder.path.appending(name))
      let work = PackageMigration(
        library: library, name: name, target: target, isDryRun: isDryRun, check: check, lost: lost)
      do throws(PackageError) {
        try work.run(&outcome, door)
      } catch {
        outcome.state = .failed
        outcome.failure = error.inPackage(name, of: library)
      }
      return outcome
    }
    return Result(packages: outcomes, runID: lost.isUsed ? lost.id : nil)
  }
}
