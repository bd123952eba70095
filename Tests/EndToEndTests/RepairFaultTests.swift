import DurableFiles
import Foundation
import TestSupport
import Testing

/// `fsck --repair` that is killed, stopped, or told by the system that it can't: each package is as it was or repaired
/// whole, nothing is lost, and the next repair ends what was begun.
///
/// A debug build tries a part of all moments, a release build all of them.
@Suite struct RepairFaultTests {
  let trial: RepairTrial

  init() throws { trial = try RepairTrial() }

  @Test(.needsTracing) func killedAnywhere() throws { try killed(step: 17) }
  @Test(.needsTracing) func stoppedAnywhere() throws { try stopped(step: 19) }
  @Test(.needsTracing) func failedAnywhere() throws { try failed(step: 23) }
  @Test(.needsTracing) func shortened() throws { try shortened(step: 3) }
  @Test(.needsTracing) func unreadable() throws { try unreadable(step: 29) }

  func killed(step: Int) throws {
    let calls = try trial.calls(RepairTrial.writing)
    var ends: Set<String> = []
    for index in stride(from: 0, to: calls.count, by: step) {
      let outcome = try trial.run(calls[index], "signal=SIGKILL")
      let context = "killed in \(calls[index])"
      #expect(outcome.signal == SIGKILL, "\(context): \(outcome)")
      let state = try trial.expectOldOrNew(context)
      ends.insert(trial.isOld(state) ? "old" : trial.isNew(state) ? "new" : "between")
      if !trial.leftovers(state).isEmpty { ends.insert("leftovers") }
      try trial.expectRepairable(context)
    }
    if step == 1 { #expect(ends == ["old", "between", "new", "leftovers"] && calls.count > 60, "\(ends)") }
  }

  func stopped(step: Int) throws {
    let calls = try trial.calls(RepairTrial.writing)
    var undone = 0
    for index in stride(from: 0, to: calls.count, by: step) {
      let outcome = try trial.run(calls[index], "signal=SIGINT")
      let context = "stopped in \(calls[index])"
      #expect(outcome.signal == SIGINT, "\(context): \(outcome)")
      let state = try trial.expectOldOrNew(context)
      #expect(trial.leftovers(state).isEmpty, "\(context): \(trial.leftovers(state))")
      // What was done is told, with the way back.
      let runs = trial.temporary.names(in: "L/.lnote-lost+found")
      if !trial.isOld(state) { #expect(runs.count == 1, "\(context): \(runs)") }
      for run in runs where !calls[index].text.hasPrefix("write(1,") {
        #expect(outcome.output.contains("--undo \(run)"), "\(context): \(outcome)")
      }
      guard let run = runs.first else { continue }
      let back = try lnote("fsck", "--undo", run, trial.temporary("L"))
      #expect(back.status == 0, "\(context): \(back)")
      #expect(try trial.temporary.snapshot("L") == trial.initial, "\(context)")
      undone += 1
    }
    #expect(undone > 0)
  }

  static let errors = ["ENOSPC", "EIO", "EDQUOT", "EROFS", "EACCES", "EMFILE", "EXDEV", "EINTR"]

  func failed(step: Int) throws {
    let calls = try trial.calls(RepairTrial.writing)
    var failures = 0
    for (round, error) in Self.errors.enumerated() {
      // Other moments for each error where not all are tried.
      for index in stride(from: round % step, to: calls.count, by: step) {
        let call = calls[index]
        let outcome = try trial.run(call, "error=\(error)")
        let context = "\(error) in \(call)"
        let state = try trial.expectOldOrNew("\(context): \(outcome)")
        if call.text.hasPrefix("write(2,") { continue }
        if outcome.status == 1, trial.isNew(state) { continue }
        failures += 1
        #expect((outcome.status ?? 0) & 8 == 8, "\(context): \(outcome)")
        let isNamed =
          outcome.errors.contains(trial.temporary("L")) || outcome.errors.contains("standard output")
        #expect(isNamed, "names no file: \(context): \(outcome)")
        #expect(!outcome.errors.contains(".lnote-stage-"), "a name that nobody typed: \(context): \(outcome)")
        // A stage stays where it can't be removed, or where it may hold what a medium that failed has nowhere else.
        if call.name != "unlinkat" && call.name != "fsync" {
          #expect(trial.leftovers(state).isEmpty, "\(context): \(trial.leftovers(state))")
        }
        if index % 3 == round % 3 { try trial.expectRepairable(context) }
      }
    }
    #expect(failures > 0)
  }

  /// A write that claims ten bytes and took none is found by counting.
  func shortened(step: Int) throws {
    let calls = try trial.calls(["write"]).filter {
      !$0.text.hasPrefix("write(1,") && !$0.text.hasPrefix("write(2,")
    }
    #expect(calls.count >= 5)
    var failures = 0
    for index in stride(from: 0, to: calls.count, by: step) {
      let outcome = try trial.run(calls[index], "retval=10")
      let context = "shortened \(calls[index])"
      let state = try trial.expectOldOrNew(context)
      #expect((outcome.status ?? 0) & 8 == 8 || trial.isNew(state), "\(context): \(outcome)")
      if outcome.status != 1 { failures += 1 }
      try trial.expectRepairable(context)
    }
    #expect(failures > 0)
  }

  /// What can't be read is reported as that and left alone, whatever the read was for.
  func unreadable(step: Int) throws {
    let calls = try trial.calls(["read", "pread64", "getdents64", "openat"]).filter { call in
      !["/proc/", "/sys/", "/etc/", "/lib", "/usr/", "O_CREAT"].contains { call.text.contains($0) }
    }
    for index in stride(from: 0, to: calls.count, by: step) {
      let outcome = try trial.run(calls[index], "error=EIO")
      let context = "unread \(calls[index])"
      let state = try trial.expectOldOrNew("\(context): \(outcome)")
      if outcome.status == 1, trial.isNew(state) { continue }
      #expect((outcome.status ?? 0) & 8 == 8, "\(context): \(outcome)")
      #expect(
        outcome.output.contains("Input/output error") || outcome.errors.contains("Input/output error"),
        "\(context): \(outcome)")
      if index % 3 == 0 { try trial.expectRepairable(context) }
    }
  }
}

/// At every single moment.
@Suite(.needsFastBuild) struct HeavyRepairFaultTests {
  @Test(.needsTracing) func killedAnywhere() throws { try RepairFaultTests().killed(step: 1) }
  @Test(.needsTracing) func stoppedAnywhere() throws { try RepairFaultTests().stopped(step: 1) }
  @Test(.needsTracing) func failedAnywhere() throws { try RepairFaultTests().failed(step: 1) }
  @Test(.needsTracing) func shortened() throws { try RepairFaultTests().shortened(step: 1) }
  @Test(.needsTracing) func unreadable() throws { try RepairFaultTests().unreadable(step: 1) }
}
