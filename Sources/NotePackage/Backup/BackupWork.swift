import Dispatch
import DurableFiles
import NoteModel
import SafeArchive

/// Backs up one package.
struct BackupWork: Sendable {
  let library: Library
  /// Nil in a dry run into a folder that isn't there yet.
  let store: BackupFolder?
  let catalog: BackupCatalog
  let libraryKey: String
  let options: Backup.Options
  let check: Check
  let clock: @Sendable () -> Int64
  let monitor: WorkMonitor

  /// What became of a package, and what the catalog shall know of it.
  struct Result: Sendable {
    var decision: Backup.Outcome.Decision
    let document: Name
    let generation: Name
    var facts: BackupCatalog.Facts
    var stamp: [UInt8]?
    var title = ""
    var losses: [StrokeLoss] = []
    /// The generation that was compared.
    var lossesSince: Name?
    var findings: [Finding] = []
    var omissions: [Packing.Omission] = []
    /// Why the strokes couldn't be compared with those of the last generation.
    var comparisonFailure: PackageError?
    /// Whether the generation was read and compared in this run.
    var isVerified = false
  }

  /// Saving takes a moment; who still writes after several looks is at work for longer.
  private static let pauses = [40, 160]

  func run(_ package: Name) throws(PackageError) -> Result {
    for pause in Self.pauses {
      do throws(PackageError) {
        let result = try attempt(package)
        // Damage may be no more than half of a save.
        if result.facts.state != .damaged || result.decision == .unchanged || !isBusy(package) {
          return result
        }
      } catch {
        guard error.code == .changed || error.code == .exists else { throw error }
      }
      try monitor.checkCancellation()
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(pause))
    }
    return try attempt(package)
  }

  private func isBusy(_ package: Name) -> Bool {
    do throws(FileError) {
      try library.folder.folder(package).lock().release()
      return false
    } catch {
      return error.code == .busy
    }
  }

  private func attempt(_ package: Name) throws(PackageError) -> Result {
    let folder = try files { () throws(FileError) in try library.folder.folder(package) }
    var stamp = try files { () throws(FileError) in try PackageStamp(of: folder) }
    let record = catalog.records[BackupCatalog.PackageKey(library: libraryKey, package: package)]
    if let record, let result = try unchanged(record, stamp) { return result }
    if stamp.hasDatabaseCompanions, !options.isDryRun {
      try DatabaseSettling.settle(folder)
      stamp = try files { () throws(FileError) in try PackageStamp(of: folder) }
    }
    let reading = try PackageReading(folder, library.limits, monitor)
    do throws(PackageError) {
      var result = try result(reading, record, package)
      guard try files({ () throws(FileError) in try PackageStamp(of: folder) }) == stamp else {
        throw reading.plan.changed
      }
      if stamp.isSettled(at: clock()) { result.stamp = stamp.digest }
      return result
    } catch {
      throw reading.plan.explained(error)
    }
  }

  /// Nil when the package has to be read.
  private func unchanged(
    _ record: BackupCatalog.Record, _ stamp: PackageStamp
  ) throws(PackageError) -> Result? {
    guard let store, !options.isDeep, record.stamp == stamp.digest else { return nil }
    let key = BackupCatalog.GenerationKey(document: record.document, name: record.generation)
    guard let facts = catalog.facts[key] else { return nil }
    let place = RelativePath([record.document, record.generation])
    let status = try files { () throws(FileError) in try store.folder.status(place) }
    guard status?.kind == .file, status?.byteCount == facts.byteCount else { return nil }
    return Result(
      decision: .unchanged, document: record.document, generation: record.generation, facts: facts,
      stamp: stamp.digest)
  }

  private func result(
    _ reading: PackageReading, _ record: BackupCatalog.Record?, _ package: Name
  ) throws(PackageError) -> Result {
    let name = BackupFolder.documentName(ofPackage: reading.plan.name)
    let document =
      try store?.document(name) ?? BackupFolder.Document(name: name, path: Path(name.bytes), generations: [])
    let namesakes = document.generations.filter { $0.modified.milliseconds == reading.modified.milliseconds }
    // Most packages whose files look new, as after a move, aren't: reading them is enough then.
    if options.isDryRun || !namesakes.isEmpty {
      let content = try PackageContent(reading.plan, from: reading.source)
      if let known = try held(content, among: namesakes, of: document, record) { return known }
      if options.isDryRun { return try planned(reading, content, document, record) }
    }
    return try write(reading, document, record)
  }

  /// The generation that holds this content already; nil when there is none, or none that can be read.
  private func held(
    _ content: PackageContent, among generations: [Generation], of document: BackupFolder.Document,
    _ record: BackupCatalog.Record?
  ) throws(PackageError) -> Result? {
    let digest = content.digest
    for generation in generations where generation.isPrefix(of: digest) {
      let key = BackupCatalog.GenerationKey(document: document.name, name: generation.name)
      if let facts = catalog.facts[key], facts.byteCount == generation.byteCount, !options.isDeep {
        guard facts.digest == digest else { continue }
        return Result(
          decision: .unchanged, document: document.name, generation: generation.name, facts: facts)
      }
      guard let found = try? GenerationReading(document.source(generation, library.limits), check, monitor),
        found.content == content
      else { continue }
      let comparison = try compare(found.strokes, digest, in: document, record)
      return Result(
        decision: .unchanged, document: document.name, generation: generation.name,
        facts: facts(found, byteCount: generation.byteCount, comparison.losses, catalog.facts[key]),
        title: found.title, losses: comparison.losses, lossesSince: comparison.since,
        findings: found.findings,
        comparisonFailure: comparison.failure, isVerified: true)
    }
    return nil
  }

  /// What a run that isn't dry would do.
  private func planned(
    _ reading: PackageReading, _ content: PackageContent, _ document: BackupFolder.Document,
    _ record: BackupCatalog.Record?
  ) throws(PackageError) -> Result {
    let digest = content.digest
    let report = check.package(reading.source, named: nil)
    let strokes = try StrokeCounts(reading.source, limits: library.limits, monitor)
    let comparison = try compare(strokes, digest, in: document, record)
    let findings = Check.refusals(report)
    return Result(
      decision: .written, document: document.name,
      generation: Generation.name(reading.modified, digest, digitCount: Generation.digitCounts[0]),
      facts: BackupCatalog.Facts(
        byteCount: 0, digest: digest, state: findings.isEmpty ? .good : .damaged,
        isLoss: !comparison.losses.isEmpty),
      title: reading.title, losses: comparison.losses, lossesSince: comparison.since, findings: findings,
      omissions: reading.plan.omissions,
      comparisonFailure: comparison.failure, isVerified: true)
  }

  private func write(
    _ reading: PackageReading, _ document: BackupFolder.Document, _ record: BackupCatalog.Record?
  ) throws(PackageError) -> Result {
    guard let store else { preconditionFailure("only a dry run may lack the folder") }
    let archive = try files { () throws(FileError) in try StagedArchive(in: store.made(document.name)) }
    let writer: ArchiveWriter
    do { writer = try ArchiveWriter(onto: archive, level: options.level) } catch { throw PackageError(error) }
    for file in reading.plan.files {
      try PackingRun.add(file, of: reading.source, as: reading.plan.name, to: writer) { _ in }
    }
    for entry in reading.plan.folders { try PackingRun.add(entry, as: reading.plan.name, to: writer) }
    do { try writer.finish() } catch { throw PackageError(error) }
    let byteCount = try files { () throws(FileError) in try archive.finish() }
    let copy = try GenerationReading(
      BackupFolder.source(archive.path, limits: library.limits), check, monitor)
    guard copy.content == PackageContent(reading.plan, read: reading.source) else {
      throw PackageError(
        FileError(
          .io, operation: "verify", path: archive.path,
          reason: "what was read back differs from what was written"))
    }
    let comparison = try compare(copy.strokes, copy.digest, in: document, record)
    guard try reading.plan.isCurrent() else { throw reading.plan.changed }
    let name = try install(archive, copy.digest, reading.modified, document)
    return Result(
      decision: .written, document: document.name, generation: name,
      facts: facts(copy, byteCount: byteCount, comparison.losses, nil), title: copy.title,
      losses: comparison.losses, lossesSince: comparison.since, findings: copy.findings,
      omissions: reading.plan.omissions,
      comparisonFailure: comparison.failure, isVerified: true)
  }

  /// Gives a verified archive its name. One that has the name and isn't what its name says is replaced.
  private func install(
    _ archive: StagedArchive, _ digest: [UInt8], _ modified: Timestamp, _ document: BackupFolder.Document
  ) throws(PackageError) -> Name {
    for digitCount in Generation.digitCounts {
      let name = Generation.name(modified, digest, digitCount: digitCount)
      guard let held = document.generations.first(where: { $0.name == name }) else {
        try files { () throws(FileError) in try archive.install(as: name) }
        return name
      }
      let other = try? GenerationReading(document.source(held, library.limits), check, monitor)
      if let other, other.digest != digest, held.isPrefix(of: other.digest) { continue }
      try files { () throws(FileError) in try archive.replace(name) }
      return name
    }
    throw PackageError(.exists, document.path, "holds another state of the same digest")
  }

  private func facts(
    _ reading: GenerationReading, byteCount: Int, _ losses: [StrokeLoss], _ known: BackupCatalog.Facts?
  ) -> BackupCatalog.Facts {
    BackupCatalog.Facts(
      byteCount: byteCount, digest: reading.digest, state: reading.state,
      isLoss: known.map(\.isLoss) ?? !losses.isEmpty)
  }

  // MARK: The tripwire

  /// What is gone since the last generation that this library made of the document, else since the newest one. One
  /// that can't be read is told, and passed over for an older one.
  ///
  /// - Parameter digest: of the content with these strokes. A generation of it is no other state, and where there is
  ///   one, only earlier ones count.
  private func compare(
    _ strokes: StrokeCounts?, _ digest: [UInt8], in document: BackupFolder.Document,
    _ record: BackupCatalog.Record?
  ) throws(PackageError) -> (losses: [StrokeLoss], since: Name?, failure: PackageError?) {
    guard let strokes else { return ([], nil, nil) }
    var earlier = document.generations
    if let index = earlier.firstIndex(where: { $0.isPrefix(of: digest) }) { earlier.removeSubrange(index...) }
    let own = document.generations.filter {
      !$0.isPrefix(of: digest) && $0.name == record?.generation && document.name == record?.document
    }
    var failure: PackageError?
    for generation in own + earlier.reversed() {
      do throws(PackageError) {
        let source = try document.source(generation, library.limits)
        guard let old = try StrokeCounts(source, limits: library.limits, monitor) else { continue }
        return (StrokeLoss.all(in: strokes, since: old), generation.name, failure)
      } catch {
        if error.code == .cancelled { throw error }
        failure = failure ?? error
      }
    }
    return ([], nil, failure)
  }
}

/// A package that is about to be read once, from beginning to end.
private struct PackageReading {
  let source: HashingSource
  let plan: PackingPlan
  let modified: Timestamp
  let title: String

  init(_ folder: Folder, _ limits: Limits, _ monitor: WorkMonitor) throws(PackageError) {
    source = HashingSource(FolderSource(folder, limits: limits), monitor)
    plan = try PackingPlan(source, limits: limits)
    let bytes = try PackingPlan.document(of: source, limits: limits)
    let document = bytes.flatMap { try? DocumentCodec.decode($0.span) }
    let latest = plan.files.compactMap(\.modified).max() ?? 0
    modified = document?.modifiedAt ?? Timestamp(milliseconds: latest / 1_000_000)
    title = document?.title ?? ""
  }
}
