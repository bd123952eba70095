/// Drawings put together by filters and masks alone.
///
/// A program that paints so that ink replaces what is under it, as Xournal++ 1.2 does, gets an SVG from cairo 1.18 in
/// which every piece of ink is a mask over an area of its colour, and a filter lays it over all that was drawn before.
extension DrawingReader {
  /// A drawing that a filter lays over another.
  struct Overlay {
    var upper: Int
    var lower: Int
    /// Whether their colours are multiplied, as those of highlighters are.
    var multiplies: Bool
  }

  /// What a filter lays over what; nil for a filter that does anything else.
  func overlay(_ values: StyleValues) -> Overlay? {
    guard let filter = target(of: values[.filter], named: "filter") else { return nil }
    let parts = Array(index.document.children(of: filter))
    guard parts.count == 3, let multiplies = multiplies(parts[2]),
      let upper = image(parts, index.document.value(parts[2], "in")),
      let lower = image(parts, index.document.value(parts[2], "in2"))
    else { return nil }
    return Overlay(upper: upper, lower: lower, multiplies: multiplies)
  }

  /// How the last part of a filter mixes the others; nil for one that shows less than both.
  private func multiplies(_ part: Int) -> Bool? {
    switch index.document.name(of: part).local {
    case "feBlend": return index.document.value(part, "mode")?.isKeyword("multiply") ?? false
    case "feComposite":
      let factors = ["k1", "k2", "k3", "k4"].map { index.length(part, $0)?.value ?? 0 }
      let isSum = index.document.value(part, "operator")?.isKeyword("arithmetic") ?? false
      return isSum && factors == [0, 1, 1, 0] ? false : nil
    default: return nil
    }
  }

  /// The element that the part of a filter with a name for its result shows.
  private func image(_ parts: [Int], _ name: ArraySlice<UInt8>?) -> Int? {
    guard let name, let part = parts.first(where: { index.document.value($0, "result") == name }),
      index.document.name(of: part).local == "feImage", case .local(let id) = index.reference(part)
    else { return nil }
    return index.node(id)
  }

  func target(of text: ArraySlice<UInt8>?, named name: String) -> Int? {
    guard let text else { return nil }
    var scanner = TextScanner(text.trimmed)
    guard let id = scanner.localReference(), let node = index.node(id),
      index.document.name(of: node).local == name
    else { return nil }
    return node
  }

  /// Puts both drawings on the stack, the lower one to be drawn first. That mostly is such an overlay again: a page of
  /// ink is a tower of thousands.
  mutating func push(_ top: Overlay, owner: Int, _ context: DrawingContext) {
    var level = (overlay: top, owner: owner, context: context)
    var seen: Set<Int> = []
    while true {
      guard seen.insert(level.owner).inserted else { return warnings.add(.cycle, level.owner) }
      overlayCount += 1
      guard overlayCount <= Self.elementLimit else { return warnings.add(.elementLimit, level.owner) }
      var upper = level.context
      if level.overlay.multiplies {
        warnings.add(.multiply, level.owner)
        upper.opacity *= 0.5
      }
      push(.node(level.overlay.upper, size: nil), owner: level.owner, SharedContext(upper))
      let lower = level.overlay.lower
      let values = resolver.values(of: lower)
      if cut(of: values, level.context) == .everything { return }
      var inner = level.context
      guard let next = overlay(within: lower, &inner) else {
        // Its mask leaves out what the upper one covers, which is drawn over it.
        inner = level.context
        if applyStyle(values, lower, &inner) { push(content: lower, SharedContext(inner)) }
        return
      }
      level = (next.overlay, next.owner, inner)
    }
  }

  /// The overlay that is all an element shows.
  private mutating func overlay(
    within node: Int, _ context: inout DrawingContext
  ) -> (overlay: Overlay, owner: Int)? {
    var current = node
    while index.kind(current) == .g {
      let values = resolver.values(of: current)
      guard applyStyle(values, current, &context) else { return nil }
      if let overlay = overlay(values) { return (overlay, current) }
      guard let child = index.document.onlyChild(of: current) else { return nil }
      current = child
    }
    return nil
  }
}
