import NoteModel
import Testing

@Suite struct ImageCodecTests {
  private static let sound =
    #"{"type":"image","id":"A","asset":"00000000-0000-4000-8000-00000000000A","frame":[1000,-2000,3000,1500],"#
    + #""rotation":900,"opacity":500}"#

  private func element(_ json: String) throws -> Element? {
    try PageCodec.decode(Array(SmallPage.holding(json).utf8)).elements.first
  }

  @Test func `Every field is read`() throws {
    let image = PlacedImage(
      id: Identifier("A"), asset: Identifier("00000000-0000-4000-8000-00000000000A"),
      frame: PlacedImage.Frame(x: 1000, y: -2000, width: 3000, height: 1500), rotation: 900, opacity: 500)
    #expect(try element(Self.sound) == .image(image))
  }

  @Test(arguments: [
    ("[1000", "[1001"), (",\"rotation\":900", ""), (",\"opacity\":500", ""),
    ("-8000-00000000000A", "-8000-00000000000a"),
    ("500}", #"500,"crop":[0 ,1.0],"alt":"\u0041"}"#), ("-2000", "-2147483648"), ("900", "-1"),
  ])
  func `What follows the format is written as it was found`(_ part: String, _ other: String) throws {
    let json = Self.sound.replacing(part, with: other)
    #expect(json != Self.sound)
    let element = try #require(try element(json))
    #expect(String(decoding: PageCodec.encode(element), as: UTF8.self) == json)
  }

  @Test(arguments: [
    ("\"id\"", "\"idea\"", ModelError.Code.missingKey), ("\"asset\"", "\"file\"", .missingKey),
    ("\"frame\"", "\"box\"", .missingKey),
    ("1000,", "", .wrongType), ("1000,", "1000,1,", .wrongType), ("1000,", "1000.5,", .range),
    ("1000,", "2147483648,", .range),
    ("900", "\"900\"", .syntax), ("500", "0.5", .range), ("\"A\"", "null", .syntax),
    ("900", "900,\"rotation\":1", .duplicateKey),
    ("900", "900,\"\\u0072otation\":1", .duplicateKey), ("900", "900,\"b\":1,\"b\":1", .duplicateKey),
    ("1500]", "1500", .syntax),
  ])
  func `A faulty image is refused`(_ part: String, _ other: String, _ code: ModelError.Code) {
    let error = #expect(throws: ModelError.self) { try element(Self.sound.replacing(part, with: other)) }
    #expect(error?.code == code)
  }
}
