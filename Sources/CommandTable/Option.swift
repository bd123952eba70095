/// One option of a command, or of all commands.
///
/// The long name is the one that scripts and `Invocation` use; the letter is a short form of it.
public struct Option: Sendable {
  /// Whether something follows the name.
  public enum Value: Sendable, Equatable {
    /// A switch.
    case none
    /// `--name VALUE`, `--name=VALUE`, `-n VALUE` or `-nVALUE`.
    case required(String, kind: ValueKind)
    /// `--name` or `--name=VALUE`, never the next argument, so that `--name PATH` stays unambiguous.
    case optional(String, kind: ValueKind)
  }

  /// One ASCII letter or digit; nil when there is only the long form.
  public let letter: Character?
  /// The long name, without dashes: lower-case ASCII letters, digits and single hyphens.
  public let name: String
  public let value: Value
  /// What it does, one or a few sentences.
  public let help: MarkedText
  /// May be given more than once; otherwise a second time is an error, since neither wins silently.
  public let isRepeatable: Bool
  /// The command doesn't run without it, unless another option `replaces` it.
  public let isRequired: Bool
  /// Answers by itself, as `--help` does: other mistakes in the line then don't count.
  public let isInformational: Bool
  /// Operands (by name) and required options (by long name) that needn't be given beside this one.
  public let replaces: [String]
  /// Long names of options that can't stand beside this one; saying it on one of the two is enough.
  public let excludes: [String]
  /// Long names of options, one of which has to stand beside this one; empty when it stands alone.
  public let needs: [String]

  public init(
    _ name: String, letter: Character? = nil, value: Value = .none, help: MarkedText,
    isRepeatable: Bool = false, isRequired: Bool = false, isInformational: Bool = false,
    replaces: [String] = [], excludes: [String] = [], needs: [String] = []
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.isRequired = isRequired
    self.isInformational = isInformational
    self.replaces = replaces
    self.excludes = excludes
    self.needs = needs
  }
}

extension Option {
  /// The long form as it is typed.
  var longForm: String { "--" + name }

  /// The short form as it is typed.
  var shortForm: String? { letter.map { "-\($0)" } }

  /// Both forms as they are typed, the short one first.
  var forms: [String] { [shortForm, longForm].compactMap { $0 } }

  /// The first sentence of its help without the full stop: the line that shells have room for.
  var briefHelp: String {
    var brief = ""
    for word in help.plain.split(whereSeparator: \.isWhitespace) {
      brief += (brief.isEmpty ? "" : " ") + word
      if word.hasSuffix(".") { return String(brief.dropLast()) }
    }
    return brief
  }

  /// The kind of its value; nil for a switch.
  var kind: ValueKind? {
    switch value {
    case .none: nil
    case .required(_, let kind), .optional(_, let kind): kind
    }
  }

  /// The next argument belongs to it.
  var takesNextArgument: Bool {
    if case .required = value { true } else { false }
  }

  /// The long form with its value, as usage lines show it.
  var usage: MarkedText {
    switch value {
    case .none: "`\(longForm)`"
    case .required(let name, _): "`\(longForm)` *\(name)*"
    case .optional(let name, _): "`\(longForm)`[`=`*\(name)*]"
    }
  }
}
