import DurableFiles
import Foundation
import TestSupport
import Testing

/// What nobody knows yet survives, byte for byte.
@Suite struct UnknownContentTests {
  let temporary: TemporaryFolder
  let package: String
  let original: TreeSnapshot

  init() throws {
    temporary = try TemporaryFolder()
    package = try temporary.makeStrangePackage(in: "in")
    original = try temporary.snapshot("in/\(SmallPackage.name)")
  }

  private func imported(_ path: String) throws -> TreeSnapshot {
    let outcome = try lnote("import", path, "--into", temporary("Library"))
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    return try temporary.snapshot("Library/\(SmallPackage.name)")
  }

  /// The package is what its name says: nothing wrong with it, and strange in every way.
  @Test func isSound() throws {
    let outcome = try lnote("fsck", "--json", "--strict", package)
    #expect(outcome.status == 0, "\(outcome)")
    let codes = try outcome.records().of("finding").map { $0["code"] as String }
    #expect(codes.contains("extra-file") && codes.contains("element-unknown"), "\(codes)")
    let info = try #require(try lnote("info", "--json", package).records().first)
    #expect(info["unknown"] == 1 && info["elements"] == 6)
  }

  @Test func survivesPackAndUnpack() throws {
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    #expect(try lnote("unpack", temporary("a.lnotepack"), "-d", temporary("out")).status == 0)
    #expect(try temporary.snapshot("out/\(SmallPackage.name)") == original)
  }

  @Test func survivesImport() throws { #expect(try imported(package) == original) }

  @Test func survivesImportOfAnArchive() throws {
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    #expect(try imported(temporary("a.lnotepack")) == original)
  }

  /// Thumbnails are made again, and stand in no export; the manifest names a cover only where it is.
  @Test(arguments: [["a.json"], ["a.json", "--pretty"], ["a.ndjson"]])
  func survivesJSON(_ options: [String]) throws {
    let exported = try Program.lnote.run(
      ["export", package, "-o", temporary(options[0])] + options.dropFirst().map { $0 as any ProgramArgument }
    )
    #expect(exported.status == 0 && exported.errors == "", "\(exported)")
    let after = try imported(temporary(options[0]))
    let isKept = { (path: RelativePath) in
      !["thumbnails", "manifest.json"].contains(path.names[0].description)
    }
    if options[0].hasSuffix(".ndjson") {
      // Lines can't keep the white space inside a value of several lines; all else is the same.
      let name = RelativePath.of("document.json")
      #expect(after.nodes[name]?.withoutWhiteSpace == original.nodes[name]?.withoutWhiteSpace)
      #expect(
        after.nodes.filter { isKept($0.key) && $0.key != name }
          == original.nodes.filter { isKept($0.key) && $0.key != name })
    } else {
      #expect(after.nodes.filter { isKept($0.key) } == original.nodes.filter { isKept($0.key) })
    }
    #expect(
      try temporary.text("Library/\(SmallPackage.name)/manifest.json").contains("\n  \"pinned\": true\n"))
  }

  @Test func survivesAnotherState() throws {
    _ = try imported(package)
    try temporary.edit("in/\(SmallPackage.name)/document.json") {
      $0 = $0.replacingOccurrences(of: "1.50e+3", with: "1.5e3")
    }
    let outcome = try lnote("import", package, "--into", temporary("Library"))
    #expect(outcome.status == 3, "an unknown key is part of the document: \(outcome)")
    let both = try lnote("import", package, "--into", temporary("Library"), "--on-conflict", "keep-both")
    #expect(both.status == 0, "\(both)")
    let name = try #require(temporary.names(in: "Library").first { $0 != SmallPackage.name })
    #expect(try temporary.text("Library/\(name)/document.json").contains("\"score\": 1.5e3,"))
    #expect(temporary.exists("Library/\(name)/audio/a.m4a"))
    #expect(try lnote("fsck", "--strict", temporary("Library")).status == 0)
  }

  /// A drawing holds the unknown keys of strokes and images; an unknown element isn't drawn.
  @Test func keysOfElementsSurviveDrawings() throws {
    #expect(try lnote("export", package, "-o", temporary("a.svg"), "--pages", "1").status == 0)
    let after = try imported(temporary("a.svg"))
    let path = RelativePath.of("pages/\(SmallPackage.pages[0]).content")
    guard case .file(let new) = after.nodes[path], case .file(let old) = original.nodes[path] else {
      Issue.record("no page")
      return
    }
    let lines = { (bytes: [UInt8]) in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
        $0.hasSuffix(",") ? $0.dropLast() : $0
      }
      .filter { $0.contains(#""type":"stroke""#) || $0.contains(#""type":"image""#) }
    }
    #expect(lines(new) == lines(old))
    #expect(lines(new).count == 3)
  }
}

extension TreeSnapshot.Node {
  fileprivate var withoutWhiteSpace: TreeSnapshot.Node {
    guard case .file(let bytes) = self else { return self }
    return .file(bytes.filter { $0 != 0x20 && $0 != 0x0A })
  }
}
