import NoteModel

/// The time in the name of a run's folder.
enum LostTime {
  /// Such as `2026-11-30T08:15:00Z`.
  static func text(_ milliseconds: Int64) -> String {
    String(Timestamp(milliseconds: milliseconds).text.prefix(19)) + "Z"
  }

  /// Milliseconds since 1970 of a folder name such as `20261130T081500Z-0a1b2c3d`; nil for any other.
  static func milliseconds(ofRun name: String) -> Int64? {
    let text = Array(name)
    guard text.count > 17, text[8] == "T", text[15] == "Z", text[16] == "-" else { return nil }
    func part(_ range: Range<Int>) -> String { String(text[range]) }
    return Timestamp(
      "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
    )?.milliseconds
  }
}
