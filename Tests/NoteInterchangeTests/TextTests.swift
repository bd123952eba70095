import NoteModel
import Testing

@testable import NoteInterchange

@Suite struct TextTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"), ("\u{0}\u{7F}ÿ~?", "AH/Dv34/"),
  ])
  func base64(_ text: String, _ encoded: String) {
    var output: [UInt8] = []
    Base64.append(Array(text.utf8)[...], to: &output)
    #expect(String(decoding: output, as: UTF8.self) == encoded)
    let bytes = Array(encoded.utf8)
    #expect(Base64.decode(bytes.span) == Array(text.utf8))
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Zh==", "Zm9=v", "Zg==Zg==", "=", "Zm 9v", "Zm9v====", "Zm-_"])
  func noBase64(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(Base64.decode(bytes.span) == nil)
  }

  @Test(arguments: [
    "plain", "back\\slash \\u0041", "\u{0}\u{1F}\u{7F}\u{FFFE}\u{FFFF}\u{FEFF}", "tab\tline\nreturn\r", "猫😀",
  ])
  func spelledTextsAreXMLAndComeBack(_ text: String) {
    let spelled = XMLSpelling.spell(text.utf8)
    #expect(!String(decoding: spelled, as: UTF8.self).unicodeScalars.contains { !$0.isXML })
    #expect(XMLSpelling.read(spelled[...]) == Array(text.utf8))
  }

  @Test func numbersOfTheGrid() {
    #expect(
      [0, 5, -5, 10, -123, 99999].map { String(decoding: gridText(tenths: $0), as: UTF8.self) }
        == ["0", "0.5", "-0.5", "1", "-12.3", "9999.9"])
    let thousandths = [0, 1, 10, 412, -1050, 1000].map { (value: Int64) -> String in
      var text: [UInt8] = []
      text.append(thousandths: value)
      return String(decoding: text, as: UTF8.self)
    }
    #expect(thousandths == ["0", "0.001", "0.01", "0.412", "-1.05", "1"])
  }

  @Test func oneLineKeepsStrings() {
    #expect(oneLine(Array("{ \"a b\\\"\" :\n [1,\t2 ]}".utf8)) == Array("{\"a b\\\"\":[1,2]}".utf8))
    #expect(oneLine(Array("{ \"a\" : 1 }".utf8)) == Array("{ \"a\" : 1 }".utf8))
  }
}
