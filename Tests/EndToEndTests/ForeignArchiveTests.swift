import DurableFiles
import Foundation
import TestSupport
import Testing

/// Archives that other programs make of a package, in the shapes in which people send them.
@Suite struct ForeignArchiveTests {
  let temporary: TemporaryFolder
  /// What every archive is made of.
  let wanted: TreeSnapshot

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeStrangePackage(in: "in")
    wanted = try temporary.snapshot("in")
  }

  /// A way to make the archive `a` of the package `$P` in the folder `in`: a program, and what a shell runs.
  struct Maker: CustomStringConvertible, Sendable {
    let program: String
    let script: String
    var name = "a.zip"
    /// What it adds beside the package, which is said and left out.
    var hasStrays = false
    var description: String { "\(program): \(script.prefix(60))" }
  }

  /// As Finder does: names decomposed and not marked as UTF-8, a shadow folder, litter.
  private static let finder = """
    import os, sys, unicodedata, zipfile
    z = zipfile.ZipFile('../a.zip', 'w', zipfile.ZIP_DEFLATED)
    class Plain(zipfile.ZipInfo):
      def _encodeFilenameFlags(self): return self.filename.encode(), self.flag_bits
    def add(name, data):
      i = Plain(unicodedata.normalize('NFD', name)); i.create_system = 3; i.external_attr = 0o100644 << 16
      i.compress_type = 8; z.writestr(i, data)
    for top, folders, files in os.walk(sys.argv[1]):
      for f in files:
        name = os.path.join(top, f); add(name, open(name, 'rb').read())
        add('__MACOSX/' + top + '/._' + f, b'\\0\\5\\x16\\7')
    add(sys.argv[1] + '/.DS_Store', b'x'); add('._' + sys.argv[1], b'x')
    z.close()
    """
  private static let explorer = """
    import os, sys, zipfile
    z = zipfile.ZipFile('../a.zip', 'w', zipfile.ZIP_DEFLATED)
    for top, folders, files in os.walk(sys.argv[1]):
      for f in files:
        i = zipfile.ZipInfo(os.path.join(top, f).replace('/', '\\\\')); i.create_system = 0; i.compress_type = 8
        z.writestr(i, open(os.path.join(top, f), 'rb').read())
    z.close()
    """
  private static let streamed = """
    import os, sys, zipfile
    class Pipe:
      def __init__(self): self.f = open('../a.zip', 'wb')
      def write(self, b): return self.f.write(b)
      def flush(self): self.f.flush()
    p = Pipe(); z = zipfile.ZipFile(p, 'w', zipfile.ZIP_DEFLATED)
    for top, folders, files in os.walk(sys.argv[1]):
      for f in files: z.write(os.path.join(top, f))
    z.close(); p.flush()
    """

  static let makers: [Maker] = [
    Maker(program: "zip", script: "zip -qr ../a.zip $P"),
    Maker(program: "zip", script: "zip -qrD ../a.zip $P"),
    Maker(program: "zip", script: "zip -qr - $P | cat >../a.zip"),
    Maker(program: "zip", script: "zip -qr0 ../a.zip $P"),
    Maker(program: "zip", script: "cd $P && zip -qr ../../a.zip ."),
    Maker(program: "zip", script: "zip -qr ../a.lnote $P", name: "a.lnote"),
    Maker(program: "zip", script: "mkdir w && mv $P w && zip -qr ../a.zip w && mv w/$P . && rmdir w"),
    Maker(program: "zip", script: "mv $P 'My notes' && zip -qr ../a.zip 'My notes' && mv 'My notes' $P"),
    Maker(
      program: "zip", script: "echo x >letter.txt && zip -qr ../a.zip letter.txt $P && rm letter.txt",
      hasStrays: true),
    Maker(program: "7z", script: "7z a -bd -tzip ../a.zip $P >/dev/null"),
    Maker(program: "bsdtar", script: "bsdtar -a -cf ../a.zip $P"),
    Maker(program: "python3", script: "python3 -m zipfile -c ../a.zip $P"),
    Maker(program: "python3", script: "python3 -c \"$FINDER\" $P"),
    Maker(program: "python3", script: "python3 -c \"$EXPLORER\" $P"),
    Maker(program: "python3", script: "python3 -c \"$STREAMED\" $P"),
    Maker(program: "tar", script: "tar -cf ../a.tar $P", name: "a.tar"),
    Maker(program: "tar", script: "tar --format=pax -cf ../a.tar $P", name: "a.tar"),
    Maker(program: "tar", script: "tar --format=v7 -cf ../a.tar $P", name: "a.tar"),
    Maker(program: "tar", script: "tar -C $P -cf ../a.tar .", name: "a.tar"),
    Maker(program: "tar", script: "tar -czf ../a.tar.gz $P", name: "a.tar.gz"),
    Maker(program: "zstd", script: "tar -cf - $P | zstd -q >../a.tar.zst", name: "a.tar.zst"),
    Maker(program: "bsdtar", script: "bsdtar -czf ../a.tgz $P", name: "a.tgz"),
    Maker(program: "python3", script: "python3 -m tarfile -c ../a.tar $P", name: "a.tar"),
  ].filter { Program.has($0.program) }

  @Test(arguments: makers) func isTaken(_ maker: Maker) throws {
    let made = try Program.named("sh").run(
      ["-ec", maker.script], in: Path(temporary("in")),
      environment: [
        "P": SmallPackage.name, "FINDER": Self.finder, "EXPLORER": Self.explorer, "STREAMED": Self.streamed,
      ])
    #expect(made.status == 0, "\(made)")
    try #require(try temporary.snapshot("in") == wanted)
    let archive = temporary(maker.name)
    let status: Int32 = maker.hasStrays ? 1 : 0

    let unpacked = try lnote("unpack", archive, "-d", temporary("out"))
    #expect(unpacked.status == status, "\(unpacked)")
    #expect(unpacked.errors.isEmpty != maker.hasStrays, "\(unpacked)")
    expectSame(try temporary.snapshot("out"))

    let imported = try lnote("import", archive, "--into", temporary("L"))
    #expect(imported.status == status && imported.output.hasPrefix("imported: Small"), "\(imported)")
    expectSame(try temporary.snapshot("L"))
    let again = try lnote("import", archive, "--into", temporary("L"))
    #expect(again.output.hasPrefix("there already"), "\(again)")

    #expect(try lnote("fsck", archive).status == 0)
    let info = try lnote("info", archive)
    #expect(info.status == 0 && info.output.hasPrefix("Small\n"), "\(info)")
  }

  /// The same files; a name may be decomposed now, which every system but one's own takes for the same.
  private func expectSame(_ tree: TreeSnapshot, _ location: SourceLocation = #_sourceLocation) {
    func named(_ tree: TreeSnapshot) -> [String: TreeSnapshot.Node] {
      Dictionary(uniqueKeysWithValues: tree.nodes.map { ($0.key.description, $0.value) })
    }
    #expect(named(tree) == named(wanted), "\(tree)", sourceLocation: location)
  }
}

/// What must not change any result.
@Suite struct SurroundingsTests {
  let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeStrangePackage(in: "in")
    try temporary.copy(temporary("in"), "other")
    try temporary.edit("other/\(SmallPackage.name)/pages/\(SmallPackage.pages[0]).content") {
      $0 = $0.replacingOccurrences(of: "\"tool\":\"marker\"", with: "\"tool\":\"pencil\"")
    }
    try temporary.edit("other/\(SmallPackage.name)/document.json") {
      $0 = $0.replacingOccurrences(of: "04:06.007Z", with: "05:00.000Z")
    }
    try temporary.edit("other/\(SmallPackage.name)/manifest.json") {
      $0 = $0.replacingOccurrences(of: "04:06.007Z", with: "05:00.000Z")
    }
  }

  struct Surrounding: CustomStringConvertible, Sendable {
    var variables: [String: String?] = [:]
    var mask: String?
    var description: String { "\(variables) \(mask ?? "")" }
  }

  static let surroundings = [
    Surrounding(variables: ["LC_ALL": "C"]), Surrounding(variables: ["LC_ALL": "tr_TR.UTF-8"]),
    Surrounding(variables: ["TZ": "Pacific/Kiritimati"]), Surrounding(mask: "077"),
  ]

  /// Everything that `pack`, `unpack` and `import` do and say, in a folder of its own.
  private func results(_ name: String, _ surrounding: Surrounding) throws -> (
    said: [String], tree: TreeSnapshot
  ) {
    var said: [String] = []
    func run(_ arguments: String...) throws {
      let outcome = try Program.lnote.run(
        arguments, in: Path(temporary(name)), environment: surrounding.variables, umask: surrounding.mask)
      said.append("\(arguments): \(outcome)")
    }
    try temporary.makeFolder(name)
    try run("pack", "../in", "-o", "a.lnotepack")
    try run("pack", "../other", "-o", "b.lnotepack")
    try run("unpack", "--json", "a.lnotepack", "-d", "out")
    for policy in ["fail", "skip", "keep-both", "replace", "newer", "merge"] {
      try run("import", "a.lnotepack", "--into", policy)
      try run("import", "--json", "b.lnotepack", "--into", policy, "--on-conflict", policy)
    }
    try run("info", "--json", "a.lnotepack")
    try run("fsck", "--json", "b.lnotepack")
    var tree = try temporary.snapshot(name)
    // The names of runs in lost+found have the time and a random number in them.
    let runs = tree.nodes.filter { $0.key.description.contains(".lnote-lost+found") }
    tree.nodes = tree.nodes.filter { runs[$0.key] == nil }
    #expect(!runs.isEmpty)
    return (said, tree)
  }

  @Test(arguments: surroundings) func changeNothing(_ surrounding: Surrounding) throws {
    let plain = try results("plain", Surrounding(variables: ["TZ": "UTC"]))
    let other = try results("other place", surrounding)
    #expect(other.said == plain.said)
    #expect(other.tree == plain.tree)
  }
}
