/// Finds what style sheets, attributes and `style` say about an element.
struct StyleResolver {
  private let document: XMLDocument
  private var sheet = StyleSheet()
  private var matcher: SelectorMatcher
  /// What the attributes of each name say, by its number.
  private let meanings: [Meaning]

  /// `style` attributes read before, by some of their bytes.
  private var recentStyles = [(text: ArraySlice<UInt8>, declarations: [StyleDeclaration])?](
    repeating: nil, count: 16)

  private enum Meaning {
    case nothing, style
    case property(StyleProperty)
  }

  init(_ document: XMLDocument) {
    self.document = document
    matcher = SelectorMatcher(document)
    meanings = document.names.map { name in
      guard name.namespace.isEmpty else { return .nothing }
      if name.local == "style" { return .style }
      // Attributes differ from their properties where their case does.
      guard let property = StyleProperty.named(Array(name.local.utf8)[...]), property != .marker,
        property.name == name.local
      else { return .nothing }
      return .property(property)
    }
  }

  /// Takes in the `style` elements of the whole document, wherever they stand.
  mutating func readSheets(_ warnings: inout SVGWarnings) {
    for (node, text) in document.contents.sorted(by: { $0.key < $1.key })
    where document.name(of: node).local == "style" {
      let type = document.value(node, "type")?.keyword ?? ""
      guard type.isEmpty || type == "text/css" else { continue }
      let before = (sheet.omittedCount, sheet.fetchCount)
      sheet.add(text[...])
      if sheet.omittedCount > before.0 { warnings.add(.styleLimit, node, sheet.omittedCount - before.0) }
      if sheet.fetchCount > before.1 { warnings.add(.externalStyle, node, sheet.fetchCount - before.1) }
    }
  }

  /// Whether the rules asked for more work than a drawing is worth; the rest of them was left out.
  var isExhausted: Bool { matcher.budget <= 0 }

  mutating func values(of node: Int) -> StyleValues {
    var values = StyleValues()
    var style: ArraySlice<UInt8>?
    for place in document.elements[node].attributes {
      switch meanings[document.attributes[place].name] {
      case .nothing: continue
      case .style: style = document.text[document.attributes[place].value]
      case .property(let property):
        values.set(
          property, document.text[document.attributes[place].value].trimmed,
          StyleValues.Priority(origin: .attribute))
      }
    }
    if !sheet.isEmpty { applySheet(to: node, &values) }
    if let style { values.set(declarations(style), .style) }
    return values
  }

  /// Those of a `style` attribute; the same text comes again and again.
  private mutating func declarations(_ text: ArraySlice<UInt8>) -> [StyleDeclaration] {
    var slot = text.count
    // A few of its bytes tell most texts apart.
    for position in stride(from: text.startIndex, to: text.endIndex, by: text.count / 8 + 1) {
      slot = slot &* 31 &+ Int(text[position])
    }
    slot &= recentStyles.count - 1
    if let known = recentStyles[slot], known.text == text { return known.declarations }
    let declarations = StyleDeclaration.list(text)
    recentStyles[slot] = (text, declarations)
    return declarations
  }

  private mutating func applySheet(to node: Int, _ values: inout StyleValues) {
    let id = document.value(node, "id").map { String(decoding: $0, as: UTF8.self) }
    let classes = (document.value(node, "class") ?? []).split { TextScanner.isSpace($0) }
      .map { String(decoding: $0, as: UTF8.self) }
    let type = document.name(of: node).local
    for index in sheet.candidates(id: id, classes: classes, type: type) {
      let rule = sheet.rules[index]
      if matcher.matches(rule.selector, node) {
        values.set(sheet.blocks[rule.declarations], .sheet, specificity: rule.specificity)
      }
    }
  }
}
