/// A document with its ids.
struct SVGIndex {
  let document: XMLDocument
  private var nodes: [String: Int] = [:]
  /// Whether elements without a namespace are taken for SVG, because the root has none.
  let isLenient: Bool
  /// The outermost `svg`.
  let root: Int

  /// Nil for a document without any `svg`.
  init?(_ document: XMLDocument) {
    self.document = document
    guard
      let root = document.elements.indices.first(where: { index in
        let name = document.elements[index].name
        return name.local == "svg" && (name.namespace == SVGNames.svg || index == 0 && name.namespace.isEmpty)
      })
    else { return nil }
    self.root = root
    isLenient = document.elements[root].name.namespace.isEmpty
    for node in document.elements.indices {
      guard let id = document.value(node, "id") ?? document.value(node, "id", in: Self.xml) else { continue }
      let name = String(decoding: id, as: UTF8.self)
      if nodes[name] == nil { nodes[name] = node }
    }
  }

  static let xml = "http://www.w3.org/XML/1998/namespace"

  func node(_ id: String) -> Int? { nodes[id] }

  /// The name of an element of SVG; nil for any other.
  func kind(_ node: Int) -> String? {
    let name = document.elements[node].name
    return name.namespace == SVGNames.svg || isLenient && name.namespace.isEmpty ? name.local : nil
  }

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
}
