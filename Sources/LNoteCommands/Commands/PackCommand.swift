import CommandTable
import DurableFiles
import NoteModel
import NotePackage
import SafeArchive

/// `lnote pack`: one archive of one or more packages.
enum PackCommand: Runnable {
  static let command = Command(
    "pack", summary: "pack packages into one archive",
    description: [
      .text(
        """
        Writes packages, or all packages of a library, into one ZIP archive that any ZIP program unpacks. The same \
        packages give the same bytes, whatever the time, the locale or the owner. Litter of desktops and unfinished \
        files are left out; `-v` says which. Damage is packed as it is and named, exit status 1.
        """),
      .text(
        """
        Without `-o` the archive is named by the document's title, in the working folder. It appears whole or not at \
        all. A package that another program changes meanwhile is read once more, unless the archive goes to \
        standard output, and then refused.
        """),
    ],
    operands: [
      Operand(
        "PACKAGE", kind: .folder, arity: .oneOrMore, help: "A package, or a library for all of its packages.")
    ],
    options: [
      Option(
        "output", letter: "o", value: .required("FILE", kind: .file),
        help:
          "Writes the archive to *FILE*, or into that folder under its usual name; `-` is standard output."),
      SharedOptions.level(defaultLevel), SharedOptions.jobs, SharedOptions.force, SharedOptions.filesFrom,
      SharedOptions.null,
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote pack Library/6F9619FF-8B86-4011-B42D-00CF4FC964FF.lnote", "Writes `Field notes.lnotepack`."),
      ("lnote pack -o all.lnotepack Library", "Packs a whole library."),
      (
        "lnote pack -o - Library | ssh host 'cat > notes.lnotepack'",
        "Sends it elsewhere without a file in between."
      ),
    ],
    seeAlso: ["unpack", "import", "fsck"], operandsFromFile: true, otherWords: ["zip", "archive", "bundle"])

  static let defaultLevel = 6

  static func run(_ context: Context) throws -> ExitStatus {
    let inputs = try context.operandPaths()
    let sources = try inputs.flatMap { try Self.sources(at: $0) }
    guard !sources.isEmpty else {
      let list = context.invocation.value("files-from").map { Path($0) }
      throw PackageError(
        .notPackage, inputs.first ?? list ?? ".", "\(inputs.isEmpty ? "names" : "holds") no package to pack")
    }
    let level = context.invocation.integer("level") ?? defaultLevel
    if context.invocation.value("output")?.elementsEqual("-".utf8) == true {
      return try packToOutput(sources, level, context)
    }
    let output = context.invocation.value("output").map { Path($0) }
    if let output { try check(output, isNoneOf: inputs) }
    let target = try Outputs.place(output, named: defaultName(inputs, sources))
    try check(target, isNoneOf: inputs)
    for source in sources where Outputs.isInside(target, source.path) {
      throw UsageFailure(message: "\(target) lies in the input \(source.path); name another place")
    }
    return try pack(sources, level, to: target, context)
  }

  private static func check(_ output: Path, isNoneOf inputs: [Path]) throws(UsageFailure) {
    for input in inputs where Inputs.areSame(input, output) {
      throw UsageFailure(message: "\(output) is an input and can't be the output too")
    }
  }

  private static func sources(at path: Path) throws(PackageError) -> [any PackageSource] {
    switch try PackageSources.kind(of: path) {
    case .library: try LibrarySource.all(in: Library.open(path))
    case .package: [LibrarySource(path)]
    case .archive: [try PackageSources.one(at: path)]
    }
  }

  private static func defaultName(_ inputs: [Path], _ sources: [any PackageSource]) throws -> String {
    guard inputs.count == 1, sources.count == 1 else {
      guard inputs.count == 1, let stem = inputs[0].name.flatMap({ FileNaming.safeStem($0.description) })
      else {
        throw UsageFailure(message: "several packages need a name for their archive: -o FILE")
      }
      return "\(stem).\(Layout.archiveExtension)"
    }
    let document = try Package.open(sources[0]).document
    let stem = FileNaming.safeStem(document.title) ?? document.id.canonicalText
    return "\(stem).\(Layout.archiveExtension)"
  }

  private static func pack(
    _ sources: [any PackageSource], _ level: Int, to target: Path, _ context: Context
  ) throws -> ExitStatus {
    let replaces = context.invocation.has("force")
    try Outputs.check(target, replacing: replaces)
    func make() throws -> Packing.Outcome {
      try Outputs.making(target) {
        let archive = PendingArchive(try PendingFile.create(at: target))
        let outcome = try write(sources, level, to: archive, context)
        try context.checkInterruption()
        try archive.commit(replacing: replaces)
        return outcome
      }
    }
    let outcome: Packing.Outcome
    do {
      outcome = try make()
    } catch let error as PackageError where error.code == .changed {
      // Somebody saved meanwhile. Once is chance.
      context.console.detail("\(error.message); it is read again")
      outcome = try make()
    }
    let status = report(outcome, context.console)
    try context.console.line(target.description)
    try context.console.record("archive") { writer in
      writer.key("path")
      writer.string(target.description)
      writer.key("packages")
      writer.integer(sources.count)
    }
    try summarize(outcome, sources.count, context.console)
    return status
  }

  private static func packToOutput(
    _ sources: [any PackageSource], _ level: Int, _ context: Context
  ) throws -> ExitStatus {
    if context.environment.isOutputTerminal {
      throw UsageFailure(
        message: "an archive is no text for a terminal; name a file with -o FILE, or send it into a pipe")
    }
    if context.console.isJSON {
      throw UsageFailure(
        message: "standard output can't hold both the archive and JSON; name a file with -o FILE")
    }
    let sink = OutputSink(context.console)
    do {
      let outcome = try write(sources, level, to: sink, context)
      return report(outcome, context.console)
    } catch {
      throw sink.failure ?? error
    }
  }

  private static func write(
    _ sources: [any PackageSource], _ level: Int, to sink: any ArchiveSink, _ context: Context
  ) throws -> Packing.Outcome {
    let progress = PackProgress(sources, on: context.console)
    let packing = Packing(check: Check(now: context.environment.now))
    return try packing.pack(sources, onto: sink, level: level, workerCount: context.jobs) {
      byteCount throws(PackageError) in
      try context.checkInterruption()
      progress.advance(byteCount: byteCount)
    }
  }

  private static func report(_ outcome: Packing.Outcome, _ console: Console) -> ExitStatus {
    var status = ExitStatus.done
    for omission in outcome.omissions {
      let text = "\(omission.package.appending(omission.path)): left out (\(omission.reason))"
      if omission.isNoteworthy {
        console.note(text)
        status.include(.doneWithWarnings)
      } else {
        console.detail(text)
      }
    }
    for damage in outcome.damages {
      for finding in damage.findings {
        let place = finding.path.map { damage.package.appending($0) } ?? damage.package
        console.note("\(place): packed as it is: \(finding.code.rawValue): \(finding.detail)")
      }
      status.include(.doneWithWarnings)
    }
    return status
  }

  private static func summarize(_ outcome: Packing.Outcome, _ count: Int, _ console: Console) throws {
    try console.record("summary") { writer in
      writer.key("packages")
      writer.integer(count)
      writer.key("files")
      writer.integer(outcome.fileCount)
      writer.key("bytes")
      writer.integer(outcome.byteCount)
      writer.key("omitted")
      writer.integer(outcome.omissions.count)
      writer.key("damaged")
      writer.integer(outcome.damages.count)
    }
  }

  /// Which of the packages is at hand follows from the bytes, since they are packed in order. A class, since it counts.
  private final class PackProgress {
    private let progress: Progress
    /// Where each package ends, in bytes of all of them.
    private let ends: [Int]
    private var byteCount = 0
    private var done = 0

    init(_ sources: [any PackageSource], on console: Console) {
      var ends: [Int] = []
      // Nobody waits for figures that nobody sees.
      if console.progressLine.isShown {
        for source in sources {
          let entries = (try? source.entries()) ?? []
          ends.append((ends.last ?? 0) + entries.reduce(0) { $0 + ($1.kind == .file ? $1.byteCount : 0) })
        }
      }
      self.ends = ends
      progress = Progress("packing", of: sources.count, totalByteCount: ends.last, on: console)
    }

    func advance(byteCount count: Int) {
      byteCount += count
      while done < ends.count, ends[done] <= byteCount { done += 1 }
      progress.reach(done, of: ends.count)
      progress.advance(byteCount: count)
    }
  }

  /// Standard output as the place of an archive. A class, since the archive writer shares it.
  private final class OutputSink: ArchiveSink {
    let path = Path("standard output")
    private let console: Console
    private(set) var failure: OutputFailure?

    init(_ console: Console) { self.console = console }

    func write(_ bytes: RawSpan) throws(FileError) {
      var copy: [UInt8] = []
      copy.reserveCapacity(bytes.byteCount)
      for position in bytes.byteOffsets {
        copy.append(unsafe bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self))
      }
      do {
        try console.write(copy)
      } catch {
        failure = error
        throw FileError(errno: error.number, operation: "write to", path: path)
      }
    }
  }
}
