import NoteModel

extension DrawingReader {
  /// Draws one element or puts its content on the stack.
  mutating func visit(_ node: Int, _ size: TargetSize?, _ outer: SharedContext) {
    guard let kind = index.kind(node), index.passesConditions(node, options.languages) else { return }
    switch kind {
    case _ where kind.isDrawn:
      // A symbol shows only where it is used.
      if kind == .symbol, size == nil { return }
      let values = resolver.values(of: node)
      if values.isEmpty, !outer.context.hasNonScalingStroke { return draw(node, kind, size, outer) }
      var context = outer.context
      guard applyStyle(values, node, &context) else { return }
      if let overlay = overlay(values) {
        if values[.mask] != nil, cut(of: values, context) != .nothing { warnings.add(.mask, node) }
        return push(overlay, owner: node, context)
      }
      if values[.mask] != nil, push(maskOf: values, node, context) { return }
      if context.stencil == nil || !whitens(values) { warn(of: values, node) }
      context.hasNonScalingStroke = values[.vectorEffect]?.isKeyword("non-scaling-stroke") ?? false
      draw(node, kind, size, SharedContext(context))
    case .text, .tspan, .flowRoot: warnings.add(.text, node)
    case .foreignObject: warnings.add(.foreignObject, node)
    case .script: warnings.add(.script, node)
    default: break
    }
  }

  private mutating func draw(_ node: Int, _ kind: ElementKind, _ size: TargetSize?, _ shared: SharedContext) {
    switch kind {
    case .g, .a:
      if index.document.elements[node].firstChild == nil, let element = invisibleElement(node) {
        return output.append(element, &warnings)
      }
      push(content: node, shared, isGroup: index.isOneStroke(node, isOurs: isOurs))
    case .choice: pushChoice(node, shared)
    case .svg, .symbol: pushViewport(node, isSymbol: kind == .symbol, size, shared.context)
    case .use: use(node, shared)
    case .image: place(image: node, shared.context)
    default: drawShape(node, kind, shared)
    }
  }

  /// An element of ours that draws nothing: of an unknown type, or an image without an area or a file.
  private func invisibleElement(_ node: Int) -> Element? {
    let reader = PayloadReader(index.document)
    do throws(InterchangeError) {
      if reader.has(node, "json") { return .unknown(try reader.readUnknown(node)) }
      if reader.has(node, "frame") { return .image(try reader.readImage(node)) }
    } catch {}
    return nil
  }

  private mutating func drawShape(_ node: Int, _ kind: ElementKind, _ shared: SharedContext) {
    // The white that an export painted under its page.
    if index.isBackground(node) { return }
    guard let source = index.source(node, kind, shared.context.units) else { return }
    let shape = Shape(node: node, source: source, shared: shared)
    let isGroup = index.isOneStroke(node, isOurs: isOurs) && !output.isInGroup
    if isGroup { output.beginGroup(node, &warnings) }
    draw(shape)
    if isGroup { output.endGroup(&warnings) }
  }

  /// The first child that may be drawn.
  private mutating func pushChoice(_ node: Int, _ shared: SharedContext) {
    let (index, languages) = (index, options.languages)
    let choice = index.document.children(of: node).first { child in
      guard let kind = index.kind(child) else { return false }
      return (kind.isDrawn && kind != .symbol || kind == .text) && index.passesConditions(child, languages)
    }
    guard let choice else { return }
    push(.node(choice, size: nil), owner: node, shared)
  }

  // MARK: References and viewports

  private mutating func use(_ node: Int, _ outer: SharedContext) {
    let target: Int
    switch index.reference(node) {
    case .none: return
    case .external: return warnings.add(.externalReference, node)
    case .local(let id):
      guard let found = index.node(id) else { return warnings.add(.missingReference, node) }
      target = found
    }
    var context = outer.context
    let x = index.length(node, .x).map { context.units.pixels($0, .horizontal) } ?? 0
    let y = index.length(node, .y).map { context.units.pixels($0, .vertical) } ?? 0
    context.transform = context.transform.applied(after: .translation(x, y))
    setContextPaint(node, outer, &context)
    if index.document.value(node, "frame", in: SVGNames.payload) != nil { context.imagePayload = node }
    let size = TargetSize(width: index.length(node, .width), height: index.length(node, .height))
    push(.node(target, size: size), owner: node, SharedContext(context))
  }

  private mutating func pushViewport(
    _ node: Int, isSymbol: Bool, _ size: TargetSize?, _ outer: DrawingContext
  ) {
    var context = outer
    let units = context.units
    func side(_ name: CommonAttribute, _ said: Length?, _ axis: LengthUnits.Axis) -> Double {
      units.pixels(said ?? index.length(node, name) ?? Length(100, .percent), axis)
    }
    if !isSymbol {
      let x = index.length(node, .x).map { units.pixels($0, .horizontal) } ?? 0
      let y = index.length(node, .y).map { units.pixels($0, .vertical) } ?? 0
      context.transform = context.transform.applied(after: .translation(x, y))
    }
    let width = side(.width, size?.width, .horizontal)
    let height = side(.height, size?.height, .vertical)
    guard width > 0, height > 0 else { return }
    context.units.viewportWidth = width
    context.units.viewportHeight = height
    if let viewBox = index.document.value(node, "viewBox").flatMap({ ViewBox($0) }) {
      let fit = AspectRatio(index.document.value(node, "preserveAspectRatio"))
      context.transform = context.transform.applied(
        after: viewBox.transform(width: width, height: height, fit))
      context.units.viewportWidth = viewBox.width
      context.units.viewportHeight = viewBox.height
    }
    guard context.transform.isInvertible else { return }
    push(content: node, SharedContext(context))
  }
}
