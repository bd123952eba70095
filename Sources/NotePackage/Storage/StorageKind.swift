public import NoteModel

/// How a package keeps its pages, as `document.json` says it.
public enum StorageKind: Sendable, Hashable {
  /// One file a page, with or without a journal beside it.
  case snapshots
  /// One database for all.
  case sqlite
  /// One that this version doesn't know.
  case other(String)

  public init(of document: Document) {
    switch document.storage {
    case nil: self = .snapshots
    case Self.sqliteName: self = .sqlite
    case let name?: self = .other(name)
    }
  }

  static let sqliteName = "sqlite"

  public var name: String {
    switch self {
    case .snapshots: "snapshots"
    case .sqlite: Self.sqliteName
    case .other(let name): name
    }
  }
}
