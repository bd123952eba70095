import CommandTable
import DurableFiles
import NoteModel
import NotePackage
import Synchronization

#if Rendering
  import NoteRendering
#endif

extension ExportCommand {
  /// The options of PNG and PDF.
  static var pictureOptions: [Option] {
    [
      Option(
        "dpi", value: .required("N", kind: .integer(1...2400)),
        help: "PNG: pixels an inch, of 72 points; else 144.", excludes: ["size"]),
      Option(
        "size", value: .required("N", kind: .integer(1...32767)), help: "PNG: pixels on the longer side."),
      Option(
        "crop", value: .required("AREA", kind: .choice(["page", "ink"])),
        help: "PNG and PDF: shows the whole page (the default) or the part that is drawn on."),
      Option(
        "jobs", letter: "j", value: .required("N", kind: .integer(1...256)),
        help: "PNG and PDF: draws *N* pages at a time; else as many as there are processors."),
    ]
  }
}

extension ExportRun {
  /// SVG: whether the page is painted. It knows no colour but white.
  var paintsWhite: Bool {
    get throws {
      guard invocation.has("background") else { return false }
      switch try background {
      case nil: return false
      case Color(red: 255, green: 255, blue: 255)?: return true
      default: throw UsageFailure(message: "--background of SVG is white or none")
      }
    }
  }

  /// The colour that is asked for; nil for none.
  private var background: Color? {
    get throws {
      switch invocation.text("background") {
      case nil, "white"?: return Color(red: 255, green: 255, blue: 255)
      case "none"?: return nil
      case let text?:
        guard let color = Color(text) else {
          throw UsageFailure(message: "'\(text)' is no colour; write white, none, #RRGGBB or #RRGGBBAA")
        }
        return color
      }
    }
  }

  /// Pages to draw, and a place for their bytes that is no terminal.
  private func checkPictures(_ what: String) throws {
    guard !pages.isEmpty else { throw PackageError(.refused, package.path, "has no page to draw") }
    if output == Inputs.standardInput, context.environment.isOutputTerminal {
      throw UsageFailure(
        message: "\(what) is no text for a terminal; name a file with -o FILE, or send it into a pipe")
    }
  }

  #if Rendering
    private var area: PictureArea { invocation.text("crop") == "ink" ? .ink : .page }

    // MARK: PDF

    func writePDF() throws {
      try checkPictures("a PDF")
      let target = try Outputs.place(output, named: "\(stem).pdf")
      let export = PDFExport(
        document: package.document, pages: pages, area: area,
        background: invocation.has("background") ? try background : nil)
      let reader = try PageReader(input)
      let progress = Progress("drawing", on: context.console)
      try drawing {
        var warnings: [DrawingWarning] = []
        try write(to: target, progress) { emit in
          warnings = try export.write(
            workerCount: context.jobs, page: { try reader.page($0.id) },
            asset: { try package.drawableAsset($0) },
            progress: { count in
              try context.checkInterruption()
              progress.reach(count, of: pages.count)
            }, emit: emit)
        }
        return warnings
      }
    }

    /// Tells what isn't drawn as it should be, and a failure to draw as one of the package.
    private func drawing(_ body: () throws -> [DrawingWarning]) throws {
      do {
        note(try body())
      } catch let error as RenderingError {
        throw PackageError(error, drawing: package.path)
      }
    }

    private func note(_ warnings: [DrawingWarning]) {
      if context.console.note(warnings, in: package.path) != .done { made.isWarned = true }
    }

    // MARK: PNG

    func writePNG() throws {
      try checkPictures("a PNG")
      let size: PictureSize =
        invocation.integer("size").map { .longerSide($0) }
        ?? .resolution(Double(invocation.integer("dpi") ?? 144))
      let export = PNGExport(size: size, area: area, background: try background)
      if let file = try fileForOnePage("png") { return try writeOnePNG(export, to: file) }
      try writePNGs(export, into: output ?? Path(stem))
    }

    private func writeOnePNG(_ export: PNGExport, to file: Path) throws {
      let page = try package.page(pages[0].id)
      try drawing {
        var warnings: [DrawingWarning] = []
        try write(to: file) { emit in
          warnings = try export.write(
            page, canvas: pages[0].canvas, asset: { try package.drawableAsset($0) }, emit: emit)
        }
        return warnings
      }
    }

    private func writePNGs(_ export: PNGExport, into path: Path) throws {
      let jobs = pages.map { entry in
        PageJob(entry: entry, target: Outputs.inFolder(path, "\(pageName(entry)).png"))
      }
      for job in jobs { try Outputs.check(job.target, replacing: replaces) }
      made.folder = try OutputFolder(path)
      let progress = Progress("drawing", on: context.console)
      let work = PageWork(
        reader: try PageReader(input), export: export, gate: PictureGate(), replaces: replaces,
        progress: progress)
      let outcomes = OrderedWork.map(
        jobs, workerCount: context.jobs, progress: { progress.reach($0, of: $1) },
        isCancelled: { Interruption.receivedSignal != nil || work.hasFailed }, work.run)
      for outcome in outcomes where outcome.isMade { made.add(outcome.target, isNew: outcome.isNew) }
      for outcome in outcomes {
        if let error = outcome.error { throw error }
        note(outcome.warnings)
      }
      try context.checkInterruption()
    }
  #else
    func writePDF() throws { throw Pictures.missing(package.path) }
    func writePNG() throws { throw Pictures.missing(package.path) }
  #endif
}

#if Rendering
  /// One page and the file for its picture.
  private struct PageJob: Sendable {
    let entry: PageEntry
    let target: Path
  }

  /// What became of one of many pages.
  private struct PageOutcome: Sendable {
    let target: Path
    var isMade = false
    var isNew = false
    var warnings: [DrawingWarning] = []
    var error: PackageError?
  }

  /// What drawing one of many pages takes. A class, since its first failure stops all.
  private final class PageWork: Sendable {
    private let reader: PageReader
    private let export: PNGExport
    private let gate: PictureGate
    private let replaces: Bool
    private let progress: Progress
    private let failed = Mutex(false)

    init(
      reader: PageReader, export: PNGExport, gate: PictureGate, replaces: Bool, progress: Progress
    ) {
      self.progress = progress
      self.reader = reader
      self.export = export
      self.gate = gate
      self.replaces = replaces
    }

    var hasFailed: Bool { failed.withLock { $0 } }

    func run(_ job: PageJob) -> PageOutcome {
      var outcome = PageOutcome(target: job.target)
      do {
        let page = try reader.page(job.entry.id)
        outcome.isNew = !Outputs.exists(job.target)
        outcome.warnings = try Outputs.making(job.target) {
          var file = try PendingFile.create(at: job.target)
          let warnings = try export.write(
            page, canvas: job.entry.canvas, asset: { try reader.asset($0) }, gate: gate
          ) { piece in
            try file.write(piece)
            progress.advance(byteCount: piece.count)
          }
          try file.commit(replacing: replaces)
          return warnings
        }
        outcome.isMade = true
      } catch {
        failed.withLock { $0 = true }
        outcome.error = PackageError(error, drawing: job.target)
      }
      return outcome
    }
  }
#endif
