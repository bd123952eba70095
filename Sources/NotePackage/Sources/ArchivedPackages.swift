public import DurableFiles
import NoteModel
public import SafeArchive

/// The packages of one archive, whatever shape strangers gave it: a package folder under any name, one folder wrapped
/// around, or a package's content at the top.
public struct ArchivedPackages {
  public let reader: ArchiveReader
  /// In the order in which they begin in the archive.
  public let packages: [ArchivedPackage]
  /// What belongs to no package and isn't desktop litter.
  public let strays: [RelativePath]

  /// - Throws: `archive` for a file that is no archive or breaks a rule, `notPackage` for one without a package.
  public static func open(_ path: Path, limits: Limits = .standard) throws(PackageError) -> ArchivedPackages {
    let archive: ArchivedPackages
    do throws(ArchiveError) {
      // A page of our own may be packed as tightly as deflate can, some 1,030 times, and must come back. So files in a
      // package are held to the limits of their size alone, which count on what really comes out.
      var unrated = limits.archive
      unrated.ratesEntries = false
      archive = try of(ArchiveReader.open(path, limits: unrated), limits)
      let strays = Set(archive.strays)
      try archive.reader.checkRatio(limits.archive) { entry in
        !archive.packages.isEmpty && !strays.contains(entry.path) && !Litter.isLitter(entry.path)
      }
    } catch {
      throw PackageError(error)
    }
    guard !archive.packages.isEmpty else { throw noPackage(path) }
    return archive
  }

  /// What is left of a damaged archive.
  public struct Salvage {
    /// The packages of which something is left; nil when there is none.
    public let archive: ArchivedPackages?
    /// Names of the entries that aren't intact, safe to show.
    public let missing: [String]
    /// Why the archive isn't taken whole; nil when its structure is sound.
    public let refusal: ArchiveError?
  }

  /// Takes what is intact out of an archive that may be damaged anywhere.
  ///
  /// - Throws: `archive` for a file that is no archive, `system` when reading or keeping fails.
  public static func salvage(_ path: Path, limits: Limits = .standard) throws(PackageError) -> Salvage {
    let outcome: ArchiveSalvage.Outcome
    do { outcome = try ArchiveSalvage.run(path, limits: limits.archive) } catch { throw PackageError(error) }
    let archive = outcome.reader.map { of($0, limits) }
    return Salvage(
      archive: archive?.packages.isEmpty == false ? archive : nil, missing: outcome.missing,
      refusal: outcome.refusal)
  }

  private static func noPackage(_ path: Path) -> PackageError {
    PackageError(
      .notPackage, path, "is an archive without a package: no document.json and no .lnote folder in it")
  }

  private static func of(_ reader: ArchiveReader, _ limits: Limits) -> ArchivedPackages {
    let entries = reader.entries.filter { !Litter.isLitter($0.path) }
    let roots = Root.find(in: entries)
    let indices = Dictionary(zip(roots, roots.indices)) { first, _ in first }
    var members: [[ArchiveEntry]] = Array(repeating: [], count: roots.count)
    var strays: [RelativePath] = []
    var latest: Int?
    for entry in entries {
      // Most entries lie behind others of their package.
      if let latest, roots[latest].holds(entry.path) {
        members[latest].append(entry)
      } else if let index = Root.above(entry.path.names).lazy.compactMap({ indices[$0] }).first {
        members[index].append(entry)
        latest = index
      } else if !entry.isFolder {
        strays.append(entry.path)
      }
    }
    let packages = zip(roots, members).map { root, members in
      ArchivedPackage(
        ArchiveSource(reader, prefix: root.names.count, members, name: root.names.last, limits: limits))
    }
    return ArchivedPackages(reader: reader, packages: packages, strays: strays)
  }

  /// The folder of one package inside an archive; no names for the archive's top.
  private struct Root: Hashable {
    let names: [Name]

    private static let mostNames = 2

    func holds(_ path: RelativePath) -> Bool {
      path.names.count > names.count && path.names.starts(with: names)
    }

    /// The places at which a package could be that holds something of this name.
    static func above(_ names: [Name]) -> [Root] {
      (0..<min(names.count, mostNames + 1)).map { Root(names: Array(names.prefix($0))) }
    }

    /// In the order in which they begin.
    static func find(in entries: [ArchiveEntry]) -> [Root] {
      var found: Set<Root> = []
      let roots = entries.compactMap { root(of: $0) }.filter { found.insert($0).inserted }
      // A package inside a package is a matter of the outer one.
      return roots.filter { root in !above(root.names).contains { found.contains($0) } }
    }

    /// A folder with a document, or one that calls itself a package, at most one folder down.
    private static func root(of entry: ArchiveEntry) -> Root? {
      if let index = entry.path.names.prefix(mostNames).firstIndex(where: { Layout.isPackageName($0) }),
        entry.path.names.count > index + 1 || entry.isFolder
      {
        return Root(names: Array(entry.path.names.prefix(index + 1)))
      }
      let folder = Array(entry.path.names.dropLast())
      guard !entry.isFolder, entry.path.name == Layout.document.name, folder.count <= mostNames else {
        return nil
      }
      return Root(names: folder)
    }
  }
}

/// One package inside an archive.
public struct ArchivedPackage {
  public let source: ArchiveSource
  /// The folder's name inside the archive, if it has one.
  public var name: Name? { source.name }

  init(_ source: ArchiveSource) { self.source = source }
}

/// The files of one package inside an archive. A class, since it shares the archive's reader.
public final class ArchiveSource: PackageSource {
  public let path: Path
  public var operand: Path { reader.path }
  public let name: Name?
  private let reader: ArchiveReader
  private let members: [(path: RelativePath, entry: ArchiveEntry)]
  private let index: [RelativePath: ArchiveEntry]
  private let limits: Limits
  private static let pieceByteCount = 1 << 18

  init(_ reader: ArchiveReader, prefix: Int, _ entries: [ArchiveEntry], name: Name?, limits: Limits) {
    self.reader = reader
    self.name = name
    self.limits = limits
    path = name.map { reader.path.appending($0) } ?? reader.path
    members = entries.map { (RelativePath(Array($0.path.names.dropFirst(prefix))), $0) }
    index = Dictionary(members.map { ($0.path, $0.entry) }) { first, _ in first }
  }

  /// Entries in the order in which they lie in the archive, which is the fastest to read them in.
  var membersInOrder: [(path: RelativePath, entry: ArchiveEntry)] { members }

  public func entries() throws(PackageError) -> [SourceEntry] {
    var kinds = Dictionary(members.map { ($0.path, $0.entry.isFolder) }) { first, _ in first }
    // Many archives leave out folders that hold something; on disk they are there.
    for member in members {
      var above = member.path.parent
      while let folder = above, kinds[folder] == nil {
        kinds[folder] = true
        above = folder.parent
      }
    }
    return kinds.map { path, isFolder in
      SourceEntry(path: path, kind: isFolder ? .folder : .file, byteCount: index[path]?.byteCount ?? 0)
    }.sorted { $0.path < $1.path }
  }

  public func read(_ path: RelativePath, limit: Int) throws(PackageError) -> [UInt8] {
    let entry = try entry(path)
    do { return try reader.read(entry, limit: limit) } catch { throw PackageError(error) }
  }

  public func readEnds(_ path: RelativePath, count: Int) throws(PackageError) -> (
    head: [UInt8], tail: [UInt8]
  ) {
    var head: [UInt8] = []
    var tail: [UInt8] = []
    try forEachPiece(of: path, limit: limits.assetByteCount) { piece throws(PackageError) in
      for position in 0..<min(piece.count, count - head.count) { head.append(piece[position]) }
      for position in max(0, piece.count - count)..<piece.count { tail.append(piece[position]) }
      tail.removeFirst(max(0, tail.count - count))
    }
    return (head, tail)
  }

  public func forEachPiece(
    of path: RelativePath, limit: Int, _ body: (Span<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    let entry = try entry(path)
    if entry.byteCount > limit {
      throw PackageError(.tooLarge, self.path.appending(path), "is larger than the limit of \(limit) bytes")
    }
    var stream: EntryStream
    do { stream = try reader.stream(of: entry) } catch { throw PackageError(error) }
    var buffer = [UInt8](repeating: 0, count: min(Self.pieceByteCount, max(1, entry.byteCount)))
    while true {
      let count: Int
      do { count = try stream.read(into: &buffer) } catch { throw PackageError(error) }
      if count == 0 { return }
      try body(buffer.span.extracting(first: count))
    }
  }

  private func entry(_ path: RelativePath) throws(PackageError) -> ArchiveEntry {
    guard let entry = index[path] else {
      throw PackageError(.notFound, self.path.appending(path), "isn't in the archive")
    }
    return entry
  }
}

extension PackageError {
  public init(_ error: ArchiveError) {
    if let underlying = error.underlying {
      self.init(underlying)
    } else {
      let entry = error.entry.map { "entry \($0): " } ?? ""
      self.init(
        .archive, error.path, at: error.offset, "\(entry)\(error.reason) [\(error.code.rawValue)]",
        underlying: error)
    }
  }
}
