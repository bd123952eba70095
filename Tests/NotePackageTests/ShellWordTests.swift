import DurableFiles
import Foundation
import NotePackage
import TestSupport
import Testing

/// Paths in commands that people paste: a shell reads back the bytes.
@Suite struct ShellWordTests {
  static let paths: [[UInt8]] =
    [
      "Library", "My Notes/a.lnotepack", "it's", "-x", "~root", "a=b", "笔记", "*", "$HOME", "a\nb",
      "\u{1B}[2J", "",
      "'\\\n", "\u{202E}x", "#", "a;b", "é",
    ].map { Array($0.utf8) } + [[0x61, 0xFF, 0x27]]

  @Test(.enabled(if: Program.has("bash"), "needs bash"), arguments: paths)
  func isReadBack(_ bytes: [UInt8]) throws {
    let word = Path(bytes).shellWord
    let outcome = try Program.named("bash").run([
      "-c", "printf %s \(word) | od -An -v -tu1 | tr -s ' \\n' ' '",
    ])
    let read = outcome.output.split(separator: " ").compactMap {
      UInt8($0.trimmingCharacters(in: .whitespaces))
    }
    #expect(read == (bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + bytes : bytes), "\(word)")
    #expect(!word.unicodeScalars.contains { $0.value < 0x20 }, "\(word)")
  }

  @Test func leavesPlainPathsBare() {
    #expect(Path("Library/a-b_c.lnote").shellWord == "Library/a-b_c.lnote")
    #expect(Path("My Notes").shellWord == "'My Notes'")
  }
}
