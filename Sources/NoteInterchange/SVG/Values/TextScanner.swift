/// Walks over the bytes of one value of SVG or CSS.
struct TextScanner {
  private let text: ArraySlice<UInt8>
  private(set) var position: Int

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  var isAtEnd: Bool { position >= text.endIndex }
  var next: UInt8? { isAtEnd ? nil : text[position] }
  var rest: ArraySlice<UInt8> { text[position...] }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0x0C
  }

  mutating func skipSpace() {
    while let byte = next, Self.isSpace(byte) { position += 1 }
  }

  /// White space with at most one comma in it.
  mutating func skipSeparator() {
    skipSpace()
    if skip(",") { skipSpace() }
  }

  /// Whether the byte stood here and was skipped.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func advance() { if !isAtEnd { position += 1 } }

  mutating func number() -> Double? {
    let rest = text[position...]
    var offset = 0
    guard let value = DecimalNumber.read(rest.span, at: &offset) else { return nil }
    position += offset
    return value
  }

  /// Letters, digits, `-`, `_`, what is escaped and everything beyond ASCII; empty when none stands here.
  mutating func name() -> String {
    var bytes: [UInt8] = []
    while let byte = next {
      if byte == UInt8(ascii: "\\") {
        guard let escaped = readEscape() else { break }
        bytes.append(contentsOf: String(escaped).utf8)
      } else if Self.isNameByte(byte) {
        bytes.append(byte)
        position += 1
      } else {
        break
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    let lowered = byte | 0x20
    return lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z") || byte >= 0x80
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// CSS escapes: a backslash and up to six hexadecimal digits with one space, or any other character.
  private mutating func readEscape() -> Unicode.Scalar? {
    guard position + 1 < text.endIndex else { return nil }
    position += 1
    var value: UInt32 = 0
    var digitCount = 0
    while digitCount < 6, let byte = next, let digit = Self.hexadecimal(byte) {
      value = value << 4 | UInt32(digit)
      digitCount += 1
      position += 1
    }
    if digitCount > 0 {
      if let byte = next, Self.isSpace(byte) { position += 1 }
      return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
    let byte = text[position]
    position += 1
    return byte < 0x80 ? Unicode.Scalar(byte) : "\u{FFFD}"
  }

  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The target of `url(#id)`, quoted or not, without the `#`; nil for anything else.
  mutating func localReference() -> String? {
    guard rest.count > 4, rest.prefix(3).elementsEqual("url".utf8) else { return nil }
    let start = position
    position += 3
    guard skip("(") else {
      position = start
      return nil
    }
    skipSpace()
    var target: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: ")") {
      if !Self.isSpace(byte), byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\"") { target.append(byte) }
      position += 1
    }
    _ = skip(")")
    guard target.first == UInt8(ascii: "#") else { return "" }
    return String(decoding: target.dropFirst(), as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Without white space at either end.
  var trimmed: ArraySlice<UInt8> {
    var text = self
    while let first = text.first, TextScanner.isSpace(first) { text.removeFirst() }
    while let last = text.last, TextScanner.isSpace(last) { text.removeLast() }
    return text
  }

  /// Whether this is an ASCII keyword, which is given in lower case.
  func isKeyword(_ word: StaticString) -> Bool {
    let text = trimmed
    guard text.count == word.utf8CodeUnitCount else { return false }
    return unsafe zip(text, UnsafeBufferPointer(start: word.utf8Start, count: text.count))
      .allSatisfy { $0.lowered == $1 }
  }

  /// As an ASCII keyword in lower case.
  var keyword: String { String(decoding: trimmed.map { $0.lowered }, as: UTF8.self) }
}

extension UInt8 {
  /// ASCII letters in lower case.
  var lowered: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
}
