import CommandTable
import DurableFiles
import NotePackage

/// What every command is: a row of the command table, and what it does.
protocol Runnable {
  static var command: Command { get }
  static func run(_ context: Context) throws -> ExitStatus
}

/// What a command is given: what was typed, where to answer, and what is outside.
struct Context {
  let invocation: Invocation
  let console: Console
  let environment: Environment

  /// Throws when the user asked to stop; called where stopping leaves nothing half done.
  func checkInterruption() throws(PackageError) {
    if Interruption.receivedSignal != nil { throw PackageError(.cancelled, ".", "stopped") }
  }

  /// The operands, and the names in the file of `--files-from`.
  func operandPaths() throws -> [Path] {
    var paths = invocation.operands.map { Path($0) }
    guard invocation.accepts("files-from"), let list = invocation.value("files-from") else { return paths }
    let bytes = try Inputs.read(Path(list), limit: 1 << 26)
    let separator: UInt8 = invocation.has("null") ? 0 : UInt8(ascii: "\n")
    paths += bytes.split(separator: separator).map { Path(Array($0)) }
    return paths
  }

  /// An operand, for a command that the user may type next.
  func operandWord(_ index: Int) -> String { Path(invocation.operands[index]).shellWord }

  /// The value of an option, for a command that the user may type next.
  func valueWord(_ option: String) -> String { Path(invocation.value(option) ?? []).shellWord }

  var jobs: Int { invocation.integer("jobs") ?? environment.processorCount }

  /// Packages that are checked and made durable while the next is read: more than there are processors, since disks do
  /// many such things as fast as one, but no more than may have their files open.
  var writingJobs: Int {
    if jobs == 1 { return 1 }
    let room = environment.openFileRoom - Self.openFileCount
    return max(1, min(4 * jobs, room / Self.openFilesOfPackage))
  }

  /// What a command has open all the time, and what each package has meanwhile.
  private static let (openFileCount, openFilesOfPackage) = (10, 8)
}

/// Wrong usage that only a command can see.
struct UsageFailure: Error {
  let message: String
}

/// Runs the program once, from arguments to exit status.
public enum LNote {
  /// Never returns: ends with the status, or the way a signal or a closed pipe ends a program.
  public static func main(arguments: [[UInt8]]) -> Never {
    Interruption.watch()
    let status = run(Environment.current(arguments: arguments))
    if let signal = Interruption.receivedSignal { Interruption.leave(by: signal) }
    Libc.exit(status.code)
  }

  static func run(_ environment: Environment) -> ExitStatus {
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try Parser(CommandList.program).parse(environment.arguments)
    } catch {
      return usageFailure(error.message, command: error.command, environment)
    }
    let console = Console(environment, invocation)
    let context = Context(invocation: invocation, console: console, environment: environment)
    defer { console.progressLine.erase() }
    do {
      let status = try run(context)
      try console.flush()
      return status
    } catch let failure as OutputFailure {
      if failure.number == Libc.brokenPipe { Interruption.leaveByClosedPipe() }
      console.complain("can't write to standard output: \(Libc.words(for: failure.number))")
      return .operationFailed
    } catch let error as UsageFailure {
      return usageFailure(error.message, command: invocation.command?.name, environment)
    } catch let error as PackageError {
      guard error.code != .cancelled else { return .operationFailed }
      let status = try? console.report(error)
      try? console.flush()
      return status ?? .operationFailed
    } catch {
      console.complain("\(error)")
      return .operationFailed
    }
  }

  private static func run(_ context: Context) throws -> ExitStatus {
    let invocation = context.invocation
    if invocation.has("help") {
      let style = context.console.helpStyle
      let text =
        invocation.command.map {
          CommandList.program.help(for: $0, width: helpWidth(context.environment), style: style)
        }
        ?? CommandList.program.help(width: helpWidth(context.environment), style: style)
      try context.console.write(Array(text.utf8))
      return .done
    }
    if invocation.has("version") {
      try context.console.write(Array("lnote \(CommandList.program.version)\n".utf8))
      return .done
    }
    guard let command = invocation.command, let runnable = CommandList.runnable(command.name) else {
      throw UsageFailure(message: "name a command")
    }
    return try runnable.run(context)
  }

  private static func usageFailure(_ message: String, command: String?, _ environment: Environment)
    -> ExitStatus
  {
    let advice =
      environment.arguments.isEmpty
      ? CommandList.program.overview(width: helpWidth(environment))
      : "Type 'lnote \(command.map { "\($0) " } ?? "")--help' for more.\n"
    _ = Libc.write(Array("lnote: \(message)\n\(advice)".utf8), to: 2)
    if environment.arguments.contains(where: { $0.elementsEqual("--json".utf8) }) {
      var line: [UInt8] = Array("{\"type\":\"error\",\"v\":1,\"code\":\"usage\",\"message\":".utf8)
      line.appendQuoted(message)
      _ = Libc.write(line + Array("}\n".utf8), to: 1)
    }
    return .wrongUsage
  }

  /// Lines longer than this are hard to read, on however wide a terminal.
  private static func helpWidth(_ environment: Environment) -> Int { min(environment.width ?? 80, 100) }
}
