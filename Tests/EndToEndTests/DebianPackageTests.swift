import DurableFiles
import Foundation
import TestSupport
import Testing

/// What `make deb` makes, from the program under test: unpacked, it holds a program that runs and all that belongs to it.
@Suite struct DebianPackageTests {
  @Test(.needs("dpkg-deb", "dpkg-shlibdeps", "make", "strip")) func isWholeAndSaysWhatItNeeds() throws {
    let temporary = try TemporaryFolder()
    // "-o build": the program that is here already is packed.
    let installed = try Program.named("make").run(
      [
        "-o", "build", "install", "lnote=\(Program.lnote.path)", "DESTDIR=\(temporary("root"))",
        "prefix=/usr",
      ], in: Path(ProgramSamples.root))
    #expect(installed.status == 0, "\(installed)")
    func make(_ folder: String) throws -> String {
      let outcome = try Program(Path("\(ProgramSamples.root)/.ci/deb")).run(
        [temporary("root"), temporary(folder)], in: Path(ProgramSamples.root))
      #expect(outcome.status == 0, "\(outcome)")
      return outcome.output.trimmingCharacters(in: .newlines)
    }
    let package = try make("one")
    let again = try make("two")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: package)) == Data(contentsOf: URL(fileURLWithPath: again)),
      "the same files give the same package")

    let fields = try Program.named("dpkg-deb").run(["--field", package])
    var libraries = ["libarchive13", "libxml2", "libc6"]
    #if Rendering
      libraries.append("libcairo2")
    #endif
    #if SQLite
      libraries.append("libsqlite3-0")
    #endif
    for library in libraries {
      #expect(fields.output.contains(library), "\(fields)")
    }
    #expect(fields.output.hasPrefix("Package: lnote\nVersion: 0."), "\(fields)")
    #expect(try Program.named("dpkg-deb").run(["-x", package, temporary("system")]).status == 0)
    let program = Program(Path(temporary("system/usr/bin/lnote")))
    #expect(try program.run(["--version"]).output.hasPrefix("lnote 0."))
    let listed = try program.run(["ls", "\(ProgramSamples.samples)/Library"])
    #expect(listed.status == 0 && listed.output.contains("Field notes"), "\(listed)")
    let share = "system/usr/share"
    let pages = temporary.names(in: "\(share)/man/man1")
    #expect(
      pages
        == ProgramSamples.names(in: "\(ProgramSamples.root)/man").filter { $0.hasSuffix(".1") }.map {
          $0 + ".gz"
        })
    for file in [
      "bash-completion/completions/lnote", "zsh/vendor-completions/_lnote",
      "fish/vendor_completions.d/lnote.fish",
      "mime/packages/lnote.xml", "thumbnailers/lnote.thumbnailer", "doc/lnote/copyright",
      "doc/lnote/changelog.gz",
      "man/man5/lnote.5.gz",
    ] {
      #expect(temporary.exists("\(share)/\(file)"), "\(file)")
    }
    withExtendedLifetime(temporary) {}
  }
}
