import NoteModel
import Testing

@Suite struct JSONValueTests {
  private func read(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8)) }

  @Test func `Every type of value is told apart`() throws {
    let values = try #require(try read("[null,true,1.5,\"a\",[],{}]").array)
    #expect(
      values.map(\.content) == [.null, .bool(true), .number(1.5), .string("a"), .array([]), .object([])])
  }

  @Test func `Every value knows where it stands`() throws {
    let root = try read(" {\"a\": 12, \"b\":[\"x\"]}")
    #expect(root.offset == 1)
    #expect(root["a"]?.offset == 7)
    #expect(root["b"]?.array?.first?.offset == 16)
  }

  @Test func `Keys are found by what they mean`() throws {
    #expect(try read("{\"\\u0061\":1}")["a"]?.integer() == 1)
    #expect(try read("{\"é\":1}")["e\u{301}"] == nil)
  }

  @Test func `Members keep their spelling`() throws {
    guard case .object(let members) = try read("{\"\\u0061\": [1 , 2] }").content else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.raw) == [RawMember(key: Array("\\u0061".utf8), value: Array("[1 , 2]".utf8))])
  }

  @Test(arguments: [
    ("12", 12), ("-3", -3), ("1.0", nil), ("1e2", nil), ("\"1\"", nil), ("9223372036854775808", nil),
  ])
  func `Whole numbers are taken from their digits`(_ text: String, _ value: Int?) throws {
    #expect(try read(text).integer() == value)
  }
}
