import CommandTable

/// `lnote completions`: completions for a shell, from the command table.
enum CompletionsCommand: Runnable {
  static let command = Command(
    "completions", summary: "print completions for a shell",
    description: [.text("Prints a script that makes a shell complete commands, options and names.")],
    operands: [Operand("SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), help: "The shell.")],
    exitStatuses: [0, 8, 16],
    examples: [
      ("lnote completions bash > ~/.local/share/bash-completion/completions/lnote", "For bash."),
      ("lnote completions fish > ~/.config/fish/completions/lnote.fish", "For fish."),
    ])

  static func run(_ context: Context) throws -> ExitStatus {
    let name = String(decoding: context.invocation.operands[0], as: UTF8.self)
    guard let shell = Shell(rawValue: name) else {
      throw UsageFailure(message: "no completions for '\(name)'")
    }
    try context.console.write(Array(CommandList.program.completions(for: shell).utf8))
    return .done
  }
}
