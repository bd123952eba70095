import CommandTable
import DurableFiles
import NoteInterchange
import NoteModel
import NotePackage

/// `lnote export`: pages as SVG, documents as JSON.
enum ExportCommand: Runnable {
  static let command = Command(
    "export", summary: "convert pages to SVG, PNG or PDF, documents to JSON",
    description: [
      .text(
        """
        Writes pages as SVG or PNG, one file a page, pages as one PDF, or a document as JSON. SVG and JSON can be \
        imported again to the bit, unless `--no-payload`, `--pages` or `--assets none` leave something out.
        """),
      .list([
        (
          "`svg`",
          """
          One page to a file or to standard output; more pages into a folder, as `Title-001.svg`. A file called \
          `.svgz` is packed.
          """
        ),
        ("`json`", "One document, all pages, absolute values in points; see `lnote schema`."),
        ("`ndjson`", "The same, one line an element, for streams."),
        ("`png`", "Like `svg`, in pixels."),
        ("`pdf`", "All pages in one file, as shapes; JPEG images with their original bytes."),
      ]),
    ],
    operands: [Operand("PATH", kind: .file, help: "A package, or an archive that holds one.")],
    options: [
      Option(
        "format", letter: "f", value: .required("FORMAT", kind: .choice(Format.allCases.map(\.rawValue))),
        help: "The format; else the extension of *OUTPUT* says it."),
      Option(
        "output", letter: "o", value: .required("OUTPUT", kind: .file),
        help:
          """
          The file, or the folder, which is made for more pages than one and where a slash ends its name; `-` is \
          standard output. Else a name made from the title.
          """),
      Option(
        "pages", value: .required("LIST", kind: .text), help: "Only these pages, such as `2-3,5,7-`."),
      Option(
        "style", value: .required("STYLE", kind: .choice(SVGExport.Style.allCases.map(\.rawValue))),
        help: "SVG: centre lines in runs of equal width (the default), or one filled outline a stroke."),
      Option(
        "background", value: .optional("COLOR", kind: .suggestions(["white", "none"])),
        help:
          "Paints the page white, in PNG and PDF also `none` or a colour such as `#FFF8E7`. PNG is white without it."
      ),
      Option(
        "no-payload", help: "SVG: leaves pressure, time and all else out that the drawing doesn't show."),
      Option(
        "images", value: .required("HOW", kind: .choice(["embedded", "linked"])),
        help: "SVG: puts images into the file (the default) or writes them beside it."),
      Option(
        "assets", value: .required("HOW", kind: .choice(["embedded", "linked", "none"])),
        help: "JSON: puts assets into the file (the default), writes them beside it, or leaves them out."),
      Option("pretty", help: "JSON: indents."),
    ] + pictureOptions + [
      SharedOptions.force
    ],
    exitStatuses: ExitStatus.usual,
    examples: [
      ("lnote export notes.lnotepack -f svg", "Draws all pages into a folder."),
      ("lnote export notes.lnotepack -o page.svg --pages 1", "Draws the first."),
      ("lnote export notes.lnotepack -o notes.pdf", "Makes a document for printing."),
      ("lnote export notes.lnotepack -f png --dpi 216 --crop ink", "Draws all pages, without what is empty."),
      ("lnote export notes.lnotepack -f json -o - | jq .document.title", "Asks for the title."),
    ],
    seeAlso: ["import", "schema", "thumbnails"], otherWords: ["convert", "render", "draw"])

  enum Format: String, CaseIterable {
    case svg, json, ndjson, png, pdf
  }

  static func run(_ context: Context) throws -> ExitStatus {
    let input = Path(context.invocation.operands[0])
    let output = context.invocation.value("output").map { Path($0) }
    let format = try format(context.invocation, output)
    let package = try Package.open(input)
    let pages = try selectedPages(package.document, context.invocation)
    if let output, Inputs.areSame(input, output) {
      throw UsageFailure(message: "\(output) is the input and can't be the output too")
    }
    if context.console.isJSON, output == Inputs.standardInput {
      throw UsageFailure(
        message: "standard output can't hold both the export and --json; name a file with -o")
    }
    if let output, output != Inputs.standardInput, Outputs.isInside(output, input) {
      throw UsageFailure(message: "\(output) lies in the input \(input); name another place")
    }
    let export = ExportRun(
      context: context, input: input, package: package, pages: pages, output: output)
    do {
      switch format {
      case .svg: try export.writeSVG()
      case .json: try export.writeJSON(isStream: false)
      case .ndjson: try export.writeJSON(isStream: true)
      case .png: try export.writePNG()
      case .pdf: try export.writePDF()
      }
    } catch {
      export.made.discard()
      throw error
    }
    return try export.finish()
  }

  private static func format(_ invocation: Invocation, _ output: Path?) throws -> Format {
    if let said = invocation.text("format").flatMap({ Format(rawValue: $0) }) { return said }
    guard let name = output?.name?.description, let dot = name.lastIndex(of: ".") else {
      throw UsageFailure(message: "say the format with -f, or with the extension of -o")
    }
    let suffix = name[name.index(after: dot)...].lowercased()
    let sameAs = ["jsonl": "ndjson", "svgz": "svg"]
    guard let format = Format(rawValue: sameAs[suffix] ?? suffix) else {
      throw UsageFailure(
        message: "'.\(suffix)' is no format that can be exported; say one with -f: "
          + Format.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return format
  }

  private static func selectedPages(_ document: Document, _ invocation: Invocation) throws -> [PageEntry] {
    guard let text = invocation.text("pages") else { return document.pages }
    guard let selection = PageSelection(text) else {
      throw UsageFailure(message: "'\(text)' is no list of pages; write it like 2-3,5,7-")
    }
    guard let indices = selection.indices(pageCount: document.pages.count) else {
      throw UsageFailure(
        message: "--pages \(text): the document has \(Size.count(document.pages.count, "page"))")
    }
    return indices.map { document.pages[$0] }
  }
}

/// One export of one document.
struct ExportRun {
  let context: Context
  /// What was named: a package's folder, or an archive.
  let input: Path
  let package: Package
  let pages: [PageEntry]
  let output: Path?
  let made = MadeFiles()

  var invocation: Invocation { context.invocation }
  var replaces: Bool { invocation.has("force") }
  var stem: String {
    FileNaming.safeStem(package.document.title) ?? package.document.id.canonicalText
  }

  // MARK: SVG

  func writeSVG() throws {
    guard !pages.isEmpty else {
      throw PackageError(.refused, package.path, "has no page to draw")
    }
    if let file = try fileForOnePage("svg") { return try writePage(pages[0], to: file) }
    try writePages(into: output ?? Path(stem))
  }

  /// The file for a page that is alone; nil when a folder takes what is drawn.
  func fileForOnePage(_ suffix: String) throws -> Path? {
    if let output, output != Inputs.standardInput, Outputs.isFolder(output) {
      try Outputs.refusePackage(output)
      return nil
    }
    if pages.count == 1 { return output ?? Path("\(pageName(pages[0])).\(suffix)") }
    if output == Inputs.standardInput {
      throw UsageFailure(
        message: "standard output takes one page; choose one with --pages, or name a folder with -o")
    }
    return nil
  }

  func pageName(_ entry: PageEntry) -> String {
    let count = package.document.pages.count
    let number = (package.document.pages.firstIndex { $0.id == entry.id } ?? 0) + 1
    let digits = String(number)
    return "\(stem)-" + String(repeating: "0", count: max(0, max(3, String(count).count) - digits.count))
      + digits
  }

  private func writePages(into path: Path) throws {
    let targets = pages.map { Outputs.inFolder(path, "\(pageName($0)).svg") }
    for target in targets { try Outputs.check(target, replacing: replaces) }
    made.folder = try OutputFolder(path)
    let progress = Progress("drawing", on: context.console)
    for (index, page) in pages.enumerated() {
      try context.checkInterruption()
      try writePage(page, to: targets[index], progress)
      progress.reach(index + 1, of: pages.count)
    }
  }

  private func writePage(_ entry: PageEntry, to target: Path, _ progress: Progress? = nil) throws {
    let page = try package.page(entry.id)
    let export = SVGExport(
      document: package.document, entry: entry,
      style: invocation.text("style").flatMap { SVGExport.Style(rawValue: $0) } ?? .runs,
      hasPayload: !invocation.has("no-payload"), paintsBackground: try paintsWhite)
    let isLinked = invocation.text("images") == "linked" && target != Inputs.standardInput
    let isPacked = target.name?.description.lowercased().hasSuffix(".svgz") ?? false
    let image = { (id: Identifier) in try self.image(id, isLinked: isLinked, beside: target) }
    try write(to: target, progress) { emit in
      guard isPacked else { return try export.write(page, image: image, emit: emit) }
      guard var writer = GzipWriter() else {
        throw PackageError(.system, target, "can't be packed: there isn't enough memory")
      }
      try export.write(page, image: image) { try emit(writer.write($0)) }
      try emit(writer.finish())
    }
  }

  private func image(_ id: Identifier, isLinked: Bool, beside target: Path) throws -> SVGImage? {
    guard let asset = package.inventory.asset(id) else {
      made.note(missing: id, of: package, on: context.console)
      return nil
    }
    let file = AssetFile(id: asset.id, fileExtension: asset.fileExtension)
    guard isLinked else { return .embedded(file, try package.assetBytes(id)) }
    let path = target.parent.appending(asset.entry.path.name)
    if !Outputs.exists(path) { try writeAsset(asset, beside: target) }
    return .linked(file, reference: asset.entry.path.name.description)
  }

  // MARK: Output

  func writeAsset(_ asset: Inventory.AssetFile, beside target: Path) throws {
    let path = target.parent.appending(asset.entry.path.name)
    let bytes = try package.assetBytes(asset.id)
    try made.make(path, isTarget: false) { try Outputs.write(bytes, to: path, replacing: replaces) }
  }

  /// Writes a text piece by piece to a file that appears whole, or to standard output.
  ///
  /// - Parameter progress: told how many bytes were written.
  func write(
    to target: Path, _ progress: Progress? = nil, _ body: (_ emit: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    if target == Inputs.standardInput {
      try body { piece in
        try context.console.write(piece)
        progress?.advance(byteCount: piece.count)
      }
      return
    }
    try Outputs.check(target, replacing: replaces)
    try made.make(target) {
      var file = try PendingFile.create(at: target)
      try body { piece in
        try context.checkInterruption()
        try file.write(piece)
        progress?.advance(byteCount: piece.count)
      }
      try context.checkInterruption()
      try file.commit(replacing: replaces)
    }
  }

  func finish() throws -> ExitStatus {
    for target in made.targets {
      try context.console.line(target.description)
      try context.console.record("file") { writer in
        writer.key("path")
        writer.string(target.description)
      }
    }
    try context.console.record("summary") { writer in
      writer.key("files")
      writer.integer(made.targets.count)
      writer.key("pages")
      writer.integer(pages.count)
      writer.key("missingAssets")
      writer.integer(made.missingAssets.count)
    }
    return made.missingAssets.isEmpty && !made.isWarned ? .done : .doneWithWarnings
  }
}
