import CommandTable
import Testing

@Suite struct ProgramFlawsTests {
  @Test func demoHasNone() {
    #expect(demo.flaws() == [])
  }

  @Test(arguments: [
    (Command("Pack", summary: "pack"), "Pack: the name has other characters than names may have"),
    (Command("a", summary: "Packs."), "a: the summary is empty or a sentence"),
    (Command("a", summary: "b", exitStatuses: [7]), "a: exit status 7 is not in the table"),
    (Command("a", summary: "b", seeAlso: ["c"]), "a: no command is named 'c'"),
    (Command("a", summary: "b", operandsFromFile: true), "a: there is no option '--files-from'"),
    (
      Command("a", summary: "b", options: [Option("half", letter: "h", help: "c")]),
      "a: two options are '-h'"
    ),
    (Command("a", summary: "b", options: [Option("half", help: "")]), "a: '--half' has no help"),
    (
      Command("a", summary: "b", options: [Option("half", help: "c", needs: ["whole"])]),
      "a: there is no '--whole'"
    ),
  ])
  func eachMistakeInATableIsNamed(_ command: Command, _ flaw: String) {
    let program = Program(
      "p", version: "1", date: .init(year: 2025, month: 1, day: 1), summary: "p", commands: [command],
      commonOptions: [Option("help", letter: "h", help: "Helps.", isInformational: true)])
    #expect(program.flaws() == [flaw])
  }
}
