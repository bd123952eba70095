/// The rules of a document's `style` elements.
struct StyleSheet {
  struct Rule: Sendable {
    var selector: Selector
    var specificity: Int
    var declarations: Int
  }

  /// The most selectors that are kept.
  static let limit = 5_000

  private(set) var rules: [Rule] = []
  private(set) var blocks: [[StyleDeclaration]] = []
  /// The rules that may match, by the id, class or type of their last compound; the others under neither.
  private var byID: [String: [Int]] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byType: [String: [Int]] = [:]
  private var others: [Int] = []
  /// Selectors that were left out for ``limit``.
  private(set) var omittedCount = 0
  /// `@import` and its like: what would have to be fetched.
  private(set) var fetchCount = 0

  var isEmpty: Bool { rules.isEmpty }

  /// Takes the rules of one `style` element in.
  mutating func add(_ source: ArraySlice<UInt8>) {
    let text = CSSText.withoutComments(source)
    var position = text.startIndex
    while position < text.endIndex {
      while position < text.endIndex, Self.isFiller(text[position]) { position += 1 }
      guard position < text.endIndex else { return }
      if text[position] == UInt8(ascii: "@") {
        position = skipAtRule(text, position)
        continue
      }
      let open = CSSText.index(of: UInt8(ascii: "{"), in: text, from: position)
      guard open < text.endIndex else { return }
      let end = CSSText.end(ofBlock: open + 1, in: text)
      let block = text[(open + 1)..<end]
      add(selectors: text[position..<open], block.last == UInt8(ascii: "}") ? block.dropLast() : block)
      position = end
    }
  }

  /// White space, stray closing braces and the comment marks of HTML.
  private static func isFiller(_ byte: UInt8) -> Bool {
    TextScanner.isSpace(byte) || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";")
  }

  /// Rules such as `@media` and `@font-face` are left out whole.
  private mutating func skipAtRule(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
    let stop = CSSText.index(of: UInt8(ascii: ";"), or: UInt8(ascii: "{"), in: text, from: start)
    let isImport = text[start..<stop].starts(with: "@import".utf8)
    let isFont = text[start..<stop].starts(with: "@font-face".utf8)
    if isImport || isFont { fetchCount += 1 }
    guard stop < text.endIndex, text[stop] == UInt8(ascii: "{") else { return min(stop + 1, text.endIndex) }
    return CSSText.end(ofBlock: stop + 1, in: text)
  }

  private mutating func add(selectors: ArraySlice<UInt8>, _ block: ArraySlice<UInt8>) {
    let declarations = StyleDeclaration.list(block)
    guard !declarations.isEmpty else { return }
    let parts = CSSText.split(selectors, at: UInt8(ascii: ","))
    guard rules.count + parts.count <= Self.limit else {
      omittedCount += parts.count
      return
    }
    blocks.append(declarations)
    for part in parts {
      guard let selector = Selector(part), let last = selector.compounds.last else { continue }
      let rule = Rule(
        selector: selector, specificity: selector.specificity, declarations: blocks.count - 1)
      if let id = last.ids.first {
        byID[id, default: []].append(rules.count)
      } else if let name = last.classes.first {
        byClass[name, default: []].append(rules.count)
      } else if let type = last.type {
        byType[type, default: []].append(rules.count)
      } else {
        others.append(rules.count)
      }
      rules.append(rule)
    }
  }

  /// The rules that an element with this id, these classes and this type may match, in their order.
  func candidates(id: String?, classes: [String], type: String) -> [Int] {
    var found = others
    if let id, let rules = byID[id] { found += rules }
    for name in classes { if let rules = byClass[name] { found += rules } }
    if let rules = byType[type] { found += rules }
    return found.count > 1 ? found.sorted() : found
  }
}
