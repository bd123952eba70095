public import DurableFiles
import NoteModel
public import SafeArchive

/// Writes packages into one archive, in an order and with bytes that depend on nothing but their content.
public struct Packing {
  /// Something of a package that the archive doesn't hold.
  public struct Omission: Sendable, Hashable {
    public let package: Path
    public let path: RelativePath
    public let reason: String
    /// False for what is never packed: litter and unfinished files.
    public let isNoteworthy: Bool
  }

  /// A package that is packed as it is, with what the check has against it.
  public struct Damage: Sendable {
    public let package: Path
    public let findings: [Finding]
  }

  public struct Outcome: Sendable {
    public var fileCount = 0
    public var byteCount = 0
    public var omissions: [Omission] = []
    /// In the order of the packages; empty unless there was a check.
    public var damages: [Damage] = []
  }

  let limits: Limits
  let check: Check?

  /// - Parameter check: looks for damage in every package, which is packed all the same.
  public init(limits: Limits = .standard, check: Check? = nil) {
    self.limits = limits
    self.check = check
  }

  /// Packs packages one after the other; the caller finishes and publishes the archive.
  ///
  /// - Throws: `notPackage`, `exists` for two packages of one id, `tooLarge` for what couldn't be unpacked again,
  ///   `changed` for a package that another program changed meanwhile, `system` and `archive` with their reasons. After
  ///   an error the archive is of no use.
  public func pack(
    _ packages: [any PackageSource], into writer: ArchiveWriter,
    progress: (_ byteCount: Int) throws(PackageError) -> Void = { _ in }
  ) throws(PackageError) -> Outcome {
    var outcome = Outcome()
    var names: Set<Name> = []
    for source in packages {
      let plan = try PackingPlan(source, limits: limits)
      try plan.checkName(isIn: &names)
      do throws(PackageError) {
        for file in plan.files {
          try PackingRun.add(file, of: plan.source, as: plan.name, to: writer, progress)
        }
        for folder in plan.folders { try PackingRun.add(folder, as: plan.name, to: writer) }
      } catch {
        throw plan.explained(error)
      }
      guard try plan.isCurrent() else { throw plan.changed }
      outcome.add(plan)
      if let check { outcome.note(check.package(source, named: source.path.name)) }
    }
    return outcome
  }
}

extension Packing.Outcome {
  mutating func add(_ plan: PackingPlan) {
    fileCount += plan.files.count
    byteCount += plan.byteCount
    omissions += plan.omissions
  }

  mutating func note(_ report: Check.Report) {
    let findings = Check.refusals(report)
    if !findings.isEmpty { damages.append(Packing.Damage(package: report.path, findings: findings)) }
  }
}

extension PackingPlan {
  func checkName(isIn names: inout Set<Name>) throws(PackageError) {
    guard names.insert(name).inserted else {
      throw PackageError(
        .exists, source.path, "has the same document id as another package of this archive")
    }
  }

  /// A file that is gone, longer or shorter now says that, rather than what it looks like from here.
  func explained(_ error: PackageError) -> PackageError {
    guard error.code != .cancelled, let isCurrent = try? isCurrent(), !isCurrent else { return error }
    return changed
  }
}
