import DurableFiles
import Foundation
import TestSupport
import Testing

/// Every example of every command's help, which the man pages show too, runs as it stands.
@Suite struct HelpExampleTests {
  static let commands = [
    "ls", "info", "fsck", "pack", "unpack", "import", "export", "thumbnails", "new", "compact", "migrate",
    "backup",
    "restore", "schema", "completions",
  ]
  private static let id = "6F9619FF-8B86-4011-B42D-00CF4FC964FF"

  /// A folder with what the examples name.
  private static func prepared(for command: String) throws -> TemporaryFolder {
    let temporary = try TemporaryFolder()
    try temporary.makeSmallPackage(in: "Library")
    for file in ["document.json", "manifest.json"] {
      try temporary.edit("Library/\(SmallPackage.name)/\(file)") {
        $0 = $0.replacingOccurrences(of: SmallPackage.id, with: id)
      }
    }
    let preparation = """
      mv Library/\(SmallPackage.name) Library/\(id).lnote
      lnote pack Library/\(id).lnote -o notes.lnotepack
      cp notes.lnotepack 'Field notes.lnotepack'
      if [ \(command) = unpack ]; then head -c 1000 notes.lnotepack >damaged.lnotepack; fi
      for name in page scan-1 scan-2; do
        [ \(command) = import ] || continue
        echo "<svg xmlns='http://www.w3.org/2000/svg'><path d='M1 2L3 4' stroke='red'/><!-- $name --></svg>" >$name.svg
      done
      lnote backup Library --to Backups
      # A repair to take back, under the name that the example has.
      rm Library/*/manifest.json
      lnote fsck --repair Library || [ $? = 1 ]
      mv Library/.lnote-lost+found/2* Library/.lnote-lost+found/20261130T081500Z-0a1b2c3d
      mkdir -p .local/share/bash-completion/completions .config/fish/completions bin
      printf '#!/bin/sh\\nexec sh -c "$2"\\n' >bin/ssh
      chmod +x bin/ssh
      """
    let made = try run("set -e\n\(preparation)", temporary)
    #expect(made.status == 0, "\(made)")
    return temporary
  }

  private static func run(_ line: String, _ temporary: TemporaryFolder) throws -> Program.Outcome {
    let home = temporary.path.description
    return try Program.named("bash").run(
      [
        "-c",
        "set -o pipefail; lnote() { \"$LNOTE\" \"$@\"; }; export -f lnote; PATH=$HOME/bin:$PATH; \(line)",
      ],
      in: temporary.path, environment: ["LNOTE": "\(Program.lnote.path)", "HOME": home])
  }

  @Test(.needs("bash"), arguments: commands) func run(_ command: String) throws {
    let help = try lnote(command, "--help").output.split(separator: "\n")
    let examples = help.filter { $0.hasPrefix("      lnote ") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(!examples.isEmpty)
    for example in examples {
      if example.contains("jq"), !Program.has("jq") { continue }
      let temporary = try Self.prepared(for: command)
      let outcome = try Self.run(example, temporary)
      // A build without pictures says so.
      if outcome.errors.contains("this build has no pictures") { continue }
      // 1: something was corrected or left out, which some examples are about, and what a search that finds nothing says.
      #expect(outcome.status == 0 || outcome.status == 1, "\(example): \(outcome)")
      withExtendedLifetime(temporary) {}
    }
  }
}
