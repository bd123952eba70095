import DurableFiles
import Synchronization

/// Where repairs keep what they take out: `.lnote-lost+found` in the library, a folder a run.
public enum LostAndFound {
  public static let name = ".lnote-lost+found"

  static var folderName: Name {
    guard let name = Name(name) else { preconditionFailure("a name") }
    return name
  }

  static var recordName: Name {
    guard let name = Name("record.jsonl") else { preconditionFailure("a name") }
    return name
  }

  static func removeIfEmpty(_ folder: Folder, in library: Folder) throws(FileError) {
    guard try folder.entries().isEmpty else { return }
    try library.removeEmptyFolder(folderName)
    try library.sync()
  }

  /// The folder of all runs, made if it isn't there.
  static func made(in library: Folder) throws(FileError) -> Folder {
    do throws(FileError) {
      return try library.folder(folderName)
    } catch  where error.code == .notFound {
      let folder = try library.makeFolder(folderName, mode: 0o700)
      try library.sync()
      return folder
    }
  }
}

/// The folder of one run in lost+found; made when something is kept for the first time. A class, since all packages of
/// a run share it.
final class LostAndFoundRun: Sendable {
  /// What `--undo` asks for.
  let id: String
  private let library: Folder
  private let state = Mutex(State())

  private struct State {
    var folder: Folder?
    /// Whether the record may end in the middle of a line.
    var isTorn = false
  }

  /// - Parameter now: milliseconds since 1970.
  init(in library: Folder, now: Int64, identifier: UInt32 = .random(in: 0...UInt32.max)) {
    self.library = library
    let digits = String(identifier, radix: 16)
    id = Self.timeText(now) + "-" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Whether anything was kept.
  var isUsed: Bool { state.withLock { $0.folder != nil } }

  /// Such as `20261130T081500Z`.
  private static func timeText(_ now: Int64) -> String {
    LostTime.text(now).filter { $0 != "-" && $0 != ":" }
  }

  private func made() throws(FileError) -> Folder {
    try state.withLock { (state) throws(FileError) -> Folder in try made(&state) }
  }

  private func made(_ state: inout State) throws(FileError) -> Folder {
    if let folder = state.folder { return folder }
    guard let name = Name(id) else { preconditionFailure("a name") }
    let all = try LostAndFound.made(in: library)
    let made = try all.makeFolder(name, mode: 0o700)
    try all.sync()
    state.folder = made
    return made
  }

  /// Gives a file or link of a package a second name here, before the first one goes.
  func keep(_ path: RelativePath, of package: Name, in holder: Folder) throws(FileError) {
    let place = try parent(of: RelativePath([package] + path.names))
    try holder.link(path.name, as: path.name, in: place)
    try place.sync()
  }

  /// Moves a whole folder, or anything else of the library, here.
  func moveHere(_ name: Name) throws(FileError) {
    let made = try made()
    try library.rename(name, to: name, in: made, replacing: false)
    try made.sync()
    try library.sync()
  }

  private func parent(of path: RelativePath) throws(FileError) -> Folder {
    var current = try made()
    for name in path.names.dropLast() {
      if try current.status(name) == nil {
        _ = try current.makeFolder(name, mode: 0o700)
        try current.sync()
      }
      current = try current.folder(name)
    }
    return current
  }

  /// Appends lines to `record.jsonl`, durably.
  func record(_ records: [LostRecord]) throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      let made = try made(&state)
      var file = try made.appendToFile(LostAndFound.recordName)
      if state.isTorn { try file.write([UInt8(ascii: "\n")]) }
      state.isTorn = true
      try file.write(records.flatMap(\.line))
      state.isTorn = false
      try file.sync()
      try file.close()
      try made.sync()
    }
  }

  /// Where something kept lies, from the library's folder.
  func place(of path: RelativePath?, in package: Name) -> RelativePath? {
    RelativePath([LostAndFound.folderName] + (Name(id).map { [$0] } ?? []) + [package] + (path?.names ?? []))
  }
}
