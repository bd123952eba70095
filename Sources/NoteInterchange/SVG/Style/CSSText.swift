/// Cuts CSS into its parts, strings and brackets respected.
enum CSSText {
  static func withoutComments(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(UInt8(ascii: "*")) else { return text }
    var output: [UInt8] = []
    var position = text.startIndex
    while position < text.endIndex {
      let byte = text[position]
      let next = position + 1
      if byte == UInt8(ascii: "/"), next < text.endIndex, text[next] == UInt8(ascii: "*") {
        position = end(ofComment: next + 1, text)
        output.append(0x20)
      } else {
        output.append(byte)
        position = next
      }
    }
    return output[...]
  }

  private static func end(ofComment start: Int, _ text: ArraySlice<UInt8>) -> Int {
    var position = start
    while position + 1 < text.endIndex {
      if text[position] == UInt8(ascii: "*"), text[position + 1] == UInt8(ascii: "/") { return position + 2 }
      position += 1
    }
    return text.endIndex
  }

  /// The parts between separators that stand outside strings and brackets.
  static func split(_ text: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    while start <= text.endIndex {
      let end = index(of: separator, in: text, from: start)
      parts.append(text[start..<end])
      start = end + 1
    }
    return parts
  }

  /// The next of one or two bytes outside strings and brackets, or the end.
  static func index(of stop: UInt8, or other: UInt8? = nil, in text: ArraySlice<UInt8>, from start: Int)
    -> Int
  {
    var position = start
    var quote: UInt8?
    var depth = 0
    while position < text.endIndex {
      let byte = text[position]
      if byte == UInt8(ascii: "\\") {
        position += 2
        continue
      }
      if let open = quote {
        if byte == open { quote = nil }
      } else if depth == 0, byte == stop || byte == other {
        return position
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        depth = max(0, depth - 1)
      }
      position += 1
    }
    return text.endIndex
  }

  /// Behind the brace that closes the block which begins at `start`.
  static func end(ofBlock start: Int, in text: ArraySlice<UInt8>) -> Int {
    var depth = 1
    var position = start
    while position < text.endIndex {
      let stop = index(of: UInt8(ascii: "{"), or: UInt8(ascii: "}"), in: text, from: position)
      guard stop < text.endIndex else { return text.endIndex }
      depth += text[stop] == UInt8(ascii: "{") ? 1 : -1
      position = stop + 1
      if depth == 0 { return position }
    }
    return text.endIndex
  }
}
