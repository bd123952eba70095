import DurableFiles
import Foundation
import TestSupport
import Testing

/// `Samples/backup`: what it runs, and what other programs give back of what they were handed.
@Suite struct BackupRecipeTests {
  let temporary: TemporaryFolder
  static let folder = "\(ProgramSamples.samples)/backup"

  init() throws {
    temporary = try TemporaryFolder()
    try temporary.makeStrangePackage(in: "Notes")
    try temporary.copy(ProgramSamples.empty, "Notes/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote")
    try temporary.makeFolder("bin")
    try FileManager.default.createSymbolicLink(
      atPath: temporary("bin/lnote"), withDestinationPath: "\(Program.lnote.path)")
  }

  private var environment: [String: String?] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return [
      "PATH": "\(temporary("bin")):\(path)", "HOME": temporary("home"),
      "RESTIC_REPOSITORY": temporary("restic"),
      "RESTIC_PASSWORD": "ink", "BORG_REPO": temporary("borg"), "BORG_PASSPHRASE": "ink",
      "BORG_BASE_DIR": temporary("home"), "RCLONE_CONFIG": "/dev/null",
    ]
  }

  @discardableResult
  private func shell(_ line: String, status: Int32 = 0, _ location: SourceLocation = #_sourceLocation) throws
    -> Program.Outcome
  {
    let outcome = try Program.named("sh").run(["-c", line], in: temporary.path, environment: environment)
    #expect(outcome.status == status, "\(line): \(outcome)", sourceLocation: location)
    return outcome
  }

  /// The generations that were handed on and came back restore to the library.
  private func expectRestorable(_ backups: String) throws {
    try shell("lnote backup --check \(backups) && lnote restore \(backups) --into Restored")
    #expect(try temporary.snapshot("Restored") == temporary.snapshot("Notes"))
    try temporary.remove("Restored")
  }

  @Test(.needs("restic")) func restic() throws {
    try shell("'\(Self.folder)/to-restic' Notes Backups")
    try shell("restic restore latest --target Found")
    #expect(try temporary.snapshot("Found") == temporary.snapshot("Backups"))
    try expectRestorable("Found")
    try shell("'\(Self.folder)/to-restic' Notes && restic restore latest --target Library")
    #expect(try temporary.snapshot("Library") == temporary.snapshot("Notes"))
    // What isn't sound isn't handed on as it is.
    try temporary.write("{", "Notes/\(SmallPackage.name)/document.json")
    try shell("'\(Self.folder)/to-restic' Notes", status: 4)
    try shell("'\(Self.folder)/to-restic' Notes Backups", status: 1)
    try shell("RESTIC_PASSWORD=wrong '\(Self.folder)/to-restic' Notes Backups", status: 8)
  }

  @Test(.needs("borg")) func borg() throws {
    try shell("'\(Self.folder)/to-borg' Notes Backups")
    try shell("mkdir Found && cd Found && borg extract ::$(borg list --short --last 1)")
    #expect(try temporary.snapshot("Found") == temporary.snapshot("Backups"))
    try expectRestorable("Found")
    try shell(
      "'\(Self.folder)/to-borg' Notes && mkdir Library && cd Library && borg extract ::$(borg list --short --last 1)"
    )
    #expect(try temporary.snapshot("Library") == temporary.snapshot("Notes"))
    try shell("BORG_PASSPHRASE=wrong '\(Self.folder)/to-borg' Notes Backups", status: 8)
  }

  @Test(.needs("rclone")) func rclone() throws {
    try shell("'\(Self.folder)/to-rclone' Notes Backups Remote && rclone copy Remote Found")
    #expect(try temporary.snapshot("Found") == temporary.snapshot("Remote"))
    try expectRestorable("Found")
    let names = try temporary.snapshot("Remote").nodes.keys.filter {
      $0.name.description.hasSuffix(".lnotepack")
    }
    #expect(names.count == 2)
    // Another run adds a generation and changes none.
    try temporary.write("more", "Notes/\(SmallPackage.name)/more.txt")
    try shell("'\(Self.folder)/to-rclone' Notes Backups Remote")
    let after = try temporary.snapshot("Remote").nodes.keys.filter {
      $0.name.description.hasSuffix(".lnotepack")
    }
    #expect(after.count == 3 && Set(names).isSubset(of: after))
    // One that rots here doesn't take the place of the good one there.
    let name = try #require(names.sorted().first?.text)
    let good = try temporary.read("Remote/\(name)")
    try temporary.write(good.dropLast() + [0xFF], "Backups/\(name)")
    try shell("'\(Self.folder)/to-rclone' Notes Backups Remote", status: 8)
    #expect(try temporary.read("Remote/\(name)") == good)
  }

  @Test(.needs("parallel")) func fleet() throws {
    try temporary.copy("\(ProgramSamples.samples)/Damaged", "Damaged")
    try temporary.makeSmallPackage(in: "a library")
    let outcome = try shell("'\(Self.folder)/check-fleet' Notes Damaged 'a library'", status: 4)
    let lines = outcome.output.split(separator: "\n")
    let records = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(records.count { $0?["type"] as? String == "summary" } == 3)
    #expect(records.contains { $0?["code"] as? String == "page-missing" })
    #expect(outcome.errors.contains("4 lnote fsck --json --jobs 1 Damaged"), "\(outcome)")
    #expect(outcome.errors.contains("0 lnote fsck --json --jobs 1 'a library'"), "\(outcome)")
    try shell("'\(Self.folder)/check-fleet' Notes 'a library'")
    try shell("'\(Self.folder)/check-fleet' Notes none Damaged", status: 12)
  }

  // MARK: Timers

  /// Runs a command of a recipe for a user whose home is here.
  private func run(_ command: String) throws {
    try temporary.makeFolder("home")
    if !temporary.exists("home/Notes") { try temporary.copy(temporary("Notes"), "home/Notes") }
    let line = command.replacingOccurrences(of: "/usr/local/bin/lnote", with: "lnote")
    try shell(line.replacingOccurrences(of: "%h", with: "\"$HOME\""))
    try shell("lnote restore home/Backups/Notes --into Restored")
    #expect(try temporary.snapshot("Restored") == temporary.snapshot("Notes"))
    try temporary.remove("Restored")
    try temporary.remove("home/Backups")
  }

  @Test func theServiceRuns() throws {
    let unit = try String(contentsOfFile: "\(Self.folder)/lnote-backup.service", encoding: .utf8)
    let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    try temporary.makeFolder("home/Backups")
    try run(String(line.dropFirst("ExecStart=".count)))
  }

  @Test func theCronLineRunsAndSaysNothing() throws {
    let table = try String(contentsOfFile: "\(Self.folder)/crontab", encoding: .utf8)
    let line = try #require(table.split(separator: "\n").first { !$0.hasPrefix("#") })
    let command = line.split(separator: " ", maxSplits: 5)[5]
    try temporary.makeFolder("home/Backups")
    try run(String(command))
  }

  @Test(.needs("python3")) func theAgentRuns() throws {
    let script =
      "import plistlib, shlex, sys; print(shlex.join(plistlib.load(open(sys.argv[1], 'rb'))['ProgramArguments']))"
    let outcome = try Program.named("python3").run(["-c", script, "\(Self.folder)/org.lnote.backup.plist"])
    #expect(outcome.status == 0, "\(outcome)")
    try temporary.makeFolder("home/Backups")
    try run(outcome.output.trimmingCharacters(in: .newlines))
  }

  @Test(.needs("systemd-analyze")) func systemdTakesTheUnits() throws {
    for name in ["lnote-backup.service", "lnote-backup.timer"] {
      try temporary.copy("\(Self.folder)/\(name)", "units/\(name)")
      try temporary.edit("units/\(name)") {
        $0 = $0.replacingOccurrences(of: "/usr/local/bin/lnote", with: "\(Program.lnote.path)")
      }
    }
    let outcome = try shell(
      "systemd-analyze verify --man=no units/lnote-backup.service units/lnote-backup.timer")
    #expect(!outcome.errors.contains("lnote-backup"), "\(outcome)")
  }
}
