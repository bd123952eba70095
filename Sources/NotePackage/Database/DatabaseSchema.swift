import NoteModel

/// The one place that spells the tables of `pages.sqlite`.
enum DatabaseSchema {
  static let applicationID = 0x4C4E_4F54
  static let version = 1

  /// What holds elements, in the order in which elements of one position are drawn.
  static let elementTables = ["strokes", "images", "others"]
  static let tables = ["pages"] + elementTables

  static let creation = [
    "PRAGMA application_id = \(applicationID)",
    "PRAGMA user_version = \(version)",
    "CREATE TABLE pages (id TEXT PRIMARY KEY, epoch INTEGER NOT NULL, extra TEXT)",
    """
    CREATE TABLE strokes (page TEXT NOT NULL REFERENCES pages(id), position INTEGER NOT NULL, id TEXT NOT NULL, \
    tool TEXT NOT NULL, color TEXT NOT NULL, startedAt TEXT, columns INTEGER NOT NULL, samples BLOB NOT NULL, \
    extra TEXT, PRIMARY KEY (page, position))
    """,
    """
    CREATE TABLE images (page TEXT NOT NULL REFERENCES pages(id), position INTEGER NOT NULL, id TEXT NOT NULL, \
    asset TEXT NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, \
    rotation INTEGER, opacity INTEGER, extra TEXT, PRIMARY KEY (page, position))
    """,
    """
    CREATE TABLE others (page TEXT NOT NULL REFERENCES pages(id), position INTEGER NOT NULL, json TEXT NOT NULL, \
    PRIMARY KEY (page, position))
    """,
  ]

  /// The columns of a table of elements behind page and position, in the order of `creation`.
  static func columns(of table: String) -> String {
    switch table {
    case "strokes": "id, tool, color, startedAt, columns, samples, extra"
    case "images": "id, asset, x, y, width, height, rotation, opacity, extra"
    default: "json"
    }
  }

  static func allColumns(of table: String) -> [String] {
    if table == "pages" { return ["id", "epoch", "extra"] }
    return ["page", "position"] + columns(of: table).split(separator: ", ").map { String($0) }
  }
}

/// Which columns of a stroke's samples say something; the others hold a constant or nothing.
enum SampleColumns {
  static let radius: Int64 = 1
  static let pressure: Int64 = 2
  static let time: Int64 = 4
  static let byteCount = 16
}
