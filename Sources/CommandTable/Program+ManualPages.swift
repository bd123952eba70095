extension Program {
  /// A man page and the name of its file.
  public typealias ManualPage = (fileName: String, text: String)

  /// All man pages, in mdoc(7): the program's, then one for each command in the table's order.
  ///
  /// They depend on the table only, so that they can be committed and compared.
  public func manualPages() -> [ManualPage] {
    [("\(name).1", manualPage())] + commands.map { ("\(name)-\($0.name).1", manualPage(for: $0)) }
  }

  /// The man page of the program.
  public func manualPage() -> String {
    var writer = MdocWriter()
    writer.prologue(title: name, summary: summary, date: date)
    writer.section("SYNOPSIS")
    writer.macro("Nm", [name])
    writer.raw(".Ar COMMAND")
    writer.raw(".Op Ar options")
    writer.raw(".Op Ar operands")
    writer.section("DESCRIPTION")
    writer.paragraphs(description)
    writer.paragraph("The commands are:")
    writer.list(commands.map { ("Xr \(name)-\($0.name) 1", "\(capitalized($0.summary)).") })
    if !commonOptions.isEmpty {
      writer.paragraph("Every command has these options; they may stand before the command too:")
      writer.options(commonOptions)
    }
    writer.definitions("ENVIRONMENT", environment, literal: "Ev")
    writer.definitions("FILES", files, literal: "Pa")
    writer.statuses(exitStatuses)
    writer.examples(examples)
    writer.references(references())
    return writer.text
  }

  /// The man page of one of the program's commands.
  public func manualPage(for command: Command) -> String {
    var writer = MdocWriter()
    writer.prologue(title: "\(name)-\(command.name)", summary: command.summary, date: date)
    writer.section("SYNOPSIS")
    for form in Synopsis.forms(of: command) { writer.synopsis(form, program: name) }
    writer.section("DESCRIPTION")
    if command.description.isEmpty { writer.paragraph("\(capitalized(command.summary)).") }
    writer.paragraphs(command.description)
    let operands = command.operands.filter { !$0.help.isEmpty }
    if !operands.isEmpty {
      writer.paragraph("The operands are:")
      writer.list(operands.map { ("Ar " + MdocWriter.argument($0.name), $0.help) })
    }
    if !command.options.isEmpty {
      writer.paragraph("The options are:")
      writer.options(command.options)
    }
    if !commonOptions.isEmpty { writer.commonOptions(commonOptions, page: name) }
    writer.statuses(exitStatuses(of: command))
    writer.examples(command.examples)
    writer.references(references(of: command))
    return writer.text
  }

  private func capitalized(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst()
  }
}

extension MdocWriter {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  fileprivate mutating func prologue(title: String, summary: String, date: Program.Date) {
    let month = Self.months.indices.contains(date.month - 1) ? Self.months[date.month - 1] : "January"
    raw(".\\\" Made from the table of commands; change that instead.")
    raw(".Dd \(month) \(date.day), \(date.year)")
    raw(".Dt \(Self.argument(title.uppercased())) 1")
    raw(".Os")
    section("NAME")
    macro("Nm", [title])
    raw(".Nd " + Self.escaped(MarkedText(summary).plain, isLiteral: false))
  }

  /// One form of a command; the common options are left to the text.
  fileprivate mutating func synopsis(_ form: Synopsis, program: String) {
    macro("Nm", [program])
    macro("Cm", [form.command.name])
    let optional = form.optionalOptions
    let letters = optional.filter { $0.kind == nil }.compactMap(\.letter)
    if !letters.isEmpty { raw(".Op Fl " + Self.argument(String(letters), isLiteral: true)) }
    for option in optional where option.kind != nil || option.letter == nil {
      raw(".Op " + Self.option(option) + (option.isRepeatable ? " ..." : ""))
    }
    for option in form.options { raw("." + Self.option(option) + (option.isRepeatable ? " ..." : "")) }
    for operand in form.operands {
      let many = operand.takesMany ? " ..." : ""
      raw((operand.isRequired ? ".Ar " : ".Op Ar ") + Self.argument(operand.name) + many)
    }
  }

  /// The shortest form of an option with its value, as macros.
  private static func option(_ option: Option) -> String {
    guard let letter = option.shortForm else { return longForm(option) }
    let flag = "Fl " + argument(String(letter.dropFirst()), isLiteral: true)
    if case .required(let name, _) = option.value { return flag + " Ar " + argument(name) }
    return option.kind == nil ? flag : longForm(option)
  }

  private static func longForm(_ option: Option) -> String {
    let flag = "Fl " + argument(String(option.longForm.dropFirst()), isLiteral: true)
    return switch option.value {
    case .none: flag
    case .required(let name, _): flag + " Ar " + argument(name)
    case .optional(let name, _): flag + " Ns Oo = Ns Ar " + argument(name) + " Oc"
    }
  }

  fileprivate mutating func options(_ options: [Option]) {
    list(
      options.map { option in
        let letter = option.shortForm.map {
          "Fl \(Self.argument(String($0.dropFirst()), isLiteral: true)) , "
        }
        return ((letter ?? "") + Self.longForm(option), option.help)
      })
  }

  fileprivate mutating func commonOptions(_ options: [Option], page: String) {
    macro("Pp")
    raw("The options of every command are described in")
    raw(".Xr \(page) 1 :")
    for (index, option) in options.enumerated() {
      let end = index == options.count - 1 ? " ." : " ,"
      raw(".Fl " + Self.argument(String(option.longForm.dropFirst()), isLiteral: true) + end)
    }
  }

  fileprivate mutating func definitions(_ title: String, _ items: [Definition], literal: String) {
    guard !items.isEmpty else { return }
    section(title)
    definitions(items, literal: literal)
  }

  fileprivate mutating func statuses(_ statuses: [ExitStatusText]) {
    guard !statuses.isEmpty else { return }
    section("EXIT STATUS")
    list(statuses.map { ("\($0.code)", "\(capitalizedSentence($0.meaning))") })
  }

  private func capitalizedSentence(_ text: String) -> String {
    let sentence = text.prefix(1).uppercased() + text.dropFirst()
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  fileprivate mutating func examples(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    section("EXAMPLES")
    for (command, explanation) in examples { example(command, explanation) }
  }

  fileprivate mutating func references(_ references: [ManualReference]) {
    guard !references.isEmpty else { return }
    section("SEE ALSO")
    for (index, reference) in references.enumerated() {
      raw(".Xr \(reference.name) \(reference.section)" + (index == references.count - 1 ? "" : " ,"))
    }
  }
}
