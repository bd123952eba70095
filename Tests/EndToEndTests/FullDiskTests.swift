import DurableFiles
import Foundation
import TestSupport
import Testing

/// Disks that are full or can only be read. Each runs in a mount name space of its own.
@Suite struct FullDiskTests {
  let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeSmallPackage(in: "in")
    try temporary.makeFolder("disk")
    #expect(try lnote("pack", package, "-o", temporary("a.lnotepack")).status == 0)
    #expect(try lnote("export", package, "-o", temporary("a.json")).status == 0)
  }

  var package: String { temporary("in/\(SmallPackage.name)") }

  /// Runs on a small disk of its own, and tells what is on it afterwards.
  private func run(
    _ options: String, _ setUp: String = "", _ arguments: [any ProgramArgument], _ check: String = ":"
  ) throws -> (outcome: Program.Outcome, left: [Substring]) {
    let script = """
      mount -t tmpfs -o \(options) none "$1" && cd "$1" && shift || exit 99
      \(setUp)
      find . | sort >"$OLDPWD/before"; "$@"; status=$?
      find . | sort | comm -13 "$OLDPWD/before" - >"$OLDPWD/left"; \(check); exit $status
      """
    let outcome = try Program.named("unshare").run(
      ["-m", "sh", "-c", script, "sh", temporary("disk"), Program.lnote.path] + arguments, in: temporary.path)
    #expect(outcome.status != 99, "\(outcome)")
    return (outcome, try temporary.text("left").split(separator: "\n"))
  }

  static let commands: [[String]] = [
    ["import", "P", "--into", "Library"], ["import", "J", "--into", "Library"], ["unpack", "A", "-d", "out"],
    ["pack", "P", "-o", "a.lnotepack"], ["export", "P", "-o", "a.json"],
    ["export", "P", "-f", "svg", "-o", "out"],
    ["export", "P", "-f", "svg", "--images", "linked", "-o", "out"],
    ["export", "P", "-f", "json", "--assets", "linked", "-o", "x.json"],
    ["new", "Library", "--title", "T", "--page", "a4"],
  ]

  private func words(_ arguments: [String]) -> [String] {
    arguments.map { ["P": package, "A": temporary("a.lnotepack"), "J": temporary("a.json")][$0] ?? $0 }
  }

  /// The disk grows until the command succeeds: before that, it fails with status 8, one line, and leaves nothing.
  @Test(.needsMounting, arguments: commands) func fullDisk(_ arguments: [String]) throws {
    var failures = 0
    // Inodes run out too, one by one; on a disk of 4 KiB a small file fits.
    let sizes = [(1, 1)] + (2...12).map { (99, $0) } + [(2, 99), (3, 99), (5, 99), (99, 99)]
    for (inodes, blocks) in sizes {
      let (outcome, left) = try run("nr_blocks=\(blocks),nr_inodes=\(inodes)", "", words(arguments))
      if outcome.status == 0 { continue }
      failures += 1
      #expect(outcome.status == 8, "\(outcome)")
      #expect(
        outcome.errorLines.count == 1 && outcome.errors.contains("No space left on device"), "\(outcome)")
      #expect(!outcome.errors.contains(".lnote-"), "a name that nobody typed: \(outcome)")
      #expect(left.isEmpty, "left behind: \(left)")
    }
    #expect(failures > 0)
    #expect(try run("size=1m", "", words(arguments)).outcome.status == 0)
  }

  /// The library holds another state already: it is there as it was until the new one has room.
  @Test(.needsMounting, arguments: ["replace", "newer", "merge", "keep-both"])
  func fullDiskUnderAPolicy(_ policy: String) throws {
    let held = "other/\(SmallPackage.name)"
    try temporary.makeSmallPackage(in: "other")
    try temporary.edit("\(held)/pages/\(SmallPackage.pages[0]).content") {
      $0 = $0.replacingOccurrences(of: "\"tool\":\"marker\"", with: "\"tool\":\"pencil\"")
    }
    for name in ["document.json", "manifest.json"] {
      try temporary.edit("\(held)/\(name)") {
        $0 = $0.replacingOccurrences(of: "04:06.007Z", with: "04:06.000Z")
      }
    }
    let check = "diff -r Library \"$OLDPWD/other\" -x '.lnote-lost+found' >\"$OLDPWD/difference\""
    var failures = 0
    for blocks in 8...40 {
      let (outcome, left) = try run(
        "nr_blocks=\(blocks),nr_inodes=99", "cp -r \"$OLDPWD/other\" Library || exit 8",
        ["import", temporary("a.lnotepack"), "--into", "Library", "--on-conflict", policy], check)
      if outcome.status == 0 { break }
      failures += 1
      #expect(outcome.status == 8, "\(outcome)")
      #expect(outcome.errors.contains("No space left on device"), "\(outcome)")
      guard outcome.errors.hasPrefix("lnote") else { continue }
      #expect(try temporary.text("difference") == "", "the old state changed on \(blocks) blocks")
      #expect(left.allSatisfy { $0.contains(".lnote-lost+found") }, "left behind: \(left)")
    }
    #expect((1..<33).contains(failures))
  }

  @Test(.needsMounting, arguments: commands) func readOnlyDisk(_ arguments: [String]) throws {
    let (outcome, left) = try run("size=1m", "mount -o remount,ro .", words(arguments))
    #expect(outcome.status == 8, "\(outcome)")
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("Read-only file system"), "\(outcome)")
    #expect(!outcome.errors.contains(".lnote-"), "a name that nobody typed: \(outcome)")
    #expect(left.isEmpty, "left behind: \(left)")
  }

  /// Reading needs no right to write.
  @Test(
    .needsMounting,
    arguments: [
      ["ls", "Library"], ["info", "Library"], ["fsck", "Library"], ["pack", "Library", "-o", "-"],
      ["export", "Library/\(SmallPackage.name)", "-f", "json", "-o", "-"],
    ]) func readsFromAReadOnlyDisk(_ arguments: [String]) throws
  {
    let (outcome, left) = try run(
      "size=1m", "cp -r \"$OLDPWD/in\" Library; mount -o remount,ro .", arguments)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    #expect(left.isEmpty)
  }
}

/// What another user may not do, who isn't root.
@Suite struct PermissionTests {
  let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeSmallPackage(in: "L")
    chmod("\(temporary.path)", 0o755)
  }

  private func run(_ arguments: any ProgramArgument...) throws -> Program.Outcome {
    // The program may lie where only root gets.
    let copied = try Program.named("install").run(["-m", "755", Program.lnote.path, temporary("lnote")])
    #expect(copied.status == 0, "\(copied)")
    return try Program.named("setpriv").run(
      ["--reuid", "65534", "--regid", "65534", "--clear-groups", temporary("lnote")] + arguments)
  }

  var package: String { temporary("L/\(SmallPackage.name)") }

  @Test(.needsRoot, .needs("setpriv")) func writesNothingIntoAForeignFolder() throws {
    let before = try temporary.snapshot("L")
    let outcome = try run("new", temporary("L"), "--title", "T")
    outcome.expectComplaint(8, "\(temporary("L"))", "Permission denied")
    #expect(!outcome.errors.contains(".lnote-"), "\(outcome)")
    #expect(try temporary.snapshot("L") == before)
  }

  @Test(.needsRoot, .needs("setpriv"), arguments: ["info", "fsck", "pack"]) func saysWhatItMayNotRead(
    _ command: String
  ) throws {
    chmod("\(package)/document.json", 0o000)
    let outcome = try run(command, temporary("L"))
    #expect(outcome.status == 8, "a read error is no damage: \(outcome)")
    let said = outcome.output + outcome.errors
    #expect(said.contains("\(SmallPackage.name)/document.json: Permission denied"), "\(outcome)")
  }

  @Test(.needsRoot, .needs("setpriv")) func listsWhatItMayNotRead() throws {
    chmod("\(package)/manifest.json", 0o000)
    let outcome = try run("ls", temporary("L"))
    #expect(outcome.status == 8 && outcome.errorLines.count == 1, "\(outcome)")
    #expect(outcome.errors.contains("manifest.json: Permission denied"), "\(outcome)")
  }
}
