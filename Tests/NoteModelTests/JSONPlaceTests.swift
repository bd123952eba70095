import NoteModel
import Testing

@Suite struct JSONPlaceTests {
  private static let text = """
    {
      "title": "é猫",
      "pages": [
        {"id": "a"},
        {"id": "b", "canvas": {"width": ?}}
      ],
      "a\\"]": 1
    }
    """

  @Test(arguments: [
    ("{", 1, 1, ""), ("\"é猫\"", 2, 12, "title"), ("猫", 2, 14, "title"), ("\"a\"", 4, 12, "pages[0].id"),
    ("{\"id\": \"b\"", 5, 5, "pages[1]"), ("\"canvas\"", 5, 17, "pages[1]"),
    ("?", 5, 37, "pages[1].canvas.width"),
    (" 1\n", 7, 10, "a\\\"]"),
  ])
  func `A place is told by line, column and path`(_ mark: String, _ line: Int, _ column: Int, _ path: String)
    throws
  {
    let offset = Self.text.utf8.distance(
      from: Self.text.startIndex, to: try #require(Self.text.firstRange(of: mark)).lowerBound)
    let place = JSONPlace(of: offset, in: Array(Self.text.utf8))
    #expect(place.line == line)
    #expect(place.column == column)
    #expect(place.path == path)
  }

  @Test func `A byte order mark is no column`() {
    let place = JSONPlace(of: 4, in: Array("\u{FEFF}[1]".utf8))
    #expect(place.column == 2)
    #expect(place.path == "[0]")
  }

  @Test(arguments: [-1, 0, 5, 1000])
  func `No offset is out of bounds`(_ offset: Int) {
    #expect(JSONPlace(of: offset, in: Array("[1]".utf8)).line == 1)
  }

  @Test func `Broken texts have places too`() {
    let texts: [[UInt8]] = [
      Array("]]}}".utf8), Array("\"\\".utf8), Array("{\"a".utf8), [0xFF, 0xFE, 0x80], Array(":,:,".utf8),
    ]
    for bytes in texts { for offset in 0...bytes.count { _ = JSONPlace(of: offset, in: bytes) } }
  }
}
