import CommandTable
import DurableFiles
import NoteModel
import NotePackage

/// `lnote unpack`: packages out of archives.
enum UnpackCommand: Runnable {
  static let command = Command(
    "unpack", summary: "take packages out of archives",
    description: [
      .text(
        """
        Unpacks every package of every archive into a folder, each one whole or not at all: it is staged, made \
        durable, checked as `lnote fsck` does, and then given its name in one step. Nothing that is there is ever \
        replaced; `lnote import` compares with what is there.
        """),
      .text(
        """
        An archive that is damaged anywhere is refused as a whole. With `--salvage` its intact entries are taken: \
        every file whose size and checksum are right goes into the new package, what is missing is named, and so is \
        what the check finds. The exit status is 1 then, and `lnote fsck --repair=all` makes the most of the rest. \
        In a `.tar`, which has no checksums, a file counts as whole when all of its bytes are there.
        """),
    ],
    operands: [
      Operand(
        "ARCHIVE", kind: .file, arity: .oneOrMore,
        help: "A `.lnotepack`, or any ZIP, `.tar`, `.tar.gz` or `.tar.zst` that holds packages.")
    ],
    options: [
      Option(
        "directory", letter: "d", value: .required("DIR", kind: .folder),
        help: "Unpacks into *DIR*, which is made if need be; else into the working folder."),
      Option("salvage", help: "Takes what is intact out of a damaged archive, and says what is missing."),
      SharedOptions.filesFrom, SharedOptions.null,
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote unpack 'Field notes.lnotepack' -d Restored", "Unpacks into a folder."),
      ("lnote unpack --salvage damaged.lnotepack -d Rest", "Takes what is left of a damaged archive."),
    ],
    seeAlso: ["pack", "import", "fsck"], operandsFromFile: true, otherWords: ["extract", "unzip"])

  static func run(_ context: Context) throws -> ExitStatus {
    let inputs = try context.operandPaths()
    let output = try OutputFolder.library(context.invocation.value("directory").map { Path($0) } ?? ".")
    defer { output.removeIfUnused() }
    let unpacker = Unpacker(into: output.folder, now: context.environment.now)
    let progress = Progress("unpacking", of: inputs.count, on: context.console)
    var status = ExitStatus.done
    var count = 0
    for path in inputs {
      do throws(PackageError) {
        let (archive, missing) = try open(path, context, &status)
        for stray in archive.strays {
          context.console.note("\(path): \(stray) belongs to no package and was left out")
          status.include(.doneWithWarnings)
        }
        progress.expect(archive.packages.count - 1)
        for package in archive.packages {
          try context.checkInterruption()
          status.include(try unpack(package, missing: missing, unpacker, context, progress, &count))
          progress.finishOne()
        }
      } catch {
        status.include(try context.refusal(error))
      }
    }
    try context.console.record("summary") { writer in
      writer.key("unpacked")
      writer.integer(count)
      writer.key("status")
      writer.integer(status.code)
    }
    return status
  }

  /// Opens an archive; with `--salvage` what is left of it, with the names of what isn't.
  private static func open(
    _ path: Path, _ context: Context, _ status: inout ExitStatus
  ) throws(PackageError) -> (archive: ArchivedPackages, missing: [String]) {
    guard try PackageSources.kind(of: path) == .archive else {
      throw PackageError(
        .notPackage, path, "is a folder, not an archive; lnote import takes it into a library")
    }
    guard context.invocation.has("salvage") else { return (try ArchivedPackages.open(path), []) }
    let salvage = try ArchivedPackages.salvage(path)
    if let refusal = salvage.refusal {
      context.console.note("\(path): is damaged: \(refusal.reason) [\(refusal.code.rawValue)]")
      status.include(.doneWithWarnings)
    }
    for name in salvage.missing {
      context.console.note("\(path): \(TextWidth.safe(name)) isn't intact and was left out")
      status.include(.doneWithWarnings)
    }
    guard let archive = salvage.archive else {
      throw PackageError(.notPackage, path, "nothing of a package is intact in it")
    }
    return (archive, salvage.missing)
  }

  private static func unpack(
    _ package: ArchivedPackage, missing: [String], _ unpacker: Unpacker, _ context: Context,
    _ progress: Progress, _ count: inout Int
  ) throws(PackageError) -> ExitStatus {
    let isSalvage = context.invocation.has("salvage")
    let outcome: Unpacker.Outcome
    do throws(PackageError) {
      let advance = { (byteCount: Int) throws(PackageError) in
        try context.checkInterruption()
        progress.advance(byteCount: byteCount)
      }
      outcome =
        try isSalvage
        ? unpacker.salvage(package, progress: advance) : unpacker.unpack(package, progress: advance)
    } catch {
      return try context.refusal(error)
    }
    count += 1
    try context.passing { () throws(OutputFailure) in
      try context.console.line(outcome.path.description)
      try context.console.record("package") { writer in
        writer.key("document")
        writer.string(outcome.documentID.text)
        writer.key("title")
        writer.string(outcome.title)
        writer.key("path")
        writer.string(outcome.path.description)
        writer.key("warnings")
        writer.integer(outcome.findings.count { $0.severity == .warning })
        guard isSalvage else { return }
        writer.key("errors")
        writer.integer(outcome.findings.count { $0.severity >= .error })
        writer.key("missing")
        writer.array { writer in for name in missing { writer.string(name) } }
      }
    }
    return context.warn(outcome.findings, of: outcome.path)
  }
}

extension Context {
  /// One input failed: says so, and lets the others go on; a stop is passed on.
  func refusal(_ error: PackageError) throws(PackageError) -> ExitStatus {
    if error.code == .cancelled || error.underlying is OutputFailure { throw error }
    var status = ExitStatus.operationFailed
    try passing { () throws(OutputFailure) in status = try console.report(error) }
    return status
  }

  /// Carries a failure of standard output through code that throws package errors.
  func passing(_ body: () throws(OutputFailure) -> Void) throws(PackageError) {
    do { try body() } catch {
      throw PackageError(.system, "-", "can't write to standard output", underlying: error)
    }
  }

  /// Names what the check found in a package that was taken all the same.
  func warn(_ findings: [Finding], of path: Path) -> ExitStatus {
    let warnings = findings.filter { $0.severity >= .warning }
    for finding in warnings {
      let place = finding.path.map { path.appending($0) } ?? path
      console.note("\(place): \(finding.code.rawValue): \(finding.detail)")
    }
    return warnings.isEmpty ? .done : .doneWithWarnings
  }
}
