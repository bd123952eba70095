/// A status that the program ends with, and what it means.
public struct ExitStatusText: Sendable, Equatable {
  /// From 0 to 255.
  public let code: Int32
  public let meaning: String

  public init(_ code: Int32, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}
