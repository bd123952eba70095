import DurableFiles
public import SafeArchive

extension Packing {
  /// Packs packages into a whole archive, end and all, on several processors where that is possible.
  ///
  /// The bytes are the same for any number of workers. Throws as `pack(_:into:progress:)` does.
  public func pack(
    _ packages: [any PackageSource], onto sink: any ArchiveSink, level: Int, workerCount: Int,
    progress: (_ byteCount: Int) throws(PackageError) -> Void = { _ in }
  ) throws(PackageError) -> Outcome {
    if workerCount > 1, let sources = concurrent(packages), try canBeJoined(sources) {
      return try packConcurrently(sources, onto: sink, level, workerCount, progress)
    }
    let writer: ArchiveWriter
    do { writer = try ArchiveWriter(onto: sink, level: level) } catch { throw PackageError(error) }
    let outcome = try pack(packages, into: writer, progress: progress)
    do { try writer.finish() } catch { throw PackageError(error) }
    return outcome
  }

  private func concurrent(_ packages: [any PackageSource]) -> [any ConcurrentPackageSource]? {
    let sources = packages.compactMap { $0 as? any ConcurrentPackageSource }
    return sources.count == packages.count ? sources : nil
  }

  private func canBeJoined(_ sources: [any ConcurrentPackageSource]) throws(PackageError) -> Bool {
    var (entryCount, byteCount) = (0, 0)
    for source in sources {
      let entries = try source.entries()
      entryCount += entries.count
      byteCount += entries.reduce(0) { $0 + $1.byteCount }
    }
    return ArchiveJoiner.canHold(entryCount: entryCount, byteCount: byteCount)
  }

  /// Packages are planned a few at a time, so that little can change between the plan and the reading.
  private static let plannedByteCount = 64 << 20

  private func packConcurrently(
    _ sources: [any ConcurrentPackageSource], onto sink: any ArchiveSink, _ level: Int, _ workerCount: Int,
    _ progress: (Int) throws(PackageError) -> Void
  ) throws(PackageError) -> Outcome {
    let joiner = ArchiveJoiner(onto: sink)
    var outcome = Outcome()
    var names: Set<Name> = []
    var rest = sources[...]
    while !rest.isEmpty {
      var plans: [PackingPlan] = []
      var runs: [PackingRun] = []
      var byteCount = 0
      while byteCount < Self.plannedByteCount, let source = rest.popFirst() {
        let plan = try PackingPlan(source, limits: limits)
        try plan.checkName(isIn: &names)
        plans.append(plan)
        runs += PackingRun.all(of: plan, from: source)
        byteCount += plan.byteCount
      }
      try pack(plans, runs, into: joiner, sink.path, level, workerCount, &outcome, progress)
    }
    do { try joiner.finish() } catch { throw PackageError(error) }
    return outcome
  }

  private func pack(
    _ plans: [PackingPlan], _ runs: [PackingRun], into joiner: ArchiveJoiner, _ path: Path, _ level: Int,
    _ workerCount: Int, _ outcome: inout Outcome, _ progress: (Int) throws(PackageError) -> Void
  ) throws(PackageError) {
    let check = check
    var rest = plans[...]
    try OrderedPipeline.run(runs, workerCount: workerCount) { run in
      let report = run.isFirst ? check.map { $0.package(run.source, named: run.source.path.name) } : nil
      return Part(
        bytes: Result { () throws(PackageError) in try run.packed(for: path, level: level) }, report: report)
    } use: { (run, part: Part) throws(PackageError) in
      guard let plan = rest.first else { return }
      if let report = part.report { outcome.note(report) }
      do throws(PackageError) {
        let bytes = try part.bytes.get()
        do throws(ArchiveError) { try joiner.add(bytes) } catch { throw PackageError(error) }
      } catch {
        throw plan.explained(error)
      }
      try progress(run.byteCount)
      guard run.isLast else { return }
      guard try plan.isCurrent() else { throw plan.changed }
      outcome.add(plan)
      rest = rest.dropFirst()
    }
  }

  private struct Part: Sendable {
    let bytes: Result<[UInt8], PackageError>
    let report: Check.Report?
  }
}
