/// What can only be judged at the end of the line.
extension Reading {
  /// What was read, or the first mistake.
  func finish() throws(UsageError) -> Invocation {
    if isCommandUnknown || !isInformational, let firstMistake { throw firstMistake }
    let counts = isInformational ? [] : try shares(of: try requiredCommand())
    let names = Set(options.map(\.name))
    return Invocation(command: command, names: names, given: given, operands: operands, counts: counts)
  }

  private func requiredCommand() throws(UsageError) -> Command {
    guard let command else {
      throw UsageError("no command given; '\(program.name) --help' lists the commands")
    }
    return command
  }

  /// How many of the operands stand for each one in the table, after all that must be there was found.
  private func shares(of command: Command) throws(UsageError) -> [Int] {
    let replaced = command.options.filter { has($0.name) }.flatMap { command.replaced(by: $0) }
    try checkCompany(command)
    if let missing = command.options.first(where: {
      $0.isRequired && !has($0.name) && !replaced.contains($0.name)
    }) {
      throw misuse("missing option '\(missing.usage.plain)'", of: command)
    }
    let counts = try distribute(over: command.operands, replaced: replaced, of: command)
    try checkKinds(command.operands, counts)
    return counts
  }

  /// Options that exclude each other, or need each other.
  private func checkCompany(_ command: Command) throws(UsageError) {
    for option in options where has(option.name) {
      if let other = option.excludes.first(where: has) {
        throw mistake("options '--\(option.name)' and '--\(other)' exclude each other; keep one of them")
      }
      guard option.needs.isEmpty || option.needs.contains(where: has) else {
        let needed = option.needs.map { "'--\($0)'" }.joined(separator: " or ")
        throw mistake("option '--\(option.name)' is of use only with \(needed)")
      }
    }
  }

  /// Every operand that must be there gets one, then each from the left takes as many as it can.
  private func distribute(
    over table: [Operand], replaced: [String], of command: Command
  ) throws(UsageError) -> [Int] {
    var counts = table.map { $0.isRequired && !replaced.contains($0.name) ? 1 : 0 }
    var left = operands.count
    for (operand, count) in zip(table, counts) {
      guard left >= count else { throw misuse("missing \(operand.name)", of: command) }
      left -= count
    }
    for (index, operand) in table.enumerated() {
      let more = operand.takesMany ? left : min(left, 1 - counts[index])
      counts[index] += more
      left -= more
    }
    guard left == 0 else {
      let first = shown(operands[operands.count - left])
      let place = table.isEmpty ? "'\(command.name)' takes no operands" : "too many operands"
      throw misuse("\(place): '\(first)' is one too many", of: command)
    }
    return counts
  }

  private func checkKinds(_ table: [Operand], _ counts: [Int]) throws(UsageError) {
    var rest = operands[...]
    for (operand, count) in zip(table, counts) {
      for value in rest.prefix(count) {
        guard let objection = operand.kind.objection(to: value) else { continue }
        throw mistake("\(operand.name) \(objection.text)", suggestion: objection.suggestion)
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Messages: what is wrong, then what to type.
extension Reading {
  /// A mistake whose message says all there is to say.
  func mistake(_ message: String, suggestion: String? = nil) -> UsageError {
    let question = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return UsageError(message + question, suggestion: suggestion, command: command?.name)
  }

  /// A mistake that the way to call the command explains.
  private func misuse(_ message: String, of command: Command) -> UsageError {
    let usage = program.synopsis(of: command).joined(separator: ", or ")
    return mistake("\(message); usage: \(usage)")
  }

  /// A word that isn't in the table.
  func unknown(_ what: String, suggestion: String?) -> UsageError {
    if suggestion != nil { return mistake("unknown " + what, suggestion: suggestion) }
    let words = [program.name, command?.name, "--help"].compactMap { $0 }.joined(separator: " ")
    let list = command == nil && !what.hasPrefix("option") ? "commands" : "options"
    return mistake("unknown \(what); '\(words)' lists the \(list)")
  }

  /// A long option that isn't in the table, or is one of a command's and stands before it.
  func unknownLong(_ name: some Collection<UInt8>) -> UsageError {
    let typed = "--" + shown(name)
    let text = String(decoding: name, as: UTF8.self)
    let isOfSomeCommand = program.commands.contains { $0.options.contains { $0.name == text } }
    if command == nil, !isCommandUnknown, isOfSomeCommand {
      return mistake("option '\(typed)' belongs after the command")
    }
    let meant = nearest(to: text, among: options.map(\.name)).map { "--" + $0 }
    return unknown("option '\(typed)'", suggestion: meant)
  }
}

extension Program {
  /// What someone likely meant in a command's place: `--help` for `help`, what other programs
  /// call it, or a word that looks alike.
  func commandMeant(by word: String) -> String? {
    if let command = commands.first(where: { $0.otherWords.contains(word) }) { return command.name }
    if let option = commonOptions.first(where: { $0.isInformational && $0.name == word }) {
      return option.longForm
    }
    let help = commonOptions.contains { $0.name == "help" } ? ["help"] : []
    return nearest(to: word, among: commands.map(\.name) + help)
  }
}
