/// An argument for a message: one line without control characters, whatever its bytes are.
///
/// Bytes that aren't UTF-8 appear as `\xNN`, control and direction characters as `\u{N}`: a name must not
/// move the cursor or turn the line around.
func shown(_ bytes: some Collection<UInt8>) -> String {
  var text = ""
  var rest = Array(bytes)[...]
  while let first = rest.first {
    let length = min(sequenceLength(after: first), rest.count)
    if let character = String(validating: rest.prefix(length), as: UTF8.self) {
      text += character.unicodeScalars.map(shown).joined()
      rest.removeFirst(length)
    } else {
      text += "\\x" + hexadecimal(UInt32(first), digits: 2)
      rest.removeFirst()
    }
  }
  return text
}

private func shown(_ scalar: Unicode.Scalar) -> String {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator:
    "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
  default: String(scalar)
  }
}

/// How many bytes a character takes that begins with this one; 1 where none does.
private func sequenceLength(after first: UInt8) -> Int {
  switch first {
  case 0xC2...0xDF: 2
  case 0xE0...0xEF: 3
  case 0xF0...0xF4: 4
  default: 1
  }
}

private func hexadecimal(_ number: UInt32, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
