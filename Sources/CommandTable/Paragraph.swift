/// A term and what it means, in a list, under FILES or under ENVIRONMENT.
public typealias Definition = (term: MarkedText, text: MarkedText)

/// A command line, without a prompt, and what it does.
public typealias Example = (command: String, explanation: MarkedText)

/// A piece of a description; help and man pages lay it out their own way.
public enum Paragraph: Sendable {
  case text(MarkedText)
  case list([Definition])
  case example(String, MarkedText)
  case heading(String)
}
