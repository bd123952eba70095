import DurableFiles
import NotePackage

/// A folder that results go into, made if it wasn't there.
struct OutputFolder {
  let folder: Folder
  /// Where it was made; nil when it was there.
  private let made: (parent: Folder, name: Name)?

  init(_ path: Path) throws(PackageError) {
    do throws(FileError) {
      do throws(FileError) {
        folder = try Folder.open(path)
        made = nil
      } catch  where error.code == .notFound {
        guard let name = path.name else { throw error }
        let parent = try Folder.open(path.parent)
        _ = try parent.makeFolder(name)
        made = (parent, name)
        try parent.sync()
        folder = try Folder.open(path)
      }
    } catch {
      if error.code == .notFolder { throw PackageError(.notPackage, path, "is no folder") }
      throw Outputs.failure(error, path)
    }
  }

  /// A folder for packages, which can't be a package itself.
  static func library(_ path: Path) throws(PackageError) -> OutputFolder {
    let isThere = (try? Folder.open(path)) != nil
    if isThere, try PackageSources.kind(of: path) == .package {
      throw PackageError(.refused, path, "is a package; name the library, the folder that holds packages")
    }
    return try OutputFolder(path)
  }

  /// Removes the folder again, if this run made it and nothing came into it.
  func removeIfUnused() {
    if let made { try? made.parent.removeEmptyFolder(made.name) }
  }
}
