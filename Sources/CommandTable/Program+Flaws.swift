extension Program {
  /// What is wrong with the table itself, one sentence each; a test keeps it empty.
  ///
  /// Names are checked for their characters and for clashes, references for what they point to.
  public func flaws() -> [String] {
    var flaws: [String] = []
    func expect(_ condition: Bool, _ flaw: String) {
      if !condition { flaws.append(flaw) }
    }
    expect(isName(name), "the program's name '\(name)' has other characters than names may have")
    flaws += duplicates(commands.map(\.name)).map { "two commands are named '\($0)'" }
    flaws += duplicates(exitStatuses.map { String($0.code) }).map { "exit status \($0) is there twice" }
    for status in exitStatuses {
      expect((0...255).contains(status.code), "exit status \(status.code) is not from 0 to 255")
    }
    for reference in seeAlso { expect(ManualReference(reference) != nil, "'\(reference)' is no man page") }
    return flaws + optionFlaws(commonOptions, of: nil) + commands.flatMap(flaws(of:))
  }

  private func flaws(of command: Command) -> [String] {
    var flaws: [String] = []
    func expect(_ condition: Bool, _ flaw: String) {
      if !condition { flaws.append("\(command.name): \(flaw)") }
    }
    expect(isName(command.name), "the name has other characters than names may have")
    expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "the summary is empty or a sentence")
    expect(command.operands.filter(\.takesMany).count <= 1, "two operands take many arguments")
    for name in duplicates(command.operands.map(\.name)) { expect(false, "two operands are named \(name)") }
    for code in command.exitStatuses ?? [] {
      expect(exitStatuses.contains { $0.code == code }, "exit status \(code) is not in the table")
    }
    for reference in command.seeAlso where ManualReference(reference) == nil {
      expect(self.command(reference) != nil, "no command is named '\(reference)'")
    }
    for word in command.otherWords {
      expect(self.command(word) == nil, "'\(word)' is a command itself")
    }
    let hasFileOfOperands = command.options.contains { $0.name == Command.fileOfOperands }
    expect(!command.operandsFromFile || hasFileOfOperands, "there is no option '--\(Command.fileOfOperands)'")
    return flaws + optionFlaws(command.options, of: command)
  }

  private func optionFlaws(_ table: [Option], of command: Command?) -> [String] {
    var flaws: [String] = []
    let all = options(of: command)
    let names = Set(all.map(\.name))
    let operands = Set(command?.operands.map(\.name) ?? [])
    let place = command?.name ?? "common options"
    func expect(_ condition: Bool, _ flaw: String) {
      if !condition { flaws.append("\(place): \(flaw)") }
    }
    for form in duplicates(all.flatMap(\.forms)) { expect(false, "two options are '\(form)'") }
    for option in table {
      let long = option.longForm
      expect(isName(option.name) && option.name.utf8.count > 1, "'\(long)' is no long name")
      let isPlainLetter = option.letter.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? true
      expect(isPlainLetter, "the letter of '\(long)' is no ASCII letter or digit")
      expect(!option.help.isEmpty, "'\(long)' has no help")
      for name in option.excludes + option.needs { expect(names.contains(name), "there is no '--\(name)'") }
      for name in option.replaces {
        expect(
          names.contains(name) || operands.contains(name), "'\(long)' replaces '\(name)', which isn't there")
      }
    }
    return flaws
  }

  private func duplicates(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
  }

  private func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }
}
