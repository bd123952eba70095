import DurableFiles
import Foundation
import NoteModel
import TestSupport
import Testing

/// `fsck` holds the page at hand, times the workers, and not the library.
@Suite(.needsFastBuild) struct HeavyCheckMemoryTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder(isInMemory: true) }

  @Test(.needs("time"), arguments: [[], ["--deep"], ["--repair"]])
  func itsPeakDoesNotGrowWithTheLibrary(_ options: [String]) throws {
    try fill("few", 6)
    try fill("many", 120)
    let (few, many) = (try peak("few", options), try peak("many", options))
    // 30 MB of pages; what is remembered of each file is some hundred bytes.
    #expect(many - few < 6_000, "\(few) KiB for few packages, \(many) KiB for many")
    #expect(many < 100_000, "\(many) KiB")
  }

  /// In KiB.
  private func peak(_ library: String, _ options: [String]) throws -> Int {
    let outcome = try Program.named("time").run(
      ["-f", "peak %M", Program.lnote.path, "fsck", "-j", "2"] + options + [temporary(library)])
    #expect(outcome.status == 0 || outcome.status == 1, "\(outcome)")
    let line = try #require(outcome.errorLines.last { $0.hasPrefix("peak ") }, "\(outcome)")
    return try #require(Int(line.dropFirst(5)))
  }

  private func fill(_ library: String, _ count: Int) throws {
    var generator = GeneratedPages(seed: UInt64(count))
    let now = Timestamp(milliseconds: 1_782_000_000_000)
    for _ in 0..<count {
      let id = generator.identifier()
      let page = generator.page(strokeCount: 1000)
      let entry = PageEntry(
        id: page.id, canvas: Canvas(width: 820, height: 1180), createdAt: now, modifiedAt: now,
        elementCount: page.elements.count)
      let document = Document(id: id, title: "Notes", createdAt: now, modifiedAt: now, pages: [entry])
      // Without a manifest, so that a repair has something to do.
      try temporary.write(DocumentCodec.encode(document), "\(library)/\(id).lnote/document.json")
      try temporary.write(PageCodec.encode(page), "\(library)/\(id).lnote/pages/\(page.id).content")
    }
  }
}
