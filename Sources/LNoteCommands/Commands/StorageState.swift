import NoteModel
import NotePackage

/// How a package keeps its pages, in figures.
struct StorageState {
  private let kind: StorageKind
  private let journalCount: Int
  private let journalByteCount: Int
  private let databaseByteCount: Int?
  /// Of the log beside the database; nil when there is none.
  private let logByteCount: Int?

  init(_ package: Package) {
    kind = StorageKind(of: package.document)
    let journals = package.inventory.journals.values
    journalCount = journals.count
    journalByteCount = journals.reduce(0) { $0 + $1.byteCount }
    databaseByteCount = package.inventory[Layout.database]?.byteCount
    logByteCount = package.inventory[Layout.databaseLog]?.byteCount
  }

  var text: String {
    var parts = [kind.name]
    if journalCount > 0 {
      parts.append("\(Size.count(journalCount, "journal")) of \(Size.text(journalByteCount))")
    }
    if let databaseByteCount { parts.append("database of \(Size.text(databaseByteCount))") }
    switch logByteCount {
    case nil: break
    case 0?: parts.append("empty log beside it")
    case let byteCount?: parts.append("\(Size.text(byteCount)) of changes in the log beside it")
    }
    return parts.joined(separator: ", ")
  }

  func record(_ writer: inout JSONWriter) {
    writer.key("journals")
    writer.integer(journalCount)
    writer.key("journalBytes")
    writer.integer(journalByteCount)
    guard let databaseByteCount else { return }
    writer.key("databaseBytes")
    writer.integer(databaseByteCount)
    writer.key("wal")
    writer.string(logByteCount.map { $0 == 0 ? "empty" : "pending" } ?? "none")
    writer.key("walBytes")
    writer.integer(logByteCount ?? 0)
  }
}
