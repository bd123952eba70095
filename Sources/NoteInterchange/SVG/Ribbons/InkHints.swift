/// What an element says about whether it is ink.
struct InkHints {
  let node: Int
  /// How many corners its path has, told by its numbers.
  let cornerCount: Int
  /// Whether a program that draws ink as areas has marked it.
  let isKnownInk: Bool

  init(_ document: XMLDocument, _ node: Int) {
    self.node = node
    let data = document.value(node, "d") ?? document.value(node, "points") ?? []
    let text = data.span
    var numbers = 0
    var isInside = false
    for position in text.indices {
      let byte = text[position]
      let isDigit = byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ".")
      if isDigit != isInside { numbers += isDigit ? 1 : 0 }
      isInside = isDigit
    }
    cornerCount = numbers / 2
    // Write names its pens so: `write-flat-pen`, `write-round-pen`, `write-chisel-pen`.
    let names = (document.value(node, "class") ?? []).split { TextScanner.isSpace($0) }
    isKnownInk = names.contains { $0.starts(with: "write-".utf8) && $0.suffix(4).elementsEqual("-pen".utf8) }
  }
}
