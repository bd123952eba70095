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
    var reading = Reading(program: program, rest: arguments[...])
    while let argument = reading.next() {
      do throws(UsageError) {
        try reading.take(argument)
      } catch {
        reading.note(error)
      }
    }
    return try reading.finish()
  }
}
