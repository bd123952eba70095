public import NoteModel

/// Times as people name them, to say how a document was then.
public enum RestoreTime {
  /// The last moment of what a text names, in UTC unless it says otherwise: a day such as `2026-11-30`, a minute or a
  /// second such as `2026-11-30 08:15`, any RFC 3339 time, or a generation's name. Nil for anything else.
  public static func latest(_ text: String) -> Timestamp? {
    if let time = Timestamp(text) { return time }
    let stem = text.split(separator: "/").last?.split(separator: "-")[0] ?? ""
    if let time = Generation.time(String(stem)) { return time }
    let length = text.utf8.count
    let rest = [10: "T23:59:59.999Z", 16: ":59.999Z", 19: ".999Z"]
    return rest[length].flatMap { Timestamp(text + $0) }
  }
}
