import CommandTable
import DurableFiles
import NoteInterchange
import NoteModel
import NotePackage

/// `lnote info`: what a package, archive, SVG or JSON holds.
enum InfoCommand: Runnable {
  static let command = Command(
    "info", summary: "show what packages, archives and drawings hold",
    description: [
      .text(
        """
        Shows title, dates, pages, elements, samples, assets, sizes and storage of packages, of the packages in an \
        archive, and of JSON and SVG files, for SVG also whether lnote's payload is present, whether it is believed \
        because it draws what the file draws, and what an import would leave out. Of the storage it tells how long the \
        journals are and how often they were merged (the epoch), how large the database is, and whether changes wait \
        in the log beside it.
        """)
    ],
    operands: [
      Operand("PATH", kind: .file, arity: .oneOrMore, help: "A package, an archive, a JSON or an SVG file.")
    ],
    options: [SharedOptions.filesFrom, SharedOptions.null],
    exitStatuses: ExitStatus.usual,
    examples: [("lnote info notes.lnotepack", "Shows what is in an archive before it is imported.")],
    seeAlso: ["ls", "fsck"], operandsFromFile: true, otherWords: ["show", "stat"])

  static func run(_ context: Context) throws -> ExitStatus {
    var status = ExitStatus.done
    var count = 0
    for path in try context.operandPaths() {
      try context.checkInterruption()
      do throws(PackageError) {
        for holding in try holdings(path) {
          if count > 0 { try context.passing { () throws(OutputFailure) in try context.console.line() } }
          count += 1
          try context.passing { () throws(OutputFailure) in try holding.write(on: context.console) }
        }
      } catch {
        status.include(try context.refusal(error))
      }
    }
    try context.console.record("summary") { writer in
      writer.key("shown")
      writer.integer(count)
      writer.key("status")
      writer.integer(status.code)
    }
    return status
  }

  private static func holdings(_ path: Path) throws(PackageError) -> [Holding] {
    switch try PackageSources.kind(of: path) {
    case .package: return [try Holding(try Package.open(path), kind: "package")]
    case .library:
      let library = try Library.open(path)
      var holdings: [Holding] = []
      for name in try library.packageNames() {
        holdings.append(try Holding(try Package.open(path.appending(name)), kind: "package"))
      }
      if holdings.isEmpty { throw PackageError(.notPackage, path, "is no package and holds none") }
      return holdings
    case .archive: return try fileHoldings(path)
    }
  }

  private static func fileHoldings(_ path: Path) throws(PackageError) -> [Holding] {
    let limit = Limits.standard.interchangeByteCount
    switch try FileKind.of(path) {
    case .json: return [try Holding(json: try Inputs.read(path, limit: limit), path)]
    case .svg: return [try Holding(svg: try Inputs.read(path, limit: limit), path)]
    case nil: throw FileKind.unknown(path)
    case .archive:
      var holdings: [Holding] = []
      for package in try ArchivedPackages.open(path).packages {
        holdings.append(try Holding(try Package.open(package.source), kind: "archive"))
      }
      return holdings
    }
  }
}

/// What one document holds, counted.
private struct Holding {
  private let kind: String
  private let path: Path
  private let document: Document
  private var pages: [PageCount] = []
  private var problems: [String] = []
  private var assetCount = 0
  private var assetByteCount = 0
  private var byteCount = 0
  private var payload: String?
  /// Whether the payload draws what the file draws: `all`, `some` or `none` of it; nil without one.
  private var believed: String?
  private var believedCounts: (Int, of: Int)?
  private var warnings: [SVGWarning] = []
  private var storage: StorageState?

  private struct PageCount {
    let entry: PageEntry
    var strokes = 0
    var images = 0
    var unknown = 0
    var samples = 0
    var epoch: UInt64?
    var journalByteCount: Int?

    init(_ entry: PageEntry, _ page: Page?) {
      self.entry = entry
      guard let page else { return }
      strokes = page.strokeCount
      images = page.imageCount
      unknown = page.elements.count - strokes - images
      samples = page.sampleCount
      epoch = page.epoch
    }
  }

  init(_ package: Package, kind: String) throws(PackageError) {
    self.kind = kind
    path = package.path
    document = package.document
    for entry in document.pages {
      do {
        pages.append(PageCount(entry, try package.page(entry.id)))
      } catch  where error.code != .system {
        pages.append(PageCount(entry, nil))
        problems.append(error.message)
      }
    }
    for index in pages.indices {
      pages[index].journalByteCount = package.inventory.journals[pages[index].entry.id]?.byteCount
    }
    storage = StorageState(package)
    assetCount = package.inventory.assets.count
    assetByteCount = package.inventory.assets.reduce(0) { $0 + $1.entry.byteCount }
    byteCount = package.inventory.byteCount
  }

  init(json bytes: [UInt8], _ path: Path) throws(PackageError) {
    kind = "json"
    self.path = path
    byteCount = bytes.count
    var counter = CountingReceiver()
    do {
      document = try JSONImport.read(bytes.span, into: &counter).document
    } catch let error as InterchangeError {
      throw PackageError(error, in: path)
    } catch {
      throw PackageError(.damaged, path, "\(error)")
    }
    pages = counter.pages
    assetCount = counter.assetCount
    assetByteCount = counter.assetByteCount
  }

  private struct CountingReceiver: DocumentReceiver {
    var pages: [PageCount] = []
    var assetCount = 0
    var assetByteCount = 0

    mutating func asset(_ file: AssetFile, bytes: [UInt8]) {
      assetCount += 1
      assetByteCount += bytes.count
    }
    mutating func linkedAsset(_ file: AssetFile, reference: String) { assetCount += 1 }
    mutating func page(_ page: Page, entry: PageEntry) { pages.append(PageCount(entry, page)) }
    func file(path: [UInt8], bytes: [UInt8]) {}
  }

  init(svg bytes: [UInt8], _ path: Path) throws(PackageError) {
    kind = "svg"
    self.path = path
    byteCount = bytes.count
    let drawing = try DrawingInput().read(bytes, path, now: 0)
    document = Document(
      id: drawing.documentID, title: drawing.title, createdAt: drawing.entry.createdAt,
      modifiedAt: drawing.entry.modifiedAt, pages: [drawing.entry])
    pages = [PageCount(drawing.entry, drawing.page)]
    assetCount = drawing.assets.count + drawing.linkedAssets.count
    assetByteCount = drawing.assets.reduce(0) { $0 + $1.bytes.count }
    warnings = drawing.warnings
    switch drawing.payload {
    case .absent: payload = "absent"
    case .damaged: payload = "damaged"
    case .believed: (payload, believed) = ("present", "all")
    case .partlyBelieved(0, _): (payload, believed) = ("present", "none")
    case .partlyBelieved: (payload, believed) = ("present", "some")
    }
    // One stroke's is enough to tell people that something happened to the file.
    if drawing.warnings.contains(where: { $0.code == .payloadDamaged }) { payload = "damaged" }
    if case .partlyBelieved(let count, let all) = drawing.payload { believedCounts = (count, all) }
  }

  private func total(_ count: KeyPath<PageCount, Int>) -> Int { pages.reduce(0) { $0 + $1[keyPath: count] } }

  func write(on console: Console) throws(OutputFailure) {
    for problem in problems { console.complain(problem) }
    for warning in warnings where console.isVerbose {
      console.complain("\(path): line \(warning.line) (\(warning.path)): \(warning.message)")
    }
    try writeText(on: console)
    try console.record(kind == "json" || kind == "svg" ? kind : "package") { writer in record(&writer) }
  }

  private var believedText: String {
    switch (believed, believedCounts) {
    case ("all"?, _): ", believed"
    case (_, (let count, let all)?): ", \(count) of \(Size.count(all, "element")) believed"
    default: ""
    }
  }

  private func writeText(on console: Console) throws(OutputFailure) {
    func line(_ name: String, _ value: String) throws(OutputFailure) {
      try console.line("\(TextWidth.padded(name, 10))\(value)")
    }
    try console.line(console.bold(document.title.isEmpty ? path.description : TextWidth.safe(document.title)))
    try line("path", path.description)
    if let payload { try line("payload", payload + believedText) }
    if payload == nil || payload == "present" || kind == "svg" {
      try line("id", document.id.text)
      try line("created", document.createdAt.text)
      try line("modified", document.modifiedAt.text)
      if let storage { try line("storage", storage.text) }
      let unknown = total(\.unknown)
      try line(
        "elements",
        "\(Size.count(total(\.strokes), "stroke")), \(Size.count(total(\.images), "image"))"
          + (unknown > 0 ? ", \(unknown) of unknown type" : "")
          + ", \(Size.count(total(\.samples), "sample"))")
      try line("assets", "\(assetCount), \(Size.text(assetByteCount))")
    }
    try line("size", Size.text(byteCount))
    if !warnings.isEmpty { try line("left out", warnings.map(\.code.rawValue).joined(separator: ", ")) }
    if !pages.isEmpty { try line("pages", String(pages.count)) }
    for (index, page) in pages.enumerated() {
      let number = String(repeating: " ", count: max(0, 4 - String(index + 1).count)) + String(index + 1)
      let canvas = page.entry.canvas
      let size = "\(shortestText(canvas.width)) × \(shortestText(canvas.height)) pt"
      try console.line(
        "\(number)  \(size), \(Size.count(page.strokes, "stroke")), \(Size.count(page.images, "image")), "
          + "\(Size.count(page.samples, "sample"))\(Self.journalText(page))")
    }
  }

  private static func journalText(_ page: PageCount) -> String {
    guard let byteCount = page.journalByteCount else { return "" }
    return ", journal of \(Size.text(byteCount)) at epoch \(page.epoch ?? 0)"
  }

  private func record(_ writer: inout JSONWriter) {
    writer.key("path")
    writer.string(path.description)
    writer.key("container")
    writer.string(kind)
    if let payload {
      writer.key("payload")
      writer.string(payload)
      writer.key("warnings")
      writer.array { writer in for warning in warnings { writer.string(warning.code.rawValue) } }
    }
    if let believed {
      writer.key("believed")
      writer.string(believed)
    }
    if payload == nil || payload == "present" || kind == "svg" {
      writer.key("id")
      writer.string(document.id.text)
      writer.key("title")
      writer.string(document.title)
      writer.key("createdAt")
      writer.string(document.createdAt.text)
      writer.key("modifiedAt")
      writer.string(document.modifiedAt.text)
      writer.key("formatVersion")
      writer.integer(document.formatVersion)
      writer.key("storage")
      writer.string(document.storage ?? "snapshots")
      storage?.record(&writer)
    }
    for (key, value) in [
      ("pageCount", pages.count), ("elements", total(\.strokes) + total(\.images) + total(\.unknown)),
      ("strokes", total(\.strokes)), ("images", total(\.images)), ("unknown", total(\.unknown)),
      ("samples", total(\.samples)), ("assets", assetCount), ("assetBytes", assetByteCount),
      ("bytes", byteCount),
    ] {
      writer.key(key)
      writer.integer(value)
    }
    writer.key("pages")
    writer.array { writer in for page in pages { record(page, &writer) } }
    writer.key("problems")
    writer.array { writer in for problem in problems { writer.string(problem) } }
  }

  private func record(_ page: PageCount, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("id")
      writer.string(page.entry.id.text)
      writer.key("width")
      writer.number(page.entry.canvas.width)
      writer.key("height")
      writer.number(page.entry.canvas.height)
      for (key, value) in [
        ("strokes", page.strokes), ("images", page.images), ("unknown", page.unknown),
        ("samples", page.samples),
      ] {
        writer.key(key)
        writer.integer(value)
      }
      if storage != nil {
        writer.key("epoch")
        writer.integer(page.epoch ?? 0)
        writer.key("journalBytes")
        writer.integer(page.journalByteCount ?? 0)
      }
    }
  }
}
