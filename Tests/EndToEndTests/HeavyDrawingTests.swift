import DurableFiles
import Foundation
import TestSupport
import Testing

/// Drawings that were made to hurt, in many encodings, and too large ones: what the program opens, takes and says.
@Suite struct HeavyDrawingTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private static let corpus = ProgramSamples.corpus.map { "\($0)/svg" }

  private static let files: [String] = ["hostile", "encoding"].flatMap { folder in
    guard let corpus else { return [String]() }
    return ProgramSamples.names(in: "\(corpus)/\(folder)").filter { $0.contains(".svg") }
      .map { "\(corpus)/\(folder)/\($0)" }
  }

  /// Those that aren't drawings at all, or are over a limit that leaves nothing.
  private static let refused: Set<String> = [
    "deepg.svg", "librsvg-bug335-non-svg-toplevel.svg", "librsvg-bug463-characters-outside-first-element.svg",
    "librsvg-bug349-empty-data-uri.svg", "librsvg-bug620238.svg", "librsvg-layer-nesting-depth.svg",
    "librsvg-bug785276-empty.svg",
    "librsvg-bug785276-short-file.svg", "librsvg-xml-pi-without-data.svg", "badutf8.svg", "deep5000.svg",
    "dupattr.svg", "empty.svg", "laugh_attr.svg", "laugh_text.svg", "leadws.svg", "not_xml.svg", "nul.svg",
    "quad.svg", "trunc.svg",
  ]

  /// Runs lnote under a program that tells what it took: memory in bytes, seconds of a processor. Asked of the tests'
  /// own process, the system would count the memory of the tests, too.
  private func measured(
    _ arguments: any ProgramArgument...
  ) throws -> (outcome: Program.Outcome, memory: Int, seconds: Double) {
    let report = temporary("report")
    let words: [any ProgramArgument] = ["-q", "-f", "%M %U %S", "-o", report, Program.lnote.path] + arguments
    let outcome = try Program.named("time").run(words)
    let figures = try temporary.text("report").split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(figures.count == 3, "\(outcome)")
    return (outcome, Int(figures[0]) << 10, figures[1] + figures[2])
  }

  /// Each comes to its end in 2 s of a processor and 256 MB, imported or refused in one line.
  @Test(.needsCorpus, .needsFastBuild, .needs("time"), arguments: files)
  func takesLittle(_ file: String) throws {
    let (outcome, memory, seconds) = try measured("import", "--into", temporary("Notes"), file)
    #expect(outcome.signal == nil && outcome.status != 8, "\(outcome)")
    #expect(seconds < 2, "\(file): \(seconds) s")
    #expect(memory <= 256 << 20, "\(file): \(memory >> 20) MB")
    let name = String(file.split(separator: "/").last ?? "")
    #expect((outcome.status == 3) == Self.refused.contains(name), "\(file): \(outcome)")
  }

  /// No file beside the drawing, no network.
  @Test(.needsCorpus, .needsTracing, .needsFastBuild, arguments: files)
  func opensNothingElse(_ file: String) throws {
    let assets = try temporary.makeFolder("assets")
    let outcome = try Program.named("strace").run([
      "-f", "-qq", "-e", "trace=%file,%network", "-o", temporary("trace"), Program.lnote.path, "import",
      "--asset-root", assets, "--into", temporary("Notes"), file,
    ])
    #expect(outcome.signal == nil && outcome.status != 8, "\(outcome)")
    var named: Set<String> = []
    for line in try temporary.text("trace").split(separator: "\n") {
      #expect(!line.contains("AF_INET") && !line.contains("connect("), "\(file): \(line)")
      for part in line.split(separator: "\"").dropFirst().prefix(1) { named.insert(String(part)) }
    }
    let corpus = try #require(Self.corpus)
    for path in named {
      // The folder that the drawing lies in may be opened, too.
      #expect(
        path == file || file.hasPrefix(path + "/") || !path.hasPrefix(corpus + "/"), "\(file): \(path)")
      #expect(
        !path.contains("passwd") && !path.contains("secret") && !path.contains(".css"), "\(file): \(path)")
    }
    #expect(named.contains(file))
  }

  /// Path data of 100 MB: plain it is over the limit of a file, packed over that of what is in it.
  @Test(.needsFastBuild, .needs("gzip", "time"), arguments: [100])
  func pathDataWithoutEnd(_ megabytes: Int) throws {
    let opening =
      "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'><path stroke='red' fill='none' d='M1 1"
    var text = Array(opening.utf8)
    var state: UInt32 = 1
    var round = 0
    while text.count < megabytes << 20 {
      state = state &* 1_664_525 &+ 1_013_904_223
      round += 1
      text += Array("L\(state >> 22).\(state >> 8 & 7) \((state >> 12) & 1023)".utf8)
    }
    text += Array("'/></svg>".utf8)
    let plain = try temporary.write(text, "long.svg")
    let (outcome, memory, _) = try measured("import", "--into", temporary("Notes"), plain)
    #expect(memory <= 256 << 20, "\(memory >> 20) MB")
    #expect(outcome.status == 3, "\(outcome)")
    let packed = try Program.named("gzip").run(["-1", "-S", "z", plain])
    #expect(packed.status == 0)
    let (again, most, _) = try measured("import", "--into", temporary("Packed"), temporary("long.svgz"))
    #expect(most <= 256 << 20, "\(most >> 20) MB")
    #expect(again.status == 3, "\(again)")
  }
}
