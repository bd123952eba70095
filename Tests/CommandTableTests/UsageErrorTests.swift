import CommandTable
import Testing

@Suite struct UsageErrorTests {
  @Test(arguments: [
    ("unpak x", "unknown command 'unpak'; did you mean 'unpack'?"),
    ("hlep", "unknown command 'hlep'; did you mean 'help'?"),
    ("extract x", "unknown command 'extract'; did you mean 'unpack'?"),
    ("apck x", "unknown command 'apck'; did you mean 'pack'?"),
    ("stat", "unknown command 'stat'; did you mean 'status'?"),
    ("zzzzzz --help", "unknown command 'zzzzzz'; 'demo --help' lists the commands"),
    ("", "no command given; 'demo --help' lists the commands"),
    ("pack x --forec", "unknown option '--forec'; did you mean '--force'?"),
    ("pack x --out=3", "unknown option '--out'; did you mean '--output'?"),
    ("pack x --zzz", "unknown option '--zzz'; 'demo pack --help' lists the options"),
    ("--zzz", "unknown option '--zzz'; 'demo --help' lists the options"),
    ("pack x -x", "unknown option '-x'; 'demo pack --help' lists the options"),
    ("pack x -vx", "unknown option '-x' in '-vx'; 'demo pack --help' lists the options"),
    ("pack x -é", "unknown option '-é'; 'demo pack --help' lists the options"),
    ("pack x -force", "unknown option '-force'; did you mean '--force'?"),
    ("--force pack x", "option '--force' belongs after the command"),
    ("pack x --force=1", "option '--force' takes no value"),
    ("pack x --output", "option '--output' needs a value: --output FILE"),
    (
      "pack x -o --force",
      "option '-o' needs a value before '--force'; if that is the value, type '--output=--force'"
    ),
    ("pack x --output=", "option '--output' takes a path, but it is empty"),
    ("pack x -f --force", "option '--force' is given more than once; keep one of them"),
    ("pack x --level 10", "option '--level' takes a whole number from 1 to 9, not '10'"),
    ("pack x --level +1", "option '--level' takes a whole number from 1 to 9, not '+1'"),
    (
      "pack x --level=99999999999999999999",
      "option '--level' takes a whole number from 1 to 9, "
        + "not '99999999999999999999'"
    ),
    ("pack x -j0", "option '--jobs' takes a whole number of at least 1, not '0'"),
    ("pack x --color", "option '--color' needs a value: --color WHEN"),
    (
      "pack x --color allways",
      "option '--color' takes auto, always or never, not 'allways'; did you mean 'always'?"
    ),
    ("pack x --repair=", "option '--repair' takes safe or all, not ''"),
    ("pack x -n -f", "options '--dry-run' and '--force' exclude each other; keep one of them"),
    ("pack x -0", "option '--null' is of use only with '--files-from'"),
    ("pack", "missing BOX; usage: demo pack [options] BOX..., or demo pack [options] --files-from FILE"),
    ("unpack x", "missing option '--to DIR'; usage: demo unpack [options] --to DIR FILE"),
    ("unpack --to y", "missing FILE; usage: demo unpack [options] --to DIR FILE"),
    (
      "unpack --to y a b",
      "too many operands: 'b' is one too many; usage: demo unpack [options] --to DIR FILE"
    ),
    ("status a", "'status' takes no operands: 'a' is one too many; usage: demo status [options]"),
    ("teach zhs", "SHELL takes bash or zsh, not 'zhs'; did you mean 'zsh'?"),
  ])
  func messageSaysWhatToType(_ line: String, _ message: String) {
    #expect(complaint(line)?.message == message)
  }

  @Test func errorCarriesCommandAndSuggestion() {
    #expect(complaint("unpak")?.suggestion == "unpack")
    #expect(complaint("unpak")?.command == nil)
    #expect(complaint("pack x --forec")?.suggestion == "--force")
    #expect(complaint("pack x --forec")?.command == "pack")
  }

  @Test func firstMistakeCounts() {
    #expect(complaint("pack --zzz --level 0")?.message.contains("--zzz") == true)
  }

  @Test func emptyPathIsRefused() {
    #expect(throws: UsageError("BOX takes a path, but it is empty", command: "pack")) {
      try parse("pack", "")
    }
  }

  @Test func messageIsOneLineWhateverWasTyped() throws {
    let word: [UInt8] = [0x1B, 0x5B, 0x0A, 0xFF, 0xE2, 0x80, 0xAE]
    let error = #expect(throws: UsageError.self) { try parser.parse([word]) }
    #expect(error?.message.contains("'\\u{1b}[\\u{a}\\xff\\u{202e}'") == true)
  }

  @Test func textHasToBeUTF8() {
    #expect(throws: UsageError("option '--title' takes UTF-8 text, not '\\xff'", command: "pack")) {
      try parser.parse([bytes("pack"), bytes("x"), bytes("--title"), [0xFF]])
    }
  }
}
