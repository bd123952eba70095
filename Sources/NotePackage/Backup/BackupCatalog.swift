import DurableFiles
import NoteModel

/// What a folder of backups remembers of its generations and of the libraries that it was made of, so that neither has
/// to be read again: `.lnote-backup.jsonl`.
///
/// Nothing depends on it. What it lacks is read again from the archives and the packages.
struct BackupCatalog: Equatable {
  /// What is known of a generation that was read back.
  struct Facts: Equatable {
    var byteCount: Int
    /// Of the package's content.
    var digest: [UInt8]
    var state: GenerationState
    /// Whether it lost strokes and nobody said yet that this was meant.
    var isLoss: Bool
  }

  /// What a package of a library was when it was last backed up.
  struct Record: Equatable {
    /// Nil when it was changed too short a time before.
    var stamp: [UInt8]?
    var document: Name
    var generation: Name
  }

  struct GenerationKey: Hashable {
    let document: Name
    let name: Name
  }

  struct PackageKey: Hashable {
    /// Which library, see ``library(_:)``.
    let library: String
    let package: Name
  }

  var facts: [GenerationKey: Facts] = [:]
  var records: [PackageKey: Record] = [:]

  static var fileName: Name {
    guard let name = Name(".lnote-backup.jsonl") else { preconditionFailure("a name") }
    return name
  }

  private static let byteLimit = 1 << 30

  /// How a library is told from others that use the same folder, on this machine or another.
  static func library(_ folder: Folder) throws(FileError) -> String {
    let place = try folder.resolvedPath()
    return "\(SpelledBytes.text(place.bytes))#\(try folder.status().inode)"
  }

  // MARK: The file

  /// Empty where there is none. Throws when it can't be read, since that says nothing of what is in it.
  static func read(in folder: Folder) throws(FileError) -> BackupCatalog {
    do throws(FileError) {
      return BackupCatalog(try folder.read(fileName, limit: byteLimit))
    } catch  where error.code == .notFound {
      return BackupCatalog()
    }
  }

  func write(in folder: Folder) throws(FileError) { try folder.replaceFile(Self.fileName, with: bytes) }

  init() {}

  /// Lines that can't be understood are left out.
  private init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let value = try? JSONValue.read(Array(line).span), value["v"]?.integer() == 1 else { continue }
      switch value["type"]?.string {
      case "generation":
        if let (key, facts) = Self.generation(value) { self.facts[key] = facts }
      case "package":
        if let (key, record) = Self.package(value) { records[key] = record }
      default: break
      }
    }
  }

  private static func generation(_ value: JSONValue) -> (GenerationKey, Facts)? {
    guard let document = name(value["document"]), let name = name(value["name"]),
      let byteCount: Int = value["bytes"]?.integer(), let digest = digest(value["digest"]),
      let state = value["state"]?.string.flatMap({ GenerationState(rawValue: $0) }),
      case .bool(let isLoss)? = value["loss"]?.content
    else { return nil }
    let facts = Facts(byteCount: byteCount, digest: digest, state: state, isLoss: isLoss)
    return (GenerationKey(document: document, name: name), facts)
  }

  private static func package(_ value: JSONValue) -> (PackageKey, Record)? {
    guard let library = value["library"]?.string, let package = name(value["package"]),
      let document = name(value["document"]), let generation = name(value["generation"])
    else { return nil }
    let record = Record(stamp: digest(value["stamp"]), document: document, generation: generation)
    return (PackageKey(library: library, package: package), record)
  }

  private static func name(_ value: JSONValue?) -> Name? {
    value?.string.flatMap { Name(SpelledBytes.bytes(of: $0)) }
  }

  private static func digest(_ value: JSONValue?) -> [UInt8]? {
    guard let digits = value?.string.map({ Array($0.utf8) }), digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: 64, by: 2) {
      guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  /// Sorted, so that the same knowledge gives the same bytes.
  private var bytes: [UInt8] {
    var writer = JSONWriter(.compact)
    for (key, facts) in facts.sorted(by: { ($0.key.document, $0.key.name) < ($1.key.document, $1.key.name) })
    {
      Self.line(&writer, "generation") { writer in
        Self.members(&writer, [("document", key.document), ("name", key.name)])
        writer.key("bytes")
        writer.integer(facts.byteCount)
        writer.key("digest")
        writer.string(facts.digest.hexadecimalText)
        writer.key("state")
        writer.string(facts.state.rawValue)
        writer.key("loss")
        writer.bool(facts.isLoss)
      }
    }
    for (key, record) in records.sorted(by: {
      ($0.key.library, $0.key.package) < ($1.key.library, $1.key.package)
    }) {
      Self.line(&writer, "package") { writer in
        writer.key("library")
        writer.string(key.library)
        Self.members(
          &writer,
          [("package", key.package), ("document", record.document), ("generation", record.generation)])
        if let stamp = record.stamp {
          writer.key("stamp")
          writer.string(stamp.hexadecimalText)
        }
      }
    }
    return writer.takeBytes()
  }

  private static func line(_ writer: inout JSONWriter, _ type: String, _ members: (inout JSONWriter) -> Void)
  {
    writer.object { writer in
      writer.key("type")
      writer.string(type)
      writer.key("v")
      writer.integer(1)
      members(&writer)
    }
    writer.endLine()
  }

  private static func members(_ writer: inout JSONWriter, _ names: [(StaticString, Name)]) {
    for (key, name) in names {
      writer.key(key)
      writer.string(SpelledBytes.text(name.bytes))
    }
  }
}

/// What a generation is worth.
public enum GenerationState: String, Sendable {
  /// It restores, and nothing is wrong with it.
  case good
  /// The package was damaged when it was backed up, and is kept as it was.
  case damaged
  /// Files of the package were elsewhere and not downloaded.
  case incomplete
}
