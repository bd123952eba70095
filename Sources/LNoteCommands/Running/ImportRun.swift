import DurableFiles
import NoteInterchange
import NotePackage

/// One run of `lnote import` over all inputs.
///
/// Archives are read one after the other; what comes out of them, and texts, is read, checked and made durable on other
/// threads. Documents take their places in the order of the inputs.
struct ImportRun: ~Copyable {
  private let context: Context
  private let importer: Importer
  private let drawings: DrawingInput
  private let progress: Progress
  private let inputCount: Int
  private var outcomes: ImportReport
  private var queue: OrderedQueue<Made>
  /// The drawings that become one document.
  private var pages: [(path: Path, page: SVGPage)] = []

  /// What a thread made of an input.
  struct Made: Sendable {
    let path: Path
    var warnings: [SVGWarning] = []
    let result: Result<Product, PackageError>
  }

  enum Product: Sendable {
    case document(Importer.Prepared)
    /// For a document of many drawings.
    case page(SVGPage)
  }

  /// Larger texts are read one at a time, since reading takes several times their size.
  private static let largeByteCount = 4 << 20

  /// - Parameter inputCount: how many inputs there will be, each of one document as far as is known.
  init(context: Context, importer: Importer, drawings: DrawingInput, inputCount: Int) {
    progress = Progress("importing", of: inputCount, on: context.console)
    self.context = context
    self.importer = importer
    self.drawings = drawings
    outcomes = ImportReport(context, type: "import", isDryRun: importer.isDryRun)
    self.inputCount = inputCount
    queue = OrderedQueue(width: context.writingJobs)
  }

  mutating func take(_ path: Path) throws {
    try context.checkInterruption()
    let input: ImportInput
    do throws(PackageError) {
      input = try ImportInput.open(path)
    } catch {
      return try begin(isAlone: false) { Made(path: path, result: .failure(error)) }
    }
    switch input {
    case .packages(let sources, let strays):
      for stray in strays {
        context.console.note("\(path): \(stray) belongs to no package and was left out")
        outcomes.include(.doneWithWarnings)
      }
      progress.expect(sources.count - 1)
      let isAlone = inputCount == 1 && sources.count == 1
      for source in sources { try take(source, isAlone: isAlone) }
    case .json(let bytes):
      let importer = importer
      try begin(byteCount: bytes.count) {
        let result = Result { () throws(PackageError) in
          let draft = try PackageDraft(in: importer.library.folder)
          try Interchange.fill(draft, json: bytes, path)
          return Product.document(try importer.prepare(draft, from: path))
        }
        return Made(path: path, result: result)
      }
    case .svg(let bytes): try take(drawing: bytes, path)
    }
  }

  /// Takes what is still under way, and makes one document of the drawings that were kept for it.
  consuming func finish() throws -> ExitStatus {
    while let made = queue.next() { try settle(made) }
    if let first = pages.first {
      do throws(PackageError) {
        let draft = try PackageDraft(in: importer.library.folder)
        try Interchange.fill(draft, pages)
        try outcomes.report(importer.take(draft, from: first.path), from: first.path)
      } catch {
        try outcomes.fail(error)
      }
    }
    try outcomes.summarize()
    return outcomes.status
  }

  // MARK: Inputs

  /// One package that fails doesn't stop the others of its archive.
  private mutating func take(_ source: any PackageSource, isAlone: Bool) throws {
    try context.checkInterruption()
    let importer = importer
    let copied = Result { () throws(PackageError) in
      try importer.copy(source) { [context, progress] byteCount throws(PackageError) in
        try context.checkInterruption()
        progress.advance(byteCount: byteCount)
      }
    }
    let path = source.path
    try begin(isAlone: isAlone) {
      let result = Result { () throws(PackageError) in Product.document(try importer.prepare(copied.get())) }
      return Made(path: path, result: result)
    }
  }

  private mutating func take(drawing bytes: [UInt8], _ path: Path) throws {
    let (importer, drawings, now) = (importer, drawings, context.environment.now)
    let isPage = context.invocation.has("as-pages")
    try begin(byteCount: bytes.count) {
      let page: SVGPage
      do throws(PackageError) {
        page = try drawings.read(bytes, path, now: now)
      } catch {
        return Made(path: path, result: .failure(error))
      }
      let result = Result { () throws(PackageError) -> Product in
        if isPage { return .page(page) }
        let draft = try PackageDraft(in: importer.library.folder)
        try Interchange.fill(draft, [(path, page)])
        return .document(try importer.prepare(draft, from: path))
      }
      return Made(path: path, warnings: page.warnings, result: result)
    }
  }

  // MARK: Threads

  /// Lets a thread work on a text.
  private mutating func begin(byteCount: Int, _ make: @escaping @Sendable () -> Made) throws {
    progress.advance(byteCount: byteCount)
    try begin(isAlone: inputCount == 1 || byteCount > Self.largeByteCount, make)
  }

  /// - Parameter isAlone: whether nothing else shall be under way.
  private mutating func begin(isAlone: Bool, _ make: @escaping @Sendable () -> Made) throws {
    if isAlone {
      while let made = queue.next() { try settle(made) }
      try settle(make())
    } else if let made = queue.begin(make) {
      try settle(made)
    }
  }

  private mutating func settle(_ made: Made) throws {
    try context.checkInterruption()
    progress.finishOne()
    let warnings = made.warnings
    if !warnings.isEmpty { outcomes.include(.doneWithWarnings) }
    try context.passing { [context] () throws(OutputFailure) in
      try context.console.warn(warnings, of: made.path)
    }
    do throws(PackageError) {
      switch try made.result.get() {
      case .document(let prepared): try outcomes.report(importer.settle(prepared), from: made.path)
      case .page(let page): pages.append((made.path, page))
      }
    } catch {
      try outcomes.fail(error)
    }
  }
}
