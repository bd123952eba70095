/// A program with commands, as data.
public struct Program: Sendable {
  /// The day that man pages carry: given, since a clock would make each build differ.
  public struct Date: Sendable, Equatable {
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    /// From 1 to 31.
    public let day: Int

    public init(year: Int, month: Int, day: Int) {
      self.year = year
      self.month = month
      self.day = day
    }
  }

  /// The word that is typed: ASCII letters, digits and single hyphens.
  public let name: String
  public let version: String
  public let date: Date
  /// What it is, a short line without a full stop.
  public let summary: String
  public let description: [Paragraph]
  /// In the order that help and man page show.
  public let commands: [Command]
  /// Valid with every command, and before it.
  public let commonOptions: [Option]
  /// All statuses, in the order that help and man pages show.
  public let exitStatuses: [ExitStatusText]
  public let environment: [Definition]
  public let files: [Definition]
  public let examples: [Example]
  /// Man pages as `name(section)`; those of the commands are added.
  public let seeAlso: [String]

  public init(
    _ name: String, version: String, date: Date, summary: String, description: [Paragraph] = [],
    commands: [Command], commonOptions: [Option] = [], exitStatuses: [ExitStatusText] = [],
    environment: [Definition] = [], files: [Definition] = [], examples: [Example] = [], seeAlso: [String] = []
  ) {
    self.name = name
    self.version = version
    self.date = date
    self.summary = summary
    self.description = description
    self.commands = commands
    self.commonOptions = commonOptions
    self.exitStatuses = exitStatuses
    self.environment = environment
    self.files = files
    self.examples = examples
    self.seeAlso = seeAlso
  }

  /// The command with exactly this name.
  public func command(_ name: String) -> Command? {
    commands.first { $0.name == name }
  }

  /// The statuses that a command ends with, or all of them for nil.
  public func exitStatuses(of command: Command?) -> [ExitStatusText] {
    guard let codes = command?.exitStatuses else { return exitStatuses }
    return exitStatuses.filter { codes.contains($0.code) }
  }

  /// The options that are valid with a command, its own first, or the common ones for nil.
  public func options(of command: Command?) -> [Option] {
    (command?.options ?? []) + commonOptions
  }
}
