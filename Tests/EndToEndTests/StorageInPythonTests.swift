import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// Journals and databases in the hands of a program that shares nothing with ours but the format.
@Suite struct StorageInPythonTests {
  let temporary: TemporaryFolder
  var package: String { temporary(StorageTrial.package) }

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeSmallPackage(in: "L")
  }

  private static let journals = """
    import json, struct, sys
    table = []
    for value in range(256):
      for _ in range(8): value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
      table.append(value)
    def crc(data):
      value = 0xFFFFFFFF
      for byte in data: value = table[(value ^ byte) & 255] ^ value >> 8
      return value ^ 0xFFFFFFFF
    def frame(epoch, index, kind, payload):
      place = struct.pack("<QQI", epoch if index else 0, index, len(payload)) + bytes([kind])
      return struct.pack("<II", len(payload), crc(place + payload)) + bytes([kind]) + payload
    def replay(snapshot, journal):
      page = json.load(open(snapshot))
      data, at, index, elements = open(journal, "rb").read(), 0, 0, page["elements"]
      while at < len(data):
        length, check = struct.unpack_from("<II", data, at)
        kind, payload = data[at + 8], data[at + 9:at + 9 + length]
        assert frame(page["epoch"], index, kind, payload)[4:8] == data[at + 4:at + 8], index
        value = json.loads(payload)
        ids = [element["id"] for element in elements]
        if kind == 0: assert index == 0 and value == {"formatVersion": 1, "page": page["page"], "epoch": page["epoch"]}
        elif kind == 1:
          if value["id"] in ids: elements[ids.index(value["id"])] = value
          else: elements.append(value)
        elif kind == 2: elements.pop(ids.index(value["id"]))
        else: elements.insert(value["index"], elements.pop(ids.index(value["id"])))
        at, index = at + 9 + length, index + 1
      return elements
    """

  private var page: Identifier { Identifier(SmallPackage.pages[0]) }
  private var file: String { "\(package)/pages/\(SmallPackage.pages[0])" }

  private func python(_ script: String, _ arguments: String...) throws -> String {
    let outcome = try Program.named("python3").run(["-c", script] + arguments)
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.output
  }

  @Test(.needs("python3")) func replaysOurJournal() throws {
    let session = try PackageSession.open(Path(package), engine: .journal)
    let edited = try session.page(page)
    guard case .stroke(var stroke) = edited.page.elements[0] else { throw CancellationError() }
    stroke.id = Identifier("E0000000-0000-4000-8000-000000000077")
    try edited.append(.stroke(stroke))
    try edited.save()
    try edited.move(stroke.id, to: 0)
    try edited.remove(try #require(edited.page.elements[1].id))
    stroke.x[0] += 1
    try edited.replace(.stroke(stroke))
    try edited.save()
    let output = try python(
      Self.journals + "\nprint(json.dumps(replay(sys.argv[1], sys.argv[2])))", "\(file).content",
      "\(file).journal")
    let wanted = try JSONSerialization.jsonObject(with: Data(PageCodec.encode(edited.page))) as? [String: Any]
    let found = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? NSArray
    #expect(found == wanted?["elements"] as? NSArray && found?.count == 3)
    withExtendedLifetime(session) {}
  }

  @Test(.needs("python3")) func itsJournalIsReplayed() throws {
    let script =
      Self.journals + """

        name, page = sys.argv[1], json.load(open(sys.argv[1] + ".content"))
        first = dict(page["elements"][0], id="E0000000-0000-4000-8000-000000000088")
        changes = [(0, {"formatVersion": 1, "page": page["page"], "epoch": 0}), (1, first),
          (3, {"id": first["id"], "index": 1}), (2, {"id": page["elements"][2]["id"]})]
        with open(name + ".journal", "wb") as journal:
          for index, (kind, value) in enumerate(changes):
            journal.write(frame(0, index, kind, json.dumps(value).encode()))
        """
    _ = try python(script, file)
    let read = try Package.open(Path(package)).page(page)
    #expect(read.elements.map { $0.id?.text.suffix(2) } == ["01", "88", "02"])
    let compacted = try lnote("compact", temporary("L"))
    #expect(compacted.status == 0 && compacted.output.contains("1 journal"), "\(compacted)")
    let merged = try Package.open(Path(package)).page(page)
    #expect(merged.elements == read.elements && merged.epoch == 1)
  }

  #if SQLite
    private static let databases = """
      import json, sqlite3, struct, sys
      database = sqlite3.connect(sys.argv[1])
      assert database.execute("pragma integrity_check").fetchall() == [("ok",)]
      assert database.execute("pragma application_id").fetchone() == (0x4C4E4F54,)
      assert database.execute("pragma user_version").fetchone() == (1,)
      def column(values): return [b - a for a, b in zip([0] + values, values)]
      pages = {}
      for page, epoch, extra in database.execute("select id, epoch, extra from pages"):
        rows = {}
        for at, id, tool, color, start, columns, samples, extra in database.execute(
            "select position, id, tool, color, startedAt, columns, samples, extra from strokes where page = ?", (page,)):
          x, y, radius, pressure, time = map(list, zip(*struct.iter_unpack("<iiHHI", samples)))
          value = {"type": "stroke", "id": id, "tool": tool, "color": color, "x": column(x), "y": column(y)}
          value["radius"] = column(radius) if columns & 1 else radius[0]
          if start is not None: value["startedAt"] = start
          if columns & 2: value["pressure"] = column(pressure)
          if columns & 4: value["time"] = column(time)
          rows[at] = {**value, **json.loads(extra or "{}")}
        for at, id, asset, x, y, width, height, rotation, opacity, extra in database.execute(
            "select position, id, asset, x, y, width, height, rotation, opacity, extra from images where page = ?", (page,)):
          value = {"type": "image", "id": id, "asset": asset, "frame": [x, y, width, height]}
          if rotation is not None: value["rotation"] = rotation
          if opacity is not None: value["opacity"] = opacity
          rows[at] = {**value, **json.loads(extra or "{}")}
        for at, text in database.execute("select position, json from others where page = ?", (page,)):
          rows[at] = json.loads(text)
        pages[page] = [rows[at] for at in sorted(rows)]
      print(json.dumps(pages))
      """

    @Test(.needs("python3")) func readsOurDatabase() throws {
      try temporary.makeStrangePackage(in: "M")
      var paths = [temporary("M/\(SmallPackage.name)")]
      if let library = PackageCorpus.library {
        for name in PackageCorpus.names where name.hasPrefix("9") || Program.isFastBuild {
          try temporary.copy("\(library)/\(name)", "C/\(name)")
          paths.append(temporary("C/\(name)"))
        }
      }
      for path in paths {
        let snapshots = try Package.open(Path(path))
        var wanted: [String: NSArray] = [:]
        for id in try snapshots.pageIDs() {
          let bytes = PageCodec.encode(try snapshots.page(id))
          let value = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
          wanted[id.text] = value?["elements"] as? NSArray
        }
        let outcome = try lnote("migrate", "--to", "sqlite", path)
        #expect(outcome.status == 0, "\(outcome)")
        let output = try python(Self.databases, "\(path)/pages.sqlite")
        let found = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: NSArray]
        #expect(found == wanted, "\(path)")
      }
    }

    // MARK: What it keeps beside the pages

    private func execute(_ statements: String...) throws {
      let script = """
        import sqlite3, sys
        database = sqlite3.connect(sys.argv[1])
        for statement in sys.argv[2:]: database.execute(statement)
        database.commit()
        database.close()
        """
      let outcome = try Program.named("python3").run(["-c", script, "\(package)/pages.sqlite"] + statements)
      #expect(outcome.status == 0, "\(outcome)")
    }

    /// Where pages are files there is no place for it: it is named, and stays in the old database.
    @Test(.needs("python3")) func losesNothingThatAnotherProgramKeeps() throws {
      #expect(try lnote("migrate", "--to", "sqlite", package).status == 0)
      try execute(
        "create table tags (name text)", "insert into tags values ('walks')",
        "create view names as select name from tags", "alter table strokes add column tag text",
        "insert into others values ('gone', 0, '{}')")
      let names = [
        "table tags", "view names", "column strokes.tag", "1 row of no page in others",
      ]
      let planned = try lnote("migrate", "--to", "snapshots", "--dry-run", package)
      #expect(planned.status == 1 && planned.errors.contains(names.joined(separator: ", ")), "\(planned)")
      let outcome = try lnote("migrate", "--to", "snapshots", "--json", package)
      #expect(outcome.status == 1 && outcome.errorLines.count == 2, "\(outcome)")
      let record = try #require(try outcome.records().of("package").first)
      #expect(record.array("leftBehind") as? [String] == names, "\(record)")
      #expect(outcome.errors.contains("stays in \(record["oldPackage"])"), "\(outcome)")
      let kept = try Program.named("python3").run([
        "-c",
        "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('select * from names').fetchall())",
        "\(record["oldPackage"])/pages.sqlite",
      ])
      #expect(kept.output == "[('walks',)]\n", "\(kept)")
      #expect(try lnote("fsck", package).status == 0)
      #expect(try lnote("migrate", "--to", "sqlite", package).status == 0, "nothing of that kind is in files")
    }

    /// An index that another program keeps is its own affair; strokes that it adds to an open page are not undone.
    @Test(.needs("python3")) func writesBesideASession() throws {
      #expect(try lnote("migrate", "--to", "sqlite", package).status == 0)
      let session = try PackageSession.open(Path(package), engine: .sqlite)
      let edited = try session.page(page)
      func append(_ number: Int) throws -> Identifier {
        guard case .stroke(var stroke) = edited.page.elements[0] else { throw CancellationError() }
        stroke.id = Identifier("E0000000-0000-4000-8000-00000000007\(number)")
        try edited.append(.stroke(stroke))
        return stroke.id
      }
      let first = try append(1)
      try edited.save()
      try execute("create table tags (name text)", "insert into tags values ('walks')")
      let second = try append(2)
      try edited.save()
      try execute(
        "insert into others select id, 770, '{\"type\":\"sticker\"}' from pages where id = '\(page)'")
      _ = try append(3)
      for _ in 0..<2 {
        let error = #expect(throws: PackageError.self) { try edited.save() }
        #expect(error?.code == .changed, "\(error?.message ?? "")")
      }
      withExtendedLifetime(session) {}
      let elements = try Package.open(Path(package)).page(page).elements
      #expect(elements.suffix(3).map(\.id) == [first, second, nil])
    }
  #endif
}
