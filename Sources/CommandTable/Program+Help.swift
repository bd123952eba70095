extension Program {
  /// The help of the program, ending in a newline.
  ///
  /// `width` is the number of columns to fill, at least 40; only command lines to copy may be longer.
  public func help(width: Int = 80, style: HelpStyle = .plain) -> String {
    var writer = HelpWriter(width: width, style: style)
    usage(&writer)
    writer.paragraphs([.text("\(sentence(summary))")] + description)
    list(&writer)
    writer.options("Options of every command", commonOptions)
    writer.examples(examples)
    writer.statuses(exitStatuses)
    writer.definitions("Environment", environment)
    writer.definitions("Files", files)
    advise(&writer)
    return writer.text
  }

  /// What there is, for who typed no command; ends in a newline. The width as above.
  public func overview(width: Int = 80, style: HelpStyle = .plain) -> String {
    var writer = HelpWriter(width: width, style: style)
    usage(&writer)
    list(&writer)
    advise(&writer)
    return writer.text
  }

  private func usage(_ writer: inout HelpWriter) {
    writer.hanging("Usage: ", "`\(name)` *COMMAND* [*options*] [*operands*]")
  }

  private func list(_ writer: inout HelpWriter) {
    writer.heading("Commands")
    writer.list(commands.map { ("`\($0.name)`", "\($0.summary)") })
  }

  private func advise(_ writer: inout HelpWriter) {
    writer.blankLine()
    writer.paragraph("`\(name) help` *COMMAND* says more about a command.")
  }

  /// The help of one of the program's commands, ending in a newline; the width as above.
  public func help(for command: Command, width: Int = 80, style: HelpStyle = .plain) -> String {
    var writer = HelpWriter(width: width, style: style)
    for (index, form) in Synopsis.forms(of: command).enumerated() {
      writer.hanging(index == 0 ? "Usage: " : "       ", "`\(name)` " + form.text)
    }
    writer.paragraphs([.text("\(sentence(command.summary))")] + command.description)
    writer.definitions(
      "Operands", command.operands.filter { !$0.help.isEmpty }.map { ("*\($0.name)*", $0.help) })
    writer.options("Options", command.options)
    writer.options("Options of every command", commonOptions)
    writer.examples(command.examples)
    writer.statuses(exitStatuses(of: command))
    let pages = references(of: command).map { "\($0.name)(\($0.section))" }
    writer.blankLine()
    writer.hanging("See also: ", "\(pages.joined(separator: ", "))")
    return writer.text
  }

  private func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}

extension HelpWriter {
  fileprivate mutating func options(_ title: String, _ options: [Option]) {
    let space = options.contains { $0.letter != nil } ? "    " : ""
    definitions(
      title,
      options.map { option in
        let letter = option.shortForm.map { MarkedText("`\($0)`, ") } ?? MarkedText(space)
        return (letter + option.usage, option.help)
      })
  }

  fileprivate mutating func examples(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    heading("Examples")
    for (command, explanation) in examples { example(command, explanation, indent: 2) }
  }

  fileprivate mutating func statuses(_ statuses: [ExitStatusText]) {
    definitions("Exit status", statuses.map { ("`\($0.code)`", "\($0.meaning)") })
  }

  fileprivate mutating func definitions(_ title: String, _ items: [Definition]) {
    guard !items.isEmpty else { return }
    heading(title)
    list(items)
  }
}
