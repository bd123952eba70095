/// Lays out help: headings at the left edge, wrapped text, and lists in two columns.
struct HelpWriter {
  /// Where the second column of a list begins at the latest; a longer term gets its own line.
  private static let widestTerm = 24

  let width: Int
  let style: HelpStyle
  private(set) var lines: [String] = []

  /// A width under 40 counts as 40: below it, two columns leave no room for words.
  init(width: Int, style: HelpStyle) {
    self.width = max(40, width)
    self.style = style
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func heading(_ title: String) {
    blankLine()
    lines.append(style.bold(title + ":"))
  }

  mutating func blankLine() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  /// A line that isn't wrapped: a command to copy.
  mutating func verbatim(_ text: String, indent: Int) {
    lines.append(spaces(indent) + style.bold(text))
  }

  mutating func paragraph(_ text: MarkedText, indent: Int = 0) {
    lines += wrapped(text, from: indent).map { spaces(indent) + $0 }
  }

  /// Usage lines: the text after a prefix hangs, so that the prefix stands out.
  mutating func hanging(_ prefix: String, _ text: MarkedText) {
    let wrapped = wrapped(text, from: prefix.count)
    for (index, line) in wrapped.enumerated() {
      lines.append((index == 0 ? prefix : spaces(prefix.count)) + line)
    }
  }

  /// Terms in the first column, as wide as the widest that fits there.
  mutating func list(_ items: [Definition]) {
    let widths = items.map { $0.term.plain.count }
    let column = (widths.filter { $0 <= Self.widestTerm }.max() ?? 0) + 4
    for (item, termWidth) in zip(items, widths) {
      let texts = wrapped(item.text, from: column).map { spaces(column) + $0 }
      let term = spaces(2) + style.apply(item.term)
      guard termWidth + 4 <= column, let first = texts.first else {
        lines += [term] + texts
        continue
      }
      lines.append(term + spaces(column - termWidth - 2) + first.dropFirst(column))
      lines += texts.dropFirst()
    }
  }

  mutating func paragraphs(_ paragraphs: [Paragraph]) {
    var followsHeading = false
    for paragraph in paragraphs {
      if !followsHeading { blankLine() }
      followsHeading = false
      switch paragraph {
      case .text(let text): self.paragraph(text)
      case .list(let items): list(items)
      case .example(let command, let explanation): example(command, explanation, indent: 0)
      case .heading(let title):
        heading(title)
        followsHeading = true
      }
    }
  }

  /// The explanation, then the command as it is typed.
  mutating func example(_ command: String, _ explanation: MarkedText, indent: Int) {
    paragraph(explanation, indent: indent)
    for line in command.split(separator: "\n") { verbatim(String(line), indent: indent + 4) }
  }

  /// Lines that fit between an indentation and the right edge; a longer word stands alone.
  private func wrapped(_ text: MarkedText, from indent: Int) -> [String] {
    let room = width - indent
    var lines: [String] = []
    var used = 0
    for word in text.words(splittingMarks: true) {
      let length = word.reduce(0) { $0 + $1.text.count }
      let shown = word.map(style.apply).joined()
      if let last = lines.last, used + 1 + length <= room {
        lines[lines.count - 1] = last + " " + shown
        used += 1 + length
      } else {
        lines.append(shown)
        used = length
      }
    }
    return lines
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
