import DurableFiles
import Foundation
import SafeArchive
import TestSupport
import Testing

@Suite struct ArchiveRoundTripTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test(arguments: [1, 6, 9])
  func readsWhatItWrote(_ level: Int) throws {
    let reader = try temporary.reader(try Content.archive(Content.sample, level: level))
    #expect(try Content.all(of: reader) == Content.sample)
    #expect(reader.entries.map(\.byteCount) == Content.sample.map(\.bytes.count))
    #expect(reader.totalByteCount == 1021)
  }

  @Test func readsEntriesInAnyOrder() throws {
    let reader = try temporary.reader(try Content.archive(Content.sample))
    for index in [5, 0, 3, 3, 1, 2, 4, 0] {
      #expect(try reader.read(reader.entries[index], limit: 1000) == Content.sample[index].bytes)
    }
    let error = #expect(throws: ArchiveError.self) { try reader.read(reader.entries[3], limit: 699) }
    #expect(error?.code == .tooLarge)
    #expect(try reader.read(reader.entries[0], limit: 1000) == Content.sample[0].bytes)
  }

  @Test(arguments: [1, 7, 699, 700, 701])
  func readsPieces(_ pieceCount: Int) throws {
    let reader = try temporary.reader(try Content.archive(Content.sample))
    var stream = try reader.stream(of: reader.entries[3])
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: pieceCount))
    while true {
      let count = try stream.read(into: &piece)
      bytes += piece[..<count]
      if count < pieceCount { break }
    }
    #expect(bytes == Content.sample[3].bytes)
    #expect(try stream.read(into: &piece) == 0)
  }

  @Test func skipsWhatNobodyReads() throws {
    let reader = try temporary.reader(try Content.archive(Content.sample))
    var names: [String] = []
    func note(_ entry: ArchiveEntry, _ stream: inout EntryStream) { names.append(entry.path.description) }
    try reader.forEach(note)
    #expect(names.count == 6)
  }

  @Test func writesFilesInPieces() throws {
    let sink = MemoryArchive()
    let writer = try ArchiveWriter(onto: sink)
    try writer.addFile(.of("x"), byteCount: 3000) { write in
      for value in UInt8(0)..<30 { try write([UInt8](repeating: value, count: 100).span) }
    }
    try writer.finish()
    let whole = (0..<3000).map { UInt8($0 / 100) }
    #expect(sink.bytes == (try Content.archive([Content(name: "x", bytes: whole)])))
  }

  @Test(arguments: [0, 9, 11, 5000])
  func refusesContentOfAnotherLength(_ byteCount: Int) throws {
    let writer = try ArchiveWriter(onto: MemoryArchive())
    let error = #expect(throws: ArchiveError.self) {
      try writer.addFile(.of("x"), byteCount: byteCount) { write in
        try write([UInt8](repeating: 1, count: 5).span)
        try write([UInt8](repeating: 1, count: 5).span)
      }
    }
    #expect(error?.code == .entrySize)
    #expect(throws: ArchiveError.self) { try writer.addFile(.of("y"), []) }
    #expect(throws: ArchiveError.self) { try writer.finish() }
  }

  /// A disk may fill up at any byte, the last of the archive's end too.
  @Test func tellsOfEveryByteThatCannotBeWritten() throws {
    let whole = try Content.archive(Content.sample).count
    for limit in stride(from: 0, to: whole, by: 7) + [whole - 1] {
      let error = #expect(throws: ArchiveError.self) {
        let writer = try ArchiveWriter(onto: MemoryArchive(limit: limit))
        for content in Content.sample { try content.add(to: writer) }
        try writer.finish()
      }
      #expect(error?.code == .io)
      #expect(error?.underlying?.code == .noSpace)
    }
  }

  @Test(arguments: [
    "a:b", "a\\b", "CON", "nul.txt", "x.", "x ", "a\u{1B}", "a\u{202E}b", String(repeating: "x", count: 256),
  ])
  func writesNoNameThatItWouldNotRead(_ name: String) throws {
    let writer = try ArchiveWriter(onto: MemoryArchive())
    let error = #expect(throws: ArchiveError.self) { try writer.addFile(.of(name), []) }
    #expect(error?.code == .nameComponent)
  }

  @Test(arguments: [
    ("a", "A"), ("é", "e\u{301}"), ("straße", "STRASSE"), ("a", "a/b"), ("a/b", "a"), ("A/x", "a/y"),
  ])
  func writesNoTwoNamesThatAreOne(_ first: String, _ second: String) throws {
    let writer = try ArchiveWriter(onto: MemoryArchive())
    try writer.addFile(.of(first), [])
    let error = #expect(throws: ArchiveError.self) { try writer.addFile(.of(second), []) }
    #expect(error?.code == .nameClash)
  }

  @Test func takesItsPlaceOnlyWhenCommitted() throws {
    let target = temporary.path.appending(Name.of("out.zip"))
    do {
      let archive = PendingArchive(try PendingFile.create(at: target))
      let writer = try ArchiveWriter(onto: archive)
      for content in Content.sample { try content.add(to: writer) }
    }
    #expect(try temporary.folder.entries().isEmpty)
    let archive = PendingArchive(try PendingFile.create(at: target))
    let writer = try ArchiveWriter(onto: archive)
    for content in Content.sample { try content.add(to: writer) }
    try writer.finish()
    try archive.commit(replacing: false)
    #expect(try Content.all(of: ArchiveReader.open(target)) == Content.sample)
    #expect(try temporary.folder.read(Name.of("out.zip"), limit: 1 << 20) == Content.archive(Content.sample))
  }

  @Test func isTheSameInAnyTimeZoneLocaleAndUmask() async {
    await #expect(processExitsWith: .success) {
      let first = try Content.archive(Content.sample)
      for zone in ["Pacific/Kiritimati", "America/Los_Angeles", "UTC0"] {
        setenv("TZ", zone, 1)
        tzset()
        for locale in ["C", "C.UTF-8", ""] {
          setlocale(LC_ALL, locale)
          umask(locale == "C" ? 0o777 : 0)
          try #require(try Content.archive(Content.sample) == first)
        }
      }
    }
  }

  @Test func foreignNamesSurviveTheCLocale() async {
    await #expect(processExitsWith: .success) {
      setlocale(LC_ALL, "C")
      let temporary = try TemporaryFolder()
      let reader = try temporary.reader(try Content.archive(Content.sample))
      try #require(try Content.all(of: reader) == Content.sample)
    }
  }

  @Test func beginsAsTheFormatSays() throws {
    let id = "0B5C3A55-0A5F-4C11-9C5E-0123456789AB"
    let bytes = try Content.archive([Content(name: "\(id).lnote/manifest.json", bytes: [1])])
    #expect(Array(bytes[66..<73]) == Array(".lnote/".utf8))
  }
}
