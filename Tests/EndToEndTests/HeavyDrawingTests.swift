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
    "librsvg-bug524-invalid-stylesheet-href.svg", "librsvg-bug785276-empty.svg",
    "librsvg-bug785276-short-file.svg", "librsvg-xml-pi-without-data.svg", "badutf8.svg", "deep5000.svg",
    "dupattr.svg", "empty.svg", "laugh_attr.svg", "laugh_text.svg", "leadws.svg", "not_xml.svg", "nul.svg",
    "quad.svg", "trunc.svg",
  ]

  /// Each comes to its end in 2 s and 256 MB, imported or refused in one line.
  @Test(.needsCorpus, .needsFastBuild, arguments: files)
  func takesLittle(_ file: String) throws {
    let start = ContinuousClock.now
    let outcome = try lnote("import", "--into", temporary("Notes"), file)
    let elapsed = ContinuousClock.now - start
    #expect(outcome.signal == nil && outcome.status != 8, "\(outcome)")
    #expect(elapsed < .seconds(2), "\(file): \(elapsed)")
    #expect(outcome.peakMemory <= 256 << 20, "\(file): \(outcome.peakMemory >> 20) MB")
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
      #expect(path == file || !path.hasPrefix(corpus + "/"), "\(file): \(path)")
      #expect(
        !path.contains("passwd") && !path.contains("secret") && !path.contains(".css"), "\(file): \(path)")
    }
    #expect(named.contains(file))
  }

  /// Path data of 100 MB: plain it is over the limit of a file, packed over that of what is in it; just under the limit
  /// it is read.
  @Test(.needsFastBuild, .needs("gzip"), arguments: [100, 60])
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
    let outcome = try lnote("import", "--into", temporary("Notes"), plain)
    #expect(outcome.peakMemory <= 256 << 20, "\(outcome.peakMemory >> 20) MB")
    #expect(outcome.status == (megabytes > 64 ? 3 : 1), "\(outcome)")
    let packed = try Program.named("gzip").run(["-1", "-S", "z", plain])
    #expect(packed.status == 0)
    let again = try lnote("import", "--into", temporary("Packed"), temporary("long.svgz"))
    #expect(again.peakMemory <= 256 << 20, "\(again.peakMemory >> 20) MB")
    #expect(again.status == (megabytes > 64 ? 3 : 1), "\(again)")
  }
}
