import NoteModel
import Testing

@Suite struct ColorTests {
  @Test(arguments: ["#1A2B3CFF", "#00000000", "#FFFFFF80", "#1A2B3C"])
  func `A colour keeps its form`(_ text: String) {
    #expect(Color(text)?.text == text)
  }

  @Test func `Digits are red, green, blue and alpha`() {
    #expect(Color("#1A2B3C4D") == Color(red: 0x1A, green: 0x2B, blue: 0x3C, alpha: 0x4D))
    #expect(Color("#1a2b3c") == Color(red: 0x1A, green: 0x2B, blue: 0x3C, alpha: 255, spellsAlpha: false))
  }

  @Test func `An alpha that says something is always spelled`() {
    #expect(Color(red: 0, green: 0, blue: 0, alpha: 1, spellsAlpha: false).text == "#00000001")
  }

  @Test(arguments: [
    "", "#", "red", "1A2B3C", "#1A2B3", "#1A2B3C4", "#1A2B3C4D5", "#1A2B3G", "#1A2B3 ", "#é2B3C",
  ])
  func `Anything else is no colour`(_ text: String) {
    #expect(Color(text) == nil)
  }
}
