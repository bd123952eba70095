import Foundation
import NoteModel
import TestSupport

/// `lnote ls` of many documents against `cat` of their manifests.
func listingRows(_ places: Places) throws -> [Row] {
  let count = 10_000
  var row = Row(work: "ls of \(count) documents", peer: "cat of their manifests", aim: "≤ 2 × the time")
  guard let lnote = places.lnote else {
    row.peer = "lnote is missing; build it and name it with --lnote"
    return [row]
  }
  row.times = try places.withScratch { folder in
    try makeLibrary(of: count, in: folder)
    return try alternate(rounds: 9, .best) {
      try seconds { try run(lnote, ["ls", folder.path]) }
    } peer: {
      try seconds {
        try run("/bin/sh", ["-c", "cd \"$1\" && exec cat -- */manifest.json", "sh", folder.path])
      }
    }
  }
  return [row]
}

private func makeLibrary(of count: Int, in folder: URL) throws {
  var generator = GeneratedPages(seed: 3)
  let now = Timestamp(milliseconds: 1_796_026_500_000)
  for number in 0..<count {
    let id = generator.identifier()
    let package = folder.appending(path: "\(id).lnote")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    let title = "Notebook \(number)"
    let document = Document(id: id, title: title, createdAt: now, modifiedAt: now, pages: [])
    let manifest = Manifest(id: id, title: title, modifiedAt: now, pageCount: 0, cover: nil)
    try Data(DocumentCodec.encode(document)).write(to: package.appending(path: "document.json"))
    try Data(ManifestCodec.encode(manifest)).write(to: package.appending(path: "manifest.json"))
  }
}
