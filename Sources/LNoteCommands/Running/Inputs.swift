import CommandTable
import DurableFiles
import NotePackage

/// Files that a user names, `-` being standard input.
enum Inputs {
  static let standardInput = Path("-")

  /// A whole file, or standard input.
  static func read(_ path: Path, limit: Int) throws(PackageError) -> [UInt8] {
    guard path == standardInput else {
      do throws(FileError) {
        var file = try openForReading(path)
        let bytes = try file.readAll(limit: limit)
        try file.close()
        return bytes
      } catch {
        throw PackageError(error)
      }
    }
    var bytes: [UInt8] = []
    while true {
      guard let piece = Libc.read(from: 0, count: 1 << 16) else {
        throw PackageError(.system, path, "can't read standard input")
      }
      if piece.isEmpty { return bytes }
      bytes += piece
      if bytes.count > limit {
        throw PackageError(.tooLarge, path, "standard input is larger than \(limit) bytes")
      }
    }
  }

  /// The first bytes of a file.
  static func head(_ path: Path, count: Int) throws(PackageError) -> [UInt8] {
    do throws(FileError) {
      let file = try openForReading(path)
      var head = [UInt8](repeating: 0, count: count)
      head.removeLast(count - (try file.read(at: 0, into: &head)))
      try file.close()
      return head
    } catch {
      throw PackageError(error)
    }
  }

  /// Whether two paths lead to one file.
  static func areSame(_ one: Path, _ other: Path) -> Bool {
    guard let first = status(one), let second = status(other) else { return false }
    return first.device == second.device && first.inode == second.inode
  }

  /// When a file last changed, in nanoseconds since 1970; nil for standard input.
  static func modified(_ path: Path) -> Int64? { path == standardInput ? nil : status(path)?.modified }

  private static func status(_ path: Path) -> FileStatus? {
    if let folder = try? Folder.open(path) { return try? folder.status() }
    guard let name = path.name, let parent = try? Folder.open(path.parent) else { return nil }
    return try? parent.status(name)
  }
}
