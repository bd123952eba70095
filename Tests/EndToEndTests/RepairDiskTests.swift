import DurableFiles
import Foundation
import TestSupport
import Testing

/// `fsck --repair` on disks that are full, can only be read, or are written to meanwhile.
@Suite struct RepairDiskTests {
  let trial: RepairTrial
  var temporary: TemporaryFolder { trial.temporary }

  init() throws {
    trial = try RepairTrial()
    try temporary.makeFolder("disk")
  }

  /// Repairs a copy of the damaged library on a disk of its own, then brings the library back as `L`.
  private func repair(_ options: String, _ preparation: String = "") throws -> Program.Outcome {
    let script = """
      mount -t tmpfs -o size=16m none "$1" && cd "$1" && cp -a "$OLDPWD/T" L || exit 99
      mount -o remount,\(options) . && \(preparation.isEmpty ? ":" : preparation) || exit 98
      shift; "$@"; status=$?
      mount -o remount,rw,size=16m,nr_inodes=0 . 2>/dev/null; \(Self.release)
      rm -rf "$OLDPWD/L" && cp -a L "$OLDPWD/L" || exit 97
      exit $status
      """
    let outcome = try Program.named("unshare").run(
      ["-m", "sh", "-c", script, "sh", temporary("disk"), Program.lnote.path] + RepairTrial.arguments + ["L"],
      in: temporary.path)
    #expect(![97, 98, 99].contains(outcome.status ?? 0), "\(outcome)")
    return outcome
  }

  private static let release = "find L -exec chattr -i {} + 2>/dev/null"

  /// The disk grows until the repair succeeds.
  @Test(.needsMounting) func fullDisk() throws {
    let used = trial.initial.nodes.count + 1
    // Files and folders run out one by one; then bytes, of which a repair wants a MiB to spare.
    let inodes = (used...used + 40).map { "nr_inodes=\($0 + 1)" }
    let sizes = [200, 400, 800, 1000, 1100, 1200, 1400, 2400].map { "size=\($0)k" }
    var failures = 0
    var isHalfDone = false
    for options in inodes + sizes {
      let outcome = try repair(options)
      let state = try trial.expectOldOrNew("\(options): \(outcome)")
      #expect(trial.leftovers(state).isEmpty, "\(options): \(trial.leftovers(state))")
      if outcome.status == 1 {
        #expect(trial.isNew(state), "\(options): \(outcome)")
        continue
      }
      failures += 1
      if !trial.isOld(state) && !trial.isNew(state) { isHalfDone = true }
      #expect((outcome.status ?? 0) & 8 == 8, "\(options): \(outcome)")
      let words = ["No space left on device", "there is no room"]
      #expect(words.contains { outcome.errors.contains($0) }, "\(options): \(outcome)")
      #expect(outcome.errors.contains("lnote: ") && outcome.errors.contains("L/"), "\(options): \(outcome)")
      #expect(!outcome.errors.contains(".lnote-stage-"), "\(options): \(outcome)")
      if failures % 4 == 0 { try trial.expectRepairable(options) }
    }
    #expect(failures > 10)
    #expect(isHalfDone, "no disk was full between two packages")
    #expect(try repair("size=8m").status == 1)
  }

  @Test(.needsMounting) func readOnlyDisk() throws {
    let outcome = try repair("ro")
    #expect((outcome.status ?? 0) & 8 == 8, "\(outcome)")
    #expect(outcome.errors.contains("Read-only file system"), "\(outcome)")
    #expect(try trial.isOld(trial.expectOldOrNew("read-only")))
    #expect(!temporary.exists("L/.lnote-lost+found"))
  }

  static let immutable = ["L/\(SmallPackage.name)", "L/\(SmallPackage.name)/manifest.json", "L"]

  @Test(
    .needsMounting, .needs("chattr"), .enabled(if: Self.canFreeze, "needs a tmpfs that knows chattr +i"),
    arguments: immutable)
  func frozenFiles(_ path: String) throws {
    let outcome = try repair("rw", "chattr +i '\(path)'")
    let state = try trial.expectOldOrNew("\(path): \(outcome)")
    #expect((outcome.status ?? 0) & 8 == 8, "\(outcome)")
    #expect(outcome.errors.contains("L") && outcome.errors.contains("Operation not permitted"), "\(outcome)")
    #expect(trial.part(SmallPackage.name, state) == trial.part(SmallPackage.name, trial.initial))
    #expect(trial.leftovers(state).isEmpty, "\(trial.leftovers(state))")
    try trial.expectRepairable(path)
  }

  private static let canFreeze: Bool = {
    guard Program.canMount, let unshare = Program.find("unshare") else { return false }
    let script = "mount -t tmpfs none /mnt && touch /mnt/a && chattr +i /mnt/a && chattr -i /mnt/a"
    return (try? unshare.run(["-m", "sh", "-c", script]).status) == 0
  }()

  // MARK: A live writer

  /// Another program saves all the time, and knows of no lock: nothing that it saved is lost.
  @Test func aLiveWriter() throws {
    try trial.reset()
    let page = "L/\(SmallPackage.name)/pages/\(SmallPackage.pages[1]).content"
    let text = SmallPackage.content[1]
    // Numbered pages, each complete, put in place by a rename as applications save.
    let script = """
      number=100; while [ ! -e "$3" ]; do
        printf '%s' "$2" | sed "s/\\"radius\\":8/\\"radius\\":$number/" >"$1.new" && mv "$1.new" "$1" && echo $number >"$4"
        number=$((number + 1))
      done
      """
    let writer = try Program.named("sh").start(
      ["-c", script, "sh", temporary(page), text, temporary("stop"), temporary("count")],
      errors: .file("/dev/null"))
    var wasReported = false
    // How soon the writer is in the way, a busy machine decides.
    for round in 0..<300 where round < 12 || !wasReported {
      let outcome = try Program.lnote.run(RepairTrial.arguments + [temporary("L")])
      #expect((outcome.status ?? 99) & 24 == 0, "\(outcome)")
      if (outcome.status ?? 0) & 2 == 2 { wasReported = true }
    }
    try temporary.write("", "stop")
    _ = try writer.finish()
    #expect(wasReported, "nobody noticed the writer")
    let last = try Int(temporary.text("count").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    #expect(last > 110, "the writer did nothing")
    #expect(try temporary.text(page).contains("\"radius\":\(last),"), "the last save is gone")
    let missing = trial.belongings.missing(in: try Belongings(of: Folder.open(Path(temporary("L")))))
    // The page that the writer replaced is its own affair.
    let foreign = missing.filter { !$0.contains("\"radius\":8,") && !$0.contains("element-count") }
    #expect(foreign == [])
    // Once it has stopped, one repair is enough.
    let end = try Program.lnote.run(RepairTrial.arguments + [temporary("L")])
    #expect(end.status == 0 || end.status == 1, "\(end)")
    let again = try Program.lnote.run(RepairTrial.arguments + [temporary("L")])
    #expect(again.status == 0, "\(again)")
  }

  /// A program that holds the lock for a moment is waited for; one that holds it on and on is reported.
  @Test func aWriterWithALock() throws {
    try trial.reset()
    let folder = try Folder.open(Path(temporary("L/\(SmallPackage.name)")))
    let lock = try folder.lock()
    let busy = try Program.lnote.run(RepairTrial.arguments + [temporary("L")])
    #expect((busy.status ?? 0) & 2 == 2 && busy.output.contains("package-busy"), "\(busy)")
    let state = try trial.expectOldOrNew("busy")
    #expect(trial.part(SmallPackage.name, state) == trial.part(SmallPackage.name, trial.initial))
    #expect(trial.part(RepairTrial.second, state) == trial.part(RepairTrial.second, trial.final))
    let waiting = try Program.lnote.start(RepairTrial.arguments + [temporary("L")])
    usleep(20_000)
    lock.release()
    let done = try waiting.finish()
    #expect(done.status == 1, "\(done)")
    #expect(try trial.isNew(trial.expectOldOrNew("waited")))
  }
}
