import Foundation
import NoteInterchange
import NoteModel
import NotePackage

/// SVG both ways: how fast anybody's drawings come in, how large and how fast our own go out.
func drawingRows(_ places: Places) throws -> [Row] {
  try importRows(places) + sizeRows(places) + exportRows(places)
}

// MARK: In

private func importRows(_ places: Places) throws -> [Row] {
  var parsing = Row(
    work: "import other programs' SVG", peer: "svgelements, parsed and reified", aim: "50 × faster")
  var onAll = Row(work: "the same on all processors", peer: "svgelements has one", aim: "50 × faster")
  var flattening = Row(work: "the same", peer: "svgelements, curves flattened too", aim: "50 × faster")
  var command = Row(work: "the same by lnote import", peer: "svgelements in a process", aim: "")
  let drawings = places.corpus?.appending(path: "svg/apps")
  guard let drawings, let python = places.svgPython, let script = places.script("svgelements_import.py")
  else {
    parsing.peer = "the drawings or a Python with svgelements are missing"
    return [parsing]
  }
  let files = try FileManager.default.contentsOfDirectory(at: drawings, includingPropertiesForKeys: nil)
    .filter { $0.pathExtension == "svg" }.sorted { $0.path < $1.path }
  parsing.work = "import \(files.count) drawings"
  let texts = try files.map { [UInt8](try Data(contentsOf: $0)) }
  func peer(_ options: [String]) throws -> Double {
    let text = try run(python, [script, drawings.path] + options)
    guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchmarkError(message: "svgelements gave no time")
    }
    return seconds
  }
  func ours() throws -> Double { try (0..<5).map { _ in try seconds { try readAll(texts) } }.min() ?? 0 }
  parsing.times = try alternate(rounds: 3, .best, ours: ours) { try peer([]) }
  func together() -> Double { (0..<5).map { _ in seconds { readTogether(texts) } }.min() ?? 0 }
  onAll.times = try alternate(rounds: 3, .best, ours: together) { try peer([]) }
  flattening.times = try alternate(rounds: 3, .best, ours: ours) { try peer(["flat"]) }
  guard let lnote = places.lnote else { return [parsing, onAll, flattening] }
  command.times = try places.withScratch { folder in
    var round = 0
    return try alternate(rounds: 3, .best) {
      round += 1
      let library = folder.appending(path: "\(round)").path
      return try seconds {
        try run(lnote, ["import", "--into", library] + files.map(\.path), accepting: 0...3)
      }
    } peer: {
      try seconds { try run(python, [script, drawings.path]) }
    }
  }
  return [parsing, onAll, flattening, command]
}

private func readAll(_ texts: [[UInt8]]) throws {
  var samples = 0
  for text in texts {
    do throws(InterchangeError) {
      samples += try SVGImport.read(text.span).page.sampleCount
    } catch {
      // One of them is cut off, for svgelements too.
      continue
    }
  }
  guard samples > 0 else { throw BenchmarkError(message: "the drawings are empty") }
}

/// As `lnote import` reads many drawings.
private func readTogether(_ texts: [[UInt8]]) {
  let processorCount = ProcessInfo.processInfo.activeProcessorCount
  _ = OrderedWork.map(
    texts, workerCount: processorCount, progress: { _, _ in }, isCancelled: { false },
    { (try? SVGImport.read($0.span))?.page.sampleCount ?? 0 })
}

// MARK: Out

/// Bytes for each sample of the real packages, without payload.
private func sizeRows(_ places: Places) throws -> [Row] {
  var plain = Row(work: "SVG, bytes a sample", peer: "the packages are missing", aim: "≤ 26")
  var packed = Row(work: "SVG, gzipped", peer: "", aim: "≤ 5")
  guard let packages = places.corpus?.appending(path: "lnote") else { return [plain] }
  var sums = (samples: 0, plain: 0, packed: 0)
  let walk = FileManager.default.enumerator(at: packages, includingPropertiesForKeys: nil)
  for case let package as URL in walk ?? .init() where package.pathExtension == "lnote" {
    let text = [UInt8](try Data(contentsOf: package.appending(path: "document.json")))
    let document = try DocumentCodec.decode(text.span)
    for entry in document.pages {
      let file = package.appending(path: "pages/\(entry.id.text).content")
      let page = try PageCodec.decode([UInt8](try Data(contentsOf: file)).span)
      guard page.sampleCount > 0 else { continue }
      var bytes: [UInt8] = []
      try SVGExport(document: document, entry: entry, hasPayload: false).write(page) { bytes += $0 }
      sums.samples += page.sampleCount
      sums.plain += bytes.count
      sums.packed += try gzippedCount(bytes, places)
    }
  }
  func each(_ count: Int) -> String { String(format: "%.2f", Double(count) / Double(sums.samples)) }
  plain.figures = (each(sums.plain), "-", "-")
  plain.peer = "\(sums.samples) samples of real ink, style runs, no payload"
  packed.figures = (each(sums.packed), "-", "-")
  packed.peer = "the same, by gzip -9"
  return [plain, packed]
}

private func gzippedCount(_ bytes: [UInt8], _ places: Places) throws -> Int {
  try places.withScratch { folder in
    let file = folder.appending(path: "page.svg")
    try Data(bytes).write(to: file)
    try run("/usr/bin/env", ["gzip", "-9", "-n", file.path])
    return try Data(contentsOf: file.appendingPathExtension("gz")).count
  }
}

/// The notebook that both programs have: eight pages of notes.
private func exportRows(_ places: Places) throws -> [Row] {
  var page = Row(
    work: "export one page of notes", peer: "xournalpp -i, a page's share; neither syncs", aim: "20 × faster")
  var all = Row(work: "export all 8 by command, synced", peer: "xournalpp -i", aim: "")
  var size = Row(work: "their size, with payload", peer: "xournalpp -i", aim: "≤ 0.33 × the size")
  let package = places.corpus?.appending(path: "lnote/Library/4A86EF99-7081-51DF-A554-DB8760C4056B.lnote")
  let notebook = places.corpus?.appending(path: "ink/xopp/pynq_agc-notes.xopp")
  guard let package, let notebook, (try? run("/usr/bin/env", ["xournalpp", "--version"])) != nil else {
    page.peer = "the notebook or xournalpp is missing"
    return [page]
  }
  return try places.withScratch { folder in
    let ours = folder.appending(path: "ours")
    let theirs = folder.appending(path: "theirs")
    for place in [ours, theirs] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    func peer() throws -> Double {
      try seconds {
        let arguments = ["xournalpp", "-i", theirs.appending(path: "page.svg").path, notebook.path]
        try run("/usr/bin/env", arguments, errors: FileHandle.nullDevice)
      }
    }
    let pageCount = 8.0
    let times = try alternate(
      rounds: 5, .best, ours: { try seconds { try exportPages(package, into: ours) } }, peer: peer)
    page.times = (times.ours / pageCount, times.peer / pageCount)
    let sizes = try (bytes(ours), bytes(theirs))
    size.figures = (
      "\(sizes.0 / 1000) kB", "\(sizes.1 / 1000) kB",
      String(format: "%.2f × the size", Double(sizes.0) / Double(sizes.1))
    )
    guard let lnote = places.lnote else { return [page, size] }
    let output = folder.appending(path: "command").path
    all.times = try alternate(
      rounds: 3, .best,
      ours: {
        try seconds { try run(lnote, ["export", "-f", "svg", "--force", "-o", output, package.path]) }
      }, peer: peer)
    return [page, all, size]
  }
}

/// Reads every page, writes it as SVG, and doesn't sync.
private func exportPages(_ package: URL, into folder: URL) throws {
  let text = [UInt8](try Data(contentsOf: package.appending(path: "document.json")))
  let document = try DocumentCodec.decode(text.span)
  for entry in document.pages {
    let file = package.appending(path: "pages/\(entry.id.text).content")
    let page = try PageCodec.decode([UInt8](try Data(contentsOf: file)).span)
    var bytes: [UInt8] = []
    try SVGExport(document: document, entry: entry).write(page) { bytes += $0 }
    try Data(bytes).write(to: folder.appending(path: "\(entry.id.text).svg"))
  }
}

private func bytes(_ folder: URL) throws -> Int {
  try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .reduce(0) { $0 + (try Data(contentsOf: $1).count) }
}
