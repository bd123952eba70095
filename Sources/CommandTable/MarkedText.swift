/// A line or paragraph whose literals and arguments are marked, so that each output shows them its own way.
///
/// Written as a string literal: `` `--force` `` between backquotes is typed as it stands, `*FILE*` between
/// asterisks stands for something. A mark that isn't closed, or an asterisk beside white space, is an
/// ordinary character. Runs of white space count as one space.
public struct MarkedText: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// How a stretch of the text is meant.
  public enum Mark: Sendable, Equatable {
    case plain, literal, argument
  }

  /// A stretch of text with one mark.
  public struct Stretch: Sendable, Equatable {
    public let mark: Mark
    public let text: String
  }

  public let stretches: [Stretch]

  /// Reads the marks of a text.
  public init(_ source: String) {
    var stretches: [Stretch] = []
    var plain = ""
    var rest = source[...]
    while let character = rest.first {
      guard let (stretch, length) = Self.marked(rest) else {
        plain.append(character)
        rest.removeFirst()
        continue
      }
      if !plain.isEmpty { stretches.append(Stretch(mark: .plain, text: plain)) }
      plain = ""
      stretches.append(stretch)
      rest.removeFirst(length)
    }
    if !plain.isEmpty { stretches.append(Stretch(mark: .plain, text: plain)) }
    self.stretches = stretches
  }

  public init(stringLiteral source: String) {
    self.init(source)
  }

  private init(stretches: [Stretch]) {
    self.stretches = stretches
  }

  /// One text right after the other, marks kept.
  public static func + (one: MarkedText, other: MarkedText) -> MarkedText {
    MarkedText(stretches: one.stretches + other.stretches)
  }

  /// The text without its marks.
  public var plain: String { stretches.map(\.text).joined() }

  public var isEmpty: Bool { stretches.isEmpty }

  /// The marked stretch that a text begins with, and its length there; nil for an ordinary character.
  private static func marked(_ source: Substring) -> (Stretch, Int)? {
    guard let opening = source.first, opening == "`" || opening == "*" else { return nil }
    let inside = source.dropFirst().prefix { $0 != opening }
    guard !inside.isEmpty, inside.endIndex < source.endIndex else { return nil }
    let hugs = inside.first?.isWhitespace == false && inside.last?.isWhitespace == false
    guard opening == "`" || hugs else { return nil }
    let mark: Mark = opening == "`" ? .literal : .argument
    return (Stretch(mark: mark, text: String(inside)), inside.count + 2)
  }
}

extension MarkedText {
  /// What stands between two white spaces: one stretch, or several without a space between them.
  typealias Word = [Stretch]

  /// The words in order. Marked stretches stay whole unless `splittingMarks`.
  func words(splittingMarks: Bool) -> [Word] {
    var words: [Word] = []
    var isOpen = false
    for stretch in stretches {
      guard splittingMarks || stretch.mark == .plain else {
        Self.add(stretch, to: &words, isOpen: isOpen)
        isOpen = true
        continue
      }
      for (index, piece) in stretch.text.split(
        omittingEmptySubsequences: false, whereSeparator: \.isWhitespace
      )
      .enumerated() {
        isOpen = index == 0 && isOpen
        guard !piece.isEmpty else { continue }
        Self.add(Stretch(mark: stretch.mark, text: String(piece)), to: &words, isOpen: isOpen)
        isOpen = true
      }
    }
    return words
  }

  private static func add(_ stretch: Stretch, to words: inout [Word], isOpen: Bool) {
    if isOpen, !words.isEmpty {
      words[words.count - 1].append(stretch)
    } else {
      words.append([stretch])
    }
  }
}
