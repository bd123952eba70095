import DurableFiles
import NoteModel

/// A moment of the past as people name it, to have documents as they were then.
public struct RestorePoint: Sendable, Hashable {
  /// The last millisecond that it takes in.
  let time: Timestamp
  /// Of the one generation that is meant, where its name was given: a note that a bug emptied may say the same time as
  /// before.
  let digits: String?

  /// The end of what a text names, in UTC unless it says otherwise: a day such as `2026-11-30`, a minute or a second
  /// such as `2026-11-30 08:15`, any RFC 3339 time, or a generation by its name. Nil for anything else.
  public init?(_ text: String) {
    if let parts = text.split(separator: "/").last.flatMap({ Name(String($0)) }).flatMap(Generation.parts) {
      (time, digits) = parts
      return
    }
    let rest = [10: "T23:59:59.999Z", 16: ":59.999Z", 19: ".999Z"][text.utf8.count] ?? ""
    guard let time = Timestamp(text) ?? Timestamp(text + rest) else { return nil }
    (self.time, digits) = (time, nil)
  }
}
