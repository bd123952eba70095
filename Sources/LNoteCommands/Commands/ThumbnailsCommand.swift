import CommandTable
import DurableFiles
import NoteModel
import NotePackage

#if Rendering
  import NoteRendering
#endif

/// `lnote thumbnails`: draws missing and stale ones, and pictures for file managers.
enum ThumbnailsCommand: Runnable {
  static let command = Command(
    "thumbnails", summary: "draw missing and stale thumbnails",
    description: [
      .text(
        """
        Draws the thumbnails that are missing, unreadable or stale: JPEG on white, 256 pixels on the longer side. The \
        cover in the manifest follows.
        """),
      .text(
        """
        A thumbnail is stale when it shows something else than its page, whatever the times of the files. Those drawn \
        by `lnote` carry a digest of what they show; others are compared with a drawing.
        """),
      .text(
        """
        With `--from` and `--to` it makes one picture of a document, as file managers ask for: its cover, for which \
        nothing but manifest and cover are read, else its first page.
        """),
    ],
    operands: [
      Operand(
        "PATH", kind: .folder, arity: .oneOrMore, help: "A package, or a library for all of its packages.")
    ],
    options: [
      Option("all", help: "Draws all, also those that show their page."),
      Option(
        "size", value: .required("N", kind: .integer(16...4096)),
        help: "Pixels on the longer side, else 256; thumbnails of another size are drawn again."),
      Option(
        "from", value: .required("FILE", kind: .file), help: "Makes one picture of this package or archive.",
        replaces: ["PATH"], needs: ["to"]),
      Option(
        "to", value: .required("OUTPUT", kind: .file),
        help: "The picture's file, which is replaced: a JPEG by its extension, else a PNG.",
        replaces: ["PATH"], needs: ["from"]),
      SharedOptions.dryRun, SharedOptions.jobs, SharedOptions.filesFrom, SharedOptions.null,
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote thumbnails Library", "Draws what is missing or stale in a library."),
      (
        "lnote thumbnails --from notes.lnotepack --to cover.png --size 512",
        "Makes a picture of an archive for a file manager."
      ),
    ],
    seeAlso: ["export", "fsck", "ls"], operandsFromFile: true, otherWords: ["covers", "previews"])

  static func run(_ context: Context) throws -> ExitStatus {
    #if Rendering
      if let file = context.invocation.value("from"), let target = context.invocation.value("to") {
        guard context.invocation.operands.isEmpty else {
          throw UsageFailure(message: "--from names the one input; leave the other ones out")
        }
        return try FilePicture(context: context, file: Path(file), target: Path(target)).write()
      }
      var run = ThumbnailRun(context)
      return try run.draw(try context.operandPaths())
    #else
      let path = try context.invocation.value("from").map { Path($0) } ?? context.operandPaths().first
      throw Pictures.missing(path ?? ".")
    #endif
  }
}

#if Rendering
  /// Thumbnails of packages, package by package.
  private struct ThumbnailRun {
    private let context: Context
    private let drawer: ThumbnailDrawer
    private let isSizeGiven: Bool
    private var status = ExitStatus.done
    private var counts: [PageOutcome.State: Int] = [:]

    init(_ context: Context) {
      self.context = context
      isSizeGiven = context.invocation.has("size")
      drawer = ThumbnailDrawer(
        longerSide: context.invocation.integer("size") ?? ThumbnailDrawer.usualLongerSide)
    }

    mutating func draw(_ paths: [Path]) throws -> ExitStatus {
      for path in paths {
        do throws(PackageError) {
          for package in try Self.packages(at: path) {
            do throws(PackageError) { try draw(package) } catch { status.include(try context.refusal(error)) }
          }
        } catch {
          status.include(try context.refusal(error))
        }
      }
      try summarize()
      return status
    }

    private static func packages(at path: Path) throws(PackageError) -> [Path] {
      guard try PackageSources.kind(of: path) == .library else { return [path] }
      return try Library.open(path).packageNames().map { path.appending($0) }
    }

    private mutating func draw(_ path: Path) throws(PackageError) {
      try context.checkInterruption()
      let package = try Package.open(path)
      guard package.document.formatVersion <= FormatVersion.current else {
        throw PackageError(.newerFormat, path, "was written by a newer program; it stays as it is")
      }
      let work = PageThumbnails(
        reader: try PageReader(path), drawer: drawer, isSizeGiven: isSizeGiven,
        drawsAll: context.invocation.has("all"))
      let progress = Progress("drawing", on: context.console)
      let outcomes = OrderedWork.map(
        package.document.pages, workerCount: context.jobs, progress: { progress.reach($0, of: $1) },
        isCancelled: { Interruption.receivedSignal != nil }, work.run)
      try context.checkInterruption()
      if !context.invocation.has("dry-run") { try save(outcomes, in: package) }
      for outcome in outcomes { try report(outcome, in: package) }
    }

    /// Writes what was drawn; nothing at all when nothing was and the cover is right.
    private func save(_ outcomes: [PageOutcome], in package: Package) throws(PackageError) {
      let drawn = outcomes.compactMap { outcome in outcome.jpeg.map { (page: outcome.page, jpeg: $0) } }
      let derived = try package.derivedManifest()
      if drawn.isEmpty, try package.manifest()?.cover == derived.cover { return }
      _ = try package.saveThumbnails(drawn)
    }

    private mutating func report(_ outcome: PageOutcome, in package: Package) throws(PackageError) {
      counts[outcome.state, default: 0] += 1
      let console = context.console
      if let error = outcome.error { return status.include(try context.refusal(error)) }
      let place = package.inventory.thumbnails[outcome.page]?.path ?? Layout.thumbnail(outcome.page)
      let path = place.map { package.path.appending($0) } ?? package.path
      status.include(console.note(outcome.warnings, in: package.path))
      guard outcome.jpeg != nil else { return }
      try context.passing { () throws(OutputFailure) in
        try console.line("\(path): \(outcome.state.rawValue)")
        try console.record("thumbnail") { writer in
          writer.key("path")
          writer.string(path.description)
          writer.key("page")
          writer.string(outcome.page.text)
          writer.key("was")
          writer.string(outcome.state.rawValue)
        }
      }
    }

    private func summarize() throws {
      let drawn = counts.filter { $0.key != .current && $0.key != .failed }.reduce(0) { $0 + $1.value }
      try context.console.record("summary") { writer in
        writer.key("drawn")
        writer.integer(drawn)
        writer.key("current")
        writer.integer(counts[.current, default: 0])
        writer.key("failed")
        writer.integer(counts[.failed, default: 0])
        writer.key("status")
        writer.integer(status.code)
      }
    }
  }

  /// What became of one page's thumbnail.
  private struct PageOutcome: Sendable {
    enum State: String, Sendable {
      case current, missing, stale, unreadable, failed
      case asked = "drawn again"
    }

    let page: Identifier
    var state: State
    /// The new thumbnail.
    var jpeg: [UInt8]?
    var warnings: [DrawingWarning] = []
    var error: PackageError?
  }

  /// Looks at the thumbnails of a package's pages and draws what has to be drawn.
  private struct PageThumbnails: Sendable {
    let reader: PageReader
    let drawer: ThumbnailDrawer
    let isSizeGiven: Bool
    let drawsAll: Bool

    func run(_ entry: PageEntry) -> PageOutcome {
      var outcome = PageOutcome(page: entry.id, state: .current)
      do {
        let page = try reader.page(entry.id)
        outcome.state = try state(page, entry.canvas)
        if outcome.state == .current { return outcome }
        let drawn = try drawer.draw(page, canvas: entry.canvas) { try reader.asset($0) }
        outcome.jpeg = drawn.jpeg
        outcome.warnings = drawn.warnings
      } catch {
        outcome.state = .failed
        outcome.error = PackageError(error, drawing: Path(entry.id.text))
      }
      return outcome
    }

    private func state(_ page: Page, _ canvas: Canvas) throws -> PageOutcome.State {
      guard let thumbnail = try reader.thumbnail(page.id) else { return .missing }
      if drawsAll { return .asked }
      let judgement = try drawer.judge(
        thumbnail, of: page, canvas: canvas, assetByteCount: { reader.assetByteCount($0) },
        asset: { try reader.asset($0) })
      switch judgement {
      case .unreadable: return .unreadable
      case .stale: return .stale
      case .current: return isSizeGiven && !drawer.isSized(thumbnail) ? .asked : .current
      }
    }
  }

  /// One picture of a document, for a file manager.
  private struct FilePicture {
    let context: Context
    let file: Path
    let target: Path

    private var side: Int {
      context.invocation.integer("size") ?? ThumbnailDrawer.usualLongerSide
    }

    func write() throws -> ExitStatus {
      if Inputs.areSame(file, target) {
        throw UsageFailure(message: "\(target) is the input and can't be the output too")
      }
      let source = try Self.source(at: file)
      do {
        let warnings = try writeCover(of: source) ? [] : writeFirstPage(of: source)
        return context.console.note(warnings, in: file)
      } catch {
        throw PackageError(error, drawing: file)
      }
    }

    /// A package, or the first one of an archive.
    private static func source(at path: Path) throws(PackageError) -> any PackageSource {
      guard try PackageSources.kind(of: path) == .archive else { return try PackageSources.one(at: path) }
      guard let first = try ArchivedPackages.open(path).packages.first else {
        throw PackageError(.notPackage, path, "holds no package")
      }
      return first.source
    }

    /// False when there is no cover that can be shown.
    private func writeCover(of source: any PackageSource) throws -> Bool {
      let limits = Limits.standard
      guard let bytes = try? source.read(Layout.manifest, limit: limits.documentByteCount),
        let cover = (try? ManifestCodec.decode(bytes.span))?.cover, let place = RelativePath(cover),
        let picture = try? source.read(place, limit: limits.assetByteCount)
      else { return false }
      do {
        if isJPEG {
          try emit([try CoverPicture.jpeg(of: picture, longerSide: side)])
        } else {
          var pieces: [[UInt8]] = []
          try CoverPicture.png(of: picture, longerSide: side) { pieces.append($0) }
          try emit(pieces)
        }
        return true
      } catch let error as RenderingError where error.code == .unreadable {
        return false
      }
    }

    private func writeFirstPage(of source: any PackageSource) throws -> [DrawingWarning] {
      let package = try Package.open(source)
      guard let entry = package.document.pages.first else {
        throw PackageError(.refused, file, "has no page to draw")
      }
      let page = try package.page(entry.id)
      if isJPEG {
        let drawn = try ThumbnailDrawer(longerSide: side).draw(page, canvas: entry.canvas) {
          try package.drawableAsset($0)
        }
        try emit([drawn.jpeg])
        return drawn.warnings
      }
      var pieces: [[UInt8]] = []
      let warnings = try PNGExport(size: .longerSide(side)).write(
        page, canvas: entry.canvas, asset: { try package.drawableAsset($0) },
        emit: { pieces.append($0) })
      try emit(pieces)
      return warnings
    }

    private var isJPEG: Bool {
      let name = target.name?.description.lowercased() ?? ""
      return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
    }

    private func emit(_ pieces: [[UInt8]]) throws {
      if target == Inputs.standardInput {
        for piece in pieces { try context.console.write(piece) }
      } else {
        try Outputs.write(Array(pieces.joined()), to: target, replacing: true)
      }
    }
  }
#endif
