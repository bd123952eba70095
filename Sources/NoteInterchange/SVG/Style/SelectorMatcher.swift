/// Tells which selectors match an element of a document.
struct SelectorMatcher {
  private let document: XMLDocument
  /// How many compounds may still be looked at; no style sheet makes reading take long.
  private(set) var budget = 4_000_000

  init(_ document: XMLDocument) { self.document = document }

  mutating func matches(_ selector: Selector, _ node: Int) -> Bool {
    matches(selector, selector.compounds.count - 1, node)
  }

  /// Goes as deep as a selector has compounds.
  private mutating func matches(_ selector: Selector, _ index: Int, _ node: Int) -> Bool {
    guard budget > 0 else { return false }
    budget -= 1
    guard matches(selector.compounds[index], node) else { return false }
    guard index > 0 else { return true }
    switch selector.combinators[index - 1] {
    case .child:
      guard let parent = document.elements[node].parent else { return false }
      return matches(selector, index - 1, parent)
    case .descendant:
      var ancestor = document.elements[node].parent
      while let current = ancestor, budget > 0 {
        if matches(selector, index - 1, current) { return true }
        ancestor = document.elements[current].parent
      }
      return false
    case .adjacent:
      guard let sibling = document.elements[node].previous else { return false }
      return matches(selector, index - 1, sibling)
    case .sibling:
      var sibling = document.elements[node].previous
      while let current = sibling, budget > 0 {
        if matches(selector, index - 1, current) { return true }
        sibling = document.elements[current].previous
      }
      return false
    }
  }

  private func matches(_ compound: Selector.Compound, _ node: Int) -> Bool {
    if let type = compound.type, document.name(of: node).local != type { return false }
    for id in compound.ids {
      guard let value = document.value(node, "id"), value.elementsEqual(id.utf8) else { return false }
    }
    for name in compound.classes {
      guard let value = document.value(node, "class"), Self.hasWord(value, name.utf8) else { return false }
    }
    if compound.isFirstChild, document.elements[node].previous != nil { return false }
    return compound.attributes.allSatisfy { matches($0, node) }
  }

  private static func hasWord(_ text: ArraySlice<UInt8>, _ word: some Sequence<UInt8>) -> Bool {
    text.split { TextScanner.isSpace($0) }.contains { $0.elementsEqual(word) }
  }

  private func matches(_ test: Selector.AttributeTest, _ node: Int) -> Bool {
    guard let value = document.value(node, test.name) else { return false }
    switch test.match {
    case .exists: return true
    case .equals: return value.elementsEqual(test.value)
    case .hasWord: return Self.hasWord(value, test.value)
    case .hasLanguage:
      return value.elementsEqual(test.value) || value.starts(with: test.value + [UInt8(ascii: "-")])
    case .begins: return !test.value.isEmpty && value.starts(with: test.value)
    case .ends: return !test.value.isEmpty && value.reversed().starts(with: test.value.reversed())
    case .contains:
      guard !test.value.isEmpty, value.count >= test.value.count else { return false }
      return value.indices.contains { value[$0...].starts(with: test.value) }
    }
  }
}
