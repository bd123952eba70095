import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

/// An app that edits a page and is killed, starved or cut off from power: what it said to be saved is there.
@Suite struct SessionFaultTests {
  static var engines: [String] {
    #if SQLite
      ["journal", "sqlite"]
    #else
      ["journal"]
    #endif
  }

  private func trial(_ engine: String, count: Int = 3) throws -> StorageTrial {
    try StorageTrial(
      StorageTrial.writer, [StorageTrial.package, engine, "\(count)", "0", "close"],
      inDatabase: engine == "sqlite")
  }

  /// Whether the page is what it was with a beginning of the strokes, all of those among them that were said.
  private func expectSaved(_ trial: StorageTrial, _ outcome: Program.Outcome, _ context: String) throws {
    let package = try trial.sound(context)
    for (id, elements) in trial.pages {
      let now = try package.page(id).elements
      #expect(Array(now.prefix(elements.count)) == elements, "\(context): page \(id)")
      guard id == package.document.pages[0].id else { continue }
      let added = now.dropFirst(elements.count).compactMap { $0.id?.text.suffix(12) }
      let said = outcome.output.split(separator: "\n")
      #expect(added.starts(with: said) && added.count <= said.count + 1, "\(context): \(added)")
    }
    let repaired = try lnote("fsck", "--repair", trial.temporary("L"))
    #expect([0, 1].contains(repaired.status), "\(context): \(repaired)")
    let compacted = try lnote("compact", trial.temporary("L"))
    #expect(compacted.status == 0, "\(context): \(compacted)")
    let names = trial.temporary.names(in: StorageTrial.package + "/pages").filter { $0.hasSuffix(".journal") }
    #expect(
      names.isEmpty && !trial.temporary.exists(StorageTrial.package + "/pages.sqlite-wal"), "\(context)")
  }

  @Test(.needsTracing, arguments: engines) func killedAnywhere(_ engine: String) throws {
    let trial = try trial(engine)
    let calls = try trial.calls(StorageTrial.writing)
    for call in calls where Program.isFastBuild || call.number % 3 == 0 {
      let outcome = try trial.run(call, "signal=SIGKILL")
      try expectSaved(trial, outcome, "\(engine): killed in \(call)")
    }
  }

  @Test(.needsTracing, arguments: engines) func failedAnywhere(_ engine: String) throws {
    let trial = try trial(engine)
    let calls = try trial.calls(StorageTrial.writing).filter { !$0.text.hasPrefix("write(1,") }
    let errors = ["error=ENOSPC", "error=EIO", "retval=10"]
    for (index, call) in calls.enumerated() {
      let fault = errors[index % errors.count]
      // SQLite goes on behind a short write, as it should; one that says ten bytes and writes none is no system's.
      if fault == "retval=10", call.name != "write" { continue }
      let outcome = try trial.run(call, fault)
      try expectSaved(trial, outcome, "\(engine): \(fault) in \(call): \(outcome)")
    }
  }

  /// Whatever a save wrote is synced before it is said to be saved.
  @Test(.needsTracing, arguments: engines) func syncsBeforeItSaysSo(_ engine: String) throws {
    let trial = try trial(engine, count: 5)
    try trial.reset()
    let log = trial.temporary("calls")
    let outcome = try Program.named("strace").run(
      [
        "-f", "-y", "-qq", "-o", log, "-e", "trace=write,pwrite64,pwritev,fsync,fdatasync",
        trial.program.path,
      ]
        + trial.words)
    #expect(outcome.status == 0, "\(outcome)")
    var unsynced: Set<Substring> = []
    var (syncCount, sayings) = (0, 0)
    for line in try trial.temporary.text("calls").split(separator: "\n") {
      guard let call = line.firstMatch(of: #/([a-z0-9]+)\(([0-9]+)<([^>]*)>/#) else { continue }
      if call.2 == "1" {
        #expect(unsynced.isEmpty && syncCount > 0, "\(line): \(unsynced)")
        (syncCount, sayings) = (0, sayings + 1)
      } else if call.1.hasPrefix("f") {
        unsynced.remove(call.3)
        syncCount += 1
      } else if call.3.contains(SmallPackage.name), !call.3.hasSuffix("-shm") {
        // The index of a log is made again after a crash.
        unsynced.insert(call.3)
      }
    }
    #expect(sayings == 5)
  }

  /// The disk grows until all strokes have room.
  @Test(.needsMounting, arguments: engines) func fullDisk(_ engine: String) throws {
    let trial = try trial(engine, count: 300)
    try trial.temporary.makeFolder("disk")
    var failures = 0
    for size in [60, 80, 100, 120, 160, 240, 400, 1000, 4000, 8000] {
      try trial.reset()
      let script = """
        mount -t tmpfs -o size=16m none "$1" && cp -a "$2/L" "$1/L" && cd "$1" || exit 99
        mount -o remount,size=\(size)k . 2>/dev/null; shift 2; "$@"; status=$?
        mount -o remount,size=16m . && rm -rf "$OLDPWD/L" && cp -a L "$OLDPWD/L" || exit 98
        exit $status
        """
      let outcome = try Program.named("unshare").run(
        [
          "-m", "sh", "-c", script, "sh", trial.temporary("disk"), trial.temporary.path.description,
          trial.program.path,
        ] + trial.arguments, in: trial.temporary.path)
      #expect(outcome.status == 0 || outcome.status == 8, "\(size): \(outcome)")
      if outcome.status != 0 { failures += 1 }
      try expectSaved(trial, outcome, "\(engine): \(size): \(outcome.errors)")
    }
    #expect(failures > 2 && failures < 10)
  }

  /// Files may grow to a limit only: the write that meets it is a short one, and the next one fails or kills.
  @Test(.needs("sh"), arguments: engines) func shortFiles(_ engine: String) throws {
    let trial = try trial(engine, count: 120)
    var failures = 0
    for (index, blocks) in [9, 21, 50, 77, 101, 203, 407, 4000].enumerated() {
      try trial.reset()
      let script = "\(index % 2 == 0 ? "trap '' XFSZ; " : "")ulimit -f \(blocks); exec \"$@\""
      let outcome = try Program.named("sh").run(
        ["-c", script, "sh", trial.program.path.description] + trial.words)
      if outcome.status != 0 { failures += 1 }
      #expect([0, 8].contains(outcome.status) || outcome.signal == SIGXFSZ, "\(blocks): \(outcome)")
      try expectSaved(trial, outcome, "\(engine): \(blocks): \(outcome.errors)")
    }
    #expect(failures > 2 && failures < 8)
  }

  /// A disk that is copied while it is mounted is what a power cut leaves.
  @Test(
    .needsMounting, .needs("mkfs.ext4", "losetup"), .enabled(if: Self.canLoop, "needs a loop device"),
    arguments: engines)
  func powerCut(_ engine: String) throws {
    let trial = try trial(engine, count: 6)
    try trial.reset()
    try trial.temporary.makeFolder("disk")
    let script = """
      truncate -s 16M image && mkfs.ext4 -q image && mount -o loop,commit=300 image disk || exit 99
      cp -a L disk/L && sync -f disk && cd disk || exit 98
      shift 0; "$@" | tee ../said | (while read line; do cp ../image "../cut-$line"; done)
      cd .. && umount disk
      for cut in cut-*; do
        mkdir -p "state/$cut" && mount -o loop "$cut" disk && cp -a disk/L "state/$cut/L" && umount disk || exit 97
      done
      """
    let outcome = try Program.named("unshare").run(
      ["-m", "sh", "-c", script, "sh", trial.program.path] + trial.arguments.map { $0 == "0" ? "300" : $0 },
      in: trial.temporary.path)
    #expect(outcome.status == 0, "\(outcome)")
    let said = try trial.temporary.text("said").split(separator: "\n")
    #expect(said.count == 6)
    for cut in trial.temporary.names(in: "state") {
      let state = trial.temporary("state/\(cut)/\(StorageTrial.package)")
      let package = try Package.open(Path(state))
      let ids = try package.page(package.document.pages[0].id).elements.compactMap { $0.id?.text.suffix(12) }
      let last = cut.dropFirst("cut-".count)
      #expect(ids.contains { $0 == last }, "\(cut): \(ids)")
      let found = try lnote("fsck", state)
      #expect(found.status == 0, "\(cut): \(found)")
    }
  }

  private static let canLoop: Bool = {
    guard Program.canMount, let sh = Program.find("sh") else { return false }
    let script = """
      cd "$(mktemp -d)" && truncate -s 8M i && mkfs.ext4 -q i && mkdir d && \
      unshare -m sh -c 'mount -o loop i d && umount d'; status=$?; rm -r "$PWD"; exit $status
      """
    return (try? sh.run(["-c", script]).status) == 0
  }()
}
