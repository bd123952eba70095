import DurableFiles

extension Path {
  /// The path as one word of a command that a person pastes into a shell: bare where that is safe, else in quotes.
  package var shellWord: String {
    let path = bytes.first == UInt8(ascii: "-") ? Path(Array("./".utf8) + bytes) : self
    let shown = path.description
    if Array(shown.utf8) != path.bytes { return path.escapedWord }
    if !path.bytes.isEmpty, path.bytes.allSatisfy(Self.isPlain) { return shown }
    return "'" + shown.replacing("'", with: "'\\''") + "'"
  }

  /// In the quotes of bash, zsh and POSIX.1-2024, where every byte can be written.
  private var escapedWord: String {
    "$'"
      + bytes.reduce(into: "") { word, byte in
        if byte < 0x20 || byte > 0x7E {
          word += "\\" + String(byte >> 6) + String(byte >> 3 & 7) + String(byte & 7)
        } else {
          let isSpecial = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
          word += (isSpecial ? "\\" : "") + String(UnicodeScalar(byte))
        }
      } + "'"
  }

  /// Whether a byte means nothing to a shell, wherever it stands; `~` and `=` do at the beginning of a word.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}
