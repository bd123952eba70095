import DurableFiles
import Foundation
import TestSupport
import Testing

/// The commands that draw, as they are typed.
struct PictureCommandTests {
  private let home: TemporaryFolder
  private let package: String

  init() throws {
    home = try TemporaryFolder()
    package = try home.makeSmallPackage(in: "Library")
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: home(name))))
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  #if Rendering
    @Test("export draws one page as a PNG, and more into a folder")
    func exportsPNG() throws {
      let one = try lnote("export", package, "-o", "page.png", "--pages", "1", "--size", "64", in: home.path)
      #expect(one.status == 0, "\(one)")
      #expect(try bytes("page.png").starts(with: Self.png))
      let all = try lnote("export", package, "-f", "png", "-o", "pages", "--dpi", "20", in: home.path)
      #expect(all.status == 0 && all.output == "pages/Small-001.png\npages/Small-002.png\n", "\(all)")
      #expect(try bytes("pages/Small-002.png").starts(with: Self.png))
    }

    @Test("export writes all pages into one PDF, also to standard output")
    func exportsPDF() throws {
      let outcome = try lnote("export", package, "-f", "pdf", "-o", "-", in: home.path)
      #expect(outcome.status == 0 && outcome.outputBytes.starts(with: Array("%PDF".utf8)), "\(outcome)")
      let again = try lnote("export", package, "-o", "notes.pdf", in: home.path)
      #expect(again.status == 0, "\(again)")
      #expect(try bytes("notes.pdf") == outcome.outputBytes)
    }

    @Test("Pictures that can't be made leave nothing behind")
    func leavesNothing() throws {
      let huge = try lnote("export", package, "-f", "png", "-o", "pages", "--dpi", "2400", in: home.path)
      #expect(huge.status == 3 && huge.errors.contains("lower resolution"), "\(huge)")
      #expect(!FileManager.default.fileExists(atPath: home("pages")))
      let color = try lnote("export", package, "-o", "a.pdf", "--background=mauve", in: home.path)
      #expect(color.status == 16, "\(color)")
    }

    @Test("An asset that is no picture is warned about and the page is drawn")
    func warns() throws {
      try home.write("no picture", "Library/\(SmallPackage.name)/\(SmallPackage.assets[0])")
      let outcome = try lnote("export", package, "-o", "a.pdf", in: home.path)
      #expect(outcome.status == 1 && outcome.errors.contains("is no picture"), "\(outcome)")
    }

    @Test("thumbnails draws what is missing, stale or unreadable, and then nothing")
    func drawsThumbnails() throws {
      // The package comes with thumbnails of another page.
      let first = try lnote("thumbnails", "Library", in: home.path)
      #expect(first.status == 0 && first.output.contains("stale"), "\(first)")
      let second = try lnote("thumbnails", "Library", in: home.path)
      #expect(second.status == 0 && second.output.isEmpty, "\(second)")
      let thumbnail = "Library/\(SmallPackage.name)/thumbnails/\(SmallPackage.pages[0]).jpg"
      let drawn = try bytes(thumbnail)
      try FileManager.default.removeItem(atPath: home(thumbnail))
      try home.write("", "Library/\(SmallPackage.name)/thumbnails/\(SmallPackage.pages[1]).jpg")
      let third = try lnote("thumbnails", "--json", "Library", in: home.path).records()
      #expect(third.compactMap { $0.members["was"] as? String } == ["missing", "unreadable"])
      #expect(try bytes(thumbnail) == drawn)
    }

    @Test("thumbnails --dry-run says what it would draw and draws nothing")
    func plansThumbnails() throws {
      let before = try bytes("Library/\(SmallPackage.name)/manifest.json")
      try FileManager.default.removeItem(atPath: home("Library/\(SmallPackage.name)/thumbnails"))
      let outcome = try lnote("thumbnails", "-n", package, in: home.path)
      #expect(outcome.status == 0 && outcome.output.contains("missing"), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: home("Library/\(SmallPackage.name)/thumbnails")))
      #expect(try bytes("Library/\(SmallPackage.name)/manifest.json") == before)
    }

    @Test("thumbnails gives file managers the cover of an archive, over the file that they made for it")
    func drawsForFileManagers() throws {
      #expect(try lnote("pack", "-o", "small.lnotepack", package, in: home.path).status == 0)
      try home.write("", "out")
      let outcome = try lnote(
        "thumbnails", "--from", "small.lnotepack", "--to", "out", "--size", "128", in: home.path)
      #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
      #expect(try bytes("out").starts(with: Self.png))
      try FileManager.default.removeItem(atPath: home("Library/\(SmallPackage.name)/thumbnails"))
      let drawn = try lnote("thumbnails", "--from", package, "--to", "out.jpg", in: home.path)
      #expect(drawn.status == 0, "\(drawn)")
      #expect(try bytes("out.jpg").starts(with: [0xFF, 0xD8]))
    }

    @Test("ls --contact-sheet writes a picture beside the list")
    func writesContactSheets() throws {
      let outcome = try lnote("ls", "--contact-sheet", "sheet.png", "Library", in: home.path)
      #expect(outcome.status == 0 && outcome.output.contains("Small"), "\(outcome)")
      #expect(try bytes("sheet.png").starts(with: Self.png))
      let again = try lnote("ls", "--contact-sheet", "sheet.png", "Library", in: home.path)
      #expect(again.status == 3 && again.errors.contains("--force"), "\(again)")
    }

    @Test(
      "A picture that lies about its size takes neither time nor memory", .needs("prlimit"), .needsFastBuild,
      arguments: ["png", "pdf"])
    func boundsMemory(format: String) throws {
      var lie: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xFF, 0xFF, 0xFF, 3]
      lie += [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
      try home.write(lie, "Library/\(SmallPackage.name)/\(SmallPackage.assets[0])")
      let started = Date()
      let outcome = try Program.named("prlimit").run(
        [
          "--data=268435456", Program.lnote.path, "export", package, "-f", format, "--pages", "1", "-o", "-",
        ] as [any ProgramArgument], in: home.path)
      #expect(outcome.status == 1 && outcome.errors.contains("65535 × 65535"), "\(outcome.errors)")
      #expect(Date().timeIntervalSince(started) < 20)
    }
  #else
    @Test("A build without pictures says so")
    func saysWhatIsMissing() throws {
      for words in [
        ["export", package, "-o", "a.png"], ["export", package, "-o", "a.pdf"], ["thumbnails", package],
        ["ls", "--contact-sheet", "a.png", "Library"],
      ] {
        let outcome = try Program.lnote.run(words, in: home.path)
        #expect(outcome.status == 3 && outcome.errors.contains("this build has no pictures"), "\(outcome)")
      }
    }
  #endif
}
