import Foundation
import NoteModel
import Testing

@Suite struct IdentifierTests {
  static let uuid = UUID(uuidString: "6F9619FF-8B86-4011-B42D-00CF4FC964FF")!

  @Test(arguments: [
    "6F9619FF-8B86-4011-B42D-00CF4FC964FF", "6f9619ff-8b86-4011-b42d-00cf4fc964ff",
    "6F9619FF-8b86-4011-B42D-00cf4fc964FF", "{6F9619FF-8B86-4011-B42D-00CF4FC964FF}",
  ])
  func `Spellings of one UUID are equal and kept`(_ text: String) {
    let id = Identifier(text)
    #expect(id.uuid == Self.uuid)
    #expect(id == Identifier(Self.uuid))
    #expect(id.hashValue == Identifier(Self.uuid).hashValue)
    #expect(id.text == text)
    #expect(id.canonicalText == Self.uuid.uuidString)
    #expect(id.isCanonical == (text == Self.uuid.uuidString))
  }

  @Test(arguments: [
    "", "a", "6F9619FF8B864011B42D00CF4FC964FF", "6F9619FF-8B86-4011-B42D-00CF4FC964F",
    "6F9619FG-8B86-4011-B42D-00CF4FC964FF", "6F9619FF-8B86-4011-B42D+00CF4FC964FF",
    "{6F9619FF-8B86-4011-B42D-00CF4FC964FF]", "6F9619FF-8B86-4011-B42D-00CF4FC964F@", "猫",
    "6F9619FF-8B86-4011-B42D-00CF4FC964F\u{E9}",
  ])
  func `Any other text is kept, and equal to itself alone`(_ text: String) {
    let id = Identifier(text)
    #expect(id.uuid == nil)
    #expect(id.text == text)
    #expect(id.canonicalText == text)
    #expect(!id.isCanonical)
    #expect(id == Identifier(text))
    #expect(id != Identifier(text + "x"))
    #expect(id != Identifier(Self.uuid))
  }

  @Test func `Texts are compared by bytes`() {
    #expect(Identifier("é") != Identifier("e\u{301}"))
    #expect(Identifier("a") != Identifier("A"))
  }
}
