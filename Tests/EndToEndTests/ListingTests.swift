import DurableFiles
import Foundation
import TestSupport
import Testing

/// `ls` and `info`.
@Suite struct ListingTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test func listsByTitle() throws {
    let outcome = try lnote("ls", "\(ProgramSamples.samples)/Library")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.output == """
        Title             Modified          Pages  Id
        Empty notebook    2026-07-01 06:00      1  04BF7BC9-E043-5D97-8AA9-66B5DADA06E6
        Field notes       2026-05-17 20:17      5  5913A7F3-5D4B-5828-BDBB-23E84AC3EF1E
        Pictures and ink  2026-06-14 08:33      2  9C51AF58-438B-5C68-A10C-9AFD4DACA831

        """)
  }

  @Test(arguments: [
    ("title", ["Empty notebook", "Field notes", "Pictures and ink"]),
    ("modified", ["Empty notebook", "Pictures and ink", "Field notes"]),
    ("pages", ["Field notes", "Pictures and ink", "Empty notebook"]),
  ])
  func sorts(_ key: String, _ titles: [String]) throws {
    let library = "\(ProgramSamples.samples)/Library"
    let sorted = try lnote("ls", "--json", "--sort", key, library).records().of("document")
    #expect(sorted.map { $0["title"] as String } == titles)
    let reversed = try lnote("ls", "--json", "--sort=\(key)", "--reverse", library).records().of("document")
    #expect(reversed.map { $0["title"] as String } == titles.reversed())
  }

  /// A line is never wider than a usual terminal, whatever the titles.
  @Test func fitsEightyColumns() throws {
    for title in [
      "Cats / 猫 & <friends> of mine, all of them", "Long title of a long note that goes on", "שלום עולם",
    ] {
      #expect(try lnote("new", temporary("L"), "--title", title).status == 0)
    }
    let shown = try lnote("ls", temporary("L"), environment: ["COLUMNS": "80"], output: .terminal).output
    let lines = shown.split(separator: "\r\n").map { line in
      // Bold is no column.
      line.replacing(#/\u{1B}\[[0-9]*m/#, with: "")
    }
    #expect(lines.count == 4, "\(shown)")
    for line in lines.dropFirst() {
      let wide = line.unicodeScalars.filter { (0x4E00...0x9FFF).contains($0.value) }.count
      #expect(line.count + wide == 80, "\(line)")
    }
  }

  @Test(arguments: [("package", "is a package, no library"), ("file", "is a file, no library")])
  func namesTheCommandForOtherThings(_ kind: String, _ words: String) throws {
    var path = try temporary.makeSmallPackage(in: "My L")
    if kind == "file" { path = try temporary.write("x", "a b.lnotepack") }
    try lnote("ls", path).expectComplaint(3, words, "lnote info '\(path)' shows")
  }

  @Test func listsTheWorkingFolder() throws {
    try temporary.makeSmallPackage(in: "L")
    let outcome = try lnote("ls", in: Path(temporary("L")))
    #expect(outcome.status == 0 && outcome.output.contains("Small "), "\(outcome)")
  }

  @Test func listsAnEmptyFolder() throws {
    let outcome = try lnote("ls", temporary.path)
    #expect(outcome.status == 0 && outcome.output == "", "\(outcome)")
    #expect(try lnote("ls", "--json", temporary.path).records().last?["documents"] == 0)
  }

  /// A library listing reads the manifests and the covers and nothing else.
  @Test(.needsTracing, arguments: ProgramSamples.libraries)
  func opensNothingButManifestsAndCovers(_ library: String) throws {
    let outcome = try Program.named("strace").run([
      "-f", "-qq", "-y", "-e", "trace=%file,getdents64", "-o", temporary("trace"), Program.lnote.path, "ls",
      library,
    ])
    #expect(outcome.status == 0, "\(outcome)")
    // 123 openat(3</Library/ID.lnote>, "manifest.json", O_RDONLY…) = 4</Library/ID.lnote/manifest.json>
    let opened = try temporary.text("trace").split(separator: "\n").filter { $0.contains("open") }
      .compactMap { line -> String? in
        guard let range = line.range(of: #"= \d+<[^>]+>"#, options: .regularExpression) else { return nil }
        return String(line[range].drop { $0 != "<" }.dropFirst().dropLast())
      }
      .filter { $0.hasPrefix(library + "/") }
    let files = opened.filter { !$0.hasSuffix(".lnote") }
    let packages = TemporaryFolder.packages(in: library)
    #expect(files.sorted() == packages.map { "\(library)/\($0)/manifest.json" }.sorted())
  }

  /// One damaged manifest doesn't hide the other documents.
  @Test func listsTheOthersBesideADamagedOne() throws {
    try temporary.copy("\(ProgramSamples.samples)/Library", "Library")
    try temporary.write("{", "Library/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote/manifest.json")
    let outcome = try lnote("ls", temporary("Library"))
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("lnote fsck"), "\(outcome)")
    #expect(outcome.errors.contains("04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote/manifest.json"), "\(outcome)")
    #expect(outcome.output.contains("Field notes") && outcome.output.contains("Pictures and ink"))
    #expect(outcome.output.split(separator: "\n").count == 4, "\(outcome)")
  }

  @Test(arguments: ProgramSamples.packages)
  func tellsWhatAPackageHolds(_ package: String) throws {
    let outcome = try lnote("info", "--json", package)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    let record = try #require(try outcome.records().of("package").first)
    var strokes = 0
    var images = 0
    let pages = "\(package)/pages"
    for page in try FileManager.default.contentsOfDirectory(atPath: pages) where page.hasSuffix(".content") {
      let text = String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: "\(pages)/\(page)")), as: UTF8.self)
      strokes += text.split(separator: "\n").count { $0.hasPrefix(#"{"type":"stroke""#) }
      images += text.split(separator: "\n").count { $0.hasPrefix(#"{"type":"image""#) }
    }
    #expect(record["strokes"] == strokes && record["images"] == images, "\(record)")
    #expect(record.array("pages").count == record["pageCount"])
    #expect(try lnote("info", package).status == 0)
  }

  /// Archives, JSON and SVG hold what the package holds.
  @Test func tellsTheSameOfEveryForm() throws {
    let package = try temporary.makeSmallPackage(in: "L")
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    #expect(try lnote("export", package, "-o", temporary("a.json")).status == 0)
    #expect(try lnote("export", package, "-o", temporary("a.ndjson")).status == 0)
    #expect(try lnote("export", package, "-o", temporary("a.svg"), "--pages", "1").status == 0)
    let forms = [package, temporary("a.lnotepack"), temporary("a.json"), temporary("a.ndjson")]
    for form in forms {
      let records = try lnote("info", "--json", form).records()
      let record = try #require(records.first, "\(form)")
      #expect(record["title"] == "Small" && record["id"] == SmallPackage.id, "\(form): \(record)")
      #expect(record["strokes"] == 3 && record["images"] == 2 && record["assets"] == 2, "\(form): \(record)")
      #expect(record["samples"] == 7, "\(form): \(record)")
    }
    let drawing = try #require(try lnote("info", "--json", temporary("a.svg")).records().first)
    #expect(
      drawing["type"] == "svg" && drawing["payload"] == "present" && drawing["samples"] == 4, "\(drawing)")
  }

  @Test func tellsWhetherADrawingHasItsPayload() throws {
    let package = try temporary.makeSmallPackage(in: "L")
    for (name, option, payload) in [("a", "--background", "present"), ("b", "--no-payload", "absent")] {
      let path = temporary("\(name).svg")
      #expect(try lnote("export", package, "-o", path, "--pages", "1", option).status == 0)
      let outcome = try lnote("info", "--json", path)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try outcome.records().first?["payload"] == payload, "\(outcome)")
    }
    try temporary.edit("a.svg") { $0 = $0.replacingOccurrences(of: "5123,", with: "5x23,") }
    let damaged = try lnote("info", "--json", temporary("a.svg"))
    #expect(try damaged.records().first?["payload"] == "damaged", "\(damaged)")
  }
}

extension TemporaryFolder {
  static func packages(in library: String) -> [String] {
    ProgramSamples.packages.filter { URL(fileURLWithPath: $0).deletingLastPathComponent().path == library }
      .map { URL(fileURLWithPath: $0).lastPathComponent }
  }
}
