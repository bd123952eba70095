import DurableFiles
import NoteModel

/// Replacing a package on a file system that can't exchange two names: two renames, with a note of the intent, so that
/// what a crash leaves between them can be finished or taken back.
enum Replacing {
  static var intentName: Name {
    guard let name = Name("intent.json") else { preconditionFailure("a name") }
    return name
  }

  static var oldName: Name {
    guard let name = Name("old.lnote") else { preconditionFailure("a name") }
    return name
  }

  static func exchangeInSteps(
    _ stage: Stage, _ staged: Name, with target: Name, in library: Folder
  ) throws(FileError) {
    try stage.folder.replaceFile(intentName, with: intent(target))
    try library.rename(target, to: oldName, in: stage.folder, replacing: false)
    try stage.install(staged, as: target)
    try stage.folder.rename(oldName, to: staged, in: stage.folder, replacing: false)
    try stage.folder.remove(intentName)
    try stage.folder.sync()
  }

  static func intent(_ target: Name) -> [UInt8] {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.key("target")
      writer.string(target.description)
    }
    writer.endLine()
    return writer.bytes
  }

  /// The package that an interrupted replacement left without its name; nil for any other stage.
  static func missingTarget(of stage: Folder, in library: Folder) -> Name? {
    guard let bytes = try? stage.read(intentName, limit: 1 << 16),
      let value = try? JSONValue.read(bytes.span),
      let target = value["target"]?.string.flatMap({ Name($0) }), (try? library.status(target)) == .some(nil)
    else { return nil }
    return target
  }

  /// Whether one of the two packages is in the stage.
  static func canFinish(_ stage: Folder) -> Bool {
    [Publication.stagedName, oldName].contains { (try? stage.status($0))??.kind == .folder }
  }

  /// Finishes the replacement if the new package is sound, else takes the old one back.
  ///
  /// - Returns: whether it went forward; nil when neither package is there.
  static func finish(
    _ stage: Folder, target: Name, in library: Library, _ check: Check
  ) throws(PackageError) -> Bool? {
    func isThere(_ name: Name) -> Bool { (try? stage.status(name))??.kind == .folder }
    let staged = Publication.stagedName
    var forward = isThere(staged)
    if forward, isThere(oldName) {
      let folder = try files { () throws(FileError) in try stage.folder(staged) }
      let report = check.package(FolderSource(folder, limits: library.limits), named: target)
      forward = Check.refusals(report).isEmpty
    }
    guard forward || isThere(oldName) else { return nil }
    try files { () throws(FileError) in
      try stage.rename(forward ? staged : oldName, to: target, in: library.folder, replacing: false)
      try library.folder.sync()
    }
    return forward
  }
}
