/// Writes JSON with a stable order and layout; the caller says what comes when.
public struct JSONWriter: Sendable {
  public enum Layout: Sendable {
    /// One line, no spaces.
    case compact
    /// Every member and element on a line of its own, indented by two spaces; empty containers as `[]` and `{}`.
    case indented
  }

  public let layout: Layout
  public private(set) var bytes: [UInt8] = []
  /// For every open container: whether something stands in it already.
  private var filled: [Bool] = []
  private var followsKey = false

  public init(_ layout: Layout) { self.layout = layout }

  // MARK: Containers

  public mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    try container(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  public mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    try container(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
  }

  private mutating func container(
    _ opening: UInt8, _ closing: UInt8, _ content: (inout JSONWriter) throws -> Void
  ) rethrows {
    open(opening)
    try content(&self)
    close(closing)
  }

  /// Opens a container whose content is written piece by piece; end it with ``close(_:)``.
  public mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    filled.append(false)
  }

  public mutating func close(_ bracket: UInt8) {
    if filled.removeLast(), layout == .indented { newLine() }
    bytes.append(bracket)
  }

  public mutating func key(_ key: StaticString) {
    key.withUTF8Buffer { name in
      unsafe rawKey(quoted: [UInt8(ascii: "\"")] + Array(name) + [UInt8(ascii: "\"")])
    }
  }

  public mutating func key(_ key: String) {
    var quoted: [UInt8] = []
    quoted.appendQuoted(key)
    rawKey(quoted: quoted)
  }

  private mutating func rawKey(quoted: [UInt8]) {
    separate()
    bytes.append(contentsOf: quoted)
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  // MARK: Values

  public mutating func string(_ text: String) {
    separate()
    bytes.appendQuoted(text)
  }

  public mutating func integer(_ value: some BinaryInteger) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes the shortest text that reads back as the same number; whole numbers without a fraction.
  public mutating func number(_ value: Double) {
    separate()
    bytes.append(contentsOf: shortestText(value).utf8)
  }

  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a value that is JSON already, byte for byte.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  public mutating func members(_ members: [RawMember]) {
    for member in members {
      rawKey(quoted: [UInt8(ascii: "\"")] + member.key + [UInt8(ascii: "\"")])
      raw(member.value)
    }
  }

  // MARK: Layout

  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    guard let last = filled.indices.last else { return }
    if filled[last] { bytes.append(UInt8(ascii: ",")) }
    filled[last] = true
    if layout == .indented { newLine() }
  }

  private mutating func newLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: filled.count * 2))
  }

  /// Ends the text's last line.
  public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  /// Hands over what has been written so far and forgets it, so that a long text can go out in pieces.
  public mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

/// The shortest decimal text that reads back as the same number.
public func shortestText(_ value: Double) -> String {
  if value == value.rounded(), abs(value) < 1e16 { return String(Int64(value)) }
  return value.description
}

extension [UInt8] {
  /// Appends a text of ours, whose bytes the caller knows to be what they should.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes in unsafe append(contentsOf: bytes) }
  }

  /// Appends a JSON string, escaping only what JSON requires.
  public mutating func appendQuoted(_ text: String) {
    append(UInt8(ascii: "\""))
    if text.utf8.contains(where: \.isEscapedInJSON) {
      for byte in text.utf8 { appendEscaped(byte) }
    } else {
      append(contentsOf: text.utf8)
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0..<0x20:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      append(contentsOf: String(byte & 15, radix: 16).utf8)
    default: append(byte)
    }
  }
}

extension UInt8 {
  fileprivate var isEscapedInJSON: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
