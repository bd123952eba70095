import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// `lnote fsck --undo` and `--purge`: what happens to lost+found.
enum LostAndFoundRunner {
  static func run(_ context: Context) throws -> ExitStatus {
    var status = ExitStatus.done
    for path in try context.operandPaths() {
      try context.checkInterruption()
      let library = try Library.open(path)
      status.include(
        context.invocation.has("purge") ? try purge(library, context) : try undo(library, context))
    }
    return status
  }

  private static func undo(_ library: Library, _ context: Context) throws -> ExitStatus {
    let id = context.invocation.text("undo") ?? ""
    let outcome = try Undo(library).run(id)
    var status = ExitStatus.done
    for name in outcome.restored { try context.console.line("as before: \(name)") }
    for failure in outcome.failures { status.include(try context.console.report(failure)) }
    try context.console.record("summary") { writer in
      writer.key("run")
      writer.string(id)
      writer.key("restored")
      writer.integer(outcome.restored.count)
      writer.key("failed")
      writer.integer(outcome.failures.count)
    }
    // Statuses of `fsck` have no 3: what could not be put back is an operation that failed.
    return status == .inputsFailed ? .operationFailed : status
  }

  private static func purge(_ library: Library, _ context: Context) throws -> ExitStatus {
    var time = Int64.max
    if let age = context.invocation.text("older-than") {
      guard let milliseconds = milliseconds(age) else {
        throw UsageFailure(message: "'\(age)' is no age; write a number and d, h or m, such as 30d")
      }
      time = context.environment.now - milliseconds
    }
    let removed = try Purge(library).run(before: time)
    for name in removed { try context.console.line("removed: \(name)") }
    try context.console.record("summary") { writer in
      writer.key("removed")
      writer.array { writer in for name in removed { writer.string(name) } }
    }
    return .done
  }

  /// Days, hours or minutes.
  private static func milliseconds(_ age: String) -> Int64? {
    guard let unit = age.last, let count = Int64(age.dropLast()), count >= 0, count < 100_000 else {
      return nil
    }
    switch unit {
    case "d": return count * 86_400_000
    case "h": return count * 3_600_000
    case "m": return count * 60_000
    default: return nil
    }
  }
}
