/// Text as XML holds it.
///
/// XML 1.0 has no control characters but tab, line feed and carriage return, and neither U+FFFE nor U+FFFF.
extension [UInt8] {
  /// Character data of an element; characters that XML can't hold become U+FFFD.
  mutating func append(xmlText text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      // For the sake of `]]>`, which can't stand in character data.
      case ">": append("&gt;")
      case "\r": append("&#13;")
      case _ where !scalar.isXML: append(contentsOf: "\u{FFFD}".utf8)
      default: append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
  }

  /// The value of an attribute that holds no character which XML can't.
  mutating func append(xmlValue bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      // As they stand, readers would turn them into spaces.
      case 0x09: append("&#9;")
      case 0x0A: append("&#10;")
      case 0x0D: append("&#13;")
      default: append(byte)
      }
    }
  }
}

/// Spells any text with the characters that XML can hold: the others as `\u0001`, a backslash as `\\`.
enum XMLSpelling {
  static func spell(_ text: some Collection<UInt8>) -> [UInt8] {
    guard text.contains(where: { needsLook($0) }) else { return Array(text) }
    var output: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar == "\\" {
        output.append("\\\\")
      } else if scalar.isXML {
        output.append(contentsOf: String(scalar).utf8)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        output.append("\\u")
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count)))
        output.append(contentsOf: digits.utf8)
      }
    }
    return output
  }

  /// Whether a byte is or may begin something to be spelled.
  private static func needsLook(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte < 0x20 || byte == 0xEF
  }

  /// The text that was spelled; nil for a backslash that begins nothing.
  static func read(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.contains(UInt8(ascii: "\\")) else { return Array(text) }
    var output: [UInt8] = []
    var position = text.startIndex
    while position < text.endIndex {
      let byte = text[position]
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        continue
      }
      guard position < text.endIndex else { return nil }
      let kind = text[position]
      position += 1
      if kind == UInt8(ascii: "\\") {
        output.append(kind)
        continue
      }
      guard kind == UInt8(ascii: "u"), position + 4 <= text.endIndex,
        let value = UInt32(String(decoding: text[position..<position + 4], as: UTF8.self), radix: 16),
        let scalar = UnicodeScalar(value)
      else { return nil }
      output.append(contentsOf: String(scalar).utf8)
      position += 4
    }
    return output
  }
}

extension UnicodeScalar {
  var isXML: Bool {
    value >= 0x20 && value != 0xFFFE && value != 0xFFFF || value == 0x09 || value == 0x0A || value == 0x0D
  }
}
