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
      SharedOptions.jobs, SharedOptions.filesFrom, SharedOptions.null,
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
    var run = UnpackRun(context: context, unpacker: unpacker, progress: progress)
    for path in inputs {
      do throws(PackageError) {
        try run.unpack(path)
      } catch {
        run.status.include(try context.refusal(error))
      }
    }
    try context.console.record("summary") { writer in
      writer.key("unpacked")
      writer.integer(run.count)
      writer.key("status")
      writer.integer(run.status.code)
    }
    return run.status
  }
}

/// The archives of one command, one after the other.
private struct UnpackRun {
  let context: Context
  let unpacker: Unpacker
  let progress: Progress
  var status = ExitStatus.done
  private(set) var count = 0

  private var isSalvage: Bool { context.invocation.has("salvage") }
  init(context: Context, unpacker: Unpacker, progress: Progress) {
    self.context = context
    self.unpacker = unpacker
    self.progress = progress
  }

  mutating func unpack(_ path: Path) throws(PackageError) {
    let (archive, missing) = try open(path)
    for stray in archive.strays {
      context.console.note("\(path): \(stray) belongs to no package and was left out")
      status.include(.doneWithWarnings)
    }
    var queue = OrderedQueue<Result<Unpacker.Outcome, PackageError>>(
      width: archive.packages.count == 1 ? 1 : context.writingJobs)
    progress.expect(archive.packages.count - 1)
    for package in archive.packages {
      try context.checkInterruption()
      let copied = try copy(package)
      let (unpacker, isSalvage) = (unpacker, isSalvage)
      let finished = queue.begin {
        Result { () throws(PackageError) in try unpacker.finish(copied.get(), salvages: isSalvage) }
      }
      if let finished { try report(finished, missing) }
    }
    while let finished = queue.next() { try report(finished, missing) }
  }

  /// A package that can't be read has its turn among the others.
  private func copy(_ package: ArchivedPackage) throws(PackageError) -> Result<Unpacker.Copied, PackageError>
  {
    do throws(PackageError) {
      return .success(
        try unpacker.copy(package) { byteCount throws(PackageError) in
          try context.checkInterruption()
          progress.advance(byteCount: byteCount)
        })
    } catch {
      if error.code == .cancelled { throw error }
      return .failure(error)
    }
  }

  private mutating func report(
    _ finished: Result<Unpacker.Outcome, PackageError>, _ missing: [String]
  ) throws(PackageError) {
    progress.finishOne()
    let outcome: Unpacker.Outcome
    switch finished {
    case .success(let unpacked): outcome = unpacked
    case .failure(let error):
      status.include(try context.refusal(error))
      return
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
    status.include(context.warn(outcome.findings, of: outcome.path))
  }

  /// Opens an archive; with `--salvage` what is left of it, with the names of what isn't.
  private mutating func open(_ path: Path) throws(PackageError) -> (
    archive: ArchivedPackages, missing: [String]
  ) {
    guard try PackageSources.kind(of: path) == .archive else {
      throw PackageError(
        .notPackage, path,
        "is a folder, not an archive; lnote import \(path.shellWord) --into LIBRARY takes it into a library")
    }
    guard isSalvage else { return (try ArchivedPackages.open(path), []) }
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
