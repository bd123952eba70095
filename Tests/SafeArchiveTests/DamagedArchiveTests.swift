import DurableFiles
import Foundation
import SafeArchive
import TestSupport
import Testing

@Suite struct DamagedArchiveTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  /// Small, since every byte of it gets its turn.
  static let contents = [
    Content(name: "d/", bytes: []), Content(name: "d/empty", bytes: []),
    Content(name: "d/ä.json", bytes: Array("{\"a\":1,\"b\":[1,1,1,1,1,1,1,1,1,1]}".utf8)),
  ]

  @Test func refusesAnArchiveCutAnywhere() throws {
    let whole = try Content.archive(Self.contents)
    for count in 0..<whole.count {
      let error = #expect(throws: ArchiveError.self) {
        _ = try Content.all(of: temporary.reader(Array(whole[..<count])))
      }
      #expect(error?.code == (count < 4 ? .notAnArchive : .truncated), "cut after \(count) bytes")
    }
  }

  @Test(arguments: [UInt8(0x01), 0x08, 0x80, 0xFF])
  func acceptsNothingElseWhenAByteFlips(_ mask: UInt8) throws {
    let whole = try Content.archive(Self.contents)
    var accepted = 0
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= mask
      do {
        let contents = try Content.all(of: temporary.reader(bytes))
        #expect(contents == Self.contents, "byte \(index)")
        accepted += 1
      } catch is ArchiveError {}
    }
    // Versions, times, permissions and the like, which mean nothing here.
    #expect(accepted < whole.count / 2)
  }

  @Test func takesZerosBehindTheEndAndNothingElse() throws {
    let whole = try Content.archive(Self.contents)
    #expect(
      try Content.all(of: temporary.reader(whole + [UInt8](repeating: 0, count: 10240))) == Self.contents)
    for (tail, code) in [
      ([1], .trailingData), (whole, .directoryDamaged), (Array(whole.suffix(22)), .directoryDamaged),
    ]
      as [([UInt8], ArchiveError.Code)]
    {
      let error = #expect(throws: ArchiveError.self) { try temporary.reader(whole + tail) }
      #expect(error?.code == code)
    }
  }

  @Test func refusesWhatStandsBeforeTheStart() throws {
    let error = #expect(throws: ArchiveError.self) {
      try temporary.reader([0] + Content.archive(Self.contents))
    }
    #expect(error?.code == .notAnArchive)
  }

  @Test func keepsItsLimits() throws {
    let zeros = Content(name: "z", bytes: [UInt8](repeating: 0, count: 2 << 20))
    let archive = try Content.archive([zeros, Content(name: "a/b/c", bytes: [1])])
    let changes: [(ArchiveError.Code, (inout ArchiveLimits) -> Void)] = [
      (.ratio, { _ in }), (.tooManyEntries, { $0.entries = 1 }),
      (.tooLarge, { $0.entryByteCount = 2 << 20 - 1 }),
      (
        .tooLarge,
        {
          $0.ratio = 2000
          $0.totalByteCount = 2 << 20
        }
      ),
      (
        .nameComponent,
        {
          $0.ratio = 2000
          $0.depth = 2
        }
      ),
    ]
    for (code, change) in changes {
      var limits = ArchiveLimits.standard
      change(&limits)
      let error = #expect(throws: ArchiveError.self) { try temporary.reader(archive, limits: limits) }
      #expect(error?.code == code)
    }
    var limits = ArchiveLimits.standard
    limits.ratio = 2000
    #expect(try Content.all(of: temporary.reader(archive, limits: limits)).first == zeros)
  }

  #if RECORDS_OPERATIONS
    /// A disk that can't be read says nothing about the archive on it.
    @Test func readErrorsAreNoDamage() throws {
      let archive = try Content.archive(Content.sample)
      _ = try temporary.reader(archive)
      let path = temporary.path.appending(Name.of("archive"))
      func read() throws { #expect(try Content.all(of: ArchiveReader.open(path)) == Content.sample) }
      let recorder = OperationRecorder()
      try OperationRecorder.$current.withValue(recorder) { try read() }
      #expect(recorder.attempts.count > 10)
      for index in recorder.attempts.indices {
        let error = #expect(throws: ArchiveError.self) {
          try OperationRecorder.$current.withValue(OperationRecorder(faults: [index: .failure(EIO)])) {
            try read()
          }
        }
        #expect(error?.code == .io)
        #expect(error?.underlying?.errno == EIO)
      }
    }
  #endif

  @Test func opensRegularFilesOnly() throws {
    _ = try temporary.reader(try Content.archive(Self.contents))
    symlink("archive", "\(temporary.path)/link")
    for (path, code) in [("link", .link), (".", .notFile), ("gone", .notFound)] as [(String, FileError.Code)]
    {
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveReader.open(Path("\(temporary.path)/\(path)"))
      }
      #expect(error?.underlying?.code == code)
    }
  }
}
