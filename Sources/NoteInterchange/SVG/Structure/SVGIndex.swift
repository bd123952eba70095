/// A document with its ids.
final class SVGIndex {
  let document: XMLDocument
  /// The elements by their ids. Most drawings refer to none, so that it is made when the first one is asked for.
  private lazy var nodes = nodesByID()
  /// What the elements of each name are, by its number; nil for what isn't SVG.
  private let kinds: [ElementKind?]
  /// The numbers of attributes that are asked for at every element.
  private let common: [Int?]
  private let stroke: Int?
  private let background: Int?
  /// Whether elements without a namespace are taken for SVG, because the root has none.
  let isLenient: Bool
  /// The outermost `svg`.
  let root: Int

  /// Nil for a document without any `svg`.
  init?(_ document: XMLDocument) {
    self.document = document
    guard
      let root = document.elements.indices.first(where: { index in
        let name = document.name(of: index)
        return name.local == "svg" && (name.namespace == SVGNames.svg || index == 0 && name.namespace.isEmpty)
      })
    else { return nil }
    self.root = root
    let isLenient = document.name(of: root).namespace.isEmpty
    self.isLenient = isLenient
    kinds = document.names.map { name in
      guard name.namespace == SVGNames.svg || isLenient && name.namespace.isEmpty else { return nil }
      return ElementKind(rawValue: name.local) ?? .other
    }
    common = CommonAttribute.names.map { document.number($0) }
    stroke = document.number("s", in: SVGNames.payload)
    background = document.number("background", in: SVGNames.payload)
  }

  private func nodesByID() -> [String: Int] {
    var nodes: [String: Int] = [:]
    let plainID = document.number("id")
    let xmlID = document.number("id", in: Self.xml)
    guard plainID != nil || xmlID != nil else { return nodes }
    for node in document.elements.indices {
      guard let id = document.value(node, number: plainID) ?? document.value(node, number: xmlID) else {
        continue
      }
      let name = String(decoding: id, as: UTF8.self)
      if nodes[name] == nil { nodes[name] = node }
    }
    return nodes
  }

  static let xml = "http://www.w3.org/XML/1998/namespace"

  func node(_ id: String) -> Int? { nodes[id] }

  /// What an element of SVG is; nil for any other.
  func kind(_ node: Int) -> ElementKind? { kinds[document.elements[node].name] }

  func value(_ node: Int, _ attribute: CommonAttribute) -> ArraySlice<UInt8>? {
    document.value(node, number: common[attribute.rawValue])
  }

  /// Whether an element carries the payload of a stroke.
  func hasStroke(_ node: Int) -> Bool { document.value(node, number: stroke) != nil }

  /// Whether an element is the white that an export painted under its page.
  func isBackground(_ node: Int) -> Bool { document.value(node, number: background) != nil }

  enum Reference {
    case none
    case local(String)
    case external(ArraySlice<UInt8>)
  }

  /// `href`, which comes before `xlink:href`.
  func reference(_ node: Int) -> Reference {
    guard
      let text = (document.value(node, "href") ?? document.value(node, "href", in: SVGNames.xlink))?.trimmed,
      !text.isEmpty
    else { return .none }
    return text.first == UInt8(ascii: "#")
      ? .local(String(decoding: text.dropFirst(), as: UTF8.self)) : .external(text)
  }

  func length(_ node: Int, _ name: String) -> Length? { document.value(node, name).flatMap { Length($0) } }
  func length(_ node: Int, _ attribute: CommonAttribute) -> Length? {
    guard let range = document.range(node, number: common[attribute.rawValue]) else { return nil }
    // Mostly it is a number and nothing else.
    let all = document.text
    let text = all.span.extracting(range)
    var end = 0
    if let number = DecimalNumber.read(text, at: &end), end == text.count {
      return number.isFinite ? Length(number) : nil
    }
    return Length(document.text[range])
  }
}
