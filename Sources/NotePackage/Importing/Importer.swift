public import DurableFiles
public import NoteModel

/// Takes packages into a library, each one whole or not at all.
///
/// A package is copied into a stage inside the library, made durable, checked by the code that `fsck` uses, and only
/// then given its name, in one step that never replaces anything.
public struct Importer: Sendable {
  public let library: Library
  public let policy: ImportPolicy
  public let isDryRun: Bool
  private let check: Check
  private let index: LibraryIndex

  /// - Parameter now: the time of the import in milliseconds since 1970, for the check.
  public init(into library: Library, policy: ImportPolicy = .fail, isDryRun: Bool = false, now: Int64) {
    self.library = library
    self.policy = policy
    self.isDryRun = isDryRun
    check = Check(now: now, limits: library.limits)
    index = LibraryIndex(library)
  }

  /// What became of one package.
  public struct Outcome: Sendable {
    public enum Decision: Sendable, Hashable {
      /// It is in the library now (or would be, in a dry run).
      case imported
      /// The library holds the same document already; nothing was changed.
      case identical
      /// Another state is there and was kept.
      case skipped(differences: [String])
      /// Another state is there; this one was taken in under new ids.
      case keptBoth(differences: [String])
      /// It took the place of the other state, which is in lost+found.
      case replaced(differences: [String])
      /// Its pages were taken into the document that is there.
      case merged(changes: [String])
    }

    public let decision: Decision
    /// The id under which the document is in the library.
    public let documentID: Identifier
    public let title: String
    /// The package in the library.
    public let path: Path
    /// What the check says of the package, below Error.
    public let findings: [Finding]
    public let omissions: [RelativePath]
  }

  /// Imports one package from a folder or archive.
  ///
  /// - Throws: `exists` with the differences under ``ImportPolicy/fail``, `refused` for a package that breaks an
  ///   invariant, and whatever reading and writing throw. The library is as it was then.
  public func take(
    _ source: any PackageSource, progress: (_ byteCount: Int) throws(PackageError) -> Void = { _ in }
  ) throws(PackageError) -> Outcome {
    try settle(prepare(copy(source, progress: progress)))
  }

  /// Imports a package that was made in a draft, whose stage lies in the library.
  public func take(_ draft: PackageDraft, from origin: Path? = nil) throws(PackageError) -> Outcome {
    try settle(prepare(draft, from: origin))
  }

  // MARK: In steps, for many

  /// A package copied into a stage, neither judged nor durable yet.
  public struct Copied: Sendable {
    fileprivate let staged: StagedPackage
  }

  /// A package in its stage that passed the check; it only needs its place.
  public struct Prepared: Sendable {
    fileprivate let staged: StagedPackage
    fileprivate let document: Document
    fileprivate let findings: [Finding]
  }

  /// The first step of ``take(_:progress:)``; packages of one archive must take turns in it.
  public func copy(
    _ source: any PackageSource, progress: (_ byteCount: Int) throws(PackageError) -> Void = { _ in }
  ) throws(PackageError) -> Copied {
    Copied(staged: try StagedPackage.copy(of: source, into: library, progress))
  }

  /// The second step, which judges what was copied and makes it durable; may run for several packages at a time.
  public func prepare(_ copied: Copied) throws(PackageError) -> Prepared { try prepare(copied.staged) }

  /// The same for a package that was made in a draft.
  public func prepare(_ draft: PackageDraft, from origin: Path? = nil) throws(PackageError) -> Prepared {
    try prepare(StagedPackage(draft, origin: origin ?? draft.folder.path, omissions: []))
  }

  private func prepare(_ copied: StagedPackage) throws(PackageError) -> Prepared {
    var staged = copied
    let findings = try staged.checked(by: check).findings
    let document = try Package.open(staged.source, limits: library.limits).document
    // What is there already will hardly be installed.
    if !isDryRun, try index.packages(holding: document.id).isEmpty { try staged.makeDurable() }
    return Prepared(staged: staged, document: document, findings: findings)
  }

  /// The last step, which compares with what the library holds and lets the package take its place; one at a time.
  public func settle(_ prepared: Prepared) throws(PackageError) -> Outcome {
    let (staged, document, findings) = (prepared.staged, prepared.document, prepared.findings)
    let held = try index.packages(holding: document.id)
    guard let first = held.first else {
      return try install(staged, document, .imported, findings)
    }
    let meaning = try Meaning(of: staged.source, limits: library.limits)
    var differences: [String] = []
    for name in held {
      guard let other = try readMeaning(of: name) else {
        let path = library.folder.path.appending(name)
        differences.append("\(name) can't be read (lnote fsck \(path.shellWord) tells more)")
        continue
      }
      if other == meaning { return outcome(.identical, document, at: name, staged, findings) }
      differences += meaning.differences(from: other)
    }
    return try settle(
      Conflict(staged: staged, document: document, name: first, meaning: meaning, differences: differences),
      findings)
  }

  /// Two states of one document.
  struct Conflict {
    let staged: StagedPackage
    let document: Document
    /// The package that is there.
    let name: Name
    let meaning: Meaning
    let differences: [String]
  }

  private func settle(_ conflict: Conflict, _ findings: [Finding]) throws(PackageError) -> Outcome {
    let (staged, document) = (conflict.staged, conflict.document)
    switch policy {
    case .fail: throw refusal(conflict, "Choose with --on-conflict")
    case .skip:
      return outcome(
        .skipped(differences: conflict.differences), document, at: conflict.name, staged, findings)
    case .keepBoth: return try keepBoth(staged, document, conflict.meaning, conflict.differences, findings)
    case .replace: return try replace(conflict, findings)
    case .newer:
      let other = try Package.open(library.source(conflict.name), limits: library.limits).document
      let (new, old) = (document.modifiedAt.milliseconds, other.modifiedAt.milliseconds)
      if new < old {
        return outcome(
          .skipped(differences: conflict.differences), document, at: conflict.name, staged, findings)
      }
      let pages = Set(document.pages.map(\.id))
      if new == old { throw refusal(conflict, "Both were changed at the same time") }
      if let lost = other.pages.firstIndex(where: { !pages.contains($0.id) }) {
        throw refusal(conflict, "It is newer, but page \(lost + 1) of the one that is there isn't in it")
      }
      return try replace(conflict, findings)
    case .merge:
      let merge = Merge(
        library: library, lost: LostAndFoundRun(in: library.folder, now: check.now), check: check)
      let changes = try merge.run(staged, into: conflict.name, isDryRun: isDryRun)
      if changes.isEmpty { return outcome(.identical, document, at: conflict.name, staged, findings) }
      return outcome(.merged(changes: changes), document, at: conflict.name, staged, findings)
    }
  }

  private func refusal(_ conflict: Conflict, _ advice: String) -> PackageError {
    PackageError(
      .exists, conflict.staged.origin,
      "another state of \"\(conflict.document.title)\" is in the library (\(conflict.name)): "
        + conflict.differences.joined(separator: "; ") + ". \(advice)")
  }

  private func replace(_ conflict: Conflict, _ findings: [Finding]) throws(PackageError) -> Outcome {
    if !isDryRun {
      let run = LostAndFoundRun(in: library.folder, now: check.now)
      let folder = try files { () throws(FileError) in try library.folder.folder(conflict.name) }
      let lock = try files { () throws(FileError) in try folder.lock() }
      defer { lock.release() }
      let entries = try FolderSource(folder, limits: library.limits).entries()
      let publication = Publication(
        library: library, name: conflict.name, folder: folder, entries: entries, lost: run)
      try publication.replace(by: conflict.staged)
    }
    return outcome(
      .replaced(differences: conflict.differences), conflict.document, at: conflict.name, conflict.staged,
      findings)
  }

  /// What a package of the library says, nil when it is damaged. A failure to read is no damage: it ends the import.
  private func readMeaning(of name: Name) throws(PackageError) -> Meaning? {
    do throws(PackageError) {
      return try Meaning(of: library.source(name), limits: library.limits)
    } catch {
      if error.code == .system { throw error }
      return nil
    }
  }

  private func keepBoth(
    _ staged: StagedPackage, _ document: Document, _ meaning: Meaning, _ differences: [String],
    _ findings: [Finding]
  ) throws(PackageError) -> Outcome {
    let ids = Reidentification(of: document, meaning: meaning)
    let copy = try staged.reidentified(ids, in: library)
    let renamed = ids.document(document)
    let wanted = try Meaning(of: copy.source, limits: library.limits)
    for name in try index.packages(holding: ids.documentID) {
      guard let other = try readMeaning(of: name), other == wanted else {
        throw PackageError(
          .exists, staged.origin,
          "its copy \(ids.documentID) is in the library too, and was changed since: \(name)")
      }
      return outcome(.identical, renamed, at: name, staged, findings)
    }
    _ = try copy.checked(by: check)
    return try install(copy, renamed, .keptBoth(differences: differences), findings)
  }

  private func install(
    _ staged: StagedPackage, _ document: Document, _ decision: Outcome.Decision, _ findings: [Finding]
  ) throws(PackageError) -> Outcome {
    let name = try packageName(document.id, staged)
    if !isDryRun { try staged.install(as: name) }
    return outcome(decision, document, at: name, staged, findings)
  }

  private func packageName(_ id: Identifier, _ staged: StagedPackage) throws(PackageError) -> Name {
    guard id.uuid != nil, let name = Layout.packageName(id) else {
      throw PackageError(.refused, staged.origin, "the document's id \"\(id)\" is no UUID")
    }
    return name
  }

  private func outcome(
    _ decision: Outcome.Decision, _ document: Document, at name: Name, _ staged: StagedPackage,
    _ findings: [Finding]
  ) -> Outcome {
    Outcome(
      decision: decision, documentID: document.id, title: document.title,
      path: library.folder.path.appending(name), findings: findings, omissions: staged.omissions)
  }
}
