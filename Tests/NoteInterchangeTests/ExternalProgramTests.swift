import Foundation
import NoteInterchange
import NoteModel
import Testing

/// What programs that know nothing of lnote make of the exports.
@Suite struct ExternalProgramTests {
  /// Every tenth of the corpus' pages, and the example.
  private static func drawings() throws -> [String: [UInt8]] {
    var drawings: [String: [UInt8]] = [:]
    for (index, entry) in Example.entries.enumerated() {
      let export = SVGExport(document: Example.document, entry: entry, paintsBackground: true)
      drawings["example-\(index)"] = try export.text(Example.page(entry)) { Example.image($0) }
    }
    for package in Corpus.packages {
      let document = try package.document()
      for entry in document.pages.prefix(1) {
        let export = SVGExport(document: document, entry: entry)
        drawings["\(package.testDescription)-\(entry.id.text)"] = try export.text(try package.page(entry)) {
          try package.image($0)
        }
      }
    }
    return drawings
  }

  private func eachDrawing(_ body: (String, URL) throws -> Void) throws {
    try Program.withFolder { folder in
      for (name, bytes) in try Self.drawings() {
        let file = folder.appendingPathComponent(name + ".svg")
        try Data(bytes).write(to: file)
        try body(name, file)
      }
    }
  }

  @Test(.disabled(if: !Program.exists("xmllint"), "xmllint is not installed"))
  func xmllintAccepts() throws {
    try eachDrawing { name, file in
      let result = try Program.run("xmllint", ["--noout", file.path])
      #expect(result.status == 0, "\(name): \(result.output)")
    }
  }

  @Test(.disabled(if: !Program.exists("rsvg-convert"), "rsvg-convert is not installed"))
  func rsvgConvertDraws() throws {
    try eachDrawing { name, file in
      let output = file.path + ".png"
      // One page of the example is a strip of a single point.
      let result = try Program.run("rsvg-convert", ["-f", "png", "-z", "0.5", "-o", output, file.path])
      #expect(result.status == 0 && result.output.isEmpty, "\(name): \(result.output)")
    }
  }

  /// Compares the export with the page files by whole numbers, in another language and without our readers.
  private static let comparison = """
    import json, sys, os
    from decimal import Decimal
    def sums(column):
        total, out = 0, []
        for d in column:
            total += d
            out.append(total)
        return out
    export = json.load(open(sys.argv[1]), parse_float=Decimal, parse_int=Decimal)
    samples = 0
    for page in export["pages"]:
        path = os.path.join(sys.argv[2], "pages", page["id"] + ".content")
        source = json.load(open(path, encoding="utf-8"))
        assert len(source["elements"]) == len(page["elements"]), "number of elements"
        for old, new in zip(source["elements"], page["elements"]):
            assert old["type"] == new["type"] and old["id"] == new["id"]
            if old["type"] == "image":
                assert [new[k] * 10 for k in ("x", "y", "width", "height")] == old["frame"]
                assert new["rotation"] * 10 == old["rotation"] and new["opacity"] * 1000 == old["opacity"]
                continue
            rows = list(zip(*new["samples"]))
            columns = dict(zip(new["fields"], rows))
            for key, scale in (("x", 10), ("y", 10), ("pressure", 1000), ("time", 1), ("radius", 10)):
                if key == "radius" and not isinstance(old["radius"], list):
                    assert new["radius"] * 10 == old["radius"] and "radius" not in columns
                elif key in old:
                    assert [v * scale for v in columns[key]] == sums(old[key]), key
                else:
                    assert key not in columns
            assert old["color"] == new["color"] and old["tool"] == new["tool"]
            assert old.get("startedAt") == new.get("startedAt")
            samples += len(rows[0])
    print("equal")
    """

  @Test(
    .disabled(if: Corpus.isMissing || !Program.exists("python3"), "the corpus or python3 isn't there"),
    arguments: Corpus.packages)
  func coordinatesAgreeWithThePageFiles(_ package: CorpusPackage) throws {
    let export = JSONExport(document: try package.document(), assetPolicy: .omitted)
    let text = try export.text(JSONExport.Connections(readPage: { try package.page($0) }))
    try Program.withFolder { folder in
      let file = folder.appendingPathComponent("export.json")
      try Data(text).write(to: file)
      let result = try Program.run("python3", ["-c", Self.comparison, file.path, package.folder.path])
      #expect(result.output == "equal\n")
    }
  }
}
