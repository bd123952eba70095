import DurableFiles
import Foundation
import SafeArchive
import TestSupport
import Testing

/// A collection of hostile, odd and ordinary archives beside the project, with the verdict that each should get.
@Suite struct ArchiveCorpusTests {
  static let root: URL? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let places = ["../shared/corpus/archives", "../../shared/corpus/archives"]
    return places.map { package.appendingPathComponent($0).standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("INDEX.md").path) }
  }()

  /// Folder and file name, with the verdict: the number of entries, or nil for a refusal.
  static let verdicts: [(file: String, entries: Int?)] = {
    guard let root,
      let index = try? String(contentsOf: root.appendingPathComponent("INDEX.md"), encoding: .utf8)
    else { return [] }
    var (folder, found) = ("", [(String, Int?)]())
    for line in index.split(separator: "\n") {
      if line.hasPrefix("## ") { folder = String(line.dropFirst(3).prefix { $0 != "/" }) }
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard columns.count >= 3, columns[0].hasSuffix(".zip") || columns[0].hasSuffix(".jar") else { continue }
      let digits = columns[2].hasPrefix("accept (") ? columns[2].dropFirst(8).prefix { $0.isNumber } : ""
      found.append(("\(folder)/\(columns[0])", Int(digits)))
    }
    return found
  }()

  /// Accepted there, refused here: names in an unknown encoding are never guessed.
  static let refusedHere: Set<String> = [
    "zip-rs/non_utf8.zip", "libarchive/test_read_format_zip_filename_cp866.zip",
    "libarchive/test_read_format_zip_filename_koi8r.zip",
    "libarchive/test_read_format_zip_filename_utf8_ru2.zip",
    "own/odd-cp437-no-bit11.zip",
  ]

  @Test(.enabled(if: root != nil, "the collection isn't there"), arguments: verdicts.map(\.file))
  func getsItsVerdict(_ file: String) throws {
    let root = try #require(Self.root)
    let expected = Self.refusedHere.contains(file) ? nil : Self.verdicts.first { $0.file == file }?.entries
    var limits = ArchiveLimits.standard
    (limits.entries, limits.entryByteCount, limits.totalByteCount) = (5000, 64 << 20, 1 << 30)
    do {
      let reader = try ArchiveReader.open(Path(root.appendingPathComponent(file).path), limits: limits)
      let contents = try Content.all(of: reader, limit: 64 << 20)
      #expect(contents.count == expected)
      for entry in reader.entries {
        let text = try #require(entry.path.text)
        #expect(!text.hasPrefix("/") && !text.split(separator: "/").contains("..") && !text.contains("\\"))
      }
    } catch let error as ArchiveError {
      #expect(expected == nil, "\(error)")
    }
  }

  /// Small archives of every kind, each with a few bytes changed, many times over: an answer, and no name that escapes.
  @Test(.enabled(if: root != nil, "the collection isn't there"), arguments: UInt64(1)...4)
  func survivesChanges(_ seed: UInt64) throws {
    let root = try #require(Self.root)
    let temporary = try TemporaryFolder()
    var random = Multiplicative(state: seed)
    for (file, _) in Self.verdicts {
      let whole = [UInt8](try Data(contentsOf: root.appendingPathComponent(file)))
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
