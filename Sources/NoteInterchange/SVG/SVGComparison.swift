/// Tells whether two SVGs draw the same by the same means.
enum SVGComparison {
  /// Elements that are read; metadata, titles and other namespaces draw nothing.
  static func isDrawn(_ name: XMLDocument.Name) -> Bool {
    name.namespace == SVGNames.svg && !["title", "desc", "metadata"].contains(name.local)
  }

  /// The first element of `file` that isn't as in `drawn`, or the parent that lacks one.
  static func firstDifference(_ file: XMLDocument, _ drawn: XMLDocument) -> Int? {
    difference(file, 0, drawn, 0)
  }

  /// Goes as deep as ``XMLReader/Limits/depth`` at most.
  private static func difference(
    _ file: XMLDocument, _ node: Int, _ drawn: XMLDocument, _ other: Int
  ) -> Int? {
    guard file.name(of: node) == drawn.name(of: other), attributesAgree(file, node, drawn, other)
    else { return node }
    let children = drawnChildren(file, node)
    let others = drawnChildren(drawn, other)
    for (child, counterpart) in zip(children, others) {
      if let found = difference(file, child, drawn, counterpart) { return found }
    }
    if children.count > others.count { return children[others.count] }
    return children.count < others.count ? node : nil
  }

  private static func drawnChildren(_ document: XMLDocument, _ node: Int) -> [Int] {
    document.children(of: node).filter { child in
      let name = document.name(of: child)
      guard isDrawn(name) else { return false }
      return name.local != "defs" || !drawnChildren(document, child).isEmpty
    }
  }

  private static func attributesAgree(
    _ file: XMLDocument, _ node: Int, _ drawn: XMLDocument, _ other: Int
  ) -> Bool {
    let attributes = file.attributes[file.elements[node].attributes].filter { matters(file.names[$0.name]) }
    let others = drawn.attributes[drawn.elements[other].attributes].filter { matters(drawn.names[$0.name]) }
    guard attributes.count == others.count else { return false }
    return others.allSatisfy { wanted in
      attributes.contains { found in
        file.names[found.name] == drawn.names[wanted.name]
          && file.text[found.value].elementsEqual(drawn.text[wanted.value])
      }
    }
  }

  /// Whether an attribute says how something is drawn. References are judged where the images are read.
  private static func matters(_ name: XMLDocument.Name) -> Bool {
    name.namespace.isEmpty && !["id", "role", "version", "href"].contains(name.local)
  }
}
