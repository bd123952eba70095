import DurableFiles
import Foundation
import NoteModel
import TestSupport

/// `lnote fsck` of a library in page cache, with one worker, against reading all its bytes; and with two workers against
/// one.
func checkingRows(_ places: Places) throws -> [Row] {
  var cost = Row(
    work: "fsck -j 1 of a library (CPU)", peer: "cat of all its files (CPU)", aim: "≤ 3 × the time")
  var scaling = Row(work: "fsck -j 2 of it", peer: "fsck -j 1", aim: "near half the time")
  guard let lnote = places.lnote else {
    cost.peer = "lnote is missing; build it and name it with --lnote"
    scaling.peer = cost.peer
    return [cost, scaling]
  }
  return try places.withScratch { folder in
    let byteCount = try makeLibrary(documents: 40, pages: 10, in: folder)
    cost.work += " of \(byteCount / 1_000_000) MB"
    cost.times = try alternate(rounds: 7, .best) {
      try processorSeconds { try run(lnote, ["fsck", "-j", "1", folder.path]) }
    } peer: {
      try processorSeconds {
        try run("/bin/sh", ["-c", "find \"$1\" -type f -exec cat -- {} + >/dev/null", "sh", folder.path])
      }
    }
    scaling.times = try alternate(rounds: 7, .best) {
      try seconds { try run(lnote, ["fsck", "-j", "2", folder.path]) }
    } peer: {
      try seconds { try run(lnote, ["fsck", "-j", "1", folder.path]) }
    }
    return [cost, scaling]
  }
}

/// What programs that were run and waited for took of the processors, in user and system mode.
private func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
  let before = childrenSeconds()
  try body()
  return childrenSeconds() - before
}

private func childrenSeconds() -> Double {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_CHILDREN, &usage)
  #else
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
  #endif
  return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
}

/// - Returns: the number of bytes in all pages.
private func makeLibrary(documents: Int, pages: Int, in folder: URL) throws -> Int {
  var generator = GeneratedPages(seed: 4)
  let now = Timestamp(milliseconds: 1_796_026_500_000)
  var byteCount = 0
  for number in 0..<documents {
    let id = generator.identifier()
    let root = folder.appending(path: "\(id).lnote")
    let place = root.appending(path: "pages")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    var entries: [PageEntry] = []
    for _ in 0..<pages {
      let page = generator.page(strokeCount: 300)
      let bytes = PageCodec.encode(page)
      byteCount += bytes.count
      try Data(bytes).write(to: place.appending(path: "\(page.id).content"))
      entries.append(
        PageEntry(
          id: page.id, canvas: Canvas(width: 820, height: 1180), createdAt: now, modifiedAt: now,
          elementCount: page.elements.count))
    }
    let title = "Notebook \(number)"
    let document = Document(id: id, title: title, createdAt: now, modifiedAt: now, pages: entries)
    let manifest = Manifest(id: id, title: title, modifiedAt: now, pageCount: pages, cover: nil)
    try Data(DocumentCodec.encode(document)).write(to: root.appending(path: "document.json"))
    try Data(ManifestCodec.encode(manifest)).write(to: root.appending(path: "manifest.json"))
  }
  return byteCount
}
