import DurableFiles
import NoteModel

/// One line of `record.jsonl`: what a repair did to one path, so that it can be undone.
struct LostRecord {
  enum Action: String {
    /// The original lies in lost+found; other bytes stand in its place.
    case replaced
    /// The original lies in lost+found; nothing stands in its place.
    case removed
    /// Nothing stood there before.
    case created
    /// It stands under another name in the same package.
    case moved
    /// Its permissions were changed.
    case mode
    /// The package's folder has another name.
    case folderRenamed = "folder-renamed"
    /// The whole folder lies in lost+found.
    case folderRemoved = "folder-removed"
    /// The whole old folder lies in lost+found; an imported one stands in its place.
    case folderReplaced = "folder-replaced"
  }

  var action: Action
  /// The package's folder name before the repair, or the name of something else in the library.
  var package: Name
  var path: RelativePath?
  /// Where it is now: a path in the package, or the folder's new name.
  var target: RelativePath?
  /// Of the original, hexadecimal.
  var digest: String?
  var byteCount: Int?
  /// Of what stands in its place.
  var newDigest: String?
  /// Permission bits before.
  var mode: UInt32?
  var code: String

  var line: [UInt8] {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      func text(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        writer.key(key)
        writer.string(value)
      }
      text("action", action.rawValue)
      text("package", SpelledBytes.text(package.bytes))
      text("path", path.map { SpelledBytes.text($0.bytes) })
      text("to", target.map { SpelledBytes.text($0.bytes) })
      text("sha256", digest)
      if let byteCount {
        writer.key("size")
        writer.integer(byteCount)
      }
      text("newSha256", newDigest)
      if let mode {
        writer.key("mode")
        writer.integer(mode)
      }
      text("code", code)
    }
    writer.endLine()
    return writer.bytes
  }

  /// Nil for a line that a crash cut short.
  static func read(_ line: [UInt8]) -> LostRecord? {
    guard let value = try? JSONValue.read(line.span),
      let action = value["action"]?.string.flatMap({ Action(rawValue: $0) }),
      let package = value["package"]?.string.flatMap({ Name(SpelledBytes.bytes(of: $0)) }),
      let code = value["code"]?.string
    else { return nil }
    return LostRecord(
      action: action, package: package,
      path: value["path"]?.string.flatMap { RelativePath(SpelledBytes.bytes(of: $0)) },
      target: value["to"]?.string.flatMap { RelativePath(SpelledBytes.bytes(of: $0)) },
      digest: value["sha256"]?.string,
      byteCount: value["size"]?.integer(), newDigest: value["newSha256"]?.string,
      mode: value["mode"]?.integer(UInt32.self),
      code: code)
  }
}

extension [UInt8] {
  /// As hexadecimal digits.
  var hexadecimalText: String {
    reduce(into: "") { $0 += String($1 >> 4, radix: 16) + String($1 & 15, radix: 16) }
  }
}
