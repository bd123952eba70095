public import DurableFiles
public import NoteModel

/// Takes packages out of archives into a folder, each one whole or not at all, never over something that is there.
public struct Unpacker: Sendable {
  private let destination: Library
  private let check: Check

  /// - Parameter now: the time in milliseconds since 1970, for the check.
  public init(into folder: Folder, limits: Limits = .standard, now: Int64) {
    destination = Library(folder, limits: limits)
    check = Check(now: now, limits: limits)
  }

  public struct Outcome: Sendable {
    public let documentID: Identifier
    public let title: String
    /// The package as it was made.
    public let path: Path
    /// What the check says of it; below Error, unless it was salvaged.
    public let findings: [Finding]
  }

  /// A package copied into a stage, neither judged nor durable yet.
  public struct Copied: Sendable {
    fileprivate let staged: StagedPackage
    /// What an archive's folder says, where its document says nothing.
    fileprivate let name: Name?
  }

  /// Unpacks one package under its document's name.
  ///
  /// - Throws: `exists` when the name is taken, `refused` for a package that breaks an invariant, and whatever reading
  ///   and writing throw. The folder is as it was then.
  public func unpack(
    _ package: ArchivedPackage, progress: (_ byteCount: Int) throws(PackageError) -> Void = { _ in }
  ) throws(PackageError) -> Outcome {
    try finish(try copy(package, progress: progress))
  }

  /// The first half of ``unpack(_:progress:)``, which reads the archive; packages of one archive must take turns in it.
  public func copy(
    _ package: ArchivedPackage, progress: (_ byteCount: Int) throws(PackageError) -> Void = { _ in }
  ) throws(PackageError) -> Copied {
    Copied(
      staged: try StagedPackage.copy(of: package.source, into: destination, progress), name: package.name)
  }

  /// The second half, which judges what was copied, makes it durable and gives it its name; may run for several
  /// packages at a time. What it throws leaves nothing of the package behind.
  ///
  /// - Parameter salvages: takes what is left of a package, whatever the check says of it; refused only when nothing
  ///   tells which document it was.
  public func finish(_ copied: Copied, salvages: Bool = false) throws(PackageError) -> Outcome {
    let staged = copied.staged
    if salvages { return try finishSalvage(copied) }
    let report = try staged.checked(by: check)
    guard let id = report.documentID, id.uuid != nil else {
      let said = report.documentID.map { " \"\($0)\"" } ?? ""
      throw PackageError(.refused, staged.origin, "the document's id\(said) is no UUID")
    }
    return try install(staged, id, title: report.title ?? "", report.findings)
  }

  private func finishSalvage(_ copied: Copied) throws(PackageError) -> Outcome {
    let report = check.package(copied.staged.source, named: nil)
    guard let id = report.documentID ?? copied.name.flatMap({ Layout.documentID(of: $0) }), id.uuid != nil
    else {
      throw PackageError(
        .refused, copied.staged.origin,
        "neither a document.json nor the folder's name tells which document it was")
    }
    return try install(copied.staged, id, title: report.title ?? "", report.findings)
  }

  private func install(
    _ staged: StagedPackage, _ id: Identifier, title: String, _ findings: [Finding]
  ) throws(PackageError) -> Outcome {
    guard let name = Layout.packageName(id) else {
      throw PackageError(.refused, staged.origin, "the document's id \"\(id)\" is no UUID")
    }
    let path = destination.folder.path.appending(name)
    do {
      try staged.install(as: name)
    } catch  where error.code == .exists {
      throw PackageError(.exists, path, "is there already; move it away, or use lnote import, which compares")
    }
    return Outcome(documentID: id, title: title, path: path, findings: findings)
  }
}
