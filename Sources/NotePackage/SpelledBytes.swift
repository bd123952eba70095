/// Names are bytes, JSON is text: what isn't UTF-8 is spelled in percent, and so is the percent sign.
enum SpelledBytes {
  static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(UInt8(ascii: "%")) { return text }
    return bytes.reduce(into: "") { text, byte in
      if byte < 0x80, byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        text += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
  }

  static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
