import Foundation

/// `lnote backup` against `restic backup` of the same folder: one page changed before each of ten runs.
func backupRows(_ places: Places) throws -> [Row] {
  let aim = "≤ 2 × the time"
  func missing(_ reason: String) -> [Row] {
    [Row(work: "backup, one page changed", peer: "restic backup: \(reason)", aim: aim)]
  }
  guard let lnote = places.lnote else { return missing("lnote is missing; name it with --lnote") }
  guard let corpus = places.corpus?.appending(path: "lnote/Library") else {
    return missing("the corpus is missing; name it with --corpus")
  }
  guard (try? run("/bin/sh", ["-c", "command -v restic"])) != nil else {
    return missing("it isn't installed")
  }
  return try places.withScratch { folder in
    let library = folder.appending(path: "Library")
    try makeLibrary(of: 200_000_000, from: corpus, in: library)
    let bench = BackupBench(folder: folder, lnote: lnote)
    return try bench.rows(pages: changeablePages(in: library), aim)
  }
}

/// A page of each document, in the order of the names.
private func changeablePages(in library: URL) throws -> [URL] {
  let manager = FileManager.default
  return try manager.contentsOfDirectory(atPath: library.path).sorted().compactMap { package in
    let pages = library.appending(path: "\(package)/pages")
    return try manager.contentsOfDirectory(atPath: pages.path).sorted().map { pages.appending(path: $0) }
      .first { page in
        page.pathExtension == "content"
          && (try? String(contentsOf: page, encoding: .utf8).contains(color)) == true
      }
  }
}

private let color = "\"color\":\"#"

private struct BackupBench {
  let folder: URL
  let lnote: String

  private func time(_ line: String) throws -> Double {
    try seconds {
      try run("/bin/sh", ["-ec", "cd \"$1\" && \(line)", "sh", folder.path, lnote], accepting: 0...1)
    }
  }

  private static let restic = "RESTIC_REPOSITORY=restic RESTIC_PASSWORD=ink restic --quiet"

  func rows(pages: [URL], _ aim: String) throws -> [Row] {
    var first = Row(work: "backup of a 200 MB library, the first", peer: "restic backup", aim: "-")
    first.times = (
      try time("\"$2\" backup Library --to Backups >/dev/null 2>&1"),
      try time("\(Self.restic) init >/dev/null && \(Self.restic) backup Library")
    )
    var row = Row(work: "backup of it, one page changed, of ten", peer: "restic backup", aim: aim)
    var round = 0
    row.times = try alternate(rounds: 10, .median) {
      try change(pages[round % pages.count], to: round)
      round += 1
      return try time("\"$2\" backup Library --to Backups >written 2>/dev/null")
    } peer: {
      let said = try String(contentsOf: folder.appending(path: "written"), encoding: .utf8)
      guard said.contains("1 document backed up") else {
        throw BenchmarkError(message: "not one document was backed up: \(said)")
      }
      return try time("\(Self.restic) backup Library")
    }
    return [first, row]
  }

  /// Gives the first stroke of a page another colour.
  private func change(_ page: URL, to round: Int) throws {
    var text = try String(contentsOf: page, encoding: .utf8)
    guard let place = text.range(of: color) else { return }
    let digits = text.index(place.upperBound, offsetBy: 6)
    text.replaceSubrange(
      place.upperBound..<digits, with: String(0x10_0000 + round * 4096, radix: 16, uppercase: true))
    try Data(text.utf8).write(to: page, options: .atomic)
  }
}
