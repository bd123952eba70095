import DurableFiles
import NoteModel
import Synchronization

/// One run over a library. A struct that changes as it goes.
struct BackupRun {
  private let backup: Backup
  private let store: BackupFolder?
  private let monitor: WorkMonitor
  private let check: Check
  private let libraryKey: String
  private let read: BackupCatalog
  private var catalog: BackupCatalog
  private var summary = Backup.Summary()
  private var results: [BackupWork.Result] = []

  init(_ backup: Backup, into folder: Folder?, _ monitor: WorkMonitor) throws(PackageError) {
    self.backup = backup
    self.monitor = monitor
    store = folder.map { BackupFolder($0, limits: backup.library.limits) }
    check = Check(now: backup.clock(), limits: backup.library.limits)
    libraryKey = try files { () throws(FileError) in try BackupCatalog.library(backup.library.folder) }
    read = try files { () throws(FileError) in
      try folder.map { (folder) throws(FileError) in
        try BackupCatalog.read(in: folder)
      } ?? BackupCatalog()
    }
    catalog = read
  }

  private var options: Backup.Options { backup.options }

  mutating func run(_ report: (Backup.Event) throws(PackageError) -> Void) throws(PackageError)
    -> Backup.Summary
  {
    do throws(PackageError) {
      let names = try packages(report)
      try work(names, report)
      try monitor.checkCancellation()
      if let keep = options.keep, summary.failed == 0 { try prune(keeping: keep, report) }
    } catch {
      // What was done until now counts, so that the next run needn't do it again.
      try? finish(cleaning: true)
      throw error
    }
    try finish(cleaning: summary.failed > 0)
    return summary
  }

  /// The packages; what is named like one and is none is told.
  private mutating func packages(
    _ report: (Backup.Event) throws(PackageError) -> Void
  ) throws(PackageError) -> [Name] {
    var names: [Name] = []
    for entry in try files({ () throws(FileError) in try backup.library.folder.entries() }) {
      let path = backup.library.folder.path.appending(entry.name)
      var reason: String?
      if Litter.isPlaceholder(entry.name) {
        guard let package = Litter.path(of: RelativePath(entry.name)), Layout.isPackageName(package.name)
        else {
          continue
        }
        summary.failed += 1
        try report(.failure(PackageError(.notDownloaded, path, "isn't downloaded and was left out")))
      } else if Layout.isPackageName(entry.name) {
        switch entry.status.kind {
        case .folder: names.append(entry.name)
        case .link: reason = "is a symbolic link and was left out; links aren't followed"
        case .file, .special: reason = "is no folder and was left out"
        }
      }
      if let reason { try report(.leftOut(PackageError(.notPackage, path, reason))) }
    }
    return names
  }

  // MARK: Working

  private mutating func work(
    _ names: [Name], _ report: (Backup.Event) throws(PackageError) -> Void
  ) throws(PackageError) {
    let work = BackupWork(
      library: backup.library, store: store, catalog: read, libraryKey: libraryKey, options: options,
      check: check, clock: backup.clock, monitor: monitor)
    let done = Mutex(0)
    let monitor = monitor
    let make: @Sendable (Name) -> Result<BackupWork.Result, PackageError> = { name in
      let result = Result { () throws(PackageError) in
        try monitor.checkCancellation()
        return try work.run(name)
      }
      done.withLock { done in
        done += 1
        monitor.reach(done, names.count)
      }
      return result
    }
    try OrderedPipeline.run(names, workerCount: options.workerCount, make: make) {
      (name, result) throws(PackageError) in
      try take(result, of: name, report)
    }
  }

  private mutating func take(
    _ attempt: Result<BackupWork.Result, PackageError>, of name: Name,
    _ report: (Backup.Event) throws(PackageError) -> Void
  ) throws(PackageError) {
    let result: BackupWork.Result
    do throws(PackageError) {
      result = try attempt.get()
    } catch {
      if error.code == .cancelled { throw error }
      summary.failed += 1
      return try report(.failure(error))
    }
    let path = backup.library.folder.path.appending(name)
    note(result, name)
    results.append(result)
    switch result.decision {
    case .written: summary.written += 1
    case .unchanged: summary.unchanged += 1
    }
    if result.decision == .written { summary.byteCount += result.facts.byteCount }
    let isAccepted = options.accepted.contains(Identifier(result.document.description))
    let place = (store?.folder.path ?? ".").appending(result.document)
    try report(
      .outcome(
        Backup.Outcome(
          package: path, decision: result.decision, documentID: Identifier(result.document.description),
          title: result.title, generation: place.appending(result.generation),
          byteCount: result.facts.byteCount, state: result.facts.state, findings: result.findings,
          omissions: result.omissions, losses: isAccepted ? [] : result.losses,
          lossesSince: result.lossesSince.map { place.appending($0) },
          comparisonFailure: result.comparisonFailure,
          isHeld: isHeld(result.document))))
  }

  /// Takes into the catalog what is true now.
  private mutating func note(_ result: BackupWork.Result, _ package: Name) {
    let key = BackupCatalog.GenerationKey(document: result.document, name: result.generation)
    catalog.facts[key] = result.facts
    catalog.records[BackupCatalog.PackageKey(library: libraryKey, package: package)] = BackupCatalog.Record(
      stamp: result.stamp, document: result.document, generation: result.generation)
    guard options.accepted.contains(Identifier(result.document.description)) else { return }
    for key in catalog.facts.keys where key.document == result.document { catalog.facts[key]?.isLoss = false }
  }

  private func isHeld(_ document: Name) -> Bool {
    catalog.facts.contains { $0.key.document == document && $0.value.isLoss }
  }

  // MARK: Pruning

  /// Removes the generations behind the last `count` good ones of every document that is well.
  private mutating func prune(
    keeping count: Int, _ report: (Backup.Event) throws(PackageError) -> Void
  ) throws(PackageError) {
    guard let store else { return }
    let wanted = Set(
      catalog.records.values.map { BackupCatalog.GenerationKey(document: $0.document, name: $0.generation) })
    let unwell = Set(
      results.filter { $0.facts.state != .good || $0.comparisonFailure != nil }.map(\.document))
    var pruning: [(document: BackupFolder.Document, old: [Generation])] = []
    for name in Set(results.map(\.document)).subtracting(unwell).sorted() where !isHeld(name) {
      try monitor.checkCancellation()
      do throws(PackageError) {
        let document = try planned(store.document(name))
        let old = try prunable(document, keeping: count).filter {
          !wanted.contains(BackupCatalog.GenerationKey(document: name, name: $0.name))
        }
        pruning.append((document, old))
      } catch {
        if error.code == .cancelled { throw error }
        summary.failed += 1
        try report(.failure(error))
      }
    }
    // Where something can't be read, nothing of anything goes.
    for (document, old) in pruning where summary.failed == 0 && !old.isEmpty {
      try monitor.checkCancellation()
      do throws(FileError) {
        try remove(old, of: document.name, store)
      } catch {
        summary.failed += 1
        try report(.failure(PackageError(error)))
        continue
      }
      summary.pruned += old.count
      for generation in old { try report(.pruned(document.path(of: generation))) }
    }
  }

  private func remove(
    _ generations: [Generation], of document: Name, _ store: BackupFolder
  ) throws(FileError) {
    if options.isDryRun { return }
    let folder = try store.folder.folder(document)
    for generation in generations { try folder.remove(generation.name) }
    try folder.sync()
  }

  /// The document with what a dry run would add to it.
  private func planned(_ document: BackupFolder.Document) -> BackupFolder.Document {
    guard options.isDryRun else { return document }
    let added = results.filter { $0.document == document.name && $0.decision == .written }
      .compactMap { Generation(planned: $0.generation) }
    return BackupFolder.Document(
      name: document.name, path: document.path,
      generations: (document.generations + added).sorted(by: Generation.precedes))
  }

  /// The generations that may go: none while one of them lost strokes.
  ///
  /// - Throws: for a generation that can't be read, after which nothing of the document goes.
  private mutating func prunable(
    _ document: BackupFolder.Document, keeping count: Int
  ) throws(PackageError) -> ArraySlice<Generation> {
    guard document.generations.count > count else { return [] }
    try learn(document)
    if isHeld(document.name) { return [] }
    let generations = document.generations
    let good = generations.indices.filter {
      catalog.facts[.init(document: document.name, name: generations[$0].name)]?.state == .good
    }
    guard good.count >= count, let newest = good.last, let oldest = good.suffix(count).first, oldest > 0
    else {
      return []
    }
    // What stays must be there. What this run made was read back already.
    if !results.contains(where: { $0.isVerified && $0.generation == generations[newest].name }) {
      let reading = try GenerationReading(document.source(generations[newest], check.limits), check, monitor)
      guard reading.state == .good, generations[newest].isPrefix(of: reading.digest) else {
        throw PackageError(
          .damaged, document.path(of: generations[newest]),
          "isn't what it was when it was written; older generations are kept")
      }
    }
    return generations[..<oldest]
  }

  /// Reads the generations of which the catalog knows nothing, each compared with the one before.
  private mutating func learn(_ document: BackupFolder.Document) throws(PackageError) {
    for (index, generation) in document.generations.enumerated() {
      let key = BackupCatalog.GenerationKey(document: document.name, name: generation.name)
      if catalog.facts[key]?.byteCount == generation.byteCount { continue }
      let reading = try GenerationReading(document.source(generation, check.limits), check, monitor)
      var losses: [StrokeLoss] = []
      if index > 0, let strokes = reading.strokes {
        let before = try document.source(document.generations[index - 1], check.limits)
        if let old = try StrokeCounts(before, limits: check.limits, monitor) {
          losses = StrokeLoss.all(in: strokes, since: old)
        }
      }
      catalog.facts[key] = BackupCatalog.Facts(
        byteCount: generation.byteCount, digest: reading.digest, state: reading.state,
        isLoss: !losses.isEmpty && !options.accepted.contains(document.id))
    }
  }

  // MARK: Ending

  /// Writes down what was learned, if anything was.
  private mutating func finish(cleaning: Bool) throws(PackageError) {
    guard let store, !options.isDryRun else { return }
    try files { () throws(FileError) in
      func isThere(_ document: Name, _ name: Name) throws(FileError) -> Bool {
        try store.folder.status(RelativePath([document, name])) != nil
      }
      for key in catalog.facts.keys where try !isThere(key.document, key.name) { catalog.facts[key] = nil }
      for (key, record) in catalog.records where try !isThere(record.document, record.generation) {
        catalog.records[key] = nil
      }
      // A full disk may have no room for the catalog.
      if cleaning { try store.removeLeftovers() }
      if catalog != read { try catalog.write(in: store.folder) }
    }
  }
}
