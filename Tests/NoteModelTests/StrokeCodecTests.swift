import NoteModel
import Testing

@Suite struct StrokeCodecTests {
  private static let sound =
    ##"{"type":"stroke","id":"A","tool":"pen","color":"#1A1A1AFF","startedAt":"2026-11-30T08:15:00.000Z","##
    + #""radius":[12,0,1],"x":[5123,4,3],"y":[-780,-2,0],"pressure":[412,30,8],"time":[0,4,4]}"#

  private func element(_ json: String) throws -> Element? {
    try PageCodec.decode(Array(SmallPage.holding(json).utf8)).elements.first
  }

  private func stroke(_ json: String) throws -> Stroke {
    guard case .stroke(let stroke) = try element(json) else {
      throw ModelError(.wrongType, at: 0, "no stroke")
    }
    return stroke
  }

  /// The sound stroke with one column in the place of another.
  private func replacing(_ column: String, _ values: String) -> String {
    let start = Self.sound.firstRange(of: "\"\(column)\":[")!.upperBound
    let end = Self.sound[start...].firstIndex(of: "]")!
    return Self.sound.replacingCharacters(in: start..<end, with: values)
  }

  private func fault(_ json: String) -> ModelError? {
    let error = #expect(throws: ModelError.self) { _ = try element(json) }
    return error.map { ModelError($0.code, at: $0.offset - SmallPage.lines[0].utf8.count - 1, $0.message) }
  }

  @Test func `Every field is read`() throws {
    #expect(
      try stroke(Self.sound)
        == Stroke(
          id: Identifier("A"), color: Color(red: 0x1A, green: 0x1A, blue: 0x1A),
          startedAt: Timestamp("2026-11-30T08:15:00.000Z"), radius: .column([12, 12, 13]),
          x: [5123, 5127, 5130],
          y: [-780, -782, -782], pressure: [412, 442, 450], time: [0, 4, 8]))
  }

  @Test(arguments: [
    (#""radius":[12,0,1]"#, #""radius":12"#), (#""radius":[12,0,1]"#, #""radius":[65535,-65535,65535]"#),
    (#","startedAt":"2026-11-30T08:15:00.000Z""#, ""), (",\"pressure\":[412,30,8]", ""),
    (",\"time\":[0,4,4]", ""),
    ("[0,4,4]}", #"[0,4,4],"tilt":[1 ,2.0],"\u00e9":null}"#), ("#1A1A1AFF", "#1A1A1A"),
    ("\"pen\"", "\"pencil\""),
    ("\"pen\"", "\"marker\""), ("\"pen\"", #""quill \"7\"""#), ("00.000Z", "00Z"), ("\"A\"", #""é \\ \n""#),
  ])
  func `What follows the format is written as it was found`(_ part: String, _ other: String) throws {
    let json = Self.sound.replacing(part, with: other)
    #expect(json != Self.sound)
    let element = try #require(try element(json))
    #expect(String(decoding: PageCodec.encode(element), as: UTF8.self) == json)
  }

  @Test(arguments: [
    ("x", "2147483647,-4294967295,4294967295"), ("x", "-2147483648,4294967295,-1"),
    ("x", "0,1000000,-1000000"),
    ("y", "9999999,10000000,-99999999"), ("y", "-1,-10,-100"), ("x", "99,100,999"), ("x", "1000,9999,10000"),
    ("x", "99999,100000,999999"), ("x", "100000000,999999999,1000000000"), ("pressure", "65535,-65535,1001"),
    ("radius", "0,0,65535"), ("time", "4294967295,-4294967295,0"), ("time", "0,4000000000,1"),
  ])
  func `Columns reach to the ends of their ranges`(_ column: String, _ values: String) throws {
    let json = replacing(column, values)
    #expect(String(decoding: PageCodec.encode(.stroke(try stroke(json))), as: UTF8.self) == json)
  }

  @Test(arguments: [
    ("x", "2147483647,1,0"), ("x", "-2147483648,0,-1"), ("x", "2147483648,0,0"), ("y", "0,-2147483649,1"),
    ("pressure", "65535,1,0"), ("pressure", "0,-1,5"), ("radius", "65536,0,0"), ("radius", "1,-2,3"),
    ("time", "4294967295,1,0"), ("time", "-1,1,1"), ("time", "4,-5,9"), ("x", "99999999999,0,0"),
    ("x", "1,-99999999999999999999999999,0"), ("x", "1.5,0,0"), ("x", "1,2.0,0"), ("x", "1,0,1e2"),
    ("x", "1,0,1E2"),
    ("x", "9000000000,-9000000000,0"),
  ])
  func `A value outside its column's range is refused`(_ column: String, _ values: String) {
    #expect(fault(replacing(column, values))?.code == .range)
  }

  @Test(arguments: [
    ("5,", 2), (",5", 0), ("5,,6", 2), ("05,1,1", 0), ("5,00,1", 2), ("-05,1,1", 0), ("5,-,1", 3),
    ("5,--1,1", 3),
    ("5,+1,1", 2), ("5 1,1", 2), ("5,\"1\",1", 2), ("5,null,1", 2), ("5,[1],1", 2), ("5,1a,1", 3),
    ("5,:,1", 2),
    ("5,1/,1", 3), ("5,1-2,1", 3), ("5,1\u{0},1", 3), ("5,é,1", 2), ("5,1é,1", 3), ("NaN,1,1", 0),
  ])
  func `A column holds numbers as JSON has them`(_ values: String, _ offset: Int) throws {
    let start = try #require(Self.sound.firstRange(of: "\"x\":[")).upperBound.utf16Offset(in: Self.sound)
    // Near the end of the text and far from it numbers are read in different ways.
    for padding in ["", ",\"note\":\"\(String(repeating: "-", count: 100))\""] {
      let error = fault(replacing("x", values).replacing("}", with: padding + "}"))
      #expect(error?.code == .syntax)
      #expect(error?.offset == start + offset)
    }
  }

  @Test func `White space inside a column is read`() throws {
    #expect(try stroke(replacing("x", " 5123 ,\n4,\t 3\r")).x == [5123, 5127, 5130])
  }

  @Test func `Minus nothing is nothing`() throws {
    #expect(try stroke(replacing("x", "-0,4,-0")).x == [0, 4, 4])
  }

  @Test(arguments: ["id", "tool", "color", "radius", "x", "y"])
  func `A stroke without a required key is refused`(_ key: String) {
    #expect(fault(Self.sound.replacing("\"\(key)\"", with: "\"other\""))?.code == .missingKey)
  }

  @Test(arguments: [
    ("\"A\"", "7", ModelError.Code.syntax), ("\"pen\"", "null", .syntax),
    ("\"#1A1A1AFF\"", "\"red\"", .wrongType),
    ("\"#1A1A1AFF\"", "0", .syntax), ("\"2026-11-30T08:15:00.000Z\"", "\"today\"", .wrongType),
    ("\"2026-11-30T08:15:00.000Z\"", "0", .syntax), ("[12,0,1]", "65536", .range), ("[12,0,1]", "-1", .range),
    ("[12,0,1]", "1.5", .range), ("[12,0,1]", "\"1\"", .syntax), ("[5123,4,3]", "5123", .syntax),
    ("[5123,4,3]", "null", .syntax), ("[5123,4,3]", "{}", .syntax),
  ])
  func `A value of the wrong type is refused`(_ part: String, _ other: String, _ code: ModelError.Code) throws
  {
    let error = fault(Self.sound.replacing(part, with: other))
    #expect(error?.code == code)
    #expect(
      error?.offset == (try #require(Self.sound.firstRange(of: part)).lowerBound.utf16Offset(in: Self.sound)))
  }

  @Test(arguments: ["x", "y", "radius", "pressure", "time"])
  func `Columns of different length are refused, and counted`(_ column: String) {
    for values in ["", "1", "1,1", "1,1,1,1"] {
      let error = fault(replacing(column, values))
      #expect(error?.code == .columnsDiffer)
      #expect(error?.offset == 0)
      #expect(error?.message.contains("\(column) \(values.isEmpty ? 0 : (values.count + 1) / 2)") == true)
    }
  }

  @Test func `A stroke without samples is refused`() {
    let json = ##"{"type":"stroke","id":"A","tool":"pen","color":"#000000","radius":1,"x":[],"y":[]}"##
    #expect(fault(json)?.code == .range)
  }

  @Test(arguments: [
    (#""x":[5123,4,3]"#, #""x":[5123,4,3],"x":[5123,4,3]"#),
    (#""x":[5123,4,3]"#, #""x":[5123,4,3],"\u0078":[1]"#),
    (#""x":[5123,4,3]"#, #""\u0078":[5123,4,3],"x":[5123,4,3]"#), (#""id":"A""#, #""id":"A","id":"A""#),
    (#""id":"A""#, #""id":"A","n":1,"n":2"#), (#""id":"A""#, #""id":"A","n":1,"\u006e":2"#),
    (#""id":"A""#, #""id":"A","n":{"m":1,"m":2}"#), (#""time""#, #""pressure""#),
  ])
  func `A key that stands twice is refused`(_ part: String, _ other: String) {
    #expect(fault(Self.sound.replacing(part, with: other))?.code == .duplicateKey)
  }

  @Test func `A stroke may have many samples`() throws {
    let count = 100_000
    let x = (0..<count).map { Int32(truncatingIfNeeded: $0 &* 2_654_435_761) }
    let stroke = Stroke(
      id: Identifier("A"), color: Color(red: 0, green: 0, blue: 0), radius: .constant(1), x: x,
      y: x.reversed(),
      pressure: x.map { UInt16(truncatingIfNeeded: $0) }, time: (0..<count).map { UInt32($0) })
    let page = Page(id: Identifier("P"), elements: [.stroke(stroke)])
    #expect(try PageCodec.decode(PageCodec.encode(page)) == page)
  }
}
