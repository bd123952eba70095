import Synchronization

/// A private folder in which something is made before it takes its place in a destination folder.
///
/// It holds a lock on itself while it lives, by which others tell a stage in use from one left behind. It shares the
/// folder and the lock, and removes the folder with its last owner.
public final class Stage: Sendable {
  /// The staging folder.
  public let folder: Folder
  private let name: Name
  private let destination: Folder
  private let lock: FolderLock
  private let isAbandoned = Atomic(false)
  private let isDiscarded = Atomic(false)

  private init(name: Name, folder: Folder, destination: Folder, lock: FolderLock) {
    self.name = name
    self.folder = folder
    self.destination = destination
    self.lock = lock
  }

  /// Creates an empty stage, readable by this user alone, in the destination folder.
  public static func create(in destination: Folder) throws(FileError) -> Stage {
    let name = TemporaryName.stage()
    let folder = try destination.makeFolder(name, mode: 0o700)
    do {
      return Stage(name: name, folder: folder, destination: destination, lock: try folder.lock())
    } catch {
      try? destination.removeEmptyFolder(name)
      throw error
    }
  }

  /// Makes everything in the stage durable: each file, then each folder after what it holds.
  public func syncTree() throws(FileError) {
    try folder.syncTree()
  }

  /// Moves something from the stage to its place. Throws `exists` when the place is taken.
  ///
  /// Its content must be durable already, see `syncTree()`. On an error the place is as it was; only when the last
  /// step, the sync of the destination, fails is it taken already, perhaps not durably.
  public func install(_ name: Name, as target: Name) throws(FileError) {
    try folder.rename(name, to: target, in: destination, replacing: false)
    try destination.sync()
  }

  /// Swaps something in the stage with what stands in its place, which lies in the stage afterwards.
  ///
  /// There is no moment at which the place is empty. Its content must be durable already, see `syncTree()`.
  public func exchange(_ name: Name, with target: Name) throws(FileError) {
    try folder.exchange(name, with: target, in: destination)
    try destination.sync()
    try folder.sync()
  }

  /// Removes the stage with all that is left in it.
  public func discard() throws(FileError) {
    try destination.removeTree(name)
    isDiscarded.store(true, ordering: .relaxed)
  }

  /// Leaves the stage where it is, with all that is in it, for a repair to find.
  public func abandon() { isAbandoned.store(true, ordering: .relaxed) }

  deinit {
    if isAbandoned.load(ordering: .relaxed) { return }
    // Should this fail, the name tells later runs that the folder is nobody's.
    if !isDiscarded.load(ordering: .relaxed) { try? destination.removeTree(name) }
  }

  /// Whether a folder of this name is a stage, in use or left behind.
  public static func isStageName(_ name: Name) -> Bool {
    name.bytes.starts(with: TemporaryName.stagePrefix.utf8)
  }

  /// Whether somebody is working in a stage right now; false too when it isn't there.
  public static func isInUse(_ name: Name, in folder: Folder) throws(FileError) -> Bool {
    do {
      _ = try folder.folder(name).lock()
      return false
    } catch  where error.code == .busy {
      return true
    } catch  where error.code == .notFound {
      return false
    }
  }
}

extension Folder {
  /// Makes everything below durable: each file, then each folder after what it holds.
  ///
  /// Files of other kinds are left alone.
  public func syncTree() throws(FileError) {
    for entry in try entries() {
      switch entry.status.kind {
      case .folder: try folder(entry.name).syncTree()
      case .file: try openFile(entry.name).sync()
      case .link, .special: break
      }
    }
    try sync()
  }
}

extension ReadableFile {
  /// Brings what anybody wrote to the file to the medium.
  func sync() throws(FileError) {
    try withDescriptor { number throws(FileError) in try System.syncFile(number, path) }
  }
}
