import CommandTable
import LNoteCommands
import TestSupport
import Testing

/// The table that drives parser, help, manual pages and completions.
@Suite struct CommandListTests {
  @Test func hasNoFlaws() { #expect(CommandList.program.flaws() == []) }

  @Test func hasAManualPageForTheProgramAndEveryCommand() {
    let names = Set(CommandList.program.manualPages().map(\.fileName))
    #expect(names == Set(["lnote.1"] + CommandList.program.commands.map { "lnote-\($0.name).1" }))
  }

  @Test(.enabled(if: Program.has("mandoc"), "needs mandoc"))
  func manualPagesAreSilentUnderMandoc() throws {
    for page in CommandList.program.manualPages() {
      let outcome = try Program.named("mandoc").run(
        ["-T", "lint", "-W", "warning"], input: Array(page.text.utf8))
      #expect(
        outcome.status == 0 && outcome.output == "" && outcome.errors == "", "\(page.fileName): \(outcome)")
    }
  }
}
