import DurableFiles
import NotePackage
import SafeArchive
import TestSupport

/// An archive in memory.
final class ArchiveBytes: ArchiveSink {
  let path: Path = "memory.lnotepack"
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: RawSpan) { bytes.withUnsafeBytes { self.bytes.append(contentsOf: $0) } }

  /// Packs packages.
  static func packing(_ packages: [any PackageSource], limits: Limits = .standard) throws -> ArchiveBytes {
    let sink = ArchiveBytes()
    let writer = try ArchiveWriter(onto: sink)
    _ = try Packing(limits: limits).pack(packages, into: writer)
    try writer.finish()
    return sink
  }

  /// Packs files under names of a test's choice; a name with a slash at its end is a folder.
  static func holding(_ entries: [(name: String, bytes: [UInt8])]) throws -> ArchiveBytes {
    let sink = ArchiveBytes()
    let writer = try ArchiveWriter(onto: sink)
    for (name, bytes) in entries {
      if name.hasSuffix("/") {
        try writer.addFolder(.of(String(name.dropLast())))
      } else {
        try writer.addFile(.of(name), bytes)
      }
    }
    try writer.finish()
    return sink
  }

  /// Puts the archive into a folder.
  func write(into temporary: TemporaryFolder, named name: String = "archive.lnotepack") throws -> Path {
    try temporary.folder.replaceFile(.of(name), with: bytes)
    return temporary.path.appending(Name.of(name))
  }

  func open(in temporary: TemporaryFolder, limits: Limits = .standard) throws -> ArchivedPackages {
    try ArchivedPackages.open(try write(into: temporary), limits: limits)
  }
}
