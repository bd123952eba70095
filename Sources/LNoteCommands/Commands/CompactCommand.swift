import CommandTable
import DurableFiles
import NotePackage

/// `lnote compact`: merges journals, and the logs of databases.
enum CompactCommand: Runnable {
  static let command = Command(
    "compact", summary: "merge journals into their pages",
    description: [
      .text(
        """
        Merges the journals of packages into the snapshots of their pages, as an app does when a page is closed, and \
        brings what waits in the log beside a database into it. Each page is written whole before its journal goes, \
        so that nothing is lost wherever it is interrupted.
        """),
      .text(
        """
        A journal that ends in an unfinished frame was cut short by a crash; the frame was never saved, and exit \
        status 1 says so. A journal that is damaged is left alone: `lnote fsck` tells more.
        """),
    ],
    operands: [
      Operand(
        "PATH", kind: .folder, arity: .oneOrMore, help: "A package, or a library for all of its packages.")
    ],
    options: [SharedOptions.filesFrom, SharedOptions.null],
    exitStatuses: ExitStatus.usual,
    examples: [("lnote compact Library", "Merges all journals of a library.")],
    seeAlso: ["fsck", "info", "migrate"], operandsFromFile: true,
    otherWords: ["merge", "checkpoint", "vacuum"])

  static func run(_ context: Context) throws -> ExitStatus {
    var status = ExitStatus.done
    var total = Compaction()
    for path in try context.operandPaths() {
      do throws(PackageError) {
        let place = try PackagePlace(path)
        let names = try place.names()
        let progress = Progress("merging", of: names.count, on: context.console)
        for name in names {
          try context.checkInterruption()
          do throws(PackageError) {
            let package = try Package.open(place.library.folder.path.appending(name))
            defer { progress.finishOne() }
            let outcome = try package.compacted().outcome
            progress.advance(byteCount: outcome.journalByteCount + outcome.logByteCount)
            status.include(try report(outcome, of: package, context))
            total.journalCount += outcome.journalCount
            total.journalByteCount += outcome.journalByteCount
            total.logByteCount += outcome.logByteCount
          } catch {
            status.include(try context.refusal(error))
          }
        }
      } catch {
        status.include(try context.refusal(error))
      }
    }
    try context.console.record("summary") { writer in
      writer.key("journals")
      writer.integer(total.journalCount)
      writer.key("journalBytes")
      writer.integer(total.journalByteCount)
      writer.key("walBytes")
      writer.integer(total.logByteCount)
      writer.key("status")
      writer.integer(status.code)
    }
    return status
  }

  private static func report(
    _ outcome: Compaction, of package: Package, _ context: Context
  ) throws(PackageError) -> ExitStatus {
    var status = ExitStatus.done
    let console = context.console
    for failure in outcome.failures { status.include(try context.refusal(failure)) }
    for page in outcome.tornPages {
      console.note("\(package.path): the journal of page \(page) ended in a frame that was never finished")
      status.include(.doneWithWarnings)
    }
    if outcome.journalCount == 0, outcome.logByteCount == 0 { return status }
    var parts: [String] = []
    if outcome.journalCount > 0 {
      parts.append("\(Size.count(outcome.journalCount, "journal")) of \(Size.text(outcome.journalByteCount))")
    }
    if outcome.logByteCount > 0 { parts.append("a log of \(Size.text(outcome.logByteCount))") }
    let title = TextWidth.safe(package.document.title)
    try context.passing { () throws(OutputFailure) in
      try console.line("merged: \(title): \(parts.joined(separator: ", "))")
      try console.record("package") { writer in
        writer.key("path")
        writer.string(package.path.description)
        writer.key("id")
        writer.string(package.document.id.text)
        writer.key("title")
        writer.string(package.document.title)
        writer.key("journals")
        writer.integer(outcome.journalCount)
        writer.key("journalBytes")
        writer.integer(outcome.journalByteCount)
        writer.key("walBytes")
        writer.integer(outcome.logByteCount)
      }
    }
    return status
  }
}
