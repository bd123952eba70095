import Foundation
import TestSupport
import Testing

/// A shell in a terminal of 80 columns that nobody looks at, what it shows being recorded. A class, since it ends the
/// terminal with itself.
final class TerminalSession {
  /// For what is recorded, apart from what the commands work on.
  private let temporary: TemporaryFolder
  /// A server of its own, so that nobody's windows are touched.
  private let socket: String
  private var commandCount = 0

  init(in folder: String) throws {
    temporary = try TemporaryFolder(isInMemory: true)
    socket = temporary("tmux")
    // Without a prompt and an echo only what the command shows is recorded.
    try tmux(
      "new-session", "-d", "-x", "80", "-y", "24", "cd '\(folder)' && stty -echo && PS1= exec sh -i")
    try temporary.write("", "screen")
    try tmux("pipe-pane", "cat >>'\(temporary("screen"))'")
    try type("echo ready")
    try wait("a shell") { $0.contains("ready") }
  }

  deinit { _ = try? Program.named("tmux").run(["-S", socket, "kill-server"]) }

  @discardableResult private func tmux(_ words: String...) throws -> String {
    let environment: [String: String?] = ["TMUX": nil, "ENV": nil, "TERM": "xterm", "COLUMNS": nil]
    let outcome = try Program.named("tmux").run(
      ["-S", socket, "-f", "/dev/null"] + words, environment: environment)
    if outcome.status != 0 { throw ProgramFailure("tmux \(words): \(outcome)") }
    return outcome.output
  }

  /// Types a line.
  func type(_ line: String) throws {
    try tmux("send-keys", "-l", line)
    try tmux("send-keys", "Enter")
  }

  /// Presses the keys that stop a command.
  func interrupt() throws { try tmux("send-keys", "C-c") }

  /// What was shown since the session began, with the control characters that a terminal obeys.
  func recording() throws -> String { try temporary.text("screen") }

  /// What the screen shows now.
  func screen() throws -> String { try tmux("capture-pane", "-p") }

  func forget() throws { try temporary.write("", "screen") }

  /// The status of the last command, once the shell has it.
  func status() throws -> Int32? {
    commandCount += 1
    let file = "status-\(commandCount)"
    try type("echo $? >'\(temporary(file))'")
    try wait("the end of the command") { _ in (try? self.temporary.text(file).hasSuffix("\n")) == true }
    return Int32(try temporary.text(file).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Waits until the recording is as wanted.
  func wait(_ what: String, until isThere: (String) -> Bool) throws {
    for _ in 0..<3000 {
      if isThere(try recording()) { return }
      usleep(10_000)
    }
    throw ProgramFailure("\(what) wasn't seen in 30 seconds: \(try recording().debugDescription)")
  }
}
