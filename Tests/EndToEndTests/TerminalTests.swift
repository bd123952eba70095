import DurableFiles
import Foundation
import TestSupport
import Testing

/// Long commands as a person sees them: a line that tells how far they have come, gone at the end, never in a pipe; and
/// the keys that stop them.
@Suite(.needs("tmux"), .needsTracing) struct TerminalTests {
  let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder(isInMemory: true)
    try temporary.makeSmallPackage(in: "L")
    try temporary.copy(ProgramSamples.empty, "L/04BF7BC9-E043-5D97-8AA9-66B5DADA06E6.lnote")
    #expect(try lnote("pack", temporary("L"), "-o", temporary("A")).status == 0)
    #expect(try lnote("backup", temporary("L"), "--to", temporary("B")).status == 0)
    try temporary.copy(temporary("L"), "T")
  }

  /// What each says that it does.
  static let commands: [(String, words: String)] =
    migrations + [
      ("checking", "fsck --deep L"), ("packing", "pack L -o a"), ("unpacking", "unpack A -d U"),
      ("importing", "import A --into N"), ("drawing", "export L/\(SmallPackage.name) -f svg -o S"),
      ("backing up", "backup L --to C"), ("restoring", "restore B --into R"),
    ]

  #if SQLite
    private static let migrations = [("migrating", words: "migrate --to sqlite L")]
  #else
    private static let migrations: [(String, words: String)] = []
  #endif

  /// The command on a slow disk: each of its calls that matter takes a while.
  private func slowed(_ words: String) -> String {
    let calls = "fsync,openat,linkat"
    return "strace -f -qq -o /dev/null -e trace=\(calls) -e inject=\(calls):delay_enter=25000 "
      + "'\(Program.lnote.path)' \(words) -j1"
  }

  private func reset() throws {
    for name in ["a", "U", "N", "S", "C", "R", "L"] where temporary.exists(name) {
      try temporary.remove(name)
    }
    try temporary.copy(temporary("T"), "L")
  }

  private func words(_ command: String) -> String {
    // Those that work on one thing at a time have no such option.
    ["unpack", "import", "restore", "export"].contains { command.hasPrefix($0) }
      ? slowed(command).replacing(" -j1", with: "") : slowed(command)
  }

  @Test(arguments: commands) func showsHowFarItHasCome(_ what: String, _ command: String) throws {
    let session = try TerminalSession(in: temporary(""))
    try session.forget()
    try session.type(words(command))
    let status = try session.status()
    let recording = try session.recording()
    #expect(status == 0, "\(recording.debugDescription)")
    let pattern = #"\r\x1B\[K"# + what + #": [0-9]+ of [0-9]+(, [0-9.]+ k?(B|bytes))?"#
    #expect(
      recording.range(of: pattern, options: .regularExpression) != nil, "\(recording.debugDescription)")
    for line in recording.components(separatedBy: "\r\u{1B}[K") where line.hasPrefix("\(what):") {
      #expect(line.count < 80 && !line.contains("\n"), "\(line.debugDescription)")
    }
    #expect(!(try session.screen()).contains("\(what): "), "erased at the end")

    try reset()
    try session.forget()
    try session.type("\(words(command)) 2>&1 | cat")
    #expect(try session.status() == 0)
    let piped = try session.recording()
    #expect(!piped.contains("\(what): ") && !piped.contains("\u{1B}[K"), "\(piped.debugDescription)")
  }

  @Test(arguments: commands) func stopsWhenAsked(_ what: String, _ command: String) throws {
    let session = try TerminalSession(in: temporary(""))
    try session.type(words(command))
    try session.wait("progress") { $0.contains("\(what): ") }
    try session.interrupt()
    let status = try session.status()
    let recording = try session.recording()
    #expect(status == 130, "\(recording.debugDescription)")
    #expect(!(try session.screen()).contains("\(what): "))
    try temporary.remove("T")
    let state = try temporary.snapshot()
    #expect(state == state.withoutLeftovers, "\(state)")
  }
}
