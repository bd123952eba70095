import CommandTable
import DurableFiles

/// Everything that a run takes from outside, read here and nowhere else.
struct Environment: Sendable {
  /// What follows the program's name, as bytes.
  var arguments: [[UInt8]]
  /// Milliseconds since 1970.
  var now: Int64
  var processorCount: Int
  /// How many more files may be open; what opened this program may have left it some.
  var openFileRoom: Int
  var isOutputTerminal: Bool
  var isErrorTerminal: Bool
  /// Columns to write in; nil where nobody says and nothing needs to be cut.
  var width: Int?
  /// Whether the user asked programs not to colour (`NO_COLOR`, `TERM=dumb`).
  var refusesColor: Bool

  private static func openFileCount() -> Int {
    // The three standard streams where no file system tells.
    (try? Folder.open("/dev/fd/.").names().count) ?? 3
  }

  static func current(arguments: [[UInt8]]) -> Environment {
    let isOutputTerminal = Libc.isTerminal(1)
    return Environment(
      arguments: arguments, now: Libc.now(), processorCount: Libc.processorCount(),
      openFileRoom: Libc.openFileLimit() - openFileCount(),
      isOutputTerminal: isOutputTerminal, isErrorTerminal: Libc.isTerminal(2),
      width: Libc.variable("COLUMNS").flatMap { Int($0) } ?? Libc.terminalWidth(1),
      refusesColor: Libc.variable("NO_COLOR")?.isEmpty == false || Libc.variable("TERM") == "dumb")
  }
}
