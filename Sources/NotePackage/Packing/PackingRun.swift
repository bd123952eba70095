import DurableFiles
import SafeArchive

/// Some files of one package, one behind the other in the archive: what one thread packs at a time.
struct PackingRun: Sendable {
  let source: any ConcurrentPackageSource
  let name: Name
  let files: [SourceEntry]
  let folders: [SourceEntry]
  /// The package is checked along with its first run.
  let isFirst: Bool
  /// Whether the package ends with it.
  let isLast: Bool

  var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

  /// Large enough that the ends of the parts don't count, small enough that many can wait.
  private static let byteCount = 2 << 20

  /// Cuts a package into runs, in order.
  static func all(of plan: PackingPlan, from source: any ConcurrentPackageSource) -> [PackingRun] {
    var runs: [ArraySlice<SourceEntry>] = []
    var (start, size) = (0, 0)
    for (index, file) in plan.files.enumerated() {
      if size > 0, size + file.byteCount > Self.byteCount {
        runs.append(plan.files[start..<index])
        (start, size) = (index, 0)
      }
      size += file.byteCount
    }
    runs.append(plan.files[start...])
    return runs.enumerated().map { index, files in
      PackingRun(
        source: source, name: plan.name, files: Array(files),
        folders: index == runs.count - 1 ? plan.folders : [], isFirst: index == 0,
        isLast: index == runs.count - 1)
    }
  }

  /// The run as an archive of its own.
  func packed(for archive: Path, level: Int) throws(PackageError) -> [UInt8] {
    let part = ArchivePart(of: archive)
    let writer: ArchiveWriter
    do { writer = try ArchiveWriter(onto: part, level: level) } catch { throw PackageError(error) }
    for file in files { try Self.add(file, of: source, as: name, to: writer) { _ in } }
    for folder in folders { try Self.add(folder, as: name, to: writer) }
    do { try writer.finish() } catch { throw PackageError(error) }
    return part.bytes
  }

  // MARK: Single entries

  static func add(
    _ file: SourceEntry, of source: any PackageSource, as name: Name, to writer: ArchiveWriter,
    _ progress: (Int) throws(PackageError) -> Void
  ) throws(PackageError) {
    do {
      try writer.addFile(RelativePath([name] + file.path.names), byteCount: file.byteCount) { write in
        try source.forEachPiece(of: file.path, limit: max(file.byteCount, 1)) { piece throws(PackageError) in
          do throws(ArchiveError) { try write(piece) } catch { throw PackageError(error) }
          try progress(piece.count)
        }
      }
    } catch let error as PackageError {
      throw error
    } catch let error as ArchiveError {
      throw PackageError(error)
    } catch {
      throw PackageError(.system, source.path, "\(error)")
    }
  }

  static func add(_ folder: SourceEntry, as name: Name, to writer: ArchiveWriter) throws(PackageError) {
    do { try writer.addFolder(RelativePath([name] + folder.path.names)) } catch { throw PackageError(error) }
  }
}
