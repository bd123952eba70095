import DurableFiles
import Foundation
import SafeArchive
import TestSupport
import Testing

/// A collection of hostile, odd and ordinary archives beside the project, with the verdict that each should get.
@Suite struct ArchiveCorpusTests {
  /// Accepted there, refused here: a name that isn't UTF-8 is taken for CP437 from a DOS host alone. Elsewhere it may
  /// be anything (these are in CP866, KOI8-R, Latin-1 and CP437), and the same bytes would become other names here and
  /// there; the index itself says of one: decode or refuse, never guess.
  static let refusedHere: Set<String> = [
    "zip-rs/non_utf8.zip", "libarchive/test_read_format_zip_filename_cp866.zip",
    "libarchive/test_read_format_zip_filename_koi8r.zip",
    "libarchive/test_read_format_zip_filename_utf8_ru2.zip",
    "own/odd-cp437-no-bit11.zip",
  ]

  @Test func readsTheWholeIndex() {
    #expect(!ArchiveCorpus.isThere || ArchiveCorpus.rows.count == 419)
    #expect(ArchiveCorpus.rows.filter { $0.refusal == nil && $0.entryCount == nil }.isEmpty)
  }

  @Test(
    .enabled(if: ArchiveCorpus.isThere, "the collection isn't there"), arguments: ArchiveCorpus.rows)
  func getsItsVerdict(_ row: ArchiveCorpus.Row) throws {
    var limits = ArchiveLimits.standard
    (limits.entries, limits.entryByteCount, limits.totalByteCount) = (5000, 64 << 20, 1 << 30)
    do {
      let reader = try ArchiveReader.open(row.path, limits: limits)
      let count = try contentCount(of: reader)
      #expect(row.refusal == nil, "\(row.refusal ?? "")")
      #expect(count == row.entryCount)
      for entry in reader.entries {
        let text = try #require(entry.path.text)
        #expect(!text.hasPrefix("/") && !text.split(separator: "/").contains("..") && !text.contains("\\"))
      }
    } catch let error as ArchiveError {
      guard let refusal = row.refusal else {
        #expect(Self.refusedHere.contains(row.file) && error.code == .nameEncoding, "\(error)")
        return
      }
      let codes = VerdictCodes.codes(for: refusal, of: row.file)
      #expect(codes.contains(error.code), "\(refusal): \(error.code.rawValue), \(error)")
    }
  }

  /// Reads every entry to its end, without keeping what it reads.
  private func contentCount(of reader: ArchiveReader) throws -> Int {
    var (count, buffer) = (0, [UInt8](repeating: 0, count: 1 << 16))
    func take(_ entry: ArchiveEntry, _ stream: inout EntryStream) throws {
      while try stream.read(into: &buffer) > 0 {}
      count += 1
    }
    try reader.forEach(take)
    return count
  }

  /// Small archives of every kind, each with a few bytes changed, many times over: an answer, and no name that escapes.
  @Test(.enabled(if: ArchiveCorpus.isThere, "the collection isn't there"), arguments: UInt64(1)...4)
  func survivesChanges(_ seed: UInt64) throws {
    let temporary = try TemporaryFolder()
    var random = Multiplicative(state: seed)
    for row in ArchiveCorpus.rows {
      let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(row.path)")))
      guard (4...3000).contains(whole.count) else { continue }
      for _ in 0..<8 {
        var bytes = whole
        for _ in 0...Int.random(in: 0..<4, using: &random) {
          // The structure lies at the end and at the start.
          let near = Int.random(in: 0..<min(100, bytes.count), using: &random)
          let index = Bool.random(using: &random) ? bytes.count - 1 - near : near
          bytes[index] =
            [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        }
        do {
          let reader = try temporary.reader(bytes)
          #expect(reader.entries.allSatisfy { $0.path.names.count <= 16 })
          _ = try Content.all(of: reader)
        } catch is ArchiveError {}
      }
    }
  }
}

/// Numbers that are the same in every run.
private struct Multiplicative: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}
