import DurableFiles
import TestSupport
import Testing

@Suite struct NameTests {
  @Test(arguments: ["", ".", "..", "a/b", "/", "a\u{0}b"])
  func refusesWhatIsNoComponent(_ text: String) {
    #expect(Name(text) == nil)
  }

  @Test(arguments: ["a", "...", ".a", "ä", " ", "-", "a\\b"])
  func keepsItsBytes(_ text: String) {
    #expect(Name(text)?.bytes == Array(text.utf8))
    #expect(Name(text)?.text == text)
  }

  @Test func saysWhenItIsNoText() {
    let name = Name([0x61, 0xFF, 0x0A])
    #expect(name?.text == nil)
    #expect(name?.description == "a\\xff\\u{a}")
  }

  @Test func comparesByBytes() {
    #expect(Name.of("Z") < Name.of("a"))
    #expect(Name.of("a") < Name.of("aa"))
  }
}

@Suite struct PathTests {
  @Test(
    arguments: [
      ("a/b", "b", "a"), ("a", "a", "."), ("/a", "a", "/"), ("/", nil, "/"), ("a/b/", "b", "a"),
      ("a//b", "b", "a"),
      ("", nil, "."), ("..", nil, "."), ("a/..", nil, "a"), ("//a//", "a", "/"), (".", nil, "."),
    ] as [(String, String?, String)])
  func splits(_ text: String, _ name: String?, _ parent: String) {
    let path = Path(text)
    #expect(path.name?.text == name)
    #expect(path.parent == Path(parent))
  }

  @Test(arguments: [("a", "a/n"), ("a/", "a/n"), ("/", "/n"), (".", "n"), ("", "n")])
  func appends(_ text: String, _ whole: String) {
    #expect(Path(text).appending(Name.of("n")) == Path(whole))
  }

  @Test func showsWhatCouldSteerATerminalEscaped() {
    #expect(Path("a\u{1B}[2J\u{202E}b").description == "a\\u{1b}[2J\\u{202e}b")
  }
}

@Suite struct RelativePathTests {
  @Test(arguments: ["", "/a", "a/", "a//b", "a/./b", "../a", "a/..", "a\u{0}"])
  func refusesWhatLeadsOut(_ text: String) {
    #expect(RelativePath(text) == nil)
  }

  @Test func splitsAndJoins() {
    let path = RelativePath.of("pages/x.content")
    #expect(path.names.map(\.text) == ["pages", "x.content"])
    #expect(path.text == "pages/x.content")
    #expect(path.parent == RelativePath.of("pages"))
    #expect(path.parent?.parent == nil)
  }

  @Test func comparesByJoinedBytes() {
    #expect(RelativePath.of("a-b") < RelativePath.of("a/b"))
    #expect(RelativePath.of("a") < RelativePath.of("a/b"))
  }
}
