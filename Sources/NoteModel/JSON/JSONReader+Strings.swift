extension JSONReader {
  /// Reads a string value.
  public mutating func readString() throws(ModelError) -> String {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw fault(wanting: "a string") }
    return try string(try scanString())
  }

  /// Steps over a string that begins at ``position``, checking every byte, and tells where its content is.
  package mutating func scanString() throws(ModelError) -> JSONKey {
    let opening = position
    position += 1
    let start = position
    var hasEscapes = false
    var isASCII = true
    while true {
      skipPlainText()
      switch current {
      case UInt8(ascii: "\""):
        let content = start..<position
        position += 1
        if !isASCII { try checkUTF8(content) }
        return JSONKey(range: content, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try skipEscape()
      case .some(let byte) where byte < 0x20:
        throw ModelError(.syntax, at: position, "a control character (\(shown(byte))) inside a string")
      case .some(let byte):
        isASCII = isASCII && byte < 0x80
        position += 1
      case nil:
        throw ModelError(
          .unexpectedEnd, at: position, "the text ends inside the string that begins at byte \(opening)")
      }
    }
  }

  /// Steps over ASCII characters that mean themselves, and stops early near the end of the text.
  @inline(__always)
  private mutating func skipPlainText() {
    while position + 8 <= bytes.count {
      let others = bytes.word(at: position).firstSpecial
      position += others.trailingZeroBitCount / 8
      if others != 0 { return }
    }
  }

  /// Steps over one escape, and over both halves when it begins a surrogate pair.
  private mutating func skipEscape() throws(ModelError) {
    let start = position
    guard start + 1 < bytes.count else {
      position = bytes.count
      throw ModelError(.unexpectedEnd, at: position, "the text ends inside an escape")
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position = start + 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at: start)
      position = start + 6
      if unit & 0xFC00 == 0xD800 {
        try skipLowSurrogate(after: start)
      } else if unit & 0xFC00 == 0xDC00 {
        throw halfCharacter(start)
      }
    default:
      throw ModelError(
        .syntax, at: start, "an escape that JSON doesn't have (\\ and \(shown(bytes[start + 1])))")
    }
  }

  /// Steps over the second half of the surrogate pair that begins at `start`.
  private mutating func skipLowSurrogate(after start: Int) throws(ModelError) {
    for byte in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
      guard let current else {
        throw ModelError(.unexpectedEnd, at: position, "the text ends inside a surrogate pair")
      }
      guard current == byte else { throw halfCharacter(start) }
      position += 1
    }
    guard try codeUnit(at: position - 2) & 0xFC00 == 0xDC00 else { throw halfCharacter(start) }
    position += 4
  }

  private func halfCharacter(_ offset: Int) -> ModelError {
    ModelError(.encoding, at: offset, "half of a surrogate pair stands alone")
  }

  /// The four digits of the `\u` escape at `offset`.
  private func codeUnit(at offset: Int) throws(ModelError) -> UInt16 {
    guard offset + 6 <= bytes.count else {
      throw ModelError(.unexpectedEnd, at: bytes.count, "the text ends inside an escape")
    }
    var value: UInt16 = 0
    for position in offset + 2..<offset + 6 {
      let digit = bytes[position].hexadecimalDigit
      guard digit < 16 else {
        throw ModelError(.syntax, at: position, "\\u wants four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  private func checkUTF8(_ range: Range<Int>) throws(ModelError) {
    do {
      _ = try UTF8Span(validating: bytes.extracting(range))
    } catch {
      throw ModelError(
        .encoding, at: range.lowerBound + error.byteOffsets.lowerBound, "bytes that are not UTF-8")
    }
  }

  /// The characters of a string that ``scanString()`` has checked.
  public func string(_ key: JSONKey) throws(ModelError) -> String {
    if !key.hasEscapes { return String(validUTF8: bytes.extracting(key.range)) }
    var text: [UInt8] = []
    text.reserveCapacity(key.range.count)
    var position = key.range.lowerBound
    while position < key.range.upperBound {
      let byte = bytes[position]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        position += 1
        continue
      }
      position = try appendEscape(at: position, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends what the escape at `position` means and gives the position behind it.
  private func appendEscape(at position: Int, to text: inout [UInt8]) throws(ModelError) -> Int {
    switch bytes[position + 1] {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let unit = UInt32(try codeUnit(at: position))
      guard unit & 0xFC00 == 0xD800 else {
        append(unit, to: &text)
        return position + 6
      }
      let second = UInt32(try codeUnit(at: position + 6))
      append(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF, to: &text)
      return position + 12
    case let byte: text.append(byte)
    }
    return position + 2
  }

  private func append(_ scalar: UInt32, to text: inout [UInt8]) {
    if let scalar = UnicodeScalar(scalar) { text.append(contentsOf: String(Character(scalar)).utf8) }
  }

  /// Whether a key means `name`.
  @inline(__always)
  func matches(_ key: JSONKey, _ name: StaticString) -> Bool {
    if key.hasEscapes { return meaning(of: key) == name.description }
    return key.range.count == name.utf8CodeUnitCount && stands(name, at: key.range.lowerBound)
  }

  /// The length of what a key means.
  @inline(__always)
  func utf8Count(of key: JSONKey) -> Int {
    key.hasEscapes ? meaning(of: key).utf8.count : key.range.count
  }

  /// What a key with escapes means; ``scanString()`` has found each of them good.
  private func meaning(of key: JSONKey) -> String { (try? string(key)) ?? "" }

  /// Whether `text` stands at the reader's position.
  @inline(__always)
  func stands(_ text: StaticString) -> Bool {
    text.utf8CodeUnitCount <= bytes.count - position && stands(text, at: position)
  }

  /// Whether `text` stands at `offset`; the caller has checked that as many bytes are there.
  @inline(__always)
  private func stands(_ text: StaticString, at offset: Int) -> Bool {
    for place in 0..<text.utf8CodeUnitCount
    where unsafe bytes[unchecked: offset + place] != text.utf8Start[place] { return false }
    return true
  }
}

extension String {
  /// Copies bytes that are known to be UTF-8.
  package init(validUTF8 bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
