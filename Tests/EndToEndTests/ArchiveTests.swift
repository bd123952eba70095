import DurableFiles
import Foundation
import TestSupport
import Testing

/// `pack` and `unpack`: the same bytes back, the same archive everywhere, and other programs read it.
@Suite struct ArchiveTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test(arguments: ProgramSamples.packages)
  func givesTheSameBytesBack(_ package: String) throws {
    let packed = try lnote("pack", package, "-o", temporary("a.lnotepack"))
    #expect(packed.status == 0, "\(packed)")
    #expect(packed.output == "\(temporary("a.lnotepack"))\n")
    let unpacked = try lnote("unpack", temporary("a.lnotepack"), "-d", temporary("out"))
    #expect(unpacked.status == 0, "\(unpacked)")
    #expect(unpacked.errors == "")
    let name = URL(fileURLWithPath: package).lastPathComponent
    #expect(temporary.names(in: "out") == [name])
    #expect(try temporary.snapshot("out/\(name)") == TreeSnapshot(ofPath: package))
    #expect(Array(try temporary.read("a.lnotepack").dropFirst(66).prefix(7)) == Array(".lnote/".utf8))
  }

  @Test(arguments: ProgramSamples.libraries)
  func packsTheSameArchiveEverywhere(_ library: String) throws {
    let surroundings: [(zone: String, locale: String, mask: String)] = [
      ("UTC", "C", "022"), ("Pacific/Chatham", "C.UTF-8", "077"), ("America/St_Johns", "de_DE.UTF-8", "000"),
      ("Asia/Kathmandu", "tr_TR.ISO8859-9", "027"),
    ]
    var archives: [[UInt8]] = []
    for (number, (zone, locale, mask)) in surroundings.enumerated() {
      // A copy has other owners, times and modes than the original.
      let input = number == 0 ? library : try temporary.copy(library, "copy\(number)")
      let outcome = try lnote(
        "pack", input, "-o", temporary("\(number)"), environment: ["TZ": zone, "LC_ALL": locale], umask: mask)
      #expect(outcome.status == 0, "\(outcome)")
      archives.append(try temporary.read("\(number)"))
      let mode = try FileManager.default.attributesOfItem(atPath: temporary("\(number)"))[.posixPermissions]
      #expect(mode as? Int == 0o644 & ~Int(mask, radix: 8)!, "the user's umask decides")
    }
    #expect(Set(archives).count == 1)
  }

  @Test func sendsTheSameArchiveDownAPipe() throws {
    let file = try lnote("pack", ProgramSamples.pictures, "-o", temporary("a.lnotepack"))
    let pipe = try lnote("pack", "-o", "-", ProgramSamples.pictures)
    #expect(file.status == 0 && pipe.status == 0, "\(file) \(pipe)")
    #expect(pipe.errors == "")
    #expect(try pipe.outputBytes == temporary.read("a.lnotepack"))
  }

  @Test func namesTheArchiveByItsTitle() throws {
    let outcome = try lnote("pack", ProgramSamples.empty, in: temporary.path)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(temporary.names() == ["Empty notebook.lnotepack"])
    let library = try lnote("pack", "\(ProgramSamples.samples)/Library/", in: temporary.path)
    #expect(library.status == 0, "\(library)")
    #expect(temporary.exists("Library.lnotepack"))
  }

  @Test func unpacksNothingOverWhatIsThere() throws {
    _ = try lnote("pack", ProgramSamples.empty, "-o", temporary("a.lnotepack"))
    #expect(try lnote("unpack", temporary("a.lnotepack"), "-d", temporary("out")).status == 0)
    let before = try temporary.snapshot("out")
    let again = try lnote("unpack", temporary("a.lnotepack"), "-d", temporary("out"))
    again.expectComplaint(3, ".lnote: is there already", "lnote import")
    #expect(try temporary.snapshot("out") == before)
  }

  /// More packages than files may be open, packed, unpacked, imported and checked.
  @Test(arguments: [
    ["pack", "L", "-o", "a"], ["unpack", "A", "-d", "M"], ["import", "L", "--into", "M"],
    ["import", "A", "--into", "M", "-j", "16"], ["fsck", "L"], ["ls", "L"], ["info", "L"],
  ])
  func takesMoreDocumentsThanFilesMayBeOpen(_ arguments: [String]) throws {
    try temporary.makeFolder("L")
    for number in 0..<60 {
      let made = try lnote("new", temporary("L"), "--title", "Number \(number)")
      #expect(made.status == 0, "\(made)")
    }
    if arguments.contains("A") {
      #expect(try lnote("pack", temporary("L"), "-o", temporary("A")).status == 0)
    }
    let limited: [any ProgramArgument] = ["-c", "ulimit -n 32; exec \"$0\" \"$@\"", Program.lnote.path]
    let outcome = try Program.named("sh").run(limited + arguments, in: temporary.path)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    if arguments.contains("M") { #expect(temporary.names(in: "M").count == 60) }
  }

  // MARK: Other programs

  static let lister = """
    import java.io.*; import java.util.zip.*;
    public class Lister { public static void main(String[] a) throws Exception {
      int files = 0; ZipEntry e; ZipInputStream z = new ZipInputStream(new FileInputStream(a[0]));
      while ((e = z.getNextEntry()) != null) { z.readAllBytes(); files++; }
      System.out.println(files); } }
    """
  static let python = """
    import sys, zipfile
    z = zipfile.ZipFile(sys.argv[1])
    assert z.testzip() is None
    assert all(i.date_time == (1980, 1, 1, 0, 0, 0) for i in z.infolist()), z.infolist()[0].date_time
    assert all(i.external_attr >> 16 in (0o100644, 0o40755) for i in z.infolist())
    assert all(i.compress_type == 8 for i in z.infolist() if not i.is_dir())
    print(len(z.namelist()))
    """

  @Test(.needs("unzip", "bsdtar", "python3", "java"), arguments: ProgramSamples.libraries)
  func otherProgramsReadIt(_ library: String) throws {
    #expect(try lnote("pack", library, "-o", temporary("a.lnotepack")).status == 0)
    let archive = temporary("a.lnotepack")
    let tested = try Program.named("unzip").run(["-tqq", archive])
    #expect(tested.status == 0, "\(tested)")
    let listed = try Program.named("bsdtar").run(["-tf", archive])
    #expect(listed.status == 0 && listed.errors.isEmpty, "\(listed)")
    let count = listed.output.split(separator: "\n").count
    try temporary.write(Self.lister, "Lister.java")
    for (program, arguments) in [
      ("python3", ["-c", Self.python, archive]), ("java", [temporary("Lister.java"), archive]),
    ] {
      let outcome = try Program.named(program).run(arguments)
      #expect(outcome.output == "\(count)\n", "\(program): \(outcome)")
    }
  }

  /// What unzip makes of an archive is a library of packages that open.
  @Test(.needs("unzip")) func unzipGivesPackagesThatOpen() throws {
    #expect(try lnote("pack", "\(ProgramSamples.samples)/Library", "-o", temporary("a.zip")).status == 0)
    #expect(try Program.named("unzip").run(["-q", temporary("a.zip"), "-d", temporary("out")]).status == 0)
    #expect(try temporary.snapshot("out") == TreeSnapshot(ofPath: "\(ProgramSamples.samples)/Library"))
    let checked = try lnote("fsck", temporary("out"))
    #expect(checked.status == 0, "\(checked)")
  }

  /// We read what other programs pack.
  @Test(.needs("zip")) func readsWhatZipPacks() throws {
    let zipped = try Program.named("zip").run(
      ["-qr", temporary("z.zip"), "04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote"],
      in: Path("\(ProgramSamples.samples)/Library"))
    #expect(zipped.status == 0, "\(zipped)")
    let outcome = try lnote("unpack", temporary("z.zip"), "-d", temporary("out"))
    #expect(outcome.status == 0, "\(outcome)")
    let name = URL(fileURLWithPath: ProgramSamples.empty).lastPathComponent
    #expect(try temporary.snapshot("out/\(name)") == TreeSnapshot(ofPath: ProgramSamples.empty))
  }
}
