/// One command of the program, as data: parser, help, man page and completions are all made from it.
public struct Command: Sendable {
  /// The word that selects it: lower-case ASCII letters, digits and single hyphens.
  public let name: String
  /// What it does, a short line that begins with a lower-case verb and has no full stop.
  public let summary: String
  public let description: [Paragraph]
  /// In order; at most one of them takes many.
  public let operands: [Operand]
  /// Its own, beside the program's common options.
  public let options: [Option]
  /// The statuses of the program's table that it ends with; nil for all of them.
  public let exitStatuses: [Int32]?
  public let examples: [Example]
  /// Other commands by name, or man pages as `name(section)`.
  public let seeAlso: [String]
  /// Its option `files-from` names a file of operands, so that none has to be in the line.
  public let operandsFromFile: Bool
  /// Words that other programs use for the same thing; whoever types one is pointed here.
  public let otherWords: [String]

  public init(
    _ name: String, summary: String, description: [Paragraph] = [], operands: [Operand] = [],
    options: [Option] = [], exitStatuses: [Int32]? = nil, examples: [Example] = [], seeAlso: [String] = [],
    operandsFromFile: Bool = false, otherWords: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.description = description
    self.operands = operands
    self.options = options
    self.exitStatuses = exitStatuses
    self.examples = examples
    self.seeAlso = seeAlso
    self.operandsFromFile = operandsFromFile
    self.otherWords = otherWords
  }
}

extension Command {
  /// The option that names a file of operands, where `operandsFromFile` is set.
  static let fileOfOperands = "files-from"

  /// Operands and required options that needn't be given beside an option.
  func replaced(by option: Option) -> [String] {
    let all = operandsFromFile && option.name == Self.fileOfOperands ? operands.map(\.name) : []
    return option.replaces + all
  }

  /// The kind of the operand at a position counted from 0 when nothing is known of those that follow.
  func operandKind(at index: Int) -> ValueKind? {
    if index < operands.count, !operands[..<index].contains(where: \.takesMany) {
      return operands[index].kind
    }
    return operands.first(where: \.takesMany)?.kind
  }
}
