import DurableFiles
import Foundation
import NoteModel
import NotePackage
import TestSupport
import Testing

#if SQLite
  /// `migrate` that is killed, or told by the system that it can't: the old package or the new one is there, whole, and a
  /// repair clears up.
  @Suite struct MigrationFaultTests {
    static let targets = ["sqlite", "snapshots"]

    @Test(.needsTracing, arguments: targets) func killedAnywhere(_ target: String) throws {
      try killed(target, step: 13)
    }

    @Test(.needsTracing, arguments: targets) func failedAnywhere(_ target: String) throws {
      try failed(target, step: 37)
    }

    @Test(.needsTracing, arguments: targets) func unreadable(_ target: String) throws {
      try unreadable(target, step: 23)
    }

    private func trial(_ target: String) throws -> StorageTrial {
      try StorageTrial(
        .lnote, ["migrate", "--to", target, "-j", "1", "L"], inDatabase: target == "snapshots")
    }

    /// Old or new, with the same pages; true for new.
    @discardableResult private func expectOldOrNew(
      _ trial: StorageTrial, _ target: String, _ context: String
    ) throws -> Bool {
      let package = try trial.sound(context)
      for (id, elements) in trial.pages {
        #expect(try package.page(id).elements == elements, "\(context): page \(id)")
      }
      let names = trial.temporary.names(in: StorageTrial.package)
      if package.document.storage == nil {
        #expect(!names.contains { $0.hasPrefix("pages.sqlite") }, "\(context): \(names)")
      }
      return (package.document.storage ?? "snapshots") == target
    }

    /// A migration that nothing disturbs ends what was begun, and a repair leaves nothing unfinished in the library.
    private func expectRecovery(_ trial: StorageTrial, _ target: String, _ context: String) throws {
      let outcome = try lnote("migrate", "--to", target, trial.temporary("L"))
      #expect(outcome.status == 0, "\(context): \(outcome)")
      #expect(try expectOldOrNew(trial, target, context), "\(context): \(outcome)")
      let repaired = try lnote("fsck", "--repair", trial.temporary("L"))
      #expect([0, 1].contains(repaired.status), "\(context): \(repaired)")
      let left = trial.temporary.names(in: "L").filter { $0.hasPrefix(".lnote-stage") }
      #expect(left.isEmpty, "\(context): \(left)")
    }

    func killed(_ target: String, step: Int) throws {
      let trial = try trial(target)
      let calls = try trial.calls(StorageTrial.writing)
      #expect(calls.count > 20)
      for index in stride(from: 0, to: calls.count, by: step) {
        let outcome = try trial.run(calls[index], "signal=SIGKILL")
        let context = "\(target): killed in \(calls[index])"
        #expect(outcome.signal == SIGKILL, "\(context): \(outcome)")
        try expectOldOrNew(trial, target, context)
        try expectRecovery(trial, target, context)
      }
    }

    func failed(_ target: String, step: Int) throws {
      let trial = try trial(target)
      let calls = try trial.calls(StorageTrial.writing)
      var failures = 0
      for (round, error) in RepairFaultTests.errors.enumerated() {
        for index in stride(from: (round * 5) % step, to: calls.count, by: step) {
          let call = calls[index]
          if call.text.hasPrefix("write(2,") || call.text.hasPrefix("write(1,") { continue }
          let outcome = try trial.run(call, "error=\(error)")
          let context = "\(target): \(error) in \(call): \(outcome)"
          let isNew = try expectOldOrNew(trial, target, context)
          if outcome.status == 0 {
            #expect(isNew, "\(context)")
            continue
          }
          failures += 1
          #expect(outcome.status == 8, "\(context)")
          #expect(outcome.errors.contains(trial.temporary("L")), "names no file: \(context)")
          #expect(!outcome.errors.contains(".lnote-stage-"), "a name that nobody typed: \(context)")
        }
      }
      #expect(failures > 0)
    }

    func unreadable(_ target: String, step: Int) throws {
      let trial = try trial(target)
      let calls = try trial.calls(["read", "pread64", "getdents64"]).filter { call in
        !["/proc/", "/sys/", "/etc/", "/lib", "/usr/"].contains { call.text.contains($0) }
      }
      for index in stride(from: 0, to: calls.count, by: step) {
        let outcome = try trial.run(calls[index], "error=EIO")
        let context = "\(target): unread \(calls[index]): \(outcome)"
        let isNew = try expectOldOrNew(trial, target, context)
        if outcome.status == 0, isNew { continue }
        #expect(outcome.status == 8, "\(context)")
      }
    }

    /// The disk grows until there is room.
    @Test(.needsMounting, arguments: targets) func fullDisk(_ target: String) throws {
      let trial = try trial(target)
      try trial.temporary.makeFolder("disk")
      var failures = 0
      for size in [60, 100, 200, 400, 800, 1100, 1200, 1300, 1400, 2400, 8000] {
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
            Program.lnote.path, "migrate", "--to", target, "L",
          ], in: trial.temporary.path)
        let isNew = try expectOldOrNew(trial, target, "\(size): \(outcome)")
        if outcome.status != 0 { failures += 1 }
        #expect(outcome.status == (isNew ? 0 : 8), "\(size): \(outcome)")
        if !isNew { #expect(outcome.errors.contains("No space left on device"), "\(size): \(outcome)") }
        let left = trial.temporary.names(in: "L").filter { $0.hasPrefix(".lnote-stage") }
        #expect(left.isEmpty, "\(size): \(left)")
      }
      #expect(failures > 2 && failures < 11)
    }
  }

  /// At many more moments.
  @Suite(.needsFastBuild) struct HeavyMigrationFaultTests {
    @Test(.needsTracing, arguments: MigrationFaultTests.targets) func killedAnywhere(_ target: String) throws
    {
      try MigrationFaultTests().killed(target, step: 2)
    }

    @Test(.needsTracing, arguments: MigrationFaultTests.targets) func failedAnywhere(_ target: String) throws
    {
      try MigrationFaultTests().failed(target, step: 5)
    }

    @Test(.needsTracing, arguments: MigrationFaultTests.targets) func unreadable(_ target: String) throws {
      try MigrationFaultTests().unreadable(target, step: 2)
    }
  }
#endif
