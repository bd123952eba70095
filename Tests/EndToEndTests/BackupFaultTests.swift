import DurableFiles
import Foundation
import TestSupport
import Testing

/// `backup` that is killed, stopped, or told by the system that it can't: every generation that counted before still
/// does, none is half there, and the next run ends what was begun.
///
/// A debug build tries a part of all moments, a release build all of them.
@Suite struct BackupFaultTests {
  let trial: BackupFaultTrial

  init() throws { trial = try BackupFaultTrial() }

  @Test(.needsTracing) func killedAnywhere() throws { try killed(step: 7) }
  @Test(.needsTracing) func stoppedAnywhere() throws { try stopped(step: 9) }
  @Test(.needsTracing) func failedAnywhere() throws { try failed(step: 19) }
  @Test(.needsTracing) func shortened() throws { try shortened(step: 3) }
  @Test(.needsTracing) func unreadable() throws { try unreadable(step: 29) }

  func killed(step: Int) throws {
    let calls = try trial.calls(BackupFaultTrial.writing)
    var ends: Set<String> = []
    for index in stride(from: 0, to: calls.count, by: step) {
      let outcome = try trial.run(calls[index], "signal=SIGKILL")
      let context = "killed in \(calls[index])"
      #expect(outcome.signal == SIGKILL, "\(context): \(outcome)")
      let state = try trial.expectWhole(context)
      ends.insert(trial.isNew(state) ? "new" : state == trial.initial ? "old" : "between")
      if !trial.leftovers(state).isEmpty { ends.insert("leftovers") }
      try trial.expectCompletion(context)
    }
    if step == 1 { #expect(ends == ["old", "between", "new", "leftovers"] && calls.count > 15, "\(ends)") }
  }

  func stopped(step: Int) throws {
    let calls = try trial.calls(BackupFaultTrial.writing)
    for index in stride(from: 0, to: calls.count, by: step) {
      let outcome = try trial.run(calls[index], "signal=SIGINT")
      let context = "stopped in \(calls[index])"
      #expect(outcome.signal == SIGINT, "\(context): \(outcome)")
      let state = try trial.expectWhole(context)
      #expect(trial.leftovers(state).isEmpty, "\(context): \(trial.leftovers(state))")
      if index % 3 == 0 { try trial.expectCompletion(context) }
    }
  }

  func failed(step: Int) throws {
    let calls = try trial.calls(BackupFaultTrial.writing)
    var failures = 0
    for (round, error) in RepairFaultTests.errors.enumerated() {
      // Other moments for each error where not all are tried.
      for index in stride(from: round % step, to: calls.count, by: step) {
        let call = calls[index]
        let outcome = try trial.run(call, "error=\(error)")
        let context = "\(error) in \(call)"
        let state = try trial.expectWhole("\(context): \(outcome)")
        if call.text.hasPrefix("write(2,") { continue }
        // A call that is made again after a signal, and what a mere sweep of an empty stage meets.
        if outcome.status == 0, trial.isNew(state) { continue }
        failures += 1
        #expect((outcome.status ?? 0) == 8, "\(context): \(outcome)")
        let isNamed =
          outcome.errors.contains(trial.temporary("B")) || outcome.errors.contains("standard output")
        #expect(isNamed, "names no file: \(context): \(outcome)")
        #expect(!outcome.errors.contains(".lnote-stage-"), "a name that nobody typed: \(context): \(outcome)")
        // A stage stays where it can't be removed.
        if call.name != "unlinkat" {
          #expect(trial.leftovers(state).isEmpty, "\(context): \(trial.leftovers(state))")
        }
        if index % 3 == round % 3 { try trial.expectCompletion(context) }
      }
    }
    #expect(failures > 0)
  }

  /// A write that claims ten bytes and took none is found by counting.
  func shortened(step: Int) throws {
    let calls = try trial.calls(["write"]).filter {
      !$0.text.hasPrefix("write(1,") && !$0.text.hasPrefix("write(2,")
    }
    #expect(calls.count >= 3)
    for index in stride(from: 0, to: calls.count, by: step) {
      let outcome = try trial.run(calls[index], "retval=10")
      let context = "shortened \(calls[index])"
      try trial.expectWhole(context)
      #expect(outcome.status == 8, "\(context): \(outcome)")
      try trial.expectCompletion(context)
    }
  }

  /// What can't be read is reported as that, and never taken for damage or for a change.
  func unreadable(step: Int) throws {
    let calls = try trial.calls(["read", "pread64", "getdents64", "openat"]).filter { call in
      !["/proc/", "/sys/", "/etc/", "/lib", "/usr/", "O_CREAT"].contains { call.text.contains($0) }
    }
    for index in stride(from: 0, to: calls.count, by: step) {
      let outcome = try trial.run(calls[index], "error=EIO")
      let context = "unread \(calls[index])"
      let state = try trial.expectWhole("\(context): \(outcome)")
      if outcome.status == 0, trial.isNew(state) { continue }
      // A generation with which strokes are only compared doesn't keep the new one from being made.
      let isComparison = outcome.status == 1 && outcome.errors.contains("can't be compared")
      #expect(outcome.status == 8 || isComparison, "\(context): \(outcome)")
      #expect(outcome.errors.contains("Input/output error"), "\(context): \(outcome)")
      if index % 3 == 0 { try trial.expectCompletion(context) }
    }
  }
}

/// At every single moment.
@Suite(.needsFastBuild) struct HeavyBackupFaultTests {
  @Test(.needsTracing) func killedAnywhere() throws { try BackupFaultTests().killed(step: 1) }
  @Test(.needsTracing) func stoppedAnywhere() throws { try BackupFaultTests().stopped(step: 1) }
  @Test(.needsTracing) func failedAnywhere() throws { try BackupFaultTests().failed(step: 2) }
  @Test(.needsTracing) func shortened() throws { try BackupFaultTests().shortened(step: 1) }
  @Test(.needsTracing) func unreadable() throws { try BackupFaultTests().unreadable(step: 2) }
}
