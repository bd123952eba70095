import DurableFiles
import Foundation
import TestSupport
import Testing

/// Long commands as a person sees them: a line that tells how far they have come, gone at the end, never in a pipe; and
/// the keys that stop them.
@Suite(.needs("tmux"), .needsTracing) struct TerminalTests {
  let temporary: TemporaryFolder

  init() throws { temporary = try .withWork() }

  /// A command, what it says that it does, and how many milliseconds each of its calls that matter takes: as many as
  /// make more than a second.
  struct Slow: CustomTestStringConvertible {
    let what: String
    let words: String
    let delay: Int
    var calls = "fsync,getdents64"
    var testDescription: String { words }

    /// On a slow disk.
    var line: String {
      "strace -f -qq -o /dev/null -e trace=\(calls) -e inject=\(calls):delay_enter=\(delay * 1000) "
        + "'\(Program.lnote.path)' \(words)"
    }
  }

  static let commands: [Slow] =
    migrations + [
      Slow(what: "checking", words: "fsck --deep L -j1", delay: 50),
      Slow(what: "packing", words: "pack L -o a -j1", delay: 25),
      Slow(what: "unpacking", words: "unpack A -d U -j1", delay: 15),
      Slow(what: "importing", words: "import A --into N", delay: 15),
      Slow(
        what: "drawing", words: "export L/\(SmallPackage.name) -f svg -o S", delay: 250, calls: "fsync,write"),
      Slow(what: "backing up", words: "backup L --to C -j1", delay: 25),
      Slow(what: "restoring", words: "restore B --into R", delay: 15),
    ]

  #if SQLite
    private static let migrations = [
      Slow(what: "migrating", words: "migrate --to sqlite L -j1", delay: 5)
    ]
  #else
    private static let migrations: [Slow] = []
  #endif

  private func reset() throws {
    for name in ["a", "U", "N", "S", "C", "R", "L"] where temporary.exists(name) {
      try temporary.remove(name)
    }
    try temporary.copy(temporary("T"), "L")
  }

  @Test(arguments: commands) func showsHowFarItHasCome(_ command: Slow) throws {
    let session = try TerminalSession(in: temporary(""))
    try session.forget()
    try session.type(command.line)
    let status = try session.status()
    let recording = try session.recording()
    #expect(status == 0, "\(recording.debugDescription)")
    let pattern = #"\r\x1B\[K"# + command.what + #": [0-9]+ of [0-9]+(, [0-9.]+ k?(B|bytes))?"#
    #expect(
      recording.range(of: pattern, options: .regularExpression) != nil, "\(recording.debugDescription)")
    for line in recording.components(separatedBy: "\r\u{1B}[K") where line.hasPrefix("\(command.what):") {
      #expect(line.count < 80 && !line.contains("\n"), "\(line.debugDescription)")
    }
    #expect(!(try session.screen()).contains("\(command.what): "), "erased at the end")

    try reset()
    try session.forget()
    try session.type("\(command.line) 2>&1 | cat")
    #expect(try session.status() == 0)
    let piped = try session.recording()
    #expect(!piped.contains("\(command.what): ") && !piped.contains("\u{1B}[K"), "\(piped.debugDescription)")
  }

  @Test(arguments: commands) func stopsWhenAsked(_ command: Slow) throws {
    let session = try TerminalSession(in: temporary(""))
    try session.type(command.line)
    try session.wait("progress") { $0.contains("\(command.what): ") }
    try session.interrupt()
    let status = try session.status()
    let recording = try session.recording()
    #expect(status == 130, "\(recording.debugDescription)")
    #expect(!(try session.screen()).contains("\(command.what): "))
    try temporary.remove("T")
    let state = try temporary.snapshot()
    #expect(state == state.withoutLeftovers, "\(state)")
  }
}
