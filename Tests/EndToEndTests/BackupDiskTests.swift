import DurableFiles
import Foundation
import TestSupport
import Testing

/// Backups onto disks that are full or can only be read, and of libraries that are written to meanwhile.
@Suite struct BackupDiskTests {
  let trial: BackupFaultTrial
  var temporary: TemporaryFolder { trial.temporary }

  init() throws {
    trial = try BackupFaultTrial()
    try temporary.makeFolder("disk")
  }

  /// Backs up onto a disk of its own that holds the backups of before, then brings them back as `B`.
  private func backUp(_ options: String) throws -> Program.Outcome {
    let script = """
      mount -t tmpfs -o size=16m none "$1" && cp -a T/. "$1" || exit 99
      mount -o remount,\(options) "$1" || exit 98
      disk=$1; shift; "$@"; status=$?
      mount -o remount,rw,size=16m,nr_inodes=0 "$disk" 2>/dev/null
      rm -rf B && cp -a "$disk" B || exit 97
      exit $status
      """
    let arguments = ["backup", temporary("L"), "--to", "disk", "--keep", "2", "-j", "1"]
    let outcome = try Program.named("unshare").run(
      ["-m", "sh", "-c", script, "sh", temporary("disk"), Program.lnote.path] + arguments, in: temporary.path)
    #expect(![97, 98, 99].contains(outcome.status ?? 0), "\(outcome)")
    return outcome
  }

  /// The disk grows until the backup succeeds.
  @Test(.needsMounting) func fullDisk() throws {
    let used = trial.initial.nodes.count + 1
    let inodes = (used...used + 8).map { "nr_inodes=\($0)" }
    // A page of memory for each file that is there.
    let sizes = (4...14).map { "size=\(4 * $0)k" }
    var failures = 0
    var isHalfDone = false
    for options in inodes + sizes {
      let outcome = try backUp(options)
      let state = try trial.expectWhole("\(options): \(outcome)")
      #expect(trial.leftovers(state).isEmpty, "\(options): \(trial.leftovers(state))")
      if outcome.status == 0 {
        #expect(trial.isNew(state), "\(options): \(outcome)")
        continue
      }
      failures += 1
      if trial.generations(state).count == 4 { isHalfDone = true }
      #expect(outcome.status == 8, "\(options): \(outcome)")
      #expect(outcome.errors.contains("No space left on device"), "\(options): \(outcome)")
      #expect(!outcome.errors.contains(".lnote-stage-"), "\(options): \(outcome)")
      if failures % 4 == 0 { try trial.expectCompletion(options) }
    }
    #expect(failures > 5, "\(failures)")
    #expect(isHalfDone, "no disk was full between two documents")
    #expect(try backUp("size=8m").status == 0)
  }

  @Test(.needsMounting) func readOnlyDisk() throws {
    let outcome = try backUp("ro")
    #expect(outcome.status == 8 && outcome.errors.contains("Read-only file system"), "\(outcome)")
    #expect(try trial.generations(trial.expectWhole("read-only")) == trial.generations(trial.initial))
  }

  // MARK: A live writer

  /// Another program saves all the time, and knows of no lock: every generation is one of the states that it saved.
  @Test func aLiveWriter() throws {
    try trial.reset()
    let package = "L/\(SmallPackage.name)"
    let page = "\(package)/pages/\(SmallPackage.pages[1]).content"
    // Numbered pages, each complete, put in place by a rename as applications save.
    let script = """
      number=100; while [ ! -e "$3" ]; do
        printf '%s' "$2" | sed "s/\\"radius\\":8/\\"radius\\":$number/" >"$1.new" && mv "$1.new" "$1" && echo $number >"$4"
        number=$((number + 1))
      done
      """
    let writer = try Program.named("sh").start(
      ["-c", script, "sh", temporary(page), SmallPackage.content[1], temporary("stop"), temporary("count")],
      errors: .file("/dev/null"))
    var made = 0
    for _ in 0..<12 {
      let outcome = try lnote("backup", temporary("L"), "--to", temporary("B"), "--json")
      let records = try outcome.records()
      made += records.of("backup").count { $0["decision"] == "written" }
      // A writer without a pause is reported once patience is at its end.
      #expect(outcome.status == 0 || outcome.status == 2, "\(outcome)")
      if outcome.status == 2 { #expect(outcome.errors.contains("changed while"), "\(outcome)") }
    }
    try temporary.write("", "stop")
    _ = try writer.finish()
    #expect(try Int(temporary.text("count").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 110)
    let checked = try lnote("backup", "--check", temporary("B"), "--json")
    #expect(checked.status == 0, "\(checked)")
    // Once it has stopped, what is there is backed up.
    #expect(try lnote("backup", temporary("L"), "--to", temporary("B")).status == 0)
    #expect(try lnote("restore", temporary("B"), "--into", temporary("R")).status == 0)
    #expect(try newest() == temporary.text(page))
  }

  /// The page in the generation that was written last.
  private func newest() throws -> String {
    let names = temporary.names(in: "B/\(SmallPackage.id)").filter { $0.hasSuffix(".lnotepack") }
    let dates = try names.map { name in
      let attributes = try FileManager.default.attributesOfItem(
        atPath: temporary("B/\(SmallPackage.id)/\(name)"))
      return (attributes[.modificationDate] as? Date ?? .distantPast, name)
    }
    let name = try #require(dates.max { $0.0 < $1.0 }?.1)
    let outcome = try lnote("unpack", temporary("B/\(SmallPackage.id)/\(name)"), "-d", temporary("U"))
    #expect(outcome.status == 0, "\(outcome)")
    return try temporary.text("U/\(SmallPackage.name)/pages/\(SmallPackage.pages[1]).content")
  }

  @Test func aSecondRunIsToldToWait() throws {
    try trial.reset()
    let lock = try Folder.open(Path(temporary("B"))).lock()
    let outcome = try Program.lnote.run(trial.arguments)
    outcome.expectComplaint(2, "another backup is writing there", temporary("B"))
    lock.release()
    try trial.expectCompletion("a lock")
  }
}
