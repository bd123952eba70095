import NoteModel
import Testing

@Suite struct PageCodecTests {
  private func decode(_ text: String) throws -> Page { try PageCodec.decode(Array(text.utf8)) }
  private func written(_ page: Page) -> String { String(decoding: PageCodec.encode(page), as: UTF8.self) }

  @Test func `A page is written as it was found`() throws {
    let page = try decode(SmallPage.text)
    #expect(written(page) == SmallPage.text)
    #expect(page.id == Identifier("9B2C0000-8B86-4011-B42D-00CF4FC964FF"))
    #expect(page.epoch == 7)
    #expect(page.strokeCount == 3)
    #expect(page.imageCount == 1)
    #expect(page.sampleCount == 6)
  }

  @Test(arguments: [
    // Without epoch, and with the highest.
    (",\"epoch\":7", ""), (",\"epoch\":7", ",\"epoch\":18446744073709551615"),
    // Unknown keys before and behind the elements.
    (",\"elements\"", ",\"ruled\":{\"a\": [1.0 ]},\"\\u0062\":null,\"elements\""),
    ("\n]}", "\n],\"z\":[ ],\"a\":1}"),
    // Another program's ids.
    ("9B2C0000-", "9b2c0000-"), ("\"9B2C0000-8B86-4011-B42D-00CF4FC964FF\"", "\"first \\\"page\\\"\""),
  ])
  func `A header is written as it was found`(_ part: String, _ other: String) throws {
    let text = SmallPage.text.replacing(part, with: other)
    #expect(text != SmallPage.text)
    #expect(written(try decode(text)) == text)
  }

  @Test func `An empty page has no line of elements`() throws {
    let text = SmallPage.lines[0] + "\n]}\n"
    #expect(try decode(text).elements.isEmpty)
    #expect(written(try decode(text)) == text)
    #expect(
      written(Page(id: Identifier("A")))
        == "{\"formatVersion\":1,\"page\":\"A\",\"epoch\":0,\"elements\":[\n]}\n")
  }

  @Test func `White space and order of keys are read but not kept`() throws {
    let text =
      "\u{FEFF} { \"elements\" : [ {\"y\":[ 2 , 1 ] ,\"x\":[1\n,\t-1\r], \"radius\":\t7,\"color\":\"#FF0000\",\"id\":\"A\","
      + "\"tool\":\"pen\",\"type\":\"stroke\"} ] , \"page\":\"P\" , \"formatVersion\" : 1 } \n\n"
    let page = Page(
      id: Identifier("P"), epoch: nil,
      elements: [
        .stroke(
          Stroke(
            id: Identifier("A"), color: Color(red: 255, green: 0, blue: 0, spellsAlpha: false),
            radius: .constant(7), x: [1, 0], y: [2, 3]))
      ])
    // A version that stands behind the elements comes too late to read them by.
    let error = #expect(throws: ModelError.self) { try decode(text) }
    #expect(error?.code == .missingKey)
    let header = text.replacing("{ \"elements\"", with: "{ \"page\":\"P\",\"formatVersion\":1,\"elements\"")
      .replacing(", \"page\":\"P\" , \"formatVersion\" : 1 }", with: "}")
    #expect(try decode(header) == page)
  }

  @Test func `Keys are known by what they mean`() throws {
    let text = SmallPage.text.replacing("\"page\"", with: "\"\\u0070age\"")
      .replacing("\"x\":[5", with: "\"\\u0078\":[5").replacing("\"asset\"", with: "\"\\u0061sset\"")
      .replacing("\"type\":\"image\"", with: "\"t\\u0079pe\":\"im\\u0061ge\"")
    #expect(try decode(text) == decode(SmallPage.text))
  }

  @Test(arguments: [
    ("\"formatVersion\":1,", "", ModelError.Code.missingKey),
    ("\"formatVersion\":1,", "\"formatVersion\":0,", .missingKey),
    ("\"formatVersion\":1,", "\"formatVersion\":\"1\",", .syntax), ("\"page\":", "\"pag\":", .missingKey),
    ("\"epoch\":7", "\"epoch\":-1", .range), ("\"epoch\":7", "\"epoch\":1.5", .range),
    ("\"epoch\":7", "\"page\":\"\"", .duplicateKey), ("\"epoch\":7", "\"\\u0070age\":\"\"", .duplicateKey),
    ("\"elements\"", "\"lements\"", .missingKey), ("\"elements\":[", "\"elements\":{", .syntax),
    ("\n]}\n", "\n]}\n{}", .trailingBytes), ("\n]}\n", "\n],\"elements\":[]}\n", .duplicateKey),
    ("\"formatVersion\":1,", "\"formatVersion\":2,", .newerFormat),
  ])
  func `A faulty header is refused`(_ part: String, _ other: String, _ code: ModelError.Code) {
    let error = #expect(throws: ModelError.self) { try decode(SmallPage.text.replacing(part, with: other)) }
    #expect(error?.code == code)
  }

  @Test(arguments: [
    #"{"type":"text","id":"A","runs":[{"s":"\u0041" , "w":1.50}]}"#, #"{"id":"A","type":"shape"}"#,
    #"{"type":"shape"}"#, #"{"type":"shape","id":7}"#, #"{"type":"","x":[1e5]}"#, #"{ "type" : "a\"b" }"#,
  ])
  func `An unknown element is kept byte for byte`(_ json: String) throws {
    let text = SmallPage.holding(json)
    guard case .unknown(let element) = try decode(text).elements.first else {
      Issue.record("not unknown")
      return
    }
    #expect(element.json == Array(json.utf8))
    #expect(element.id == (json.contains("\"A\"") ? Identifier("A") : nil))
    #expect(written(try decode(text)) == text)
  }

  @Test(arguments: [
    ("{}", ModelError.Code.missingKey, 0), (#"{"id":"A"}"#, .missingKey, 0), (#"{"type":1}"#, .syntax, 8),
    ("1", .syntax, 0),
    ("null", .syntax, 0), (#"{"type":"a","b":1,"b":2}"#, .duplicateKey, 18),
    (#"{"type":"a","b":[1,]}"#, .syntax, 19),
    (#"{"type":"a","type":"b"}"#, .duplicateKey, 12),
    (#"{"type":"stroke","type":"image"}"#, .duplicateKey, 17),
  ])
  func `What is no element is refused`(_ json: String, _ code: ModelError.Code, _ offset: Int) {
    let error = #expect(throws: ModelError.self) { try decode(SmallPage.holding(json)) }
    #expect(error?.code == code)
    #expect(error?.offset == SmallPage.lines[0].utf8.count + 1 + offset)
  }

  @Test func `One element is written without its line end`() throws {
    let page = try decode(SmallPage.text)
    for (element, line) in zip(page.elements, SmallPage.lines.dropFirst()) {
      #expect(String(decoding: PageCodec.encode(element), as: UTF8.self) == line.trimmingCommas)
    }
  }
}

extension String {
  /// Without the comma at the end.
  var trimmingCommas: String { hasSuffix(",") ? String(dropLast()) : self }
}
