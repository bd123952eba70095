import DurableFiles
import NotePackage

/// Files that a command makes: whole or not at all, nothing overwritten unasked.
enum Outputs {
  static func exists(_ path: Path) -> Bool {
    guard let name = path.name, let parent = try? Folder.open(path.parent) else { return false }
    return (try? parent.status(name)) != nil
  }

  static func taken(_ path: Path) -> PackageError {
    PackageError(.exists, path, "is there already; --force replaces it")
  }

  static func write(_ bytes: [UInt8], to path: Path, replacing: Bool) throws(PackageError) {
    do throws(FileError) {
      try replaceFile(at: path, with: bytes, replacingExisting: replacing)
    } catch {
      throw error.code == .exists ? taken(path) : PackageError(error)
    }
  }

  /// The folder at a path, made if it isn't there.
  static func folder(_ path: Path) throws(PackageError) -> Folder {
    do throws(FileError) {
      do throws(FileError) {
        return try Folder.open(path)
      } catch  where error.code == .notFound {
        guard let name = path.name else { throw error }
        let parent = try Folder.open(path.parent)
        _ = try parent.makeFolder(name)
        try parent.sync()
        return try Folder.open(path)
      }
    } catch {
      throw PackageError(error)
    }
  }
}
