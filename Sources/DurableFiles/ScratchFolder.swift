/// A private folder for files that need a name and no place, readable by this user alone. It shares the folder and
/// removes it, with all that is in it, with its last owner.
public final class ScratchFolder: Sendable {
  public let folder: Folder
  private let name: Name
  private let parent: Folder

  /// Makes an empty one in the system's folder for temporary files.
  public init() throws(FileError) {
    parent = try Folder.open(Path(System.temporaryFolder))
    name = TemporaryName.stage()
    folder = try parent.makeFolder(name, mode: 0o700)
  }

  deinit {
    // Should this fail, the system clears the folder some day.
    try? parent.removeTree(name)
  }
}
