import DurableFiles
import Foundation
import TestSupport
import Testing

/// `export` and `import`: valid, true to the pages, and back to the same bytes.
@Suite struct ExchangeTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  // MARK: JSON

  /// Reads the page files and the JSON by itself, in decimals, and compares every number.
  static let agreement = """
    import base64, json, os, sys
    from decimal import Decimal as D
    package, exported = sys.argv[1:3]
    read = lambda p: json.load(open(os.path.join(package, p), encoding="utf-8"), parse_float=D, parse_int=D)
    if exported.endswith(".ndjson"):
        lines = [json.loads(l, parse_float=D, parse_int=D) for l in open(exported, encoding="utf-8")]
        j = None
        for line in lines:
            kind = line.get("type")
            if j is None:
                j = dict(line, pages=[], assets=[])
                j.setdefault("document", line)
            elif kind == "page": j["pages"].append(dict(line["page"], elements=[]))
            elif kind == "asset": j["assets"].append(line.get("asset", line))
            elif kind in ("end", "summary"): pass
            else: j["pages"][-1]["elements"].append(line)
    else:
        j = json.load(open(exported, encoding="utf-8"), parse_float=D, parse_int=D)
    d = read("document.json")
    for key in ("id", "title", "createdAt", "modifiedAt"): assert j["document"][key] == d[key], key
    assert len(j["pages"]) == len(d["pages"])
    def absolute(column, unit):
        total, out = 0, []
        for step in column:
            total += step
            out.append(total / D(unit))
        return out
    samples = elements = 0
    for mine, theirs in zip(j["pages"], d["pages"]):
        assert mine["id"] == theirs["id"]
        assert (mine["width"], mine["height"]) == (theirs["canvas"]["width"], theirs["canvas"]["height"])
        page = read("pages/%s.content" % theirs["id"])
        assert len(page["elements"]) == len(mine["elements"]) == theirs["elementCount"]
        for a, b in zip(mine["elements"], page["elements"]):
            elements += 1
            for key in ("type", "id"): assert a[key] == b[key]
            if a["type"] == "stroke":
                assert (a["tool"], a["color"], a.get("startedAt")) == (b["tool"], b["color"], b.get("startedAt"))
                units = dict(x=10, y=10, radius=10, pressure=1000, time=1)
                columns = [f for f in ("x", "y", "radius", "pressure", "time") if isinstance(b.get(f), list)]
                assert a["fields"] == columns, (a["fields"], columns)
                if "radius" not in columns: assert a["radius"] == b["radius"] / 10
                wanted = list(zip(*[absolute(b[f], units[f]) for f in columns]))
                assert [tuple(s) for s in a["samples"]] == wanted
                samples += len(wanted)
            elif a["type"] == "image":
                assert a["asset"] == b["asset"]
                assert [a[k] for k in ("x", "y", "width", "height")] == [v / 10 for v in b["frame"]]
                assert a.get("rotation") == (b["rotation"] / 10 if "rotation" in b else None)
                assert a.get("opacity") == (b["opacity"] / 1000 if "opacity" in b else None)
    files = sorted(os.listdir(package + "/assets")) if os.path.isdir(package + "/assets") else []
    assert sorted(a["id"] for a in j.get("assets", [])) == sorted(f.split(".")[0] for f in files)
    for a in j.get("assets", []):
        name = next(f for f in files if f.startswith(a["id"]))
        assert base64.b64decode(a["data"]) == open(package + "/assets/" + name, "rb").read()
    print(len(j["pages"]), elements, samples)
    """

  @Test(.needs("python3"), arguments: ProgramSamples.lightPackages, ["json", "ndjson"])
  func agreesWithThePageFilesAndComesBack(_ package: String, _ format: String) throws {
    let path = temporary("a.\(format)")
    let exported = try lnote("export", package, "-o", path)
    #expect(exported.status == 0 && exported.errors == "" && exported.output == "\(path)\n", "\(exported)")
    let agreed = try Program.named("python3").run(["-c", Self.agreement, package, path])
    #expect(agreed.status == 0, "\(agreed)")
    try expectSame(package, imported: path)
  }

  /// Imports into an empty library and compares what is the document's: all but the cache and the pictures of it.
  private func expectSame(_ package: String, imported path: String) throws {
    let imported = try lnote("import", path, "--into", temporary("Library"))
    #expect(imported.status == 0 && imported.errors == "", "\(imported)")
    let name = URL(fileURLWithPath: package).lastPathComponent
    #expect(temporary.names(in: "Library") == [name])
    let before = try TreeSnapshot(ofPath: package).under("document.json", "pages", "assets")
    let after = try temporary.snapshot("Library/\(name)").under("document.json", "pages", "assets")
    #expect(after == before, "\(after)\n\(before)")
  }

  @Test(.enabled(if: Program.schemaPython != nil, "needs Python with jsonschema"))
  func obeysTheSchema() throws {
    try temporary.write(lnote("schema").outputBytes, "schema.json")
    var packages = Program.isFastBuild ? ProgramSamples.packages : ProgramSamples.lightPackages
    packages.append(try temporary.makeSmallPackage(in: "L"))
    packages.append(try temporary.makeStrangePackage(in: "S"))
    var arguments: [any ProgramArgument] = ["-c", Self.validation, temporary("schema.json")]
    for (number, package) in packages.enumerated() {
      let path = temporary("\(number).json")
      let exported = try lnote("export", package, "-o", path)
      #expect(exported.status == 0, "\(exported)")
      arguments.append(path)
    }
    let outcome = try #require(Program.schemaPython).run(arguments)
    #expect(outcome.status == 0 && outcome.output == "\(packages.count)\n", "\(outcome)")
  }

  static let validation = """
    import json, sys
    from jsonschema import Draft202012Validator as V
    schema = json.load(open(sys.argv[1]))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    V.check_schema(schema)
    validator = V(schema)
    for path in sys.argv[2:]:
        document = json.load(open(path, encoding="utf-8"))
        validator.validate(document)
        document["pages"][0]["width"] = "wide"
        assert not validator.is_valid(document), "the schema accepts anything"
    print(len(sys.argv) - 2)
    """

  @Test func exportsTheSameBytesAgain() throws {
    let package = ProgramSamples.pictures
    for format in ["json", "ndjson"] {
      let one = try lnote("export", package, "-f", format, "-o", "-")
      let other = try lnote(
        "export", package, "-f", format, "-o", "-",
        environment: ["TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8"])
      #expect(one.status == 0 && one.outputBytes == other.outputBytes)
    }
  }

  @Test(.needs("jq")) func answersTheExampleOfItsHelp() throws {
    let json = try lnote("export", ProgramSamples.pictures, "-f", "json", "-o", "-")
    let title = try Program.named("jq").run(["-r", ".document.title"], input: json.outputBytes)
    #expect(title.output == "Pictures and ink\n", "\(title)")
  }

  @Test func selectsPages() throws {
    let package = "\(ProgramSamples.samples)/Library/5913A7F3-5D4B-5828-BDBB-23E84AC3EF1E.lnote"
    let outcome = try lnote("export", package, "-f", "svg", "--pages", "2-3,5-", "-o", temporary("out"))
    #expect(outcome.status == 0, "\(outcome)")
    #expect(temporary.names(in: "out") == [2, 3, 5].map { "Field notes-00\($0).svg" })
    #expect(outcome.output == [2, 3, 5].map { "\(temporary("out"))/Field notes-00\($0).svg\n" }.joined())
    for list in ["0", "6", "3-9", "x", "2-1", "", "1,,2", "-"] {
      let refused = try lnote("export", package, "-f", "svg", "--pages", list, "-o", temporary("no"))
      refused.expectUsage()
    }
    #expect(!temporary.exists("no"))
  }

  // MARK: SVG

  /// Each page drawn and imported is the page again, element by element.
  @Test(arguments: ProgramSamples.lightPackages) func comesBackFromDrawings(_ package: String) throws {
    let outcome = try lnote("export", package, "-f", "svg", "-o", temporary("one.svg"), "--pages", "1")
    #expect(outcome.status == 0, "\(outcome)")
    let all = try lnote("export", package, "-f", "svg", "-o", temporary("out"), "--force")
    #expect(all.status == 0, "\(all)")
    let pages = try lnote("info", "--json", package).records().of("package").first?.array("pages") ?? []
    let ids = pages.compactMap { ($0 as? [String: Any])?["id"] as? String }
    let drawings =
      ids.count == 1 ? [temporary("one.svg")] : temporary.names(in: "out").map { "\(temporary("out"))/\($0)" }
    #expect(drawings.count == ids.count)
    for (id, drawing) in zip(ids, drawings) {
      let imported = try lnote("import", drawing, "--into", temporary("Library"))
      #expect(imported.status == 0 && imported.errors == "", "\(imported)")
      let name = try #require(temporary.names(in: "Library").first)
      let page = try temporary.text("Library/\(name)/pages/\(id).content")
      let original = try String(contentsOfFile: "\(package)/pages/\(id).content", encoding: .utf8)
      // The header holds the epoch, which is the package's own affair.
      #expect(page.split(separator: "\n").dropFirst() == original.split(separator: "\n").dropFirst())
      if let assets = try? TreeSnapshot(ofPath: "\(package)/assets"),
        temporary.exists("Library/\(name)/assets")
      {
        for (path, node) in try temporary.snapshot("Library/\(name)/assets").nodes {
          #expect(assets.nodes[path] == node)
        }
      }
      try temporary.remove("Library")
    }
  }

  @Test(.needs("python3"), arguments: [[], ["--background"], ["--no-payload"], ["--images", "linked"]])
  func drawingsAreWellFormed(_ options: [String]) throws {
    let outcome = try Program.lnote.run(
      ["export", ProgramSamples.pictures, "-f", "svg", "-o", temporary("out")] + options)
    #expect(outcome.status == 0, "\(outcome)")
    let script = """
      import sys, xml.dom.minidom
      for path in sys.argv[1:]:
          root = xml.dom.minidom.parse(path).documentElement
          assert root.tagName == "svg" and root.getAttribute("width").endswith("pt"), path
          assert root.getElementsByTagName("title") and root.getAttribute("role") == "img"
          assert len(root.getElementsByTagName("path")) > 100
      """
    let drawings = temporary.names(in: "out").filter { $0.hasSuffix(".svg") }.map {
      "\(temporary("out"))/\($0)"
    }
    #expect(drawings.count == 2)
    let parsed = try Program.named("python3").run(["-c", script] + drawings)
    #expect(parsed.status == 0, "\(parsed)")
    if let xmllint = Program.find("xmllint") { #expect(try xmllint.run(["--noout"] + drawings).status == 0) }
  }

  @Test(.needs("rsvg-convert")) func otherProgramsDrawThem() throws {
    #expect(
      try lnote("export", ProgramSamples.pictures, "-o", temporary("a.svg"), "--pages", "1").status == 0)
    let drawn = try Program.named("rsvg-convert").run(["-o", temporary("a.png"), temporary("a.svg")])
    #expect(drawn.status == 0 && drawn.errors == "", "\(drawn)")
    #expect(try temporary.read("a.png").count > 20_000)
  }

  /// What the options leave out is left out.
  @Test func leavesOutWhatItIsToldTo() throws {
    let package = try temporary.makeSmallPackage(in: "L")
    let bare = try lnote("export", package, "-f", "svg", "--pages", "1", "--no-payload", "-o", "-")
    #expect(
      bare.status == 0 && !bare.output.contains("urn:lnote") && !bare.output.contains("2026"), "\(bare)")
    let none = try lnote("export", package, "-f", "json", "--assets", "none", "-o", "-")
    #expect(none.status == 0 && !none.output.contains("base64") && !none.output.contains("iVBOR"), "\(none)")
    let linked = try lnote("export", package, "-f", "json", "--assets", "linked", "-o", temporary("x/a.json"))
    #expect(linked.status == 8, "the folder isn't made by itself: \(linked)")
    try temporary.makeFolder("x")
    #expect(
      try lnote("export", package, "-f", "json", "--assets", "linked", "-o", temporary("x/a.json")).status
        == 0)
    #expect(temporary.names(in: "x").count == 3)
  }
}

/// The same for every page there is, which takes a debug build minutes.
@Suite(.needsFastBuild) struct HeavyExchangeTests {
  @Test(.needs("python3"), arguments: ProgramSamples.packages, ["json", "ndjson"])
  func agreesWithThePageFilesAndComesBack(_ package: String, _ format: String) throws {
    try ExchangeTests().agreesWithThePageFilesAndComesBack(package, format)
  }

  @Test(arguments: ProgramSamples.packages) func comesBackFromDrawings(_ package: String) throws {
    try ExchangeTests().comesBackFromDrawings(package)
  }

  @Test(.enabled(if: Program.schemaPython != nil, "needs Python with jsonschema"))
  func obeysTheSchema() throws { try ExchangeTests().obeysTheSchema() }
}
