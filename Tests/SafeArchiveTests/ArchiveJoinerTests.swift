import DurableFiles
import SafeArchive
import TestSupport
import Testing

@Suite struct ArchiveJoinerTests {
  private func join(_ parts: [[Content]], onto sink: any ArchiveSink) throws {
    let joiner = ArchiveJoiner(onto: sink)
    for part in parts { try joiner.add(Content.archive(part)) }
    try joiner.finish()
  }

  /// Wherever it is cut, the joined archive is the one that a single writer makes.
  @Test func givesTheBytesOfTheOneWriter() throws {
    let whole = try Content.archive(Content.sample)
    for first in 1..<Content.sample.count {
      for second in first..<Content.sample.count {
        let parts = [
          Array(Content.sample[..<first]), Array(Content.sample[first..<second]),
          Array(Content.sample[second...]),
        ].filter { !$0.isEmpty }
        let sink = MemoryArchive()
        try join(parts, onto: sink)
        #expect(sink.bytes == whole, "\(first), \(second)")
      }
    }
  }

  @Test func joinsNoTwoNamesThatAreOne() throws {
    let error = #expect(throws: ArchiveError.self) {
      try join([[Content(name: "a/x", bytes: [])], [Content(name: "A/y", bytes: [])]], onto: MemoryArchive())
    }
    #expect(error?.code == .nameClash)
  }

  @Test func tellsOfEveryByteThatCannotBeWritten() throws {
    let whole = try Content.archive(Content.sample).count
    for limit in stride(from: 0, to: whole, by: 7) + [whole - 1] {
      let error = #expect(throws: ArchiveError.self) {
        try join(
          [Array(Content.sample[..<3]), Array(Content.sample[3...])], onto: MemoryArchive(limit: limit))
      }
      #expect(error?.code == .io)
    }
  }

  @Test(arguments: [0, 10, 30, 21]) func joinsOnlyWhatTheWriterMade(_ count: Int) throws {
    let part = try Content.archive(Content.sample)
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveJoiner(onto: MemoryArchive()).add(Array(part.prefix(count)))
    }
    #expect(error?.code == .library)
  }

  @Test func holdsWhatTheShortDirectoryCan() {
    #expect(ArchiveJoiner.canHold(entryCount: 65_534, byteCount: 3 << 30))
    #expect(!ArchiveJoiner.canHold(entryCount: 65_535, byteCount: 0))
    #expect(!ArchiveJoiner.canHold(entryCount: 1, byteCount: 4 << 30))
    #expect(!ArchiveJoiner.canHold(entryCount: 1, byteCount: .max))
  }
}
