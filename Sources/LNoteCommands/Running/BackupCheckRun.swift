import CommandTable
import DurableFiles
import NotePackage

/// `lnote backup --check`: every generation, read from end to end.
enum BackupCheckRun {
  static func run(_ path: Path, _ context: Context) throws -> ExitStatus {
    let console = context.console
    let check = BackupCheck(
      try BackupFolder.open(path), workerCount: context.jobs, now: context.environment.now)
    var status = ExitStatus.done
    var counts = (sound: 0, damaged: 0, broken: 0)
    try check.run(WorkMonitor(Progress("checking", on: console))) { outcome throws(PackageError) in
      let word: String
      switch outcome.verdict {
      case .sound:
        word = "sound"
        counts.sound += 1
      case .damaged(let findings):
        word = "damaged"
        counts.damaged += 1
        status.include(.doneWithWarnings)
        for finding in findings {
          let place = finding.path.map { outcome.path.appending($0) } ?? outcome.path
          console.note("\(place): was so when it was backed up: \(finding.code.rawValue): \(finding.detail)")
        }
      case .broken(let error):
        word = "broken"
        counts.broken += 1
        let reported = try context.refusal(error)
        status.include(reported == .unjudged ? reported : .operationFailed)
      }
      try context.passing { () throws(OutputFailure) in
        if console.isVerbose { try console.line("\(word): \(outcome.path)") }
        try console.record("generation") { writer in
          writer.key("verdict")
          writer.string(word)
          writer.key("path")
          writer.string(outcome.path.description)
          writer.key("document")
          writer.string(outcome.documentID.text)
          if !outcome.title.isEmpty {
            writer.key("title")
            writer.string(outcome.title)
          }
        }
      }
    }
    try summarize(counts, status, path, console)
    return status
  }

  private static func summarize(
    _ counts: (sound: Int, damaged: Int, broken: Int), _ status: ExitStatus, _ path: Path, _ console: Console
  ) throws(OutputFailure) {
    try console.record("summary") { writer in
      for (key, number) in [("sound", counts.sound), ("damaged", counts.damaged), ("broken", counts.broken)] {
        writer.key(key)
        writer.integer(number)
      }
      writer.key("status")
      writer.integer(status.code)
    }
    let total = counts.sound + counts.damaged + counts.broken
    if total == 0 { console.note("\(path): holds no generation") }
    if console.isQuiet || total == 0 { return }
    let others = [(counts.damaged, "damaged"), (counts.broken, "broken")].filter { $0.0 > 0 }
      .map { ", \($0.0) \($0.1)" }.joined()
    try console.line(
      "\(Size.count(total, "generation")) read: \(others.isEmpty ? "all restore" : "\(counts.sound) restore\(others)")"
    )
  }
}
