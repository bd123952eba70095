import NoteModel
import Testing

@Suite struct JSONWriterTests {
  private func written(_ layout: JSONWriter.Layout, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(layout)
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func sample(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("a")
      writer.integer(1)
      writer.key("b")
      writer.array { writer in
        writer.bool(true)
        writer.null()
        writer.object { _ in }
        writer.array { _ in }
        writer.string("c")
      }
      writer.members([RawMember(key: Array("\\u0064".utf8), value: Array("[1 , 2]".utf8))])
    }
    writer.endLine()
  }

  @Test func `Compact layout has no spaces`() {
    #expect(
      written(.compact, sample) == "{\"a\":1,\"b\":[true,null,{},[],\"c\"],\"\\u0064\":[1 , 2]}\n")
  }

  @Test func `Indented layout puts every member on its line`() {
    #expect(
      written(.indented, sample) == """
        {
          "a": 1,
          "b": [
            true,
            null,
            {},
            [],
            "c"
          ],
          "\\u0064": [1 , 2]
        }

        """)
  }

  @Test func `A value at the root has no separator`() {
    #expect(written(.indented) { $0.string("a") } == "\"a\"")
  }

  @Test(arguments: [
    ("a/é猫😀\u{7F}", "\"a/é猫😀\u{7F}\""), ("\"\\", "\"\\\"\\\\\""),
    ("\u{8}\u{9}\u{A}\u{C}\u{D}", "\"\\b\\t\\n\\f\\r\""), ("\u{0}\u{1F}", "\"\\u0000\\u001f\""), ("", "\"\""),
    (
      "a longer text, with one \" in it, and more behind",
      "\"a longer text, with one \\\" in it, and more behind\""
    ),
  ])
  func `Only what JSON requires is escaped`(_ text: String, _ quoted: String) {
    #expect(written(.compact) { $0.string(text) } == quoted)
    #expect(
      written(.compact) { writer in
        writer.object { writer in
          writer.key(text)
          writer.null()
        }
      } == "{\(quoted):null}")
  }

  @Test(arguments: [
    (820.0, "820"), (820.5, "820.5"), (-0.1, "-0.1"), (0, "0"), (465.1, "465.1"), (1e15, "1000000000000000"),
    (1e16, "1e+16"), (1e-7, "1e-07"),
  ])
  func `Numbers are as short as can be read back`(_ value: Double, _ text: String) {
    #expect(written(.compact) { $0.number(value) } == text)
    #expect(Double(text) == value)
  }

  @Test func `A long text goes out in pieces`() {
    var writer = JSONWriter(.compact)
    writer.open(UInt8(ascii: "["))
    writer.integer(1)
    let first = writer.takeBytes()
    writer.integer(2)
    writer.close(UInt8(ascii: "]"))
    #expect(String(decoding: first + writer.takeBytes(), as: UTF8.self) == "[1,2]")
    #expect(writer.bytes.isEmpty)
  }
}
