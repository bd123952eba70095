import NoteModel

extension RawMember {
  /// The key's characters, its escapes read.
  var name: String {
    guard key.contains(UInt8(ascii: "\\")) else { return String(decoding: key, as: UTF8.self) }
    let quoted = [UInt8(ascii: "\"")] + key + [UInt8(ascii: "\"")]
    return (try? JSONValue.read(quoted.span))?.string ?? String(decoding: key, as: UTF8.self)
  }

  /// The same member without a line break in its value, so that it fits on one line.
  var onOneLine: RawMember { RawMember(key: key, value: oneLine(value)) }
}

/// A JSON value without the white space between its parts, if it holds line breaks; else as it is.
///
/// Inside strings JSON has no raw line breaks, so nothing that means anything is lost.
func oneLine(_ json: [UInt8]) -> [UInt8] {
  guard json.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return json }
  var output: [UInt8] = []
  output.reserveCapacity(json.count)
  var isInString = false
  var isEscaped = false
  for byte in json {
    if isInString {
      output.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
    } else if byte != 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
      output.append(byte)
      isInString = byte == UInt8(ascii: "\"")
    }
  }
  return output
}
