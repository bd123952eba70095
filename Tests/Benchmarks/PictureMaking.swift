import Foundation

/// Pictures of real notes, ours and those of other programs, each from its command to its file.
func pictureRows(_ places: Places) throws -> [Row] {
  guard let lnote = places.lnote, let notes = places.corpus.map(RealNotes.init), notes.areThere else {
    return [Row(work: "pictures of notes", peer: "lnote or the corpus is missing", aim: "")]
  }
  return try places.withScratch { folder in
    let drawn = PicturesOnDisk(lnote: lnote, notes: notes, folder: folder)
    try drawn.exportDrawings()
    return [try drawn.documentRow(), try drawn.pageRow(), try drawn.thumbnailRow()]
  }
}

/// One notebook in our format and in that of Xournal++.
private struct RealNotes {
  let package: String
  let xournal: String

  init(_ corpus: URL) {
    package = corpus.appending(path: "lnote/Library/4A86EF99-7081-51DF-A554-DB8760C4056B.lnote").path
    xournal = corpus.appending(path: "ink/xopp/pynq_agc-notes.xopp").path
  }

  var areThere: Bool { [package, xournal].allSatisfy(FileManager.default.fileExists) }
}

private struct PicturesOnDisk {
  let lnote: String
  let notes: RealNotes
  let folder: URL

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  func exportDrawings() throws {
    try run(lnote, ["export", "-q", "-f", "svg", "-o", path("drawings"), notes.package])
  }

  private var drawings: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path("drawings")).sorted()
        .map { path("drawings/\($0)") }
    }
  }

  func documentRow() throws -> Row {
    let (ours, theirs) = (path("ours.pdf"), path("theirs.pdf"))
    guard let xournalpp = program("xournalpp") else { return lacking("a PDF of 8 pages", "xournalpp") }
    let times = try alternate(rounds: 7, .median) {
      try seconds { try run(lnote, ["export", "-q", "--force", "-o", ours, notes.package]) }
    } peer: {
      try seconds { try run(xournalpp, ["-p", theirs, notes.xournal]) }
    }
    return Row(
      work: "a PDF of 8 pages, \(try kilobytes(ours))", peer: "xournalpp -p, \(try kilobytes(theirs))",
      aim: "5 × faster, no larger", times: times)
  }

  func pageRow() throws -> Row {
    guard let rsvg = program("rsvg-convert") else { return lacking("a PNG of a page", "rsvg-convert") }
    let drawing = try drawings[0]
    let times = try alternate(rounds: 15, .median) {
      try seconds {
        try run(
          lnote,
          ["export", "-q", "--force", "--pages", "1", "--dpi", "144", "-o", path("ours.png"), notes.package])
      }
    } peer: {
      try seconds {
        try run(rsvg, ["-d", "144", "-p", "144", "-b", "white", "-o", path("theirs.png"), drawing])
      }
    }
    return Row(
      work: "a PNG of a page at 144 dpi", peer: "rsvg-convert of our SVG", aim: "as fast", times: times)
  }

  func thumbnailRow() throws -> Row {
    guard let rsvg = program("rsvg-convert") else { return lacking("thumbnails", "rsvg-convert") }
    let package = path("notes.lnote")
    try run("/bin/cp", ["-R", notes.package, package])
    try run("/bin/chmod", ["-R", "u+w", package])
    let drawings = try drawings
    let times = try alternate(rounds: 9, .median) {
      try seconds { try run(lnote, ["thumbnails", "-q", "--all", "-j", "1", package]) }
    } peer: {
      try seconds {
        for drawing in drawings {
          try run(rsvg, ["-a", "-w", "256", "-h", "256", "-b", "white", "-o", path("small.png"), drawing])
        }
      }
    }
    return Row(
      work: "thumbnails of \(drawings.count) pages", peer: "rsvg-convert of our SVG", aim: "3 × faster",
      times: times)
  }

  private func lacking(_ work: String, _ program: String) -> Row {
    Row(work: work, peer: "\(program) isn't installed", aim: "")
  }

  private func kilobytes(_ path: String) throws -> String {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    return "\(size / 1000) kB"
  }
}

/// The path of an installed program.
private func program(_ name: String) -> String? {
  try? run("/bin/sh", ["-c", "command -v \"$1\"", "sh", name]).trimmingCharacters(in: .whitespacesAndNewlines)
}
