/// The completion script for zsh, on `_arguments`.
struct ZshCompletion {
  let program: Program

  var text: String {
    let function = "_" + program.functionName
    return """
      #compdef \(program.name)
      # Completion of \(program.name) for zsh. Made from the table of commands.

      \(function)_commands() {
        local -a commands
        commands=(
      \(commandList)
        )
        _describe -t commands command commands
      }

      \(function)() {
        local context state state_descr line
        typeset -A opt_args
        local -a common
        common=(
      \(specifications(program.commonOptions, indent: 4))
        )
        _arguments -C -s -S $common ': :\(function)_commands' '*:: :->words' && return
        [[ $state == words ]] || return 1
        local command=$words[1]
        curcontext="${curcontext%:*:*}:\(program.name)-$command:"
        case $command in
      \(program.commands.map(commandCase).joined(separator: "\n"))
        esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        \(function) "$@"
      else
        compdef \(function) \(program.name)
      fi

      """
  }

  private func commandCase(_ command: Command) -> String {
    let parts = [specifications(command.options, indent: 6), operands(of: command)].filter { !$0.isEmpty }
    let lines = ["    \(command.name)) _arguments -s -S $common"] + parts
    return lines.joined(separator: " \\\n") + " ;;"
  }

  private func specifications(_ options: [Option], indent: Int) -> String {
    let separator = indent == 4 ? "\n" : " \\\n"
    return options.flatMap { option in
      option.forms.map { prefix(option, among: options) + specification(option, form: $0) }
    }
    .map { String(repeating: " ", count: indent) + shellQuoted($0) }.joined(separator: separator)
  }

  /// What is no longer offered beside an option.
  private func prefix(_ option: Option, among options: [Option]) -> String {
    if option.isInformational { return "(- *)" }
    if option.isRepeatable { return "*" }
    let excluded = (options + program.commonOptions).filter { option.excludes.contains($0.name) }
    let forms = option.forms + excluded.flatMap(\.forms)
    return forms.count > 1 ? "(\(forms.joined(separator: " ")))" : ""
  }

  private func specification(_ option: Option, form: String) -> String {
    let help = "[\(bracketed(option.briefHelp))]"
    let isLong = form == option.longForm
    switch option.value {
    case .none: return form + help
    case .required(let name, let kind):
      return form + (isLong ? "=" : "+") + help + ":\(escapedColons(name)):" + action(kind)
    case .optional(let name, let kind):
      return isLong ? form + "=-" + help + "::\(escapedColons(name)):" + action(kind) : form + help
    }
  }

  private func operands(of command: Command) -> String {
    command.operands.map { operand in
      let place = operand.takesMany ? "*:" : operand.isRequired ? ":" : "::"
      let label = escapedColons(operand.name)
      return "      " + shellQuoted("\(place)\(label):\(action(operand.kind))")
    }.joined(separator: " \\\n")
  }

  private func action(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "_files"
    case .folder: "_files -/"
    case .text, .integer: " "
    case .choice(let words), .suggestions(let words):
      "(" + words.map(escapedColons).joined(separator: " ") + ")"
    }
  }

  private var commandList: String {
    program.commands.map { command in
      "    " + shellQuoted("\(command.name):\(MarkedText(command.summary).plain)")
    }.joined(separator: "\n")
  }

  private func escapedColons(_ text: String) -> String {
    text.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
  }

  /// Help between brackets: a bracket of its own would end it.
  private func bracketed(_ text: String) -> String {
    text.map { "[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
