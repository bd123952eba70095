import DurableFiles
import Foundation
import TestSupport
import Testing

/// What `pack` says, and what `unpack --salvage` makes of the rest.
@Suite struct PackTests {
  let temporary: TemporaryFolder
  let package: String

  init() throws {
    temporary = try TemporaryFolder()
    package = try temporary.makeSmallPackage(in: "L")
  }

  @Test func packsDamageAsItIsAndSaysSo() throws {
    try temporary.remove("L/\(SmallPackage.name)/\(SmallPackage.assets[0])")
    let outcome = try lnote("pack", package, "-o", temporary("a.lnotepack"))
    #expect(outcome.status == 1 && outcome.output == "\(temporary("a.lnotepack"))\n", "\(outcome)")
    #expect(outcome.errors.contains("packed as it is: asset-missing"), "\(outcome)")
    let piped = try lnote("pack", package, "-o", "-")
    #expect(piped.status == 1 && piped.errors.contains("asset-missing"), "\(piped)")
    #expect(piped.outputBytes == (try temporary.read("a.lnotepack")))
    let records = try lnote("pack", package, "-o", temporary("b"), "--json").records()
    #expect(records.last?["damaged"] == 1)
    let listed = try lnote("unpack", "--salvage", temporary("a.lnotepack"), "-d", temporary("out"))
    #expect(listed.status == 1, "\(listed)")
    #expect(try temporary.snapshot("out") == temporary.snapshot("L"))
  }

  @Test func saysWhatIsLeftOutWhenAsked() throws {
    try temporary.write("x", "L/\(SmallPackage.name)/.DS_Store")
    try temporary.write("x", "L/\(SmallPackage.name)/pages/x.tmp")
    let quiet = try lnote("pack", package, "-o", temporary("a.lnotepack"))
    #expect(quiet.status == 0 && quiet.errors == "", "\(quiet)")
    let verbose = try lnote("pack", "-v", package, "-o", temporary("b.lnotepack"))
    #expect(verbose.status == 0, "\(verbose)")
    #expect(verbose.errors.contains(".DS_Store: left out (litter)"), "\(verbose)")
    #expect(verbose.errors.contains("x.tmp: left out (unfinished file)"), "\(verbose)")
    try FileManager.default.createSymbolicLink(
      atPath: "\(package)/link", withDestinationPath: "/etc/passwd")
    let linked = try lnote("pack", package, "-o", temporary("c.lnotepack"))
    #expect(linked.status == 1 && linked.errors.contains("link: left out (symbolic link)"), "\(linked)")
    #expect(try temporary.read("c.lnotepack") == temporary.read("a.lnotepack"))
  }

  @Test func isTheSameOnAnyNumberOfProcessors() throws {
    let library = "\(ProgramSamples.samples)/Library"
    for jobs in ["1", "2", "7"] {
      #expect(try lnote("pack", library, "-j", jobs, "-o", temporary(jobs)).status == 0)
    }
    #expect(try temporary.read("2") == temporary.read("1"))
    #expect(try temporary.read("7") == temporary.read("1"))
  }

  /// An app that saves all the time: read again, then refused, and nothing is left. One that saved once is packed.
  @Test func readsAPackageAgainThatChangesMeanwhile() throws {
    let file = "\(package)/document.json"
    let text = try temporary.text("L/\(SmallPackage.name)/document.json")
    let writer = """
      while [ ! -e "$3" ]; do cp "$1" "$2.new"; echo "$RANDOM$RANDOM" >>"$2.new"; mv "$2.new" "$2"; done
      """
    try temporary.write(text, "original")
    let busy = try Program.named("bash").start(
      ["-c", writer, "bash", temporary("original"), file, temporary("stop")])
    var refused = 0
    // How soon the writer is in the way, a busy machine decides.
    for _ in 0..<100 where refused < 3 {
      let outcome = try lnote("pack", "-v", package, "-o", temporary("a.lnotepack"))
      guard outcome.status != 0, outcome.status != 1 else {
        try temporary.remove("a.lnotepack")
        continue
      }
      refused += 1
      #expect(outcome.status == 2, "\(outcome)")
      #expect(outcome.errors.contains("it is read again"), "\(outcome)")
      #expect(outcome.errors.contains("close it in the app"), "\(outcome)")
      #expect(!temporary.exists("a.lnotepack"))
    }
    try temporary.write("", "stop")
    _ = try busy.finish()
    #expect(refused > 0, "the writer was too slow")
    #expect(temporary.names().filter { $0.hasPrefix(".lnote") } == [])
  }

  // MARK: Salvage

  @Test func salvagesWhatIsIntact() throws {
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    let whole = try temporary.read("a.lnotepack")
    let page = "pages/\(SmallPackage.pages[1]).content"
    let name = Array("\(SmallPackage.name)/\(page)".utf8)
    let offset = try #require(whole.firstRange(of: name)).upperBound + 60
    var bytes = whole
    bytes[offset] ^= 0xFF
    try temporary.write(bytes, "d.lnotepack")
    let plain = try lnote("unpack", temporary("d.lnotepack"), "-d", temporary("none"))
    plain.expectComplaint(3, page)
    #expect(!temporary.exists("none"))
    let outcome = try lnote("unpack", "--salvage", temporary("d.lnotepack"), "-d", temporary("out"))
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.output == "\(temporary("out"))/\(SmallPackage.name)\n")
    #expect(outcome.errors.contains("\(page) isn't intact and was left out"), "\(outcome)")
    #expect(outcome.errors.contains("page-missing"), "\(outcome)")
    var wanted = try temporary.snapshot("L")
    wanted.nodes[RelativePath("\(SmallPackage.name)/\(page)")!] = nil
    #expect(try temporary.snapshot("out") == wanted)
    let again = try lnote("unpack", "--salvage", temporary("d.lnotepack"), "-d", temporary("out"))
    #expect(again.status == 3 && again.errors.contains("is there already"), "\(again)")
    let records = try lnote(
      "unpack", "--salvage", "--json", temporary("d.lnotepack"), "-d", temporary("more")
    )
    .records()
    #expect(records.first?.array("missing").count == 1 && records.first?["errors"] == 1, "\(records)")
  }

  /// Cut anywhere: never more than was in it, and what is taken is as it was.
  @Test func salvagesWhatIsLeftOfACutArchive() throws {
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    let whole = try temporary.read("a.lnotepack")
    let wanted = try temporary.snapshot("L")
    var statuses: Set<Int32> = []
    for count in stride(from: 50, to: whole.count, by: whole.count / 12) {
      try temporary.write(Array(whole[..<count]), "cut")
      let outcome = try lnote("unpack", "--salvage", temporary("cut"), "-d", temporary("out\(count)"))
      statuses.insert(outcome.status ?? -1)
      guard outcome.status == 1 else { continue }
      for (path, node) in try temporary.snapshot("out\(count)").nodes { #expect(wanted.nodes[path] == node) }
    }
    #expect(statuses.contains(1) && statuses.isSubset(of: [1, 3]))
  }

  // MARK: The file type

  @Test(.needs("file")) func fileTellsItFromOtherArchives() throws {
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    // What a distribution may add to the system's list, made from the format: the type and the place of its sign.
    try temporary.write(
      "0 string PK\\003\\004\n>66 string .lnote/ lnote archive\n!:mime application/vnd.lnote+zip\n", "magic")
    let told = try Program.named("file").run(
      ["-b", "--mime-type", "-m", temporary("magic"), temporary("a.lnotepack")])
    #expect(told.output == "application/vnd.lnote+zip\n", "\(told)")
    let plain = try Program.named("file").run(["-b", "--mime-type", temporary("a.lnotepack")])
    #expect(plain.output == "application/zip\n", "\(plain)")
  }

  @Test(.needs("gio", "update-mime-database")) func desktopsKnowTheFileType() throws {
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    try temporary.copy(temporary("a.lnotepack"), "no-suffix")
    let data = temporary("share")
    try temporary.copy(
      "\(ProgramSamples.root)/share/mime/packages/lnote.xml", "share/mime/packages/lnote.xml")
    let updated = try Program.named("update-mime-database").run([temporary("share/mime")])
    #expect(updated.status == 0, "\(updated)")
    for name in ["a.lnotepack", "no-suffix"] {
      let told = try Program.named("gio").run(
        ["info", "-a", "standard::content-type", temporary(name)],
        environment: ["XDG_DATA_HOME": data, "XDG_DATA_DIRS": "\(data):/usr/share"])
      #expect(told.output.contains("application/vnd.lnote+zip"), "\(name): \(told)")
    }
  }
}
