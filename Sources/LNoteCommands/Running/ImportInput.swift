import DurableFiles
import NotePackage
import SafeArchive

/// What a path gives to import.
enum ImportInput {
  case packages([any PackageSource], strays: [RelativePath])
  case json([UInt8])
  case svg([UInt8])

  static func open(_ path: Path) throws(PackageError) -> ImportInput {
    if path == Inputs.standardInput {
      return try text(Inputs.read(path, limit: Limits.standard.interchangeByteCount), path)
    }
    switch try PackageSources.kind(of: path) {
    case .package: return .packages([try PackageSources.one(at: path)], strays: [])
    case .library:
      let sources = try LibrarySource.all(in: Library.open(path))
      guard !sources.isEmpty else {
        throw PackageError(.notPackage, path, "is no package and holds none")
      }
      return .packages(sources, strays: [])
    case .archive:
      guard try FileKind.of(path) == .archive else {
        return try text(Inputs.read(path, limit: Limits.standard.interchangeByteCount), path)
      }
      let archive = try ArchivedPackages.open(path)
      return .packages(archive.packages.map(\.source), strays: archive.strays)
    }
  }

  private static func text(_ bytes: [UInt8], _ path: Path) throws(PackageError) -> ImportInput {
    switch FileKind(bytes) {
    case .json: return .json(bytes)
    case .svg: return .svg(bytes)
    case .archive:
      throw PackageError(
        .unsupported, path, "is an archive, which can't be read from a pipe; save it to a file first")
    case nil: throw FileKind.unknown(path)
    }
  }
}

/// Kinds of file, told by their first bytes.
enum FileKind {
  case archive, json, svg

  static func unknown(_ path: Path) -> PackageError {
    PackageError(.notPackage, path, "is neither a package, an archive, JSON nor SVG")
  }

  /// The kind of a file that can be read again.
  static func of(_ path: Path) throws(PackageError) -> FileKind? {
    do throws(ArchiveError) {
      if try ArchiveFormat.of(path) != nil { return .archive }
    } catch {
      throw PackageError(error)
    }
    return FileKind(try Inputs.head(path, count: 512))
  }

  init?(_ bytes: [UInt8]) {
    var rest = bytes.prefix(512)
    if rest.starts(with: "PK".utf8) {
      self = .archive
      return
    }
    // What else gzip packed is told from an archive by what is in it, see `of`.
    if rest.starts(with: [0x1F, 0x8B]) {
      self = .svg
      return
    }
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    switch rest.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0 && $0 < 0xFE })
    {
    case UInt8(ascii: "{"): self = .json
    case UInt8(ascii: "<"): self = .svg
    default: return nil
    }
  }
}
