import Foundation
import NoteInterchange
import NoteModel
import Testing

/// A program that writes a drawing anew and knows nothing of lnote.
struct DrawingProgram: Sendable {
  let name: String
  let arguments: @Sendable (String, String) -> [String]

  /// Where it is: on the path, or in the environment that `make test` sets up; nil where it isn't.
  var path: String? {
    let own = Corpus.root.appendingPathComponent(".build/python/bin/\(name)").path
    if FileManager.default.isExecutableFile(atPath: own) { return own }
    return Program.exists(name) ? name : nil
  }

  func run(_ input: URL, _ output: URL) throws {
    let result = try Program.run(path ?? name, arguments(input.path, output.path))
    #expect(result.status == 0, "\(name): \(result.output.suffix(400))")
  }

  static let svgo = DrawingProgram(name: "pysvgo") { [$0, "-o", $1] }
  static let scour = DrawingProgram(name: "scour") { ["-q", "-i", $0, "-o", $1] }
  static let inkscape = DrawingProgram(name: "inkscape") {
    ["--export-plain-svg", "--export-overwrite", "-o", $1, $0]
  }
  static let xmllint = DrawingProgram(name: "xmllint") { ["--huge", "--format", "--output", $1, $0] }
}

/// Our drawings after other programs had them in their hands. All pages of the corpus take a release build.
@Suite struct HeavySVGProgramTests {
  private static func eachPage(
    _ style: SVGExport.Style, _ body: (CorpusPackage, PageEntry, URL) throws -> Void
  ) throws {
    for package in Corpus.packages {
      let document = try package.document()
      for entry in document.pages {
        let page = try package.page(entry)
        let export = SVGExport(document: document, entry: entry, style: style)
        let text = try export.text(page) { try package.image($0) }
        try Program.withFolder { folder in
          let file = folder.appendingPathComponent("page.svg")
          try Data(text).write(to: file)
          try body(package, entry, file)
        }
      }
    }
  }

  private static func comesBack(
    _ package: CorpusPackage, _ entry: PageEntry, _ file: URL, _ how: String
  ) throws {
    let read = try importSVG([UInt8](try Data(contentsOf: file)))
    #expect(
      try PageCodec.encode(read.page) == package.pageBytes(entry),
      "\(package.testDescription), \(entry.id.text), \(how): \(read.warnings.map(\.code.rawValue))")
    #expect(read.payload == .believed)
  }

  private static func everyPageComesBack(from program: DrawingProgram, _ style: SVGExport.Style) throws {
    try eachPage(style) { package, entry, file in
      let output = file.deletingLastPathComponent().appendingPathComponent("written.svg")
      try program.run(file, output)
      try comesBack(package, entry, output, program.name)
    }
  }

  @Test(
    .disabled(if: Corpus.isMissing || DrawingProgram.svgo.path == nil, "pysvgo or the corpus isn't there"),
    arguments: SVGExport.Style.allCases)
  func svgoLeavesEveryPageToTheBit(_ style: SVGExport.Style) throws {
    try Self.everyPageComesBack(from: .svgo, style)
  }

  @Test(
    .disabled(if: Corpus.isMissing || DrawingProgram.scour.path == nil, "scour or the corpus isn't there"),
    arguments: SVGExport.Style.allCases)
  func scourLeavesEveryPageToTheBit(_ style: SVGExport.Style) throws {
    try Self.everyPageComesBack(from: .scour, style)
  }

  @Test(
    .disabled(
      if: Corpus.isMissing || DrawingProgram.inkscape.path == nil, "inkscape or the corpus isn't there"),
    arguments: SVGExport.Style.allCases)
  func inkscapeLeavesEveryPageToTheBit(_ style: SVGExport.Style) throws {
    try Self.everyPageComesBack(from: .inkscape, style)
  }

  @Test(
    .disabled(
      if: Corpus.isMissing || DrawingProgram.xmllint.path == nil, "xmllint or the corpus isn't there"),
    arguments: SVGExport.Style.allCases)
  func xmllintLeavesEveryPageToTheBit(_ style: SVGExport.Style) throws {
    try Self.everyPageComesBack(from: .xmllint, style)
  }

  /// Without another program: packed, and indented anew.
  @Test(.disabled(if: Corpus.isMissing, "the corpus isn't there"), arguments: SVGExport.Style.allCases)
  func packedAndIndented(_ style: SVGExport.Style) throws {
    try Self.eachPage(style) { package, entry, file in
      let result = try Program.run("gzip", ["-9", file.path])
      #expect(result.status == 0)
      let packed = file.appendingPathExtension("gz")
      try Self.comesBack(package, entry, packed, "gzip")
      let unpacked = try Program.run("gunzip", [packed.path])
      #expect(unpacked.status == 0)
      let text = try String(contentsOf: file, encoding: .utf8)
      let indented = text.replacingOccurrences(of: "\n<", with: "\r\n\t   <")
        .replacingOccurrences(of: " ln:", with: "\n      ln:").replacingOccurrences(of: "><", with: ">\n\n<")
      try Data(indented.utf8).write(to: file)
      try Self.comesBack(package, entry, file, "indented")
    }
  }

  /// What Inkscape moves, turns and mirrors, all samples and pressures with it.
  @Test(
    .disabled(if: Corpus.isMissing || !Program.exists("inkscape"), "inkscape or the corpus isn't there"),
    arguments: ["transform-translate:72,36", "object-flip-horizontal", "transform-rotate:90"])
  func followsWhatInkscapeEdits(_ action: String) throws {
    let package = try #require(Corpus.packages.first { $0.testDescription.hasPrefix("74013E79") })
    let document = try package.document()
    let entry = document.pages[0]
    let page = try package.page(entry)
    let text = try SVGExport(document: document, entry: entry).text(page) { try package.image($0) }
    try Program.withFolder { folder in
      let file = folder.appendingPathComponent("page.svg")
      let output = folder.appendingPathComponent("edited.svg")
      try Data(text).write(to: file)
      let actions = "select-all;\(action);export-filename:\(output.path);export-plain-svg;export-do"
      let result = try Program.run("inkscape", ["--actions=\(actions)", file.path])
      #expect(result.status == 0, "\(result.output)")
      let read = try importSVG([UInt8](try Data(contentsOf: output)))
      #expect(read.payload == .believed, "\(read.warnings)")
      #expect(read.page.elements.count == page.elements.count)
      // It turns and mirrors around the middle of all that is selected, wherever that is.
      var ranges = (x: (Int32.max, Int32.min), y: (Int32.max, Int32.min))
      for case (.stroke(let old), .stroke(let new)) in zip(page.elements, read.page.elements) {
        #expect(new.pressure == old.pressure && new.time == old.time && new.color == old.color)
        #expect(new.x.count == old.x.count)
        for (x, y, was) in zip3(new.x, new.y, zip(old.x, old.y)) {
          let offset =
            switch action {
            case "object-flip-horizontal": (x + was.0, y - was.1)
            case "transform-rotate:90": (x + was.1, y - was.0)
            default: (x - was.0 - 540, y - was.1 - 270)
            }
          ranges.x = (min(ranges.x.0, offset.0), max(ranges.x.1, offset.0))
          ranges.y = (min(ranges.y.0, offset.1), max(ranges.y.1, offset.1))
        }
      }
      #expect(ranges.x.1 - ranges.x.0 <= 1 && ranges.y.1 - ranges.y.0 <= 1, "\(ranges)")
      if action.contains("translate") { #expect(abs(ranges.x.0) <= 1 && abs(ranges.y.0) <= 1, "\(ranges)") }
    }
  }
}

private func zip3<Third: Sequence>(
  _ one: [Int32], _ two: [Int32], _ three: Third
) -> [(Int32, Int32, Third.Element)] { zip(zip(one, two), three).map { ($0.0, $0.1, $1) } }
