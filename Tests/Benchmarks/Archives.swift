import Foundation

/// `lnote pack` and `unpack` of real notes against the usual programs, with the sizes of what they make.
///
/// A library of some 200 MB is made of the corpus, each copy under ids of its own.
func archiveRows(_ places: Places) throws -> [Row] {
  let aims = [
    ("pack", "zip -r", "≤ 0.5 × the time, no larger"), ("pack", "bsdtar -a", "no larger"),
    ("unpack", "unzip, then sync", "≤ 1 × the time"), ("unpack", "bsdtar, then sync", "≤ 1 × the time"),
  ]
  func missing(_ reason: String) -> [Row] {
    aims.map { Row(work: $0.0, peer: "\($0.1): \(reason)", aim: $0.2) }
  }
  guard let lnote = places.lnote else { return missing("lnote is missing; name it with --lnote") }
  guard let corpus = places.corpus?.appending(path: "lnote/Library") else {
    return missing("the corpus is missing; name it with --corpus")
  }
  return try places.withScratch { folder in
    let library = folder.appending(path: "Library")
    try makeLibrary(of: 200_000_000, from: corpus, in: library)
    let bench = ArchiveBench(folder: folder, lnote: lnote)
    return try [
      bench.pack(against: "zip", "zip -qr peer.zip Library", aims[0].2),
      bench.pack(against: "bsdtar", "bsdtar -a -cf peer.zip Library", aims[1].2),
      bench.unpack(against: "unzip", "unzip -q ../ours.lnotepack", aims[2].2),
      bench.unpack(against: "bsdtar", "bsdtar -xf ../ours.lnotepack", aims[3].2),
    ]
  }
}

private struct ArchiveBench {
  let folder: URL
  let lnote: String

  /// Runs a line of a shell in the folder and gives the seconds that passed.
  private func time(_ line: String) throws -> Double {
    try seconds { try run("/bin/sh", ["-ec", "cd \"$1\" && \(line)", "sh", folder.path, lnote]) }
  }

  private func size(_ name: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)[.size] as? Int ?? 0
  }

  private func megabytes(_ name: String) throws -> String {
    String(format: "%.1f MB", Double(try size(name)) / 1e6)
  }

  private func isThere(_ program: String) -> Bool {
    (try? run("/bin/sh", ["-c", "command -v \(program)"])) != nil
  }

  func pack(against peer: String, _ line: String, _ aim: String) throws -> Row {
    var row = Row(work: "pack of a 200 MB library", peer: peer, aim: aim)
    guard isThere(peer) else {
      row.peer = "\(peer) isn't installed"
      return row
    }
    // What others left to be written would be charged to the one that syncs.
    row.times = try alternate(rounds: 3, .best) {
      _ = try time("rm -f ours.lnotepack && sync")
      return try time("\"$2\" pack Library -o ours.lnotepack >/dev/null")
    } peer: {
      _ = try time("rm -f peer.zip && sync")
      return try time(line)
    }
    row.work += ", \(try megabytes("ours.lnotepack"))"
    row.peer += ", \(try megabytes("peer.zip"))"
    return row
  }

  func unpack(against peer: String, _ line: String, _ aim: String) throws -> Row {
    var row = Row(work: "unpack of it, checked and synced", peer: "\(peer), then sync", aim: aim)
    guard isThere(peer) else {
      row.peer = "\(peer) isn't installed"
      return row
    }
    // Each run makes a folder of its own: file systems are slow in giving out again what was just removed.
    var round = 0
    row.times = try alternate(rounds: 3, .best) {
      round += 1
      _ = try time("sync")
      return try time("\"$2\" unpack ours.lnotepack -d ours\(round) >/dev/null")
    } peer: {
      _ = try time("sync")
      return try time("mkdir theirs\(round) && cd theirs\(round) && \(line) && sync")
    }
    _ = try time("rm -rf ours[0-9] theirs[0-9]")
    return row
  }
}

/// Copies packages, each under an id of its own, until they have so many bytes.
func makeLibrary(of byteCount: Int, from corpus: URL, in library: URL) throws {
  let manager = FileManager.default
  try manager.createDirectory(at: library, withIntermediateDirectories: true)
  let packages = try manager.contentsOfDirectory(atPath: corpus.path).filter { $0.hasSuffix(".lnote") }
    .sorted()
  var (total, round) = (0, 0)
  while total < byteCount {
    for package in packages where total < byteCount {
      let old = String(package.dropLast(".lnote".count))
      // The last digits count the rounds.
      let digits = String(round, radix: 16, uppercase: true)
      let new = old.dropLast(6) + String(repeating: "0", count: 6 - digits.count) + digits
      let target = library.appending(path: "\(new).lnote")
      try run(
        "/bin/sh",
        [
          "-ec", "cp -R \"$1\" \"$2\" && chmod -R u+w \"$2\"", "sh", corpus.appending(path: package).path,
          target.path,
        ])
      for name in ["document.json", "manifest.json"] {
        let file = target.appending(path: name)
        let text = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: old, with: new)
        try Data(text.utf8).write(to: file)
      }
      let files = manager.enumerator(at: target, includingPropertiesForKeys: [.fileSizeKey])
      for case let file as URL in files ?? .init() {
        total += try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      }
    }
    round += 1
  }
}
