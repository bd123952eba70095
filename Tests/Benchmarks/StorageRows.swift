import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport

#if SQLite
  import CSQLite
#endif

/// Editing by journal and by database against rewriting, and opening a page from each.
func storageRows(_ places: Places) throws -> [Row] {
  try places.withScratch { folder in
    var rows = try [appendingRow(folder), appendedBytesRow(folder), oneOfManyAppendedRow(folder)]
    #if SQLite
      rows.append(try transactionRow(folder))
    #endif
    return try rows + openingRows(folder)
  }
}

/// A notebook on disk, its pages kept as asked.
private func notebook(
  _ name: String, strokeCounts: [Int], in folder: URL, isDatabase: Bool = false
) throws -> Path {
  var generator = GeneratedPages(seed: 5)
  let library = try Folder.open(Path(folder.path)).makeFolder(Name.of(name))
  let draft = try PackageDraft(in: library)
  if isDatabase { try draft.keepPagesInDatabase() }
  let now = Timestamp(milliseconds: 1_796_026_500_000)
  var entries: [PageEntry] = []
  for count in strokeCounts {
    let page = generator.page(strokeCount: count)
    try draft.add(page)
    entries.append(
      PageEntry(
        id: page.id, canvas: Canvas(width: 820, height: 1180), createdAt: now, modifiedAt: now,
        elementCount: count))
  }
  let document = Document(
    id: generator.identifier(), title: name, createdAt: now, modifiedAt: now, pages: entries)
  try draft.finish(document)
  return try Importer(into: Library(library), now: now.milliseconds).take(draft).path
}

/// A page that is open for appending, a stroke at a time.
private final class OpenPage {
  private let session: PackageSession
  private let page: PageSession
  private var generator = GeneratedPages(seed: 9)

  init(_ path: Path, _ engine: StorageEngine) throws {
    session = try PackageSession.open(path, engine: engine)
    page = try session.page(session.package.document.pages[0].id)
  }

  func appendOne() throws -> Double {
    let element = generator.page(strokeCount: 1).elements[0]
    return try seconds {
      try page.append(element)
      try page.save()
    }
  }
}

private func appendingRow(_ folder: URL) throws -> Row {
  let journal = try OpenPage(notebook("journal", strokeCounts: [2000], in: folder), .journal)
  let snapshot = try OpenPage(notebook("snapshot", strokeCounts: [2000], in: folder), .snapshot)
  let times = try alternate(rounds: 41, .median, ours: journal.appendOne, peer: snapshot.appendOne)
  return Row(
    work: "append a stroke to a page of 2000 by journal", peer: "rewrite the page", aim: "3 × faster",
    times: times)
}

private func appendedBytesRow(_ folder: URL) throws -> Row {
  var generator = GeneratedPages(seed: 9)
  let frames = (0..<41).map { index in
    JournalCodec.frame(.put(generator.page(strokeCount: 1).elements[0]), index: UInt64(index), epoch: 0)?
      .count ?? 0
  }.sorted()
  let page = PageCodec.encode(generator.page(strokeCount: 2000)).count
  return Row(
    work: "bytes for it", peer: "the page's", aim: "20 × fewer", times: nil,
    figures: ("\(frames[20]) bytes", "\(page) bytes", "\(page / frames[20]) × fewer"))
}

private func oneOfManyAppendedRow(_ folder: URL) throws -> Row {
  let many = try OpenPage(
    notebook("many", strokeCounts: Array(repeating: 100, count: 200), in: folder), .journal)
  let few = try OpenPage(notebook("few", strokeCounts: [100, 100], in: folder), .journal)
  let times = try alternate(rounds: 41, .median, ours: many.appendOne, peer: few.appendOne)
  return Row(
    work: "append to one page of 200", peer: "to one page of 2", aim: "≤ 1.1 × the time", times: times)
}

private func openingRows(_ folder: URL) throws -> [Row] {
  let snapshots = try notebook("open", strokeCounts: [2000], in: folder)
  func open(_ path: Path) throws -> Double {
    try seconds {
      let package = try Package.open(path)
      _ = try package.page(package.document.pages[0].id)
    }
  }
  let journal = try notebook("open-journal", strokeCounts: [2000], in: folder)
  let session = try OpenPage(journal, .journal)
  for _ in 0..<200 { _ = try session.appendOne() }
  var rows = [
    Row(
      work: "open a page of 2000 and 200 in a journal", peer: "one snapshot of 2000", aim: "",
      times: try alternate(rounds: 21, .best, ours: { try open(journal) }, peer: { try open(snapshots) }))
  ]
  #if SQLite
    let database = try notebook("open-database", strokeCounts: [2000], in: folder, isDatabase: true)
    rows.append(
      Row(
        work: "open a page of 2000 in a database", peer: "one snapshot of 2000", aim: "",
        times: try alternate(rounds: 21, .best, ours: { try open(database) }, peer: { try open(snapshots) })))
  #endif
  return rows
}

#if SQLite
  private let strokeCount = 100
  private let sampleCount = 3400

  /// As many samples as the article on which the format rests counted: 5,440,000 bytes of BLOB, 16 a sample.
  private func transactionRow(_ folder: URL) throws -> Row {
    let strokes = (0..<strokeCount).map { number in
      Element.stroke(
        Stroke(
          id: Identifier("EE000000-0000-4000-8000-" + String(100_000_000_000 + number)),
          color: Color(red: 1, green: 2, blue: 3), radius: .constant(8),
          x: (0..<sampleCount).map { Int32($0) }, y: (0..<sampleCount).map { Int32($0) },
          pressure: Array(repeating: 500, count: sampleCount), time: (0..<sampleCount).map { UInt32($0) }))
    }
    var rounds = 0
    let times = try alternate(rounds: 21, .median) {
      rounds += 1
      let path = try notebook("ours-\(rounds)", strokeCounts: [0], in: folder, isDatabase: true)
      let session = try PackageSession.open(path, engine: .sqlite)
      let page = try session.page(session.package.document.pages[0].id)
      let time = try seconds {
        for stroke in strokes { try page.append(stroke) }
        try page.save()
      }
      try session.close(at: Timestamp(milliseconds: 1_796_026_500_000))
      return time
    } peer: {
      let path = try notebook("peer-\(rounds)", strokeCounts: [0], in: folder, isDatabase: true)
      return try insertByCAPI(strokes, into: "\(path)/pages.sqlite")
    }
    return Row(
      work: "100 strokes of 3400 samples into SQLite in one transaction", peer: "the C API with ready blobs",
      aim: "≤ 1.2 × the time", times: times)
  }

  private func insertByCAPI(_ strokes: [Element], into path: String) throws -> Double {
    var database: OpaquePointer?
    func check(_ status: Int32) throws {
      guard [SQLITE_OK, SQLITE_ROW, SQLITE_DONE].contains(status) else {
        throw BenchmarkError(message: String(cString: sqlite3_errmsg(database)))
      }
    }
    try check(sqlite3_open(path, &database))
    defer { sqlite3_close(database) }
    try check(sqlite3_exec(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", nil, nil, nil))
    let blob = [UInt8](repeating: 7, count: sampleCount * 16)
    return try seconds {
      try check(sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil))
      var statement: OpaquePointer?
      let query = """
        INSERT INTO strokes (page, position, id, tool, color, startedAt, columns, samples, extra)
        SELECT id, ?, ?, 'pen', '#010203FF', NULL, 6, ?, NULL FROM pages LIMIT 1
        """
      try check(sqlite3_prepare_v2(database, query, -1, &statement, nil))
      for (index, stroke) in strokes.enumerated() {
        try check(sqlite3_bind_int64(statement, 1, Int64(index)))
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        try check(sqlite3_bind_text(statement, 2, stroke.id?.text ?? "", -1, copied))
        try blob.withUnsafeBytes {
          try check(sqlite3_bind_blob(statement, 3, $0.baseAddress, Int32($0.count), nil))
        }
        try check(sqlite3_step(statement))
        try check(sqlite3_reset(statement))
      }
      sqlite3_finalize(statement)
      try check(sqlite3_exec(database, "COMMIT", nil, nil, nil))
    }
  }
#endif
