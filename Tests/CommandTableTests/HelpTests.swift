import CommandTable
import Testing

@Suite struct HelpTests {
  @Test func commandHelpShowsEverything() {
    let help = demo.help(for: demo.commands[1])
    #expect(
      help == """
        Usage: demo unpack [options] --to DIR FILE

        Unpack a file.

        Operands:
          FILE  The file.

        Options:
          --to DIR  Where to.

        Options of every command:
          -h, --help        Shows this help.
          -V, --version     Shows the version.
          -v, --verbose     Says more; twice, still more.
              --color WHEN  Colours: auto, always or never. Without it: auto, which
                            looks at the terminal first.
          -j, --jobs N      So many at once.

        Exit status:
          0   done
          3   some inputs failed
          16  wrong usage

        See also: demo(1)

        """)
  }

  @Test(arguments: [40, 60, 80, 132])
  func helpFitsTheWidth(_ width: Int) {
    let helps = [demo.help(width: width)] + demo.commands.map { demo.help(for: $0, width: width) }
    for line in helps.joined().split(separator: "\n") { #expect(line.count <= width, "\(line)") }
  }

  @Test func helpNamesEveryCommandAndOption() {
    for command in demo.commands {
      #expect(demo.help().contains("  \(command.name) "))
      for option in demo.options(of: command) {
        #expect(demo.help(for: command).contains("--\(option.name)"))
      }
    }
  }

  @Test func onlyTheCommandsStatusesAreShown() throws {
    let help = demo.help(for: try #require(demo.command("pack")))
    #expect(help.contains("  16  wrong usage"))
    #expect(!help.contains("some inputs failed"))
  }

  @Test func styleMarksLiteralsAndKeepsColumns() throws {
    let style = HelpStyle(bold: { "<b>\($0)</b>" }, argument: { "<i>\($0)</i>" })
    let command = try #require(demo.command("pack"))
    let styled = demo.help(for: command, style: style)
    #expect(styled.contains("<b>-o</b>, <b>--output</b> <i>FILE</i>"))
    let stripped = ["<b>", "</b>", "<i>", "</i>"].reduce(styled) { text, mark in
      text.split(separator: mark, omittingEmptySubsequences: false).joined()
    }
    #expect(stripped == demo.help(for: command))
  }

  @Test func replacedOperandsGetTheirOwnUsageLine() throws {
    let guardCommand = try #require(demo.command("guard"))
    #expect(
      demo.synopsis(of: guardCommand) == [
        "demo guard [options] --to DIR BOX [NAME]", "demo guard [options] --check DIR [NAME]",
      ])
  }
}
