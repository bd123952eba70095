import DurableFiles
import SafeArchive
import TestSupport

/// An archive in memory; fails after so many bytes if asked to.
final class MemoryArchive: ArchiveSink {
  let path: Path = "memory.zip"
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  func write(_ bytes: RawSpan) throws(FileError) {
    for offset in bytes.byteOffsets {
      if self.bytes.count == limit { throw FileError(errno: 28, operation: "write", path: path) }
      self.bytes.append(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    }
  }
}

/// What an archive holds, in order: names with a slash for folders, and contents.
///
/// Names are compared as bytes: composed and decomposed ones differ.
struct Content: Equatable {
  let name: String
  let bytes: [UInt8]

  static func == (left: Content, right: Content) -> Bool {
    Array(left.name.utf8) == Array(right.name.utf8) && left.bytes == right.bytes
  }

  /// Two folders and four files, one empty, one that doesn't compress, one with a name outside ASCII.
  static let sample: [Content] = {
    var noise: UInt32 = 1
    let random = (0..<700).map { _ -> UInt8 in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      return UInt8(noise >> 24)
    }
    return [
      Content(name: "A.lnote/manifest.json", bytes: Array(String(repeating: "{\"a\":1}\n", count: 40).utf8)),
      Content(name: "A.lnote/empty", bytes: []),
      Content(name: "A.lnote/pages/", bytes: []),
      Content(name: "A.lnote/pages/Ünï\u{301}cödé 笔记.content", bytes: random),
      Content(name: "A.lnote/assets/", bytes: []),
      Content(name: "A.lnote/assets/x", bytes: [1]),
    ]
  }()

  static func archive(_ contents: [Content], level: Int = 6) throws -> [UInt8] {
    let sink = MemoryArchive()
    let writer = try ArchiveWriter(onto: sink, level: level)
    for content in contents { try content.add(to: writer) }
    try writer.finish()
    return sink.bytes
  }

  func add(to writer: ArchiveWriter) throws {
    if name.hasSuffix("/") {
      try writer.addFolder(.of(String(name.dropLast())))
    } else {
      try writer.addFile(.of(name), bytes)
    }
  }

  /// Everything in an archive, read in one pass.
  static func all(of reader: ArchiveReader, limit: Int = 1 << 24) throws -> [Content] {
    var contents: [Content] = []
    func take(_ entry: ArchiveEntry, _ stream: inout EntryStream) throws {
      let bytes = try stream.readAll(limit: limit)
      contents.append(Content(name: entry.path.description + (entry.isFolder ? "/" : ""), bytes: bytes))
    }
    try reader.forEach(take)
    return contents
  }
}

extension TemporaryFolder {
  /// Puts bytes into a file and opens it as an archive.
  func reader(_ bytes: [UInt8], limits: ArchiveLimits = .standard) throws -> ArchiveReader {
    if try folder.status(Name.of("archive")) != nil { try folder.remove(.of("archive")) }
    var file = try folder.createFile(.of("archive"))
    try file.write(bytes)
    try file.close()
    return try ArchiveReader.open(path.appending(Name.of("archive")), limits: limits)
  }
}
