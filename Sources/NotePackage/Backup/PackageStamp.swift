import DurableFiles

/// What the file system says of a package: names, sizes, times and numbers of its files.
///
/// While it stays the same, so did every byte: whoever writes to a file moves the time of its last change, which no
/// program can set back.
struct PackageStamp: Equatable {
  let digest: [UInt8]
  /// Whether a database has companions, which must be brought into it before it is read.
  let hasDatabaseCompanions: Bool
  /// The latest change of any file, in nanoseconds since 1970.
  private let latestChange: Int64

  init(of folder: Folder) throws(FileError) {
    var hash = SHA256()
    var latest = Int64.min
    var hasCompanions = false
    for entry in try folder.walk() {
      switch Role(of: entry.path) {
      case .litter, .temporary: continue
      case .databaseSidecar: hasCompanions = true
      default: break
      }
      hash.update(Self.line(entry))
      if entry.status.kind != .folder { latest = max(latest, entry.status.changed) }
    }
    digest = hash.finalize()
    latestChange = latest
    hasDatabaseCompanions = hasCompanions
  }

  /// A folder's times change with the litter that comes and goes in it.
  private static func line(_ entry: TreeEntry) -> [UInt8] {
    let status = entry.status
    let facts =
      switch status.kind {
      case .folder: "folder"
      case .file: "file \(status.byteCount) \(status.modified) \(status.changed) \(status.inode)"
      case .link: "link \(status.changed) \(status.inode)"
      case .special: "special \(status.changed) \(status.inode)"
      }
    return Array("\(entry.path.bytes.count) ".utf8) + entry.path.bytes + Array(" \(facts)\n".utf8)
  }

  /// Whether a change from now on would show: the last one is so old that the file system's clock has gone on.
  ///
  /// - Parameter now: in milliseconds since 1970, asked for after the stamp was made.
  func isSettled(at now: Int64) -> Bool {
    guard latestChange != .min else { return true }
    // Two ticks of the slowest kernel; where only seconds are kept, two of those.
    let tick: Int64 = latestChange % 1_000_000_000 == 0 ? 2_000 : 20
    return latestChange / 1_000_000 < now - tick
  }
}
