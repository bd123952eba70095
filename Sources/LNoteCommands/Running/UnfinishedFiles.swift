import CommandTable
import DurableFiles
import NotePackage

extension Path {
  /// The folder in which a file or stage was in the making; nil for a path that names neither.
  var placeOfUnfinished: Path? {
    var place: Path?
    var path = self
    while let name = path.name {
      if TemporaryName.isTemporary(name) || Stage.isStageName(name) { place = path.parent }
      path = path.parent
    }
    return place
  }
}

extension FileError {
  /// The reason alone.
  var words: String { reason ?? Libc.words(for: errno) }
}

extension PackageError {
  /// The error in terms of what the user named: what is in the making has a name that nobody typed.
  var withoutUnfinishedNames: PackageError {
    guard let error = underlying as? FileError, let place = error.path.placeOfUnfinished else { return self }
    return PackageError(code, place, "can't be written to: \(error.words)")
  }
}
