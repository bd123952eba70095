/// Bytes of a name as text that is safe to show: what isn't UTF-8, and what could steer a terminal or reorder a
/// line, is escaped.
func shownText(_ bytes: some Collection<UInt8>) -> String {
  if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(decoding: bytes, as: UTF8.self) }
  var shown = ""
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    var iterator = rest.makeIterator()
    var decoder = UTF8()
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar):
      shown += scalar.isSafeToShow ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      rest = rest.dropFirst(UTF8.width(scalar))
    case .error, .emptyInput:
      let byte = rest.removeFirst()
      shown += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
  return shown
}

extension Unicode.Scalar {
  /// False for control characters and those that change the direction of text or break lines.
  fileprivate var isSafeToShow: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}

/// Whether one byte string stands before another, byte by byte.
func precedes(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
  left.lexicographicallyPrecedes(right)
}

/// The text that bytes spell, nil when they aren't UTF-8.
func validText(_ bytes: [UInt8]) -> String? {
  String(validating: bytes, as: UTF8.self)
}
