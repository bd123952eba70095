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
    do throws(FileError) {
      try stage.install(staged, as: target)
    } catch {
      takeBack(stage, target, in: library)
      throw error
    }
    try stage.folder.rename(oldName, to: staged, in: stage.folder, replacing: false)
    try stage.folder.remove(intentName)
    try stage.folder.sync()
  }

  /// Gives the old package its name again; where that fails, the stage with both packages must stay.
  private static func takeBack(_ stage: Stage, _ target: Name, in library: Folder) {
    do throws(FileError) {
      guard try library.status(target) == nil else { return stage.abandon() }
      try stage.folder.rename(oldName, to: target, in: library, replacing: false)
      try library.sync()
    } catch {
      stage.abandon()
    }
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
  static func missingTarget(of stage: Folder, in library: Folder) throws(FileError) -> Name? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try stage.read(intentName, limit: 1 << 16)
    } catch  where [.notFound, .notFile, .link, .tooLarge].contains(error.code) {
      return nil
    }
    guard let value = try? JSONValue.read(bytes.span),
      let target = value["target"]?.string.flatMap({ Name($0) }), try library.status(target) == nil
    else { return nil }
    return target
  }

  /// Whether one of the two packages is in the stage.
  static func canFinish(_ stage: Folder) throws(FileError) -> Bool {
    if try isPackage(Publication.stagedName, in: stage) { return true }
    return try isPackage(oldName, in: stage)
  }

  private static func isPackage(_ name: Name, in stage: Folder) throws(FileError) -> Bool {
    try stage.status(name)?.kind == .folder
  }

  /// Finishes the replacement if the new package is sound, else takes the old one back.
  ///
  /// - Returns: whether it went forward; nil when neither package is there.
  static func finish(
    _ stage: Folder, target: Name, in library: Library, _ check: Check
  ) throws(PackageError) -> Bool? {
    let staged = Publication.stagedName
    let (hasNew, hasOld) = try files { () throws(FileError) in
      (try isPackage(staged, in: stage), try isPackage(oldName, in: stage))
    }
    var forward = hasNew
    if hasNew, hasOld {
      let folder = try files { () throws(FileError) in try stage.folder(staged) }
      let report = check.package(FolderSource(folder, limits: library.limits), named: target)
      if let failure = report.findings.first(where: { $0.code == .ioError }) {
        throw PackageError(.system, folder.path, failure.detail)
      }
      forward = Check.refusals(report).isEmpty
    }
    guard hasNew || hasOld else { return nil }
    try files { () throws(FileError) in
      try stage.rename(forward ? staged : oldName, to: target, in: library.folder, replacing: false)
      try library.folder.sync()
    }
    return forward
  }
}
