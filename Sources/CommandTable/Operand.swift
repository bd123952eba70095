/// What a command works on: an argument that is no option.
public struct Operand: Sendable {
  /// How many arguments it takes.
  public enum Arity: Sendable, Equatable {
    case one, optional, oneOrMore, zeroOrMore
  }

  /// As it is shown, in capitals: `PATH`.
  public let name: String
  public let kind: ValueKind
  public let arity: Arity
  /// What it stands for, one or a few sentences; empty when the description says it.
  public let help: MarkedText

  public init(_ name: String, kind: ValueKind = .file, arity: Arity = .one, help: MarkedText = "") {
    self.name = name
    self.kind = kind
    self.arity = arity
    self.help = help
  }
}

extension Operand {
  var isRequired: Bool { arity == .one || arity == .oneOrMore }

  var takesMany: Bool { arity == .oneOrMore || arity == .zeroOrMore }

  /// As usage lines show it.
  var usage: MarkedText {
    switch arity {
    case .one: "*\(name)*"
    case .optional: "[*\(name)*]"
    case .oneOrMore: "*\(name)*..."
    case .zeroOrMore: "[*\(name)*...]"
    }
  }
}
