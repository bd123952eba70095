/// The completion script for bash.
///
/// Nothing in it is newer than bash 3.2, which is what macOS has; `compopt` is newer and may be missing.
struct BashCompletion {
  let program: Program

  var text: String {
    let function = "_" + program.functionName
    return """
      # Completion of \(program.name) for bash. Made from the table of commands.

      # What the word after an option is: sets takes (nothing, next or equals) and offer.
      \(function)_option() {
        takes=nothing offer=
        case "$1 $2" in
      \(optionCases)
        esac
      }

      # What an operand of a command is: sets offer.
      \(function)_operand() {
        offer=
        case "$1 $2" in
      \(operandCases)
        esac
      }

      # Fills COMPREPLY with what fits the word under the cursor.
      \(function)_reply() {
        local IFS=$'\\n'
        case $1 in
          file) compopt -o filenames -o default 2>/dev/null
            COMPREPLY=($(compgen -f -- "$2")) ;;
          folder) compopt -o filenames -o dirnames 2>/dev/null
            COMPREPLY=($(compgen -d -- "$2")) ;;
          words:*) IFS=$' \\n'
            COMPREPLY=($(compgen -W "${1#words:}" -- "$2")) ;;
        esac
      }

      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} command= operands=0 ended= takes offer word i
        local pending=
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ $pending == next || $word == '=' ]]; then
            # bash makes a word of the equals sign between an option and its value.
            [[ $word == '=' ]] && pending=next || pending=
          elif [[ $ended || $word == - || $word != -* ]]; then
            if [[ -z $command ]]; then command=$word; else operands=$((operands + 1)); fi
          elif [[ $word == -- ]]; then
            ended=yes
          elif [[ $word != --*=* ]]; then
            \(function)_option "$command" "$word"
            [[ $takes == next ]] && pending=next
          fi
        done
        if [[ $current == '=' || ${COMP_WORDS[COMP_CWORD-1]} == '=' ]]; then
          i=$((COMP_CWORD - 2))
          if [[ $current == '=' ]]; then i=$((COMP_CWORD - 1)) current=; fi
          \(function)_option "$command" "${COMP_WORDS[i]}"
          \(function)_reply "$offer" "$current"
        elif [[ $pending == next ]]; then
          \(function)_option "$command" "${COMP_WORDS[COMP_CWORD-1]}"
          \(function)_reply "$offer" "$current"
        elif [[ -z $ended && $current == --*=* ]]; then
          \(function)_option "$command" "${current%%=*}"
          \(function)_reply "$offer" "${current#*=}"
          for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do
            COMPREPLY[i]=${current%%=*}=${COMPREPLY[i]}
          done
        elif [[ -z $ended && $current == -* ]]; then
          case $command in
      \(optionLists)
          esac
        elif [[ -z $command ]]; then
          \(function)_reply "words:\(program.commands.map(\.name).joined(separator: " "))" "$current"
        else
          \(function)_operand "$command" "$operands"
          \(function)_reply "$offer" "$current"
        fi
      }

      complete -F \(function) \(program.name)

      """
  }

  private var optionCases: String {
    var lines = program.commands.flatMap { command in
      command.options.compactMap { optionCase($0, command: command.name) }
    }
    lines += program.commonOptions.compactMap { optionCase($0, command: nil) }
    return lines.joined(separator: "\n")
  }

  private func optionCase(_ option: Option, command: String?) -> String? {
    guard let kind = option.kind else { return nil }
    let prefix = command.map { "'\($0) " } ?? "*' "
    let forms = option.forms.map { prefix + $0 + "'" }.joined(separator: " | ")
    let takes = option.takesNextArgument ? "next" : "equals"
    return "    \(forms)) takes=\(takes) offer=\(offer(kind)) ;;"
  }

  private var operandCases: String {
    program.commands.flatMap { command in
      let fixed = command.operands.prefix { !$0.takesMany }
      let cases = fixed.enumerated().map { index, operand in
        "    '\(command.name) \(index)') offer=\(offer(operand.kind)) ;;"
      }
      guard fixed.count < command.operands.count else { return cases }
      return cases + ["    '\(command.name) '*) offer=\(offer(command.operands[fixed.count].kind)) ;;"]
    }.joined(separator: "\n")
  }

  private var optionLists: String {
    let function = "_" + program.functionName
    let lists = program.commands.map { ("'\($0.name)'", program.options(of: $0)) }
    return (lists + [("*", program.commonOptions)]).map { pattern, options in
      let words = options.flatMap(\.forms).joined(separator: " ")
      return "      \(pattern)) \(function)_reply \(shellQuoted("words:" + words)) \"$current\" ;;"
    }.joined(separator: "\n")
  }

  private func offer(_ kind: ValueKind) -> String {
    switch kind {
    case .file: "file"
    case .folder: "folder"
    case .text, .integer: "none"
    case .choice(let words), .suggestions(let words): shellQuoted("words:" + words.joined(separator: " "))
    }
  }
}
