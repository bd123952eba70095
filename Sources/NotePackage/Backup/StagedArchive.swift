import DurableFiles
import SafeArchive

/// An archive in a stage beside its place: written, made durable, read back, and only then given its name.
final class StagedArchive: ArchiveSink {
  private let stage: Stage
  private let destination: Folder
  private var file: WritableFile?

  private static var name: Name {
    guard let name = Name("archive") else { preconditionFailure("a name") }
    return name
  }

  init(in folder: Folder) throws(FileError) {
    destination = folder
    stage = try Stage.create(in: folder)
    file = try stage.folder.createFile(Self.name)
  }

  var path: Path { stage.folder.path.appending(Self.name) }

  func write(_ bytes: RawSpan) throws(FileError) {
    precondition(file != nil, "nothing is written to an archive after its end")
    try file?.write(bytes)
  }

  /// Makes the archive durable. Once only. Gives its length.
  func finish() throws(FileError) -> Int {
    guard let finished = file.take() else { preconditionFailure("an archive ends once") }
    try finished.sync()
    let byteCount = finished.byteCount
    try finished.close()
    return byteCount
  }

  /// Lets it take its place. Throws `exists` when that is taken.
  func install(as target: Name) throws(FileError) { try stage.install(Self.name, as: target) }

  /// Lets it take the place of another one, which is gone then.
  func replace(_ target: Name) throws(FileError) {
    try stage.folder.rename(Self.name, to: target, in: destination, replacing: true)
    try destination.sync()
  }
}
