/// Reads command lines by a program's table.
///
/// Names of options are exact: a beginning of a name is refused, since a later version could make it
/// ambiguous.
public struct Parser: Sendable {
  public let program: Program

  public init(_ program: Program) {
    self.program = program
  }

  /// Reads the arguments after the program's own name.
  ///
  /// An informational option such as `--help` makes every other mistake count for nothing, except a word
  /// that is no command. Throws the first mistake otherwise.
  public func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Invocation {
    var reading = Reading(program: program, rest: withHelpOption(arguments)[...])
    while let argument = reading.next() {
      do throws(UsageError) {
        try reading.take(argument)
      } catch {
        reading.note(error)
      }
    }
    return try reading.finish()
  }

  /// `help COMMAND` is what many programs take for `COMMAND --help`.
  private func withHelpOption(_ arguments: [[UInt8]]) -> [[UInt8]] {
    guard let first = arguments.first, first.elementsEqual("help".utf8), program.command("help") == nil,
      program.commonOptions.contains(where: { $0.name == "help" })
    else { return arguments }
    return [Array("--help".utf8)] + arguments.dropFirst()
  }
}
