/// Writes a man page in mdoc(7): ASCII only, a new line for each sentence, no line wider than it has to be.
struct MdocWriter {
  private static let widestLine = 78
  /// Punctuation that a macro puts right after its argument.
  private static let closers: Set<Character> = [".", ",", ":", ";", ")", "]", "?", "!"]

  private var lines: [String] = []
  /// A list or a display ended, or text did: the next text needs a break of its own.
  private var needsBreak = false

  init() {}

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// A line with a macro; the arguments are escaped, and quoted where they hold white space.
  mutating func macro(_ name: String, _ arguments: [String] = []) {
    lines.append(([".\(name)"] + arguments.map(Self.argument)).joined(separator: " "))
  }

  /// A line with macros that are written out already.
  mutating func raw(_ line: String) {
    lines.append(line)
  }

  mutating func section(_ title: String) {
    macro("Sh", title.split(separator: " ").map(String.init))
    needsBreak = false
  }

  mutating func paragraphs(_ paragraphs: [Paragraph]) {
    for paragraph in paragraphs {
      switch paragraph {
      case .text(let text): self.paragraph(text)
      case .heading(let title):
        macro("Ss", title.split(separator: " ").map(String.init))
        needsBreak = false
      case .list(let items): definitions(items)
      case .example(let command, let explanation): example(command, explanation)
      }
    }
  }

  mutating func paragraph(_ text: MarkedText) {
    if needsBreak { macro("Pp") }
    sentences(text)
    needsBreak = true
  }

  /// A tagged list; the terms are macros written out, without the dot.
  mutating func list(_ items: [(term: String, text: MarkedText)]) {
    guard !items.isEmpty else { return }
    raw(".Bl -tag -width Ds")
    for item in items {
      raw(".It " + item.term)
      sentences(item.text)
    }
    raw(".El")
    needsBreak = true
  }

  /// A tagged list whose literal terms are what the macro says: a word to type, a variable, a path.
  mutating func definitions(_ items: [Definition], literal: String = "Cm") {
    list(items.map { (Self.inline(of: $0.term, literal: literal), $0.text) })
  }

  /// The explanation, then the command as it is typed.
  mutating func example(_ command: String, _ explanation: MarkedText) {
    paragraph(explanation)
    raw(".Bd -literal -offset indent")
    for line in command.split(separator: "\n", omittingEmptySubsequences: false) {
      raw(Self.textLine(Self.escaped(String(line), isLiteral: true)))
    }
    raw(".Ed")
  }

  // MARK: Words

  private mutating func sentences(_ text: MarkedText) {
    var line = ""
    func flushed(_ lines: inout [String]) {
      if !line.isEmpty { lines.append(Self.textLine(line)) }
      line = ""
    }
    for word in text.words(splittingMarks: false) {
      guard word.allSatisfy({ $0.mark == .plain }) else {
        flushed(&lines)
        lines.append("." + Self.inline(word))
        continue
      }
      let piece = Self.escaped(word.map(\.text).joined(), isLiteral: false)
      if !line.isEmpty, line.count + 1 + piece.count > Self.widestLine { flushed(&lines) }
      line += (line.isEmpty ? "" : " ") + piece
      if Self.endsSentence(word.map(\.text).joined()) { flushed(&lines) }
    }
    flushed(&lines)
  }

  private static func endsSentence(_ word: String) -> Bool {
    guard let last = word.last(where: { !")\"'".contains($0) }) else { return false }
    return ".?!".contains(last)
  }

  /// Macros for a whole text, without the first dot.
  private static func inline(of text: MarkedText, literal: String) -> String {
    let words = text.words(splittingMarks: false).map { inline($0, literal: literal) }
    return words.joined(separator: " ")
  }

  /// Macros for one word, without the first dot; what stands together is joined by `Ns`.
  private static func inline(_ word: MarkedText.Word, literal: String = "Ql") -> String {
    var pieces: [String] = []
    for (index, stretch) in word.enumerated() {
      guard index > 0 || word.count == 1 || stretch.mark != .plain else {
        pieces.append(macro(for: stretch, literal: literal))
        continue
      }
      let isClosing = stretch.mark == .plain && stretch.text.allSatisfy(closers.contains)
      if index > 0, isClosing {
        pieces.append(stretch.text.map(String.init).joined(separator: " "))
      } else {
        pieces.append((index > 0 ? "Ns " : "") + macro(for: stretch, literal: literal))
      }
    }
    return pieces.joined(separator: " ")
  }

  private static func macro(for stretch: MarkedText.Stretch, literal: String) -> String {
    switch stretch.mark {
    case .plain: "No " + argument(stretch.text)
    case .argument: "Ar " + argument(stretch.text)
    case .literal:
      if stretch.text.hasPrefix("-"), stretch.text.count > 1, !stretch.text.contains(where: \.isWhitespace) {
        "Fl " + argument(String(stretch.text.dropFirst()), isLiteral: true)
      } else {
        literal + " " + argument(stretch.text, isLiteral: true)
      }
    }
  }

  // MARK: Escapes

  /// An argument of a macro, never taken for a macro or for punctuation itself.
  static func argument(_ text: String, isLiteral: Bool = false) -> String {
    let escaped = escaped(text, isLiteral: isLiteral)
    if text.contains(where: \.isWhitespace) || text.isEmpty { return "\"\(escaped)\"" }
    return isSpecial(text) ? "\\&" + escaped : escaped
  }

  /// A macro's name, which has two letters and begins with a capital, or a delimiter.
  private static func isSpecial(_ text: String) -> Bool {
    guard let first = text.first else { return false }
    if text.count == 1 { return closers.contains(first) || "([|".contains(first) }
    return text.count == 2 && (first.isUppercase || first == "%")
  }

  private static func argument(_ text: String) -> String {
    argument(text, isLiteral: false)
  }

  /// Text whose characters mean themselves; in a literal also hyphens, accents and quotes, so that it can be
  /// copied from the page.
  static func escaped(_ text: String, isLiteral: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "\"": result += "\\(dq"
      case "-" where isLiteral: result += "\\-"
      case "'" where isLiteral: result += "\\(aq"
      case "`" where isLiteral: result += "\\(ga"
      case "^" where isLiteral: result += "\\(ha"
      case "~" where isLiteral: result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  /// A line of text that is no request, whatever it begins with.
  private static func textLine(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}
