/// How help marks its words: plain for pipes, or whatever the caller's terminal shows.
///
/// The functions may add characters that take no room, and must keep the others.
public struct HelpStyle: Sendable {
  /// For headings and for what is typed as it stands.
  public let bold: @Sendable (String) -> String
  /// For what stands for something.
  public let argument: @Sendable (String) -> String

  public init(
    bold: @escaping @Sendable (String) -> String = { $0 },
    argument: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.bold = bold
    self.argument = argument
  }

  /// No marks.
  public static let plain = HelpStyle()

  func apply(_ stretch: MarkedText.Stretch) -> String {
    switch stretch.mark {
    case .plain: stretch.text
    case .literal: bold(stretch.text)
    case .argument: argument(stretch.text)
    }
  }

  func apply(_ text: MarkedText) -> String {
    text.stretches.map(apply).joined()
  }
}
