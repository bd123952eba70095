/// What an element says about whether it is ink.
struct InkHints {
  let node: Int
  /// Whether a program that draws ink as areas has marked it.
  let isKnownInk: Bool
  /// How many corners its path has, told by its numbers.
  private(set) lazy var cornerCount = Self.numberCount(data) / 2
  private let data: ArraySlice<UInt8>

  init(_ document: XMLDocument, _ node: Int) {
    self.node = node
    data = document.value(node, "d") ?? document.value(node, "points") ?? []
    // Write names its pens so: `write-flat-pen`, `write-round-pen`, `write-chisel-pen`.
    let names = (document.value(node, "class") ?? []).split { TextScanner.isSpace($0) }
    isKnownInk = names.contains { $0.starts(with: "write-".utf8) && $0.suffix(4).elementsEqual("-pen".utf8) }
  }

  private static func numberCount(_ data: ArraySlice<UInt8>) -> Int {
    let text = data.span
    var count = 0
    var isInside = false
    for position in text.indices {
      let byte = text[position]
      let isDigit = byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".")
      if isDigit != isInside { count += isDigit ? 1 : 0 }
      isInside = isDigit
    }
    return count
  }
}
