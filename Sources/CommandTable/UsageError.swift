/// A line that can't be run as it was typed.
public struct UsageError: Error, Sendable, Equatable {
  /// One line that says what is wrong and what to type, without the program's name in front.
  public let message: String
  /// The word that was likely meant, as it is typed (`unpack`, `--force`); the message names it too.
  public let suggestion: String?
  /// The command whose help says more; nil before one is known.
  public let command: String?

  public init(_ message: String, suggestion: String? = nil, command: String? = nil) {
    self.message = message
    self.suggestion = suggestion
    self.command = command
  }
}

extension UsageError: CustomStringConvertible {
  public var description: String { message }
}
