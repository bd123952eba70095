import DurableFiles
import NotePackage

/// What a command that changes packages is pointed at: a library, or one package in its library.
struct PackagePlace {
  let library: Library
  /// Nil for all packages of the library.
  let only: Name?

  init(_ path: Path) throws(PackageError) {
    switch try PackageSources.kind(of: path) {
    case .archive:
      throw PackageError(
        .unsupported, path, "is an archive; unpack it before changing it (lnote unpack \(path.shellWord))")
    case .library: (library, only) = (try Library.open(path), nil)
    case .package:
      guard let name = path.name else {
        throw PackageError(.unsupported, path, "doesn't say the package's name; name its folder")
      }
      do throws(FileError) {
        library = Library(try Folder.open(path.parent))
      } catch {
        throw PackageError(error)
      }
      only = name
    }
  }

  func names() throws(PackageError) -> [Name] {
    if let only { return [only] }
    return try library.packageNames()
  }
}
