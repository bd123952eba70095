import DurableFiles
import Foundation
import TestSupport
import Testing

/// `fsck`: sound notes are sound, and each kind of damage is found by its code, with path and offset.
@Suite struct FindingTests {
  let temporary: TemporaryFolder
  static let package = SmallPackage.name
  static let first = SmallPackage.pages[0]
  static let second = SmallPackage.pages[1]
  static let asset = SmallPackage.assets[0]
  static let folder = "L/\(package)"

  init() throws { temporary = try TemporaryFolder() }

  @Test(arguments: ProgramSamples.libraries)
  func findsNothingInSoundNotes(_ library: String) throws {
    let outcome = try lnote("fsck", "--json", library)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    for finding in try outcome.records().of("finding") {
      #expect(finding["severity"] == "info", "\(finding)")
    }
  }

  /// One kind of damage and how it is to be found.
  struct Damage: Sendable, CustomTestStringConvertible {
    let what: String
    let code: String
    let path: String?
    let hasOffset: Bool
    let status: Int32
    let inflict: @Sendable (TemporaryFolder) throws -> Void
    var testDescription: String { what }

    init(
      _ what: String, _ code: String, at path: String?, hasOffset: Bool = false, status: Int32 = 4,
      _ inflict: @escaping @Sendable (TemporaryFolder) throws -> Void
    ) {
      self.what = what
      self.code = code
      self.path = path
      self.hasOffset = hasOffset
      self.status = status
      self.inflict = inflict
    }
  }

  static let page = "\(folder)/pages/\(first).content"
  static let document = "\(folder)/document.json"
  static let manifest = "\(folder)/manifest.json"

  static let damages: [Damage] = [
    Damage("a listed page without file", "page-missing", at: "pages/\(first).content") {
      try $0.remove(page)
    },
    Damage("an unlisted page", "page-unlisted", at: "pages/\(uuid).content", status: 0) {
      let text = try $0.text(page).replacingOccurrences(of: first, with: uuid)
      try $0.write(text, "\(folder)/pages/\(uuid).content")
    },
    Damage(
      "a page cut in the middle of a stroke", "page-truncated", at: "pages/\(first).content", hasOffset: true
    ) {
      try $0.write(Array($0.read(page).prefix(220)), page)
    },
    Damage("a page of NUL bytes", "file-zeroed", at: "pages/\(first).content") {
      try $0.write([UInt8](repeating: 0, count: 5000), page)
    },
    Damage("an empty page file", "file-empty", at: "pages/\(first).content") { try $0.write("", page) },
    Damage("a wrong element count", "element-count-mismatch", at: "document.json", hasOffset: true, status: 0)
    {
      try $0.edit(document) { text in
        let range = text.range(of: #""elementCount": \d+"#, options: .regularExpression)!
        text.replaceSubrange(range, with: #""elementCount": 7"#)
      }
    },
    Damage("columns of different length", "columns-differ", at: "pages/\(first).content", hasOffset: true) {
      try $0.edit(page) { text in
        let range = text.range(of: #""x":[0-9,\[-]+"#, options: .regularExpression)!
        text.insert(contentsOf: ",1", at: range.upperBound)
      }
    },
    Damage("a page named like another", "page-id-mismatch", at: "pages/\(first).content", hasOffset: true) {
      try $0.edit(page) { $0 = $0.replacingOccurrences(of: first, with: second) }
    },
    Damage("an asset missing", "asset-missing", at: "pages/\(first).content", hasOffset: true) {
      try $0.remove("\(folder)/\(asset)")
    },
    Damage("an orphan asset", "asset-orphan", at: "assets/\(uuid).png", status: 0) {
      try $0.write($0.read("\(folder)/\(asset)"), "\(folder)/assets/\(uuid).png")
    },
    Damage("a manifest with another title", "manifest-stale", at: "manifest.json", status: 0) {
      try $0.edit(manifest) { $0 = $0.replacingOccurrences(of: "Small", with: "Large") }
    },
    Damage("a manifest with another page count", "manifest-stale", at: "manifest.json", status: 0) {
      try $0.edit(manifest) { $0 = $0.replacingOccurrences(of: #""pageCount": 2"#, with: #""pageCount": 9"#) }
    },
    Damage("no manifest", "manifest-missing", at: "manifest.json", status: 0) { try $0.remove(manifest) },
    Damage("document.json cut", "document-unreadable", at: "document.json", hasOffset: true) {
      try $0.write(Array($0.read(document).prefix(300)), document)
    },
    Damage("document.json empty", "file-empty", at: "document.json") { try $0.write("", document) },
    Damage("a duplicate key", "document-unreadable", at: "document.json", hasOffset: true) {
      try $0.edit(document) {
        $0 = $0.replacingOccurrences(of: "  \"title\"", with: "  \"title\": \"\",\n  \"title\"")
      }
    },
    Damage("a trailing comma", "document-unreadable", at: "document.json", hasOffset: true) {
      try $0.edit(document) { $0 = $0.replacingOccurrences(of: "\n    }\n  ]", with: "\n    },\n  ]") }
    },
    Damage("NaN", "document-unreadable", at: "document.json", hasOffset: true) {
      try $0.edit(document) { text in
        let range = text.range(of: #""width": [0-9.]+"#, options: .regularExpression)!
        text.replaceSubrange(range, with: #""width": NaN"#)
      }
    },
    Damage("format version 2", "document-newer-format", at: "document.json", status: 2) {
      try $0.edit(document) {
        $0 = $0.replacingOccurrences(of: #""formatVersion": 1"#, with: #""formatVersion": 2"#)
      }
    },
    Damage("a page listed twice", "page-listed-twice", at: "document.json") {
      try $0.edit(document) { $0 = $0.replacingOccurrences(of: second, with: first) }
    },
  ]
  static let uuid = "11111111-2222-4333-8444-555555555555"

  @Test(arguments: damages)
  func finds(_ damage: Damage) throws {
    try temporary.makeSmallPackage(in: "L")
    try damage.inflict(temporary)
    let path = "L"
    let before = try temporary.snapshot()
    let outcome = try lnote("fsck", "--json", temporary(path))
    let records = try outcome.records()
    let findings = records.of("finding").filter { $0["code"] == damage.code }
    #expect(findings.count == 1, "\(outcome)")
    if let finding = findings.first {
      #expect(finding["path"] == damage.path ?? "", "\(finding)")
      #expect(!damage.hasOffset || finding["offset"] != nil as Int?, "\(finding)")
      #expect(finding["package"] == Self.package, "\(finding)")
    }
    #expect(outcome.status == damage.status, "\(outcome)")
    #expect(records.last?["status"] == Int(damage.status))
    // For people: code, path and offset stand in the text too.
    let text = try lnote("fsck", temporary(path), "-v")
    #expect(text.output.contains(damage.code) && text.output.contains(damage.path ?? ""), "\(text)")
    #expect(!damage.hasOffset || text.output.contains(", byte "), "\(text)")
    #expect(try temporary.snapshot() == before, "a check creates and changes nothing")
    let strict = try lnote("fsck", "--strict", temporary(path))
    let isWarning = findings.contains { $0["severity"] == "warning" }
    #expect(strict.status == (isWarning ? damage.status | 4 : damage.status), "\(strict)")
    let ignored = try lnote("fsck", "--ignore", damage.code, temporary(path))
    #expect(!ignored.output.contains(damage.code), "\(ignored)")
    // An empty file is a finding, and that the document can't be read then another one.
    guard damage.code != "file-empty" else { return }
    let graver = records.of("finding").filter { ["error", "fatal"].contains($0["severity"]) }
    #expect(graver.count <= 1, "consequences are no findings of their own: \(graver)")
  }

  /// The same damage in an archive is found by the same code.
  @Test(arguments: damages)
  func findsInAnArchive(_ damage: Damage) throws {
    try temporary.makeSmallPackage(in: "L")
    try damage.inflict(temporary)
    let packed = try lnote("pack", temporary("L/\(Self.package)"), "-o", temporary("a.lnotepack"))
    #expect((0...1).contains(packed.status ?? 99), "damaged packages can be packed for rescue: \(packed)")
    let outcome = try lnote("fsck", "--json", temporary("a.lnotepack"))
    #expect(outcome.output.contains("\"code\":\"\(damage.code)\""), "\(outcome)")
    #expect(outcome.status == damage.status, "\(outcome)")
  }

  @Test func findsTheFiveAccidentsOfTheSample() throws {
    try temporary.copy("\(ProgramSamples.samples)/Damaged", "Damaged")
    let outcome = try lnote("fsck", "--json", temporary("Damaged"))
    let found = Set(try outcome.records().of("finding").map { $0["code"] as String })
    #expect(outcome.status == 4)
    #expect(
      found.subtracting(["thumbnail-stale", "asset-orphan"]) == [
        "page-truncated", "page-missing", "element-count-mismatch", "manifest-stale",
      ])
    let plain = try lnote("fsck", temporary("Damaged"))
    #expect(plain.status == 4 && plain.errors == "")
  }

  @Test func putsTheWorstFirst() throws {
    try temporary.copy("\(ProgramSamples.samples)/Library", "Library")
    try temporary.remove("Library/9C51AF58-438B-5C68-A10C-9AFD4DACA831.lnote/assets")
    try temporary.write("", "Library/5913A7F3-5D4B-5828-BDBB-23E84AC3EF1E.lnote/document.json")
    try temporary.remove("Library/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote/manifest.json")
    for jobs in ["1", "3"] {
      let outcome = try lnote("fsck", "-j", jobs, temporary("Library"))
      let places = ["5913A7F3", "9C51AF58", "04BF7BC9"].map { outcome.output.range(of: $0)?.lowerBound }
      #expect(places.allSatisfy { $0 != nil }, "\(outcome)")
      #expect(places.compactMap { $0 }.sorted() == places.compactMap { $0 }, "\(outcome)")
    }
  }

  /// Statuses of several inputs add up.
  @Test func addsUpItsStatuses() throws {
    for name in ["a", "b", "c"] {
      try temporary.copy(ProgramSamples.empty, "\(name)/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote")
    }
    try temporary.write("", "a/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote/document.json")
    try temporary.edit("b/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote/document.json") {
      $0 = $0.replacingOccurrences(of: #""formatVersion": 1"#, with: #""formatVersion": 9"#)
    }
    let outcome = try lnote("fsck", temporary("a"), temporary("b"), temporary("c"), temporary("missing"))
    #expect(outcome.status == 14, "\(outcome)")
  }
}
