import NoteModel
import Testing

@Suite struct DocumentCodecTests {
  static let text = """
    {
      "formatVersion": 1,
      "id": "6F9619FF-8B86-4011-B42D-00CF4FC964FF",
      "title": "Field notes / \\"é猫\\"",
      "createdAt": "2026-11-30T08:15:00.000Z",
      "modifiedAt": "2026-11-30T08:20:00.000Z",
      "pages": [
        {
          "id": "9B2C0000-8B86-4011-B42D-00CF4FC964FF",
          "canvas": {
            "width": 820.5,
            "height": 1180
          },
          "createdAt": "2026-11-30T08:15:00.000Z",
          "modifiedAt": "2026-11-30T08:20:00.000Z",
          "elementCount": 21
        }
      ]
    }

    """

  private func read(_ text: String) throws -> DocumentCodec.Reading {
    try DocumentCodec.read(Array(text.utf8))
  }

  private func written(_ document: Document) -> String {
    String(decoding: DocumentCodec.encode(document), as: UTF8.self)
  }

  @Test func `Every field is read`() throws {
    let document = try DocumentCodec.decode(Array(Self.text.utf8))
    let day = "2026-11-30T08:15:00.000Z"
    let page = PageEntry(
      id: Identifier("9B2C0000-8B86-4011-B42D-00CF4FC964FF"), canvas: Canvas(width: 820.5, height: 1180),
      createdAt: try #require(Timestamp(day)),
      modifiedAt: try #require(Timestamp("2026-11-30T08:20:00.000Z")),
      elementCount: 21)
    let expected = Document(
      id: Identifier("6F9619FF-8B86-4011-B42D-00CF4FC964FF"), title: "Field notes / \"é猫\"",
      createdAt: page.createdAt, modifiedAt: page.modifiedAt, pages: [page])
    #expect(document == expected)
  }

  @Test(arguments: [
    ("", ""),
    // A storage.
    ("  \"pages\"", "  \"storage\": \"sqlite\",\n  \"pages\""),
    // Another spelling of ids and times.
    ("6F9619FF", "6f9619ff"),
    ("\"2026-11-30T08:15:00.000Z\",\n  \"mod", "\"2026-11-30T09:15:00+01:00\",\n  \"mod"),
    // No page.
    (String(text[text.range(of: "[\n")!.lowerBound..<text.range(of: "]\n")!.upperBound]), "[]\n"),
    // Unknown keys everywhere.
    ("  ]\n", "  ],\n  \"z\": {\"k\" :[1.50,\t2]},\n  \"a\": \"\\u0041\"\n"),
    ("1180\n", "1180,\n        \"unit\": \"pt\"\n"), ("21\n", "21,\n      \"tags\": [ ]\n"),
  ])
  func `What follows the format is written as it was found`(_ part: String, _ other: String) throws {
    let text = part.isEmpty ? Self.text : Self.text.replacing(part, with: other, maxReplacements: 1)
    #expect(part.isEmpty || text != Self.text)
    #expect(written(try DocumentCodec.decode(Array(text.utf8))) == text)
  }

  @Test func `Another order and layout are written as the format says`() throws {
    let text =
      "\u{FEFF}{\"new\":1,\"pages\":[],\"title\":\"\\u0041\",\"modifiedAt\":\"2026-11-30T08:20:00.000Z\","
      + "\"createdAt\":\"2026-11-30T08:15:00.000Z\",\"id\":\"A\",\"formatVersion\":1}"
    #expect(
      written(try DocumentCodec.decode(Array(text.utf8))) == """
        {
          "formatVersion": 1,
          "id": "A",
          "title": "A",
          "createdAt": "2026-11-30T08:15:00.000Z",
          "modifiedAt": "2026-11-30T08:20:00.000Z",
          "pages": [],
          "new": 1
        }

        """)
  }

  @Test(arguments: [
    ("\"formatVersion\": 1,\n", "formatVersion", true),
    ("\"id\": \"6F9619FF-8B86-4011-B42D-00CF4FC964FF\",", "id", false),
    ("\"title\": \"Field notes / \\\"é猫\\\"\",", "title", true),
    ("\"createdAt\": \"2026-11-30T08:15:00.000Z\",", "createdAt", true),
    ("\"id\": \"9B2C0000-8B86-4011-B42D-00CF4FC964FF\",", "pages[0].id", false),
    ("\"width\": 820.5,", "pages[0].canvas.width", true),
  ])
  func `A missing field is named`(_ part: String, _ field: String, _ hasSafeDefault: Bool) throws {
    let text = Self.text.replacing(part, with: "", maxReplacements: 1)
    let problem = try #require(try read(text).problems.first)
    #expect(problem.field == field)
    #expect(problem.hasSafeDefault == hasSafeDefault)
    #expect(Array(text.utf8)[problem.offset] == UInt8(ascii: "{"))
    let error = #expect(throws: ModelError.self) { try DocumentCodec.decode(Array(text.utf8)) }
    #expect(error?.code == .missingKey)
  }

  @Test(arguments: [
    ("\"formatVersion\": 1", "1", "\"1\"", "formatVersion"),
    ("\"formatVersion\": 1", "1", "0", "formatVersion"),
    ("\"formatVersion\": 1", "1", "1.5", "formatVersion"),
    ("\"elementCount\": 21", "21", "-1", "pages[0].elementCount"),
    ("\"elementCount\": 21", "21", "null", "pages[0].elementCount"),
    ("\"width\": 820.5", "820.5", "\"wide\"", "pages[0].canvas.width"),
    ("\"createdAt\": \"2026-11-30T08:15:00.000Z\"", "\"2026-11-30T08:15:00.000Z\"", "\"today\"", "createdAt"),
    ("\"title\": \"Field notes / \\\"é猫\\\"\"", "\"Field notes / \\\"é猫\\\"\"", "[]", "title"),
  ])
  func `A field of the wrong type is named with its place`(
    _ member: String, _ value: String, _ other: String, _ field: String
  ) throws {
    let wrong = member.replacing(value, with: other)
    let text = Self.text.replacing(member, with: wrong, maxReplacements: 1)
    let problem = try #require(try read(text).problems.first)
    #expect(problem.field == field)
    let rest = text.utf8.dropFirst(problem.offset).prefix(other.utf8.count)
    #expect(Array(rest) == Array(other.utf8))
    let error = #expect(throws: ModelError.self) { try DocumentCodec.decode(Array(text.utf8)) }
    #expect(error?.code == .wrongType)
    #expect(error?.offset == problem.offset)
  }

  @Test func `Entries that can't be read leave the others`() throws {
    let text = Self.text.replacing("\"pages\": [", with: "\"pages\": [7, {\"canvas\":{}},")
    let reading = try read(text)
    #expect(reading.document?.pages.map(\.elementCount) == [21])
    #expect(!reading.listsEveryPage)
    #expect(reading.problems.contains { $0.field == "pages[0]" })
    #expect(reading.problems.contains { $0.field == "pages[1].id" })
    #expect(reading.pageOffsets.count == 1)
  }

  @Test(arguments: ["[]", "\"a\"", "1"])
  func `What is no object is no document`(_ text: String) {
    let error = #expect(throws: ModelError.self) { try read(text) }
    #expect(error?.code == .wrongType)
  }

  @Test func `A newer document is read as far as it is known`() throws {
    let reading = try read(Self.text.replacing("\"formatVersion\": 1", with: "\"formatVersion\": 2"))
    #expect(reading.isNewer)
    #expect(reading.document?.formatVersion == 2)
    #expect(reading.document?.pages.count == 1)
  }

  @Test func `A document cut anywhere ends where it was cut`() {
    let bytes = Array(Self.text.utf8)
    for length in 0..<bytes.count - 2 {
      let error = #expect(throws: ModelError.self) { try DocumentCodec.read(Array(bytes[..<length])) }
      #expect(error?.code == .unexpectedEnd)
      #expect(error?.offset == length)
    }
  }

  @Test func `A flipped byte never turns one reading into another`() {
    let bytes = Array(Self.text.utf8)
    for position in bytes.indices {
      for mask: UInt8 in [0x01, 0x04, 0x20, 0x80, 0xFF] {
        var flipped = bytes
        flipped[position] ^= mask
        guard let document = try? DocumentCodec.decode(flipped) else { continue }
        #expect((try? DocumentCodec.decode(DocumentCodec.encode(document))) == document, "byte \(position)")
      }
    }
  }

  @Test(arguments: [
    (820.0, 1180.0, true), (14_400, 0.1, true), (0, 10, false), (10, -1, false), (14_400.1, 10, false),
  ])
  func `A canvas has two sides within the limits`(_ width: Double, _ height: Double, _ isValid: Bool) {
    #expect(Canvas(width: width, height: height).isValid == isValid)
  }
}
