import CommandTable
import Foundation
import Testing

@Suite struct BashCompletionTests {
  @Test(
    .enabled(if: OtherProgram.isInstalled("bash"), "bash is not installed"),
    arguments: [
      (["pa"], "pack"),
      (["-v", "--color", "never", "un"], "unpack"),
      (["pack", "--fo"], "--force"),
      (["status", "--"], "--color|--help|--jobs|--verbose|--version"),
      (["pack", "--color", "a"], "always|auto"),
      (["pack", "--repair", "=", "s"], "safe"),
      (["pack", "--repair", "="], "all|safe"),
      (["pack", "--repair=a"], "--repair=all"),
      (["pack", "--ignore", ""], "dust|rust"),
      (["pack", "b"], "box one|bulk"),
      (["pack", "-o", "b"], "box one|bulk"),
      (["pack", "--into", "b"], "box one"),
      (["pack", "--level", ""], ""),
      (["teach", ""], "bash|zsh"),
      (["teach", "zsh", "bu"], "bulk"),
      (["pack", "--", "-"], "-odd"),
      (["status", ""], ""),
    ])
  func bashOffers(_ words: [String], _ expected: String) throws {
    try withBoxes { folder in
      let bash = try #require(OtherProgram("bash"))
      let quoted = (["demo"] + words).map { "'\($0)'" }.joined(separator: " ")
      let script = """
        source ./demo.bash && COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count) \\
          && _demo && printf '%s\\n' "${COMPREPLY[@]}"
        """
      try Data(demo.completions(for: .bash).utf8).write(to: folder.appendingPathComponent("demo.bash"))
      let answer = try bash.run(["--norc", "-c", script], in: folder)
      #expect(answer.text.split(separator: "\n").sorted().joined(separator: "|") == expected)
      #expect(answer.status == 0)
    }
  }
}

@Suite struct ZshCompletionTests {
  @Test(.enabled(if: OtherProgram.isInstalled("zsh"), "zsh is not installed"))
  func zshLoadsIt() throws {
    try withBoxes { folder in
      let zsh = try #require(OtherProgram("zsh"))
      try Data(demo.completions(for: .zsh).utf8).write(to: folder.appendingPathComponent("_demo"))
      #expect(try zsh.run(["-f", "-n", "_demo"], in: folder).text == "")
      let load = "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; print $_comps[demo]"
      #expect(try zsh.run(["-f", "-c", load], in: folder).text == "_demo\n")
    }
  }

  @Test func helpIsEscapedInSpecifications() {
    let script = demo.completions(for: .zsh)
    #expect(script.contains("'--level=[How hard to try: \\[1\\] is least, 9 most]:N: '"))
    #expect(
      script.contains("'(--title)--title=[The box'\\''s title.]:TEXT: '") || script.contains("box'\\''s"))
  }
}

@Suite struct FishCompletionTests {
  @Test(
    .enabled(if: OtherProgram.isInstalled("fish"), "fish is not installed"),
    arguments: [
      ("demo pa", ["pack\tpack boxes into one file"]),
      ("demo --color never un", ["unpack\tunpack a file"]),
      ("demo pack --fo", ["--force\tReplaces what is there"]),
      ("demo pack --titl", ["--title\tThe box's title"]),
      (
        "demo pack --color al",
        ["always\tColours: auto, always or never"]
      ),
      ("demo teach z", ["zsh"]),
      ("demo teach zsh bu", ["bulk"]),
      ("demo pack bu", ["bulk"]),
      ("demo status bu", []),
      ("demo pack --repair=a", ["--repair=all\tRepairs"]),
      ("demo pack --into b", ["box one/\tDirectory"]),
    ])
  func fishOffers(_ line: String, _ expected: [String]) throws {
    try withBoxes { folder in
      let fish = try #require(OtherProgram("fish"))
      let script = folder.appendingPathComponent(".demo.fish")
      try Data(demo.completions(for: .fish).utf8).write(to: script)
      #expect(try fish.run(["--no-execute", script.path], in: folder).text == "")
      let answer = try fish.run(
        ["--no-config", "-c", "source .demo.fish; complete -C \"\(line)\""], in: folder)
      #expect(answer.text.split(separator: "\n").map(String.init) == expected)
    }
  }
}

/// A folder with the folder `box one` and the files `bulk` and `-odd`.
private func withBoxes(_ body: (URL) throws -> Void) throws {
  try withFolder { folder in
    let box = folder.appendingPathComponent("box one")
    try FileManager.default.createDirectory(at: box, withIntermediateDirectories: false)
    for name in ["bulk", "-odd"] { try Data().write(to: folder.appendingPathComponent(name)) }
    try body(folder)
  }
}
