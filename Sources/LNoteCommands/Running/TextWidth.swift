/// Text in columns of a terminal.
enum TextWidth {
  /// Columns that a text takes: wide East Asian characters and emoji take two, marks none.
  static func of(_ text: String) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width($1) }
  }

  /// Whether every character is printable ASCII, so that no table of Unicode needs to be asked.
  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  private static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.isDefaultIgnorableCodePoint ? 0 : 1
    }
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// At most `width` columns, the end marked where something is missing.
  static func cut(_ text: String, _ width: Int) -> String {
    guard of(text) > width else { return text }
    var cut = ""
    var used = 0
    for character in text {
      used += Self.width(character)
      if used > width - 1 { break }
      cut.append(character)
    }
    return cut + "…"
  }

  /// Lines of at most `width` columns, broken between words; a word that is longer stays whole.
  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let length = of(String(word))
      if let last = lines.last, used + 1 + length <= width {
        lines[lines.count - 1] = last + " " + word
        used += 1 + length
      } else {
        lines.append(String(word))
        used = length
      }
    }
    return lines
  }

  /// The text without what could move the cursor or turn the line round.
  static func safe(_ text: String) -> String {
    if isPlain(text) { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      // The zero-width joiner holds emoji together.
      case .format where scalar.value == 0x200D: safe.unicodeScalars.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator, .format:
        safe += "\\u{\(String(scalar.value, radix: 16))}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
