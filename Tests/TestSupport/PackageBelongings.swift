public import DurableFiles
import NoteModel
import NotePackage

/// What a person would miss: every element that can be read, every asset, every extra file, every title.
///
/// Taken before a repair and after it, over the packages and lost+found alike: nothing of the first may be absent from
/// the second.
public struct Belongings: Sendable {
  public private(set) var elements: Set<[UInt8]> = []
  public private(set) var files: Set<[UInt8]> = []
  public private(set) var titles: Set<String> = []

  /// - Parameter skipsLost: leaves lost+found out, which a checker made wrong on purpose does.
  public init(of library: Folder, skipsLost: Bool = false) throws {
    for entry in try library.walk() where entry.status.kind == .file {
      if skipsLost, entry.path.names[0].text == LostAndFound.name { continue }
      if entry.path.name.text == "record.jsonl", entry.path.names[0].text == LostAndFound.name { continue }
      let bytes = try library.read(entry.path, limit: 1 << 30)
      take(entry.path, bytes)
    }
  }

  private mutating func take(_ path: RelativePath, _ bytes: [UInt8]) {
    if let page = try? PageCodec.read(bytes.span) {
      for element in page.page.elements { elements.insert(PageCodec.encode(element).withoutID) }
    } else if let document = try? DocumentCodec.read(bytes.span).document {
      titles.insert(document.title)
    } else if (try? ManifestCodec.decode(bytes.span)) == nil, !bytes.isEmpty {
      files.insert(bytes)
    }
  }

  /// What this has and the other lacks; empty when nothing was lost.
  public func missing(in other: Belongings) -> [String] {
    var missing: [String] = []
    missing += elements.subtracting(other.elements).map {
      "element \(String(decoding: $0.prefix(120), as: UTF8.self))"
    }
    missing += files.subtracting(other.files).map { "a file of \($0.count) bytes" }
    missing += titles.subtracting(other.titles).map { "the title \($0)" }
    return missing.sorted()
  }
}

extension [UInt8] {
  /// An element may get a new id where two had the same.
  fileprivate var withoutID: [UInt8] {
    guard let start = firstRange(of: Array("\"id\":\"".utf8)) else { return self }
    guard let end = self[start.upperBound...].firstIndex(of: UInt8(ascii: "\"")) else { return self }
    return Array(self[..<start.upperBound] + self[end...])
  }
}
