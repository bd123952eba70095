import NoteModel
import Testing

/// Reading what is left of a damaged page.
@Suite struct PageReadingTests {
  private let whole: [Element]

  init() throws { whole = try PageCodec.decode(SmallPage.bytes).elements }

  /// The range of every element's line in the small page, its line end left out.
  private static let lines: [Range<Int>] = {
    var start = 0
    return SmallPage.lines.map { line in
      defer { start += line.utf8.count + 1 }
      return start..<start + line.utf8.count
    }
  }()

  private func lineCount(before offset: Int) -> Int {
    SmallPage.bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  @Test func `A sound page has no faults, and tells where its elements stand`() throws {
    let reading = try PageCodec.read(SmallPage.bytes)
    #expect(reading.faults.isEmpty)
    #expect(reading.page.elements == whole)
    #expect(reading.elementOffsets == Self.lines[1...SmallPage.elementCount].map(\.lowerBound))
  }

  @Test func `A page cut anywhere keeps its whole elements`() throws {
    let headerEnd = Self.lines[0].upperBound
    for length in 0..<SmallPage.bytes.count - 2 {
      let cut = Array(SmallPage.bytes[..<length])
      guard length >= headerEnd else {
        let error = #expect(throws: ModelError.self) { try PageCodec.read(cut) }
        #expect(error?.code == .unexpectedEnd)
        #expect(error?.offset == length)
        continue
      }
      let reading = try PageCodec.read(cut)
      let kept = Self.lines[1...SmallPage.elementCount].count { line in
        length >= line.upperBound - (SmallPage.bytes[line.upperBound - 1] == UInt8(ascii: ",") ? 1 : 0)
      }
      #expect(reading.page.elements == Array(whole[..<kept]), "cut to \(length) bytes")
      #expect(reading.faults.map(\.kind) == [PageCodec.Fault.Kind.truncated], "cut to \(length) bytes")
      #expect(reading.faults.first?.error.offset == length)
      #expect(reading.page.id.text == "9B2C0000-8B86-4011-B42D-00CF4FC964FF")
    }
  }

  @Test(arguments: [0x00, 0x01, 0x20, 0x22, 0x2C, 0x5B, 0x5D, 0x7B, 0x7D, 0x5C, 0xFF] as [UInt8])
  func `A damaged byte in a line costs that line's element at most`(_ damage: UInt8) throws {
    for number in 1...SmallPage.elementCount {
      for position in Self.lines[number] where SmallPage.bytes[position] != damage {
        var bytes = SmallPage.bytes
        bytes[position] = damage
        let reading = try PageCodec.read(bytes)
        var others = whole
        others.remove(at: number - 1)
        if reading.page.elements.count == whole.count {
          var found = reading.page.elements
          found.remove(at: number - 1)
          #expect(found == others, "byte \(position)")
        } else {
          #expect(reading.page.elements == others, "byte \(position)")
          #expect(reading.faults.count == 1, "byte \(position)")
          #expect(reading.faults.first?.kind == .element)
          #expect(reading.faults.first?.element == number - 1)
          let range = try #require(reading.faults.first?.range)
          #expect(range.upperBound == Self.lines[number].upperBound, "byte \(position)")
          #expect(Self.lines[number].contains(range.lowerBound), "byte \(position)")
        }
      }
    }
  }

  @Test func `A zeroed line costs one element`() throws {
    for number in 1...SmallPage.elementCount {
      var bytes = SmallPage.bytes
      bytes.replaceSubrange(Self.lines[number], with: repeatElement(0, count: Self.lines[number].count))
      let reading = try PageCodec.read(bytes)
      var others = whole
      others.remove(at: number - 1)
      #expect(reading.page.elements == others)
      #expect(reading.faults.count == 1)
    }
  }

  @Test func `A line broken in two costs one element`() throws {
    for position in Self.lines[2].dropFirst().dropLast() {
      var bytes = SmallPage.bytes
      bytes[position] = UInt8(ascii: "\n")
      var found = try PageCodec.read(bytes).page.elements
      if found.count == whole.count { found.remove(at: 1) }
      #expect(found == [whole[0]] + whole[2...], "byte \(position)")
    }
  }

  @Test func `A damaged element over several lines leaves its neighbours`() throws {
    let broken = "{\n  \"type\": \"stroke\",\n  \"id\": \"A\"\n  \"tool\": \"pen\"\n},"
    let bytes = Array(SmallPage.text.replacing(SmallPage.lines[2], with: broken).utf8)
    let reading = try PageCodec.read(bytes)
    #expect(reading.page.elements == [whole[0]] + whole[2...])
    #expect(!reading.faults.isEmpty)
  }

  @Test func `Every fault knows its bytes`() throws {
    for position in SmallPage.bytes.indices {
      var bytes = SmallPage.bytes
      bytes[position] = 0
      guard let reading = try? PageCodec.read(bytes) else {
        #expect(position < Self.lines[0].upperBound, "byte \(position)")
        continue
      }
      for fault in reading.faults {
        #expect(fault.range.lowerBound >= 0 && fault.range.upperBound <= bytes.count)
        #expect(
          fault.range.contains(position) || position >= Self.lines[6].lowerBound - 2, "byte \(position)")
      }
    }
  }

  @Test func `A flipped byte is found, or read for what it says now`() throws {
    for position in SmallPage.bytes.indices {
      for mask: UInt8 in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
        var flipped = SmallPage.bytes
        flipped[position] ^= mask
        guard let reading = try? PageCodec.read(flipped), reading.faults.isEmpty, reading.formatVersion == 1
        else {
          continue
        }
        let written = PageCodec.encode(reading.page)
        #expect(try PageCodec.decode(written) == reading.page, "byte \(position) xor \(mask)")
        #expect(written.sorted() == flipped.sorted() || written.count <= flipped.count)
      }
    }
  }

  @Test(arguments: ["x", "{}", "\u{0}", "]}\n"])
  func `What stands behind the end is told apart`(_ rest: String) throws {
    let reading = try PageCodec.read(SmallPage.bytes + Array(rest.utf8))
    #expect(reading.page.elements == whole)
    #expect(reading.faults.map(\.kind) == [PageCodec.Fault.Kind.trailingBytes])
    #expect(reading.faults.first?.range == SmallPage.bytes.count..<SmallPage.bytes.count + rest.utf8.count)
  }

  @Test func `A damaged end keeps every element`() throws {
    for position in Self.lines[6] {
      for damage: UInt8 in [0x00, 0x23, 0x7B, 0x2C] {
        var bytes = SmallPage.bytes
        bytes[position] = damage
        let reading = try PageCodec.read(bytes)
        #expect(reading.page.elements == whole, "byte \(position)")
        #expect(!reading.faults.isEmpty)
      }
    }
  }

  @Test func `A newer page is read no further than its version`() throws {
    let text = "{\"formatVersion\":2,\"pageID\":7,\"elements\":{\"new\":true}}"
    let reading = try PageCodec.read(Array(text.utf8))
    #expect(reading.formatVersion == 2)
    #expect(reading.page.elements.isEmpty)
    #expect(reading.faults.isEmpty)
  }

  @Test(arguments: ["", "   ", "\u{0}\u{0}\u{0}", "[]", "null", "{}", "{\"formatVersion\":1}", "not a page"])
  func `What has no header is no page`(_ text: String) {
    #expect(throws: ModelError.self) { try PageCodec.read(Array(text.utf8)) }
  }
}
