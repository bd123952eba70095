/// One way to call a command: what has to be typed, and in which order.
struct Synopsis {
  let command: Command
  /// Options that this form can't do without.
  let options: [Option]
  let operands: [Operand]
  /// The first form, in which the command's other options are optional.
  let isMain: Bool

  /// All forms of a command: the main one, then one for each option that stands in for something.
  static func forms(of command: Command) -> [Synopsis] {
    let required = command.options.filter(\.isRequired)
    let main = Synopsis(command: command, options: required, operands: command.operands, isMain: true)
    return [main]
      + command.options.compactMap { option in
        let replaced = command.replaced(by: option)
        guard !replaced.isEmpty else { return nil }
        return Synopsis(
          command: command,
          options: required.filter { !replaced.contains($0.name) && $0.name != option.name } + [option],
          operands: command.operands.filter { !replaced.contains($0.name) }, isMain: false)
      }
  }

  /// The options that may be added, for the main form.
  var optionalOptions: [Option] {
    isMain ? command.options.filter { !$0.isRequired && command.replaced(by: $0).isEmpty } : []
  }

  /// What follows the program's name, with all optional options as one word.
  var text: MarkedText {
    (options.map(\.usage) + operands.map(\.usage)).reduce("`\(command.name)` [*options*]") { $0 + " " + $1 }
  }
}

extension Program {
  /// The ways to call a command, each as one line: `demo pack [options] PATH...`.
  public func synopsis(of command: Command) -> [String] {
    Synopsis.forms(of: command).map { name + " " + $0.text.plain }
  }
}
