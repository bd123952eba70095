public import DurableFiles

/// Tells what a path holds, so that every command takes packages, archives and libraries alike.
public enum PackageSources {
  public enum Kind: Sendable, Hashable {
    case package
    case library
    case archive
  }

  /// What stands at a path: a folder named or filled like a package, any other folder, or a file.
  public static func kind(of path: Path) throws(PackageError) -> Kind {
    let folder: Folder
    do {
      folder = try Folder.open(path)
    } catch {
      if error.code == .notFolder { return .archive }
      throw PackageError(error)
    }
    if path.name.map({ Layout.isPackageName($0) }) == true { return .package }
    return try files { () throws(FileError) in try folder.status(Layout.document) } == nil
      ? .library : .package
  }

  /// The one package at a path: a package's folder, or an archive that holds one.
  public static func one(at path: Path, limits: Limits = .standard) throws(PackageError) -> any PackageSource
  {
    switch try kind(of: path) {
    case .package:
      return FolderSource(try files { () throws(FileError) in try Folder.open(path) }, limits: limits)
    case .library:
      throw PackageError(
        .notPackage, path, "is no package: it has no document.json (a library? name one package in it)")
    case .archive:
      let archive = try ArchivedPackages.open(path, limits: limits)
      guard archive.packages.count == 1 else {
        throw PackageError(
          .ambiguous, path,
          "holds \(archive.packages.count) packages; unpack it (lnote unpack \(path.shellWord)), then name one of them"
        )
      }
      return archive.packages[0].source
    }
  }
}
