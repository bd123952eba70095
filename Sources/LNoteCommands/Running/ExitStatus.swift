import CommandTable
import NotePackage

/// What the program answers to its caller: the one table behind every help text and manual page.
struct ExitStatus: Hashable, Comparable {
  let code: Int32

  static let done = ExitStatus(code: 0)
  static let doneWithWarnings = ExitStatus(code: 1)
  static let unjudged = ExitStatus(code: 2)
  static let inputsFailed = ExitStatus(code: 3)
  static let findingsLeft = ExitStatus(code: 4)
  static let operationFailed = ExitStatus(code: 8)
  static let wrongUsage = ExitStatus(code: 16)

  static let table: [ExitStatusText] = [
    ExitStatusText(done.code, "Done."),
    ExitStatusText(
      doneWithWarnings.code, "Done, and something was corrected, skipped or warned about on the way."),
    ExitStatusText(unjudged.code, "Can't judge yet: busy, not downloaded, or a newer format."),
    ExitStatusText(inputsFailed.code, "Some inputs failed or were refused."),
    ExitStatusText(findingsLeft.code, "Findings are left (`fsck`, which adds up all that apply)."),
    ExitStatusText(
      operationFailed.code, "An operation failed: input or output, space, permission, verification."),
    ExitStatusText(wrongUsage.code, "Wrong usage."),
  ]

  /// The statuses of every command but `fsck`.
  static let usual: [Int32] = [0, 1, 2, 3, 8, 16]

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.code < right.code }

  /// The graver of two, for commands that work on many inputs.
  mutating func include(_ other: ExitStatus) { self = max(self, other) }

  init(code: Int32) { self.code = code }

  init(for error: PackageError) {
    switch error.code {
    // What another program is writing can't be judged before it is done, locked or not.
    case .busy, .changed, .newerFormat, .notDownloaded: self = .unjudged
    case .system: self = .operationFailed
    default: self = .inputsFailed
    }
  }
}
