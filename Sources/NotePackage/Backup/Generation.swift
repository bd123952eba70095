public import DurableFiles
public import NoteModel

/// One state of a document in a backup: an archive named by when the document was changed and a digest of what it
/// holds, such as `20261130T082000.000Z-0a1b2c3d.lnotepack`.
public struct Generation: Sendable, Hashable {
  public let name: Name
  /// When the document was last changed, in its own words; where those couldn't be read, the newest time of its files.
  public let modified: Timestamp
  /// The digest's first hexadecimal digits: eight, or more where two states have these in common.
  let digits: String
  public let byteCount: Int
  /// When the archive was written, in nanoseconds since 1970. It orders states of one time.
  let written: Int64

  /// Nil for a name that no backup gives.
  init?(_ entry: FolderEntry) {
    guard entry.status.kind == .file, let parts = Self.parts(of: entry.name) else { return nil }
    name = entry.name
    modified = parts.modified
    digits = parts.digits
    byteCount = entry.status.byteCount
    written = entry.status.modified
  }

  /// One that a dry run would make now.
  init?(planned name: Name) {
    guard let parts = Self.parts(of: name) else { return nil }
    self.name = name
    modified = parts.modified
    digits = parts.digits
    byteCount = 0
    written = .max
  }

  /// The order in time.
  static func precedes(_ one: Generation, _ other: Generation) -> Bool {
    (one.modified.milliseconds, one.written, one.digits)
      < (other.modified.milliseconds, other.written, other.digits)
  }

  func isPrefix(of digest: [UInt8]) -> Bool { digest.hexadecimalText.hasPrefix(digits) }
}

// MARK: Names

extension Generation {
  /// How many digits names have, and how many where those are taken by another state.
  static let digitCounts = [8, 16, 64]

  static func name(_ modified: Timestamp, _ digest: [UInt8], digitCount: Int) -> Name {
    let text = "\(timeText(modified))-\(digest.hexadecimalText.prefix(digitCount)).\(Layout.archiveExtension)"
    guard let name = Name(text) else { preconditionFailure("digits and letters make a name") }
    return name
  }

  /// Such as `20261130T082000.000Z`, always of one length.
  private static func timeText(_ time: Timestamp) -> String {
    Timestamp(milliseconds: time.milliseconds).text.filter { $0 != "-" && $0 != ":" }
  }

  static func parts(of name: Name) -> (modified: Timestamp, digits: String)? {
    let (stem, suffix) = Layout.stemAndExtension(name)
    guard let stem, suffix == Layout.archiveExtension else { return nil }
    let halves = stem.split(separator: "-", omittingEmptySubsequences: false)
    guard halves.count == 2, let modified = time(String(halves[0])),
      digitCounts.contains(halves[1].utf8.count), halves[1].utf8.allSatisfy(\.isLowercaseDigit)
    else { return nil }
    return (modified, String(halves[1]))
  }

  /// The time that ``timeText(_:)`` spells so; nil for any other text.
  static func time(_ text: String) -> Timestamp? {
    let characters = Array(text)
    guard characters.count == 20, characters[8] == "T" else { return nil }
    func part(_ range: Range<Int>) -> String { String(characters[range]) }
    let spelled =
      "\(part(0..<4))-\(part(4..<6))-\(part(6..<11)):\(part(11..<13)):\(part(13..<20))"
    return Timestamp(spelled).flatMap { timeText($0) == text ? $0 : nil }
  }
}

extension UInt8 {
  fileprivate var isLowercaseDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
