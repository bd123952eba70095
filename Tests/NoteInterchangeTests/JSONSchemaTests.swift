import Foundation
import NoteInterchange
import NoteModel
import Testing

@Suite struct JSONSchemaTests {
  /// Whether Python can check schemas here.
  static let hasValidator = (try? Program.run("python3", ["-c", "import jsonschema"]))?.status == 0

  /// Validates files against the schema; gives the names of those that it rejects.
  private static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    whole = Draft202012Validator(schema)
    line = Draft202012Validator({"$ref": "#/$defs/line", "$defs": schema["$defs"]})
    for path in sys.argv[2:]:
        text = open(path).read()
        if path.endswith(".ndjson"):
            errors = [e for l in text.splitlines() for e in line.iter_errors(json.loads(l))]
        else:
            errors = list(whole.iter_errors(json.loads(text)))
        if errors: print(path.rsplit("/", 1)[1], errors[0].message[:200].replace("\\n", " "))
    """

  private func rejected(_ files: [String: [UInt8]]) throws -> [String] {
    try Program.withFolder { folder in
      let schema = folder.appendingPathComponent("schema")
      try Data(JSONSchema.text.utf8).write(to: schema)
      var paths: [String] = []
      for (name, bytes) in files {
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        paths.append(file.path)
      }
      let result = try Program.run("python3", ["-c", Self.validator, schema.path] + paths.sorted())
      #expect(result.status == 0, "\(result.output)")
      return result.output.split(separator: "\n").map(String.init)
    }
  }

  @Test func schemaIsStrictJSON() throws {
    let text = Array(JSONSchema.text.utf8)
    #expect(try JSONValue.read(text.span)["$defs"] != nil)
  }

  @Test(.disabled(if: !hasValidator, "python3 has no module jsonschema"))
  func everyExportIsValid() throws {
    var files: [String: [UInt8]] = [
      "example.json": try Example.export(.compact), "example-pretty.json": try Example.export(.pretty),
      "example.ndjson": try Example.export(.lines), "linked.json": try Example.export(.compact, .linked),
      "omitted.json": try Example.export(.compact, .omitted),
    ]
    for (index, package) in Corpus.packages.enumerated() {
      // The validator is slow; what each line is made of is the same in both layouts.
      let isSmall = try package.document().pages.allSatisfy { $0.elementCount < 100 }
      for (layout, ending) in [(JSONExport.Layout.compact, "json"), (.lines, "ndjson")]
      where layout == .compact || isSmall {
        let export = JSONExport(document: try package.document(), assets: package.assets, layout: layout)
        files["\(index).\(ending)"] = try export.text(
          JSONExport.Connections(
            readPage: { try package.page($0) }, readAsset: { try package.assetBytes($0) }))
      }
    }
    #expect(try rejected(files) == [])
  }

  /// What is replaced in a valid text, and by what; each makes it invalid.
  static let faults: [(String, String)] = [
    ("\"format\":\"lnote-json\"", "\"format\":\"json\""), ("\"version\":1", "\"version\":2"),
    ("\"document\":", "\"documents\":"), ("\"title\":\"T\"", "\"title\":1"),
    ("\"createdAt\":\"2026", "\"createdAt\":\"26"), ("\"width\":820", "\"width\":0"),
    ("\"width\":820", "\"width\":14401"), ("\"width\":820,", ""), ("\"elements\":[", "\"elements\":[1,"),
    ("\"type\":\"stroke\",", ""), ("\"color\":\"#1A1A1AFF\"", "\"color\":\"black\""),
    ("\"fields\":[\"x\",\"y\"]", "\"fields\":[\"x\",\"x\"]"),
    ("\"fields\":[\"x\",\"y\"]", "\"fields\":[\"x\"]"),
    ("\"fields\":[\"x\",\"y\"]", "\"fields\":[\"x\",\"y\",\"z\"]"), ("\"radius\":1.2,", ""),
    ("\"samples\":[[512.3,78],[512.7,77.8]]", "\"samples\":[]"), ("[512.7,77.8]", "[512.7]"),
    ("[512.7,77.8]", "[\"512.7\",77.8]"), ("\"tool\":\"pen\",", ""), ("\"asset\":\"a\",", ""),
    ("\"data\":\"AAEC\"", "\"data\":\"AA-C\""), ("\"data\":\"AAEC\"", "\"bytes\":\"AAEC\""),
    ("\"id\":\"a\",\"type\"", "\"id\":\"../a\",\"type\""), ("{\"format\"", "{\"colour\":1,\"format\""),
  ]

  static let valid = """
    {"format":"lnote-json","version":1,"document":{"id":"D","title":"T","createdAt":"2026-11-30T08:15:00.000Z",\
    "modifiedAt":"2026-11-30T08:15:00.000Z"},"pages":[{"id":"P","width":820,"height":1180,\
    "createdAt":"2026-11-30T08:15:00.000Z","modifiedAt":"2026-11-30T08:15:00.000Z","elements":[\
    {"type":"stroke","id":"s","tool":"pen","color":"#1A1A1AFF","radius":1.2,"fields":["x","y"],\
    "samples":[[512.3,78],[512.7,77.8]]},\
    {"type":"image","id":"i","asset":"a","x":0,"y":1,"width":2,"height":3}]}],\
    "assets":[{"id":"a","type":"image/png","data":"AAEC"}]}
    """

  @Test(.disabled(if: !hasValidator, "python3 has no module jsonschema"))
  func faultsAreInvalid() throws {
    var files = ["valid.json": Array(Self.valid.utf8)]
    for (index, fault) in Self.faults.enumerated() {
      let text = Self.valid.replacingOccurrences(of: fault.0, with: fault.1)
      #expect(text != Self.valid, "\(fault)")
      files["\(index).json"] = Array(text.utf8)
    }
    let names = try rejected(files).compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Set(names) == Set(Self.faults.indices.map { "\($0).json" }))
  }

  @Test(arguments: faults.indices) func importRefusesTheSameFaults(_ index: Int) throws {
    _ = try importJSON(Self.valid)
    let fault = Self.faults[index]
    #expect(throws: InterchangeError.self) {
      try importJSON(Self.valid.replacingOccurrences(of: fault.0, with: fault.1))
    }
  }
}
