import CommandTable
import DurableFiles
import NotePackage

/// Files that a command makes: whole or not at all, nothing overwritten unasked.
enum Outputs {
  static func exists(_ path: Path) -> Bool {
    guard let name = path.name, let parent = try? Folder.open(path.parent) else { return false }
    return (try? parent.status(name)) != nil
  }

  /// Whether files go into a place under names of their own: a folder that is there, or one that a slash says.
  static func isFolder(_ path: Path) -> Bool {
    path.bytes.last == UInt8(ascii: "/") || (try? Folder.open(path)) != nil
  }

  /// Where the one file of a command goes, and under its usual name where no other is said.
  static func place(_ output: Path?, named usual: @autoclosure () throws -> String) throws -> Path {
    guard let output else { return Path(try usual()) }
    guard output != Inputs.standardInput, isFolder(output) else { return output }
    try refusePackage(output)
    return inFolder(output, try usual())
  }

  static func inFolder(_ folder: Path, _ name: String) -> Path {
    let slash = folder.bytes.last == UInt8(ascii: "/") ? "" : "/"
    return Path(folder.bytes + Array("\(slash)\(name)".utf8))
  }

  /// What lies in a package belongs to it.
  static func refusePackage(_ folder: Path) throws(PackageError) {
    if (try? PackageSources.kind(of: folder)) == .package {
      throw PackageError(.refused, folder, "is a package; name another folder, or a file")
    }
  }

  static func write(_ bytes: [UInt8], to path: Path, replacing: Bool) throws(PackageError) {
    do throws(FileError) {
      try replaceFile(at: path, with: bytes, replacingExisting: replacing)
    } catch {
      throw failure(error, path)
    }
  }

  /// Refuses a place that is taken, or that `--force` couldn't free either.
  static func check(_ path: Path, replacing: Bool) throws(PackageError) {
    if (try? Folder.open(path)) != nil {
      throw PackageError(.exists, path, "is a folder; name a file in it")
    }
    if !replacing, exists(path) { throw taken(path) }
  }

  /// Runs what makes a file, and tells a failure of the file in the making as one of the file that was named.
  static func making<Result>(_ path: Path, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError {
      throw failure(error, path)
    } catch let error as PackageError {
      guard let file = error.underlying as? FileError, file.path.placeOfUnfinished != nil else { throw error }
      throw failure(file, path)
    }
  }

  /// Whether a path leads into a folder, however both are spelled.
  static func isInside(_ path: Path, _ folder: Path) -> Bool {
    guard let outer = try? Folder.open(folder).status() else { return false }
    var above = path.parent
    while let status = try? Folder.open(above).status() {
      if status.isSame(as: outer) { return true }
      let parent = Path(above.bytes + Array("/..".utf8))
      guard let next = try? Folder.open(parent).status(), !next.isSame(as: status) else { return false }
      above = parent
    }
    return false
  }

  static func failure(_ error: FileError, _ path: Path) -> PackageError {
    switch error.code {
    case .exists: taken(path)
    case .notFound:
      PackageError(.system, path, "can't be made, since the folder \(path.parent) isn't there; make it first")
    case .notFolder: PackageError(.system, path, "can't be made, since \(path.parent) is no folder")
    default: PackageError(.system, path, "can't be written: \(error.words)")
    }
  }

  private static func taken(_ path: Path) -> PackageError {
    PackageError(.exists, path, "is there already; --force replaces it")
  }
}

extension FileStatus {
  fileprivate func isSame(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
