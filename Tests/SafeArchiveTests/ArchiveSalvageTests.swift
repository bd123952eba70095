import DurableFiles
import SafeArchive
import TestSupport
import Testing

@Suite struct ArchiveSalvageTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  static let contents: [Content] = (0..<6).map { number in
    Content(
      name: "a.lnote/\(number).json",
      bytes: Array("\(number): \(String(repeating: "text \(number) ", count: 30))".utf8))
  }

  private func salvage(_ bytes: [UInt8]) throws -> ArchiveSalvage.Outcome {
    try temporary.write(bytes, "damaged")
    return try ArchiveSalvage.run(Path(temporary("damaged")))
  }

  private func found(_ outcome: ArchiveSalvage.Outcome) throws -> [Content] {
    try outcome.reader.map { try Content.all(of: $0) } ?? []
  }

  @Test func takesEverythingOfASoundArchive() throws {
    for whole in [try Content.archive(Content.sample), Self.tar(Content.sample)] {
      let outcome = try salvage(whole)
      #expect(try found(outcome) == Content.sample)
      #expect(outcome.missing == [] && outcome.refusal == nil)
    }
  }

  private static func tar(_ contents: [Content]) -> [UInt8] {
    var tar = MemoryTar()
    for content in contents {
      tar.add(content.name, type: content.name.hasSuffix("/") ? "5" : "0", content.bytes)
    }
    return tar.whole
  }

  /// Whatever is taken is as it was, whatever isn't is named, as far as anything in the archive names it.
  @Test(arguments: [UInt8(0x01), 0x80]) func takesAllButTheEntryWithAFlippedByte(_ mask: UInt8) throws {
    let whole = try Content.archive(Self.contents)
    for index in stride(from: 0, to: whole.count, by: 5) {
      var bytes = whole
      bytes[index] ^= mask
      let outcome = try salvage(bytes)
      let found = try found(outcome)
      #expect(found.count >= Self.contents.count - 1, "byte \(index)")
      for content in found where !Self.contents.contains(content) {
        // The name itself may be what was flipped: no checksum covers it.
        #expect(Self.contents.contains { $0.bytes == content.bytes }, "byte \(index): \(content.name)")
      }
      let lost = Self.contents.filter { content in !found.contains { $0.name == content.name } }
      if let name = lost.first?.name, found.count < Self.contents.count {
        #expect(outcome.missing.contains(name), "byte \(index)")
      }
    }
  }

  @Test func takesWhatLiesBeforeACut() throws {
    let whole = try Content.archive(Self.contents)
    var counts: Set<Int> = []
    for count in stride(from: 40, to: whole.count, by: 7) {
      let outcome = try salvage(Array(whole[..<count]))
      let found = try found(outcome)
      #expect(found == Array(Self.contents.prefix(found.count)))
      #expect(outcome.refusal?.code == .truncated)
      counts.insert(found.count)
    }
    #expect(counts == Set(0...6))
  }

  @Test func takesWhatLiesBehindALostBeginning() throws {
    let whole = try Content.archive(Self.contents)
    let outcome = try salvage(Array(whole.dropFirst(60)))
    #expect(try found(outcome) == Array(Self.contents.dropFirst()))
    let overwritten = try salvage([UInt8](repeating: 0x55, count: 60) + whole.dropFirst(60))
    #expect(try found(overwritten) == Array(Self.contents.dropFirst()))
    #expect(overwritten.missing == [Self.contents[0].name], "the directory still names it")
  }

  @Test func takesFilesOfATarAroundADamagedHeader() throws {
    let whole = Self.tar(Self.contents)
    for index in [10, 1024 + 20, whole.count - 1500] {
      var bytes = whole
      bytes[index] ^= 0xFF
      let found = try found(try salvage(bytes))
      #expect(found.count >= Self.contents.count - 1)
      #expect(found.allSatisfy { content in Self.contents.contains { $0.name == content.name } })
    }
    let cut = try salvage(Array(whole[..<2600]))
    #expect(try found(cut) == Array(Self.contents.prefix(2)))
    #expect(cut.missing == [Self.contents[2].name])
  }

  @Test func takesNothingThatLeadsElsewhereOrIsALink() throws {
    var tar = MemoryTar()
    tar.add("../escape", [1])
    tar.add("link", type: "2", link: "/etc/passwd")
    tar.add("good", [2])
    #expect(try found(try salvage(tar.whole)).map(\.name) == ["good"])
  }

  @Test func refusesWhatIsNoArchive() throws {
    let error = #expect(throws: ArchiveError.self) { try salvage(Array("Dear friend,".utf8)) }
    #expect(error?.code == .notAnArchive)
  }

  @Test(.enabled(if: ArchiveCorpus.isThere, "the collection isn't there"), arguments: ArchiveCorpus.rows)
  func survivesTheCollection(_ row: ArchiveCorpus.Row) throws {
    var limits = ArchiveLimits.standard
    (limits.entries, limits.entryByteCount, limits.totalByteCount) = (5000, 64 << 20, 1 << 30)
    do {
      let outcome = try ArchiveSalvage.run(row.path, limits: limits)
      for entry in outcome.reader?.entries ?? [] {
        let text = try #require(entry.path.text)
        #expect(!text.hasPrefix("/") && !text.split(separator: "/").contains("..") && !text.contains("\\"))
      }
    } catch is ArchiveError {}
  }
}
