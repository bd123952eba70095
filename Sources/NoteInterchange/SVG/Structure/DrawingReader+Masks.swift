/// Masks that are more than a shade.
extension DrawingReader {
  /// Draws what a mask shows of an area that covers the page, as lines in the area's colour; false for any other mask.
  mutating func push(maskOf values: StyleValues, _ node: Int, _ outer: DrawingContext) -> Bool {
    guard let mask = mask(values), let color = areaColor(of: node, outer) else { return false }
    var context = outer
    context.style = inheritedStyle(of: mask, outer)
    context.stencil = outer.stencil?.cut(by: color) ?? color
    push(content: mask, SharedContext(context))
    return true
  }

  /// A mask that shows a drawing; one that is a shape by itself, such as a gradient, is a shade.
  private func mask(_ values: StyleValues) -> Int? {
    guard let mask = target(of: values[.mask], named: "mask"),
      index.document.value(mask, "maskContentUnits") == nil,
      index.document.children(of: mask).allSatisfy({ index.kind($0) == .use || index.kind($0) == .g })
    else { return nil }
    return mask
  }

  /// The colour of the one rectangle that an element shows, if it covers the page.
  private mutating func areaColor(of node: Int, _ outer: DrawingContext) -> PaintColor? {
    var context = outer
    var current = node
    while index.kind(current) == .g {
      guard let child = index.document.onlyChild(of: current) else { return nil }
      current = child
      guard applyStyle(resolver.values(of: current), current, &context) else { return nil }
    }
    return color(ofArea: current, context, in: outer)
  }

  private func color(ofArea node: Int, _ context: DrawingContext, in outer: DrawingContext) -> PaintColor? {
    let style = context.style
    guard index.kind(node) == .rect, style.stroke == .none, case .color(var color) = style.fill,
      case .basic(.rectangle(let x, let y, let width, let height, _, _))? = index.source(
        node, .rect, context.units), context.transform.isUpright
    else { return nil }
    let one = context.transform.map(Point(x, y))
    let other = context.transform.map(Point(x + width, y + height))
    guard min(one.x, other.x) <= 0, min(one.y, other.y) <= 0, max(one.x, other.x) >= pageSize.x,
      max(one.y, other.y) >= pageSize.y
    else { return nil }
    color.alpha *= style.fillOpacity * context.opacity / outer.opacity
    return color
  }

  /// What a mask leaves out.
  enum Cut { case nothing, everything, something }

  /// Of a mask that shows one group, or what that leaves over.
  mutating func cut(of values: StyleValues, _ outer: DrawingContext) -> Cut {
    guard let mask = mask(values), let use = index.document.elements[mask].firstChild,
      index.kind(use) == .use, case .local(let id) = index.reference(use), let group = index.node(id)
    else { return .something }
    var context = outer
    context.style = inheritedStyle(of: mask, outer)
    guard applyStyle(resolver.values(of: group), group, &context) else { return .something }
    for node in index.document.children(of: group) {
      var inner = context
      guard applyStyle(resolver.values(of: node), node, &inner),
        let color = color(ofArea: node, inner, in: context), color == PaintColor(1, 1, 1)
      else { continue }
      return inverts(resolver.values(of: use)) ? .everything : .nothing
    }
    return .something
  }

  /// Whether a filter turns alpha round.
  private func inverts(_ values: StyleValues) -> Bool {
    matrix(values).map { $0[18] < 0 } ?? false
  }

  /// Whether a filter leaves alpha as it is and makes everything white, which only masks are drawn with.
  func whitens(_ values: StyleValues) -> Bool {
    matrix(values).map { $0[4] == 1 && $0[9] == 1 && $0[14] == 1 && $0[18] == 1 } ?? false
  }

  /// The matrix of a filter that is nothing else.
  private func matrix(_ values: StyleValues) -> [Double]? {
    guard let filter = target(of: values[.filter], named: "filter"),
      let part = index.document.elements[filter].firstChild,
      index.document.name(of: part).local == "feColorMatrix",
      let text = index.document.value(part, "values")
    else { return nil }
    var scanner = TextScanner(text)
    var numbers: [Double] = []
    while numbers.count < 20 {
      scanner.skipSeparator()
      guard let number = scanner.number() else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}

extension PaintColor {
  /// What a mask painted with a colour lets through of this one.
  ///
  /// Source: CSS Masking 1, section 7.10, luminance masks.
  func cut(by mask: PaintColor) -> PaintColor {
    let luminance = 0.2125 * mask.red + 0.7154 * mask.green + 0.0721 * mask.blue
    return PaintColor(red, green, blue, alpha * luminance * mask.alpha)
  }
}
