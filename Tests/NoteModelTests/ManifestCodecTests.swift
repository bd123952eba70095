import NoteModel
import Testing

@Suite struct ManifestCodecTests {
  static let text = """
    {
      "formatVersion": 1,
      "id": "6F9619FF-8B86-4011-B42D-00CF4FC964FF",
      "title": "Field notes",
      "modifiedAt": "2026-11-30T08:20:00.000Z",
      "pageCount": 3,
      "cover": "thumbnails/9B2C0000-8B86-4011-B42D-00CF4FC964FF.jpg"
    }

    """

  private func decode(_ text: String) throws -> Manifest { try ManifestCodec.decode(Array(text.utf8)) }

  @Test func `Every field is read`() throws {
    #expect(
      try decode(Self.text)
        == Manifest(
          id: Identifier("6F9619FF-8B86-4011-B42D-00CF4FC964FF"), title: "Field notes",
          modifiedAt: try #require(Timestamp("2026-11-30T08:20:00.000Z")), pageCount: 3,
          cover: "thumbnails/9B2C0000-8B86-4011-B42D-00CF4FC964FF.jpg"))
  }

  @Test(arguments: [
    ("Field", "Field"), ("\"thumbnails/9B2C0000-8B86-4011-B42D-00CF4FC964FF.jpg\"", "null"),
    ("jpg\"", "jpg\",\n  \"tags\": [1 ,{\"a\":2.0}]"), ("\"formatVersion\": 1", "\"formatVersion\": 2"),
  ])
  func `What follows the format is written as it was found`(_ part: String, _ other: String) throws {
    let text = Self.text.replacing(part, with: other)
    #expect(String(decoding: ManifestCodec.encode(try decode(text)), as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("\"pageCount\": 3,", "", ModelError.Code.missingKey),
    ("\"pageCount\": 3,", "\"pageCount\": -3,", .wrongType),
    ("\"id\": \"6F9619FF-8B86-4011-B42D-00CF4FC964FF\",", "", .missingKey),
    ("\"title\": \"Field notes\",", "\"title\": null,", .wrongType),
    ("3,\n  \"cover\": \"", "3,\n  \"cover\": 1, \"b\": \"", .wrongType),
    ("3,\n  \"cover\": \"", "3,\n  \"b\": \"", .missingKey), ("2026-", "26-", .wrongType),
    ("3,", "3,,", .syntax),
    ("}\n", "}}", .trailingBytes),
  ])
  func `A faulty manifest is refused`(_ part: String, _ other: String, _ code: ModelError.Code) {
    let error = #expect(throws: ModelError.self) { try decode(Self.text.replacing(part, with: other)) }
    #expect(error?.code == code)
  }

  @Test func `A manifest cut anywhere ends where it was cut`() {
    let bytes = Array(Self.text.utf8)
    for length in 0..<bytes.count - 2 {
      let error = #expect(throws: ModelError.self) { try ManifestCodec.decode(Array(bytes[..<length])) }
      #expect(error?.code == .unexpectedEnd)
      #expect(error?.offset == length)
    }
  }
}
