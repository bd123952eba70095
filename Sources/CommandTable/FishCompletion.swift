/// The completion script for fish.
struct FishCompletion {
  let program: Program

  private var function: String { "__" + program.functionName }

  var text: String {
    let lines =
      program.commands.map(commandLine)
      + program.commonOptions.map { optionLine($0, condition: nil) }
      + program.commands.flatMap { command in
        command.options.map { optionLine($0, condition: "\(function)_uses \(command.name)") }
          + operandLines(command)
      }
    return """
      # Completion of \(program.name) for fish. Made from the table of commands.

      # The command and the operands before the cursor, one a line.
      function \(function)_words
          set -l words
          set -l is_value no
          set -l are_options_over no
          for token in (commandline -opc)[2..-1]
              if test $is_value = yes
                  set is_value no
              else if test $are_options_over = yes; or test "$token" = -
                  or not string match -q -- '-*' "$token"
                  set -a words $token
              else
                  switch "$words[1] $token"
                      case '* --'
                          set are_options_over yes
      \(valueCases)
                  end
              end
          end
          string join -- \\n $words
      end

      function \(function)_needs_command
          test (count (\(function)_words)) -eq 0
      end

      function \(function)_uses
          set -l words (\(function)_words)
          test (count $words) -gt 0; and test "$words[1]" = $argv[1]
      end

      # The operand under the cursor is one of these, counted from 1: first, last.
      function \(function)_at
          set -l words (\(function)_words)
          test (count $words) -gt 0; and test "$words[1]" = $argv[1]
          and test (count $words) -ge $argv[2]; and test (count $words) -le $argv[3]
      end

      complete -c \(program.name) -e
      complete -c \(program.name) -f
      \(lines.joined(separator: "\n"))

      """
  }

  /// The options whose value is the next word, a line for each command.
  private var valueCases: String {
    let own = program.commands.map { valueForms($0.options, command: $0.name) }
    let lists = (own + [valueForms(program.commonOptions, command: "*")]).filter { !$0.isEmpty }
    return lists.map { forms in
      "                case \(forms.joined(separator: " "))\n                    set is_value yes"
    }.joined(separator: "\n")
  }

  private func valueForms(_ options: [Option], command: String) -> [String] {
    options.filter(\.takesNextArgument).flatMap(\.forms).map { "'\(command) \($0)'" }
  }

  private func commandLine(_ command: Command) -> String {
    "complete -c \(program.name) -n \(function)_needs_command -a \(command.name) -d "
      + quoted(MarkedText(command.summary).plain)
  }

  private func optionLine(_ option: Option, condition: String?) -> String {
    var words = ["complete -c \(program.name)"]
    if let condition { words.append("-n \(quoted(condition))") }
    if let letter = option.letter { words.append("-s \(letter)") }
    words.append("-l \(option.name)")
    if let kind = option.kind {
      words += option.takesNextArgument ? ["-r"] : []
      words.append(action(kind))
    }
    words.append("-d \(quoted(option.briefHelp))")
    return words.joined(separator: " ")
  }

  private func operandLines(_ command: Command) -> [String] {
    var first = 1
    return command.operands.compactMap { operand in
      let last = operand.takesMany ? 9999 : first
      defer { first += 1 }
      switch operand.kind {
      case .text, .integer: return nil
      case .file, .folder, .choice, .suggestions:
        let condition = quoted("\(function)_at \(command.name) \(first) \(last)")
        return "complete -c \(program.name) -n \(condition) \(action(operand.kind))"
      }
    }
  }

  private func action(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "-F"
    case .folder: "-f -a '(__fish_complete_directories (commandline -ct))'"
    case .text, .integer: "-f"
    case .choice(let words), .suggestions(let words): "-f -a \(quoted(words.joined(separator: " ")))"
    }
  }

  private func quoted(_ text: String) -> String {
    let escaped = text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
    return shellQuoted(escaped, escapedQuote: "\\'")
  }
}
