import CommandTable
import DurableFiles
import NoteInterchange
import NoteModel
import NotePackage
import SafeArchive

/// `lnote import`: archives, packages, JSON and SVG into a library.
enum ImportCommand: Runnable {
  static let command = Command(
    "import", summary: "take documents into a library",
    description: [
      .text(
        """
        Takes archives, package folders, libraries, JSON files of `lnote export` and anybody's SVG into a library. \
        What other programs drew becomes strokes; what can't, is named. Every document is staged, made durable and \
        checked, and then takes its place in one step: killed at any moment, the library holds it whole or not at \
        all.
        """),
      .text(
        """
        A document that the library holds already in the same state is left alone, so importing twice changes \
        nothing. What happens to another state of it, `--on-conflict` says:
        """),
      .list(SharedOptions.policies),
    ],
    operands: [
      Operand(
        "FILE", kind: .file, arity: .oneOrMore, help: "What to import; `-` is JSON or SVG on standard input.")
    ],
    options: [
      Option(
        "into", value: .required("LIBRARY", kind: .folder), help: "The library, which is made if need be.",
        isRequired: true),
      SharedOptions.onConflict,
    ] + DrawingInput.options + [SharedOptions.dryRun, SharedOptions.filesFrom, SharedOptions.null],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote import notes.lnotepack --into Library", "Takes an archive's documents in."),
      (
        "lnote import *.lnotepack --into Library --on-conflict keep-both",
        "Takes many in, and loses no state of any."
      ),
      ("lnote import page.svg --into Library", "Makes a document of a drawing."),
      (
        "lnote import scan-*.svg --as-pages --into Library",
        "Makes one document of many drawings, a page each."
      ),
    ],
    seeAlso: ["export", "unpack", "fsck"], operandsFromFile: true, otherWords: ["add", "load"])

  static func run(_ context: Context) throws -> ExitStatus {
    let inputs = try context.operandPaths()
    let drawings = try DrawingInput(context.invocation)
    let output = try OutputFolder.library(Path(context.invocation.value("into") ?? []))
    defer { output.removeIfUnused() }
    let library = Library(output.folder)
    let policy = context.invocation.text("on-conflict").flatMap { ImportPolicy(rawValue: $0) } ?? .fail
    var run = ImportRun(
      context: context,
      importer: Importer(
        into: library, policy: policy, isDryRun: context.invocation.has("dry-run"),
        now: context.environment.now), drawings: drawings, inputCount: inputs.count)
    for path in inputs { try run.take(path) }
    try run.takePages()
    try run.outcomes.summarize()
    return run.outcomes.status
  }
}

/// What a path gives to import.
private enum Input {
  case packages([any PackageSource], strays: [RelativePath])
  case json([UInt8])
  case svg([UInt8])

  static func open(_ path: Path) throws(PackageError) -> Input {
    if path == Inputs.standardInput {
      return try text(Inputs.read(path, limit: Limits.standard.interchangeByteCount), path)
    }
    switch try PackageSources.kind(of: path) {
    case .package: return .packages([try PackageSources.one(at: path)], strays: [])
    case .library:
      let sources = try LibrarySource.all(in: Library.open(path))
      guard !sources.isEmpty else {
        throw PackageError(.notPackage, path, "is no package and holds none")
      }
      return .packages(sources, strays: [])
    case .archive:
      guard try FileKind.of(path) == .archive else {
        return try text(Inputs.read(path, limit: Limits.standard.interchangeByteCount), path)
      }
      let archive = try ArchivedPackages.open(path)
      return .packages(archive.packages.map(\.source), strays: archive.strays)
    }
  }

  private static func text(_ bytes: [UInt8], _ path: Path) throws(PackageError) -> Input {
    switch FileKind(bytes) {
    case .json: return .json(bytes)
    case .svg: return .svg(bytes)
    case .archive:
      throw PackageError(
        .unsupported, path, "is an archive, which can't be read from a pipe; save it to a file first")
    case nil: throw FileKind.unknown(path)
    }
  }
}

/// Kinds of file, told by their first bytes.
enum FileKind {
  case archive, json, svg

  static func unknown(_ path: Path) -> PackageError {
    PackageError(.notPackage, path, "is neither a package, an archive, JSON nor SVG")
  }

  /// The kind of a file that can be read again.
  static func of(_ path: Path) throws(PackageError) -> FileKind? {
    do throws(ArchiveError) {
      if try ArchiveFormat.of(path) != nil { return .archive }
    } catch {
      throw PackageError(error)
    }
    return FileKind(try Inputs.head(path, count: 512))
  }

  init?(_ bytes: [UInt8]) {
    var rest = bytes.prefix(512)
    if rest.starts(with: "PK".utf8) {
      self = .archive
      return
    }
    // What else gzip packed is told from an archive by what is in it, see `of`.
    if rest.starts(with: [0x1F, 0x8B]) {
      self = .svg
      return
    }
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    switch rest.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0 && $0 < 0xFE })
    {
    case UInt8(ascii: "{"): self = .json
    case UInt8(ascii: "<"): self = .svg
    default: return nil
    }
  }
}

/// One run over all inputs.
private struct ImportRun {
  let context: Context
  let importer: Importer
  let drawings: DrawingInput
  private let progress: Progress
  private(set) var outcomes: ImportReport
  /// The drawings that become one document.
  private var pages: [(path: Path, page: SVGPage)] = []

  /// - Parameter inputCount: how many inputs there will be, each of one document as far as is known.
  init(context: Context, importer: Importer, drawings: DrawingInput, inputCount: Int) {
    progress = Progress("importing", of: inputCount, on: context.console)
    self.context = context
    self.importer = importer
    self.drawings = drawings
    outcomes = ImportReport(context, type: "import", isDryRun: importer.isDryRun)
  }

  mutating func take(_ path: Path) throws {
    do throws(PackageError) {
      switch try Input.open(path) {
      case .packages(let sources, let strays):
        for stray in strays {
          context.console.note("\(path): \(stray) belongs to no package and was left out")
          outcomes.include(.doneWithWarnings)
        }
        progress.expect(sources.count - 1)
        for source in sources { try takeOne(source) }
      case .json(let bytes):
        defer { progress.finishOne() }
        progress.advance(byteCount: bytes.count)
        try takeDraft(from: path) { draft throws(PackageError) in
          try Interchange.fill(draft, json: bytes, path)
        }
      case .svg(let bytes):
        defer { progress.finishOne() }
        progress.advance(byteCount: bytes.count)
        try context.checkInterruption()
        let page = try drawings.read(bytes, path, now: context.environment.now)
        try context.passing { () throws(OutputFailure) in try context.console.warn(page.warnings, of: path) }
        if !page.warnings.isEmpty { outcomes.include(.doneWithWarnings) }
        if context.invocation.has("as-pages") {
          pages.append((path, page))
        } else {
          try takeDraft(from: path) { draft throws(PackageError) in
            try Interchange.fill(draft, [(path, page)])
          }
        }
      }
    } catch {
      try outcomes.fail(error)
    }
  }

  /// Makes one document of the drawings that were kept for it.
  mutating func takePages() throws {
    let pages = pages
    guard let first = pages.first else { return }
    do throws(PackageError) {
      try takeDraft(from: first.path) { draft throws(PackageError) in try Interchange.fill(draft, pages) }
    } catch {
      try outcomes.fail(error)
    }
  }

  /// One package that fails doesn't stop the others of its archive.
  private mutating func takeOne(_ source: any PackageSource) throws(PackageError) {
    try context.checkInterruption()
    defer { progress.finishOne() }
    do {
      try outcomes.report(
        try importer.take(source) { byteCount throws(PackageError) in
          try context.checkInterruption()
          progress.advance(byteCount: byteCount)
        }, from: source.path)
    } catch {
      try outcomes.fail(error)
    }
  }

  private mutating func takeDraft(
    from path: Path, _ fill: (PackageDraft) throws(PackageError) -> Void
  ) throws(PackageError) {
    try context.checkInterruption()
    let draft = try PackageDraft(in: importer.library.folder)
    try fill(draft)
    try outcomes.report(try importer.take(draft, from: path), from: path)
  }
}
