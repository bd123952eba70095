import DurableFiles
import SafeArchive
import TestSupport
import Testing

@Suite struct TarTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private static let sound: MemoryTar = {
    var tar = MemoryTar()
    tar.add("./", type: "5")
    tar.add("./n.lnote/", type: "5")
    tar.add("n.lnote/document.json", Array("{}".utf8))
    tar.addExtension([("path", "n.lnote/Ünï 笔记"), ("mtime", "1.5"), ("size", "600")])
    tar.add("n.lnote/U", [UInt8](repeating: 7, count: 600))
    tar.add("././@LongLink", type: "L", Array("n.lnote/\(String(repeating: "x", count: 120))\0".utf8))
    tar.add("n.lnote/xxx", [1])
    tar.add("n.lnote/empty")
    return tar
  }()

  private static let names = [
    "n.lnote/", "n.lnote/document.json", "n.lnote/Ünï 笔记", "n.lnote/\(String(repeating: "x", count: 120))",
    "n.lnote/empty",
  ]

  @Test(arguments: [0, 512, 9216]) func readsWhatIsSound(_ padding: Int) throws {
    let reader = try temporary.reader(Self.sound.whole + [UInt8](repeating: 0, count: padding))
    let contents = try Content.all(of: reader)
    #expect(contents.map(\.name) == Self.names)
    #expect(contents[2].bytes == [UInt8](repeating: 7, count: 600))
    #expect(contents.map(\.bytes.count) == [0, 2, 600, 1, 0])
    for entry in reader.entries.reversed() {
      #expect(try reader.read(entry, limit: 600) == contents[entry.index].bytes)
    }
  }

  /// What readers of tar understand differently, or what isn't a file.
  private static let wrong:
    [(what: String, code: ArchiveError.Code, make: @Sendable (inout MemoryTar) -> Void)] = [
      ("hard link", .entryType, { $0.add("a", type: "1", link: "b") }),
      ("symbolic link", .entryType, { $0.add("a", type: "2", link: "b") }),
      ("long link", .entryType, { $0.add("././@LongLink", type: "K", [97, 0]) }),
      (
        "link in an extended header", .entryType,
        {
          $0.addExtension([("linkpath", "/etc/passwd")])
          $0.add("a")
        }
      ),
      ("file with a link", .entryType, { $0.add("a", link: "b") }),
      ("device", .entryType, { $0.add("a", type: "3") }), ("pipe", .entryType, { $0.add("a", type: "6") }),
      ("folder with content", .entryType, { $0.add("a/", type: "5", [1]) }),
      ("sparse file", .tarFeature, { $0.add("a", type: "S") }),
      (
        "sparse file by pax", .tarFeature,
        {
          $0.addExtension([("GNU.sparse.major", "1")])
          $0.add("a")
        }
      ),
      ("global header", .tarFeature, { $0.addExtension([("comment", "x")], type: "g") }),
      ("volume label", .tarFeature, { $0.add("a", type: "V") }),
      (
        "two sizes", .headerMismatch,
        {
          $0.addExtension([("size", "1")])
          $0.add("a", [1, 2])
        }
      ),
      (
        "two names", .tarFeature,
        {
          $0.addExtension([("path", "b")])
          $0.add("././@LongLink", type: "L", [97, 0])
          $0.add("a")
        }
      ),
      (
        "one name twice in a header", .tarFeature,
        {
          $0.addExtension([("path", "b"), ("path", "c")])
          $0.add("a")
        }
      ),
      (
        "two extended headers", .tarFeature,
        {
          $0.addExtension([("mtime", "1")])
          $0.addExtension([("mtime", "2")])
          $0.add("a")
        }
      ),
      ("extended header before nothing", .headerDamaged, { $0.addExtension([("mtime", "1")]) }),
      ("broken record", .headerDamaged, { $0.add("x", type: "x", Array("99 path=a\n".utf8)) }),
      (
        "size in words", .headerDamaged,
        { $0.add("a") { $0.replaceSubrange(124..<128, with: Array("many".utf8)) } }
      ),
      ("negative size", .headerDamaged, { $0.add("a") { $0[124] = 0xFF } }),
      ("same name", .nameClash, { $0.add("N.lnote/Document.json") }),
      ("absolute", .nameComponent, { $0.add("/a") }), ("above", .nameComponent, { $0.add("a/../../b") }),
      (
        "above by pax", .nameComponent,
        {
          $0.addExtension([("path", "../b")])
          $0.add("a")
        }
      ),
      ("empty name", .nameComponent, { $0.add("") }),
      ("a second top", .nameComponent, { $0.add("./", type: "5") }),
      ("cut off", .truncated, { $0.add("a", byteCount: 5000) }),
    ]

  @Test(arguments: wrong.indices) func refuses(_ index: Int) throws {
    let (what, code, make) = Self.wrong[index]
    var tar = Self.sound
    make(&tar)
    let error = #expect(throws: ArchiveError.self) { try temporary.reader(tar.whole) }
    #expect(error?.code == code, "\(what): \(String(describing: error))")
  }

  @Test func refusesWhatFollowsTheEnd() throws {
    let whole = Self.sound.whole
    for tail in [[1], [UInt8](repeating: 0, count: 600) + [1], whole] {
      let error = #expect(throws: ArchiveError.self) { try temporary.reader(whole + tail) }
      #expect(error?.code == .trailingData)
    }
    let oneBlock = #expect(throws: ArchiveError.self) { try temporary.reader(Array(whole.dropLast(512))) }
    #expect(oneBlock?.code == .truncated)
  }

  @Test func refusesAnArchiveCutAnywhere() throws {
    let whole = Self.sound.whole
    for count in stride(from: 513, to: whole.count, by: 3) {
      let error = #expect(throws: ArchiveError.self) { try temporary.reader(Array(whole[..<count])) }
      #expect(error?.code == .truncated, "\(count)")
    }
  }

  /// Headers have a checksum; contents have none.
  @Test(arguments: [UInt8(0x01), 0x80]) func readsTheSameNamesOrNothingWhenAByteFlips(_ mask: UInt8) throws {
    let whole = Self.sound.whole
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= mask
      guard let reader = try? temporary.reader(bytes) else { continue }
      #expect(reader.entries.count == Self.names.count)
      _ = try? Content.all(of: reader)
      // The long name and the extended header are contents.
      for (entry, name) in zip(reader.entries, Self.names) where !name.contains("x") && !name.contains("Ü") {
        #expect(entry.path.description + (entry.isFolder ? "/" : "") == name, "byte \(index)")
      }
    }
  }

  @Test(arguments: ["gzip", "zstd"].filter { Program.has($0) }) func readsWhatIsPacked(_ program: String)
    throws
  {
    try temporary.write(Self.sound.whole, "a.tar")
    let packed = try Program.named(program).run(["-qc", temporary("a.tar")])
    #expect(packed.status == 0)
    let reader = try temporary.reader(packed.outputBytes)
    #expect(try Content.all(of: reader).map(\.name) == Self.names)
    if program == "gzip" {
      #expect(
        try Content.all(of: temporary.reader(packed.outputBytes + [0, 0, 0])).count == Self.names.count)
    }
    let junk = #expect(throws: ArchiveError.self) { try temporary.reader(packed.outputBytes + [1, 2, 3]) }
    #expect(junk?.code == .trailingData || junk?.code == .compression)
    let cut = #expect(throws: ArchiveError.self) { try temporary.reader(packed.outputBytes.dropLast(9)) }
    #expect(cut != nil)
    try temporary.write([UInt8](repeating: 0, count: 8 << 20), "zeros")
    var bomb = MemoryTar()
    bomb.add("z", try temporary.read("zeros"))
    try temporary.write(bomb.whole, "b.tar")
    let tight = try Program.named(program).run(["-qc", temporary("b.tar")])
    let error = #expect(throws: ArchiveError.self) { try temporary.reader(tight.outputBytes) }
    #expect(error?.code == .ratio)
  }
}
