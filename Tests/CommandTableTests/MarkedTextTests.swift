import CommandTable
import Testing

@Suite struct MarkedTextTests {
  @Test func marksAreRead() {
    let text: MarkedText = "Use `--force` on *FILE*s."
    #expect(text.stretches.map(\.text) == ["Use ", "--force", " on ", "FILE", "s."])
    #expect(text.stretches.map(\.mark) == [.plain, .literal, .plain, .argument, .plain])
  }

  @Test(arguments: ["2 * 3 * 4", "an open ` mark", "*", "``", "a* b"])
  func unmatchedMarksAreCharacters(_ source: String) {
    let text = MarkedText(source)
    #expect(text.plain == source)
    #expect(text.stretches.allSatisfy { $0.mark == .plain })
  }

  @Test func literalsHoldAsterisks() {
    #expect(MarkedText("`*.box`").stretches.map(\.text) == ["*.box"])
  }
}
