import NoteModel

extension DrawingReader {
  /// Paints a shape and its markers in the order that it asks for.
  mutating func draw(_ shape: Shape) {
    let shared = shape.context.sharedStyle
    guard shared.style.hasMarkers else { return paint(shape, shared.style.paintOrder) }
    let order = shared.style.paintOrder
    let place = order.firstIndex(of: .markers) ?? order.endIndex
    paint(shape, Array(order[..<place]))
    // The stack is worked off from its end.
    if place + 1 < order.endIndex {
      push(.shape(shape, Array(order[(place + 1)...])), owner: shape.node, shape.shared)
    }
    pushMarkers(shape)
  }

  mutating func paint(_ shape: Shape, _ parts: [InheritedStyle.PaintPart]) {
    let shared = shape.context.sharedStyle
    guard shared.style.isVisible else { return }
    var isFlat = false
    // The memory of the shape before; it is given back at the end.
    var path = FlatPath()
    swap(&path, &spare)
    for part in parts {
      let isFill = part == .fill
      guard part != .markers,
        let paint = resolve(
          isFill ? shared.style.fill : shared.style.stroke, shape.node, shape.shared)
      else {
        continue
      }
      let opacity = shape.context.opacity * (isFill ? shared.style.fillOpacity : shared.style.strokeOpacity)
      let color = (shape.context.stencil?.cut(by: paint.color) ?? paint.color).color(opacity: opacity)
      guard color.alpha > 0 else { continue }
      if isFill, output.mayBeStroke(shape.node),
        let ink = shape.ink(
          leastHulls: isOurs || index.hasStroke(shape.node) ? 0 : 3, limit: output.remainingSamples),
        output.add(ink: ink, color, shape.node, &warnings)
      {
        if !isOurs { warnings.add(.ribbon, shape.node) }
        continue
      }
      if !isFlat { flatten(shape, into: &path) }
      isFlat = true
      if isFill {
        output.add(fill: path, isEvenOdd: shared.style.isEvenOdd, color, shape.node, &warnings)
      } else {
        stroke(path, color, shape)
      }
    }
    swap(&path, &spare)
  }

  private mutating func flatten(_ shape: Shape, into path: inout FlatPath) {
    var flattener = Flattener(shape.context.transform, limit: output.remainingSamples, memory: &path)
    if case .path(let text) = shape.source { flattener.reserve(for: text.count) }
    if shape.append(to: &flattener) != nil { warnings.add(.pathFault, shape.node) }
    if flattener.droppedCount > 0 { warnings.add(.outOfRange, shape.node, flattener.droppedCount) }
    flattener.finish(into: &path)
  }

  private mutating func stroke(_ path: FlatPath, _ color: Color, _ shape: Shape) {
    let shared = shape.context.sharedStyle
    let transform = shape.context.transform
    let scale = shape.context.hasNonScalingStroke ? shape.context.units.pageScale : transform.meanScale
    let width = shape.context.units.pixels(shared.style.strokeWidth) * scale
    guard width > 0, width.isFinite else { return }
    let isEven = shape.context.hasNonScalingStroke || transform.isSimilarity
    if !isEven { warnings.add(.unevenWidth, shape.node) }
    if !shared.style.dashes.isEmpty {
      let lengths = shared.style.dashes.map { shape.context.units.pixels($0) }
      let offset = shape.context.units.pixels(shared.style.dashOffset)
      if let pattern = DashPattern(lengths, offset: offset) {
        if let dashes = pattern.dashes(of: path, scale: scale, unmap: isEven ? nil : transform.inverse) {
          return output.add(
            stroke: dashes, width: width, shared.style.lineCap, isDashed: true, color, shape.node, &warnings)
        }
        warnings.add(.dashLimit, shape.node)
      }
    }
    output.add(stroke: path, width: width, shared.style.lineCap, color, shape.node, &warnings)
  }

  // MARK: Paint

  /// What `context-fill` and `context-stroke` mean inside what an element shows: what it is painted with itself.
  mutating func setContextPaint(_ node: Int, _ outer: SharedContext, _ context: inout DrawingContext) {
    let style = outer.context.sharedStyle.style
    context.contextPaint = DrawingContext.ContextPaint(
      fill: resolve(style.fill, node, outer, warns: false),
      stroke: resolve(style.stroke, node, outer, warns: false))
  }

  /// - Parameter warns: whether something is painted, so that it is said what can't be.
  private mutating func resolve(
    _ paint: Paint, _ node: Int, _ shared: SharedContext, warns: Bool = true
  ) -> ResolvedPaint? {
    let resolved: ResolvedPaint?
    switch paint {
    case .none: return nil
    case .color(let color): return ResolvedPaint(color: color)
    case .currentColor: return ResolvedPaint(color: shared.context.sharedStyle.style.color)
    case .contextFill: resolved = shared.context.contextPaint?.fill
    case .contextStroke: resolved = shared.context.contextPaint?.stroke
    case .server(let id, let fallback):
      guard let server = index.node(id), let kind = servers.kind(server) else {
        if fallback == nil, warns { warnings.add(.missingReference, node) }
        return fallback.flatMap { resolve($0, node, shared, warns: warns) }
      }
      guard let color = servers.average(server, &resolver) else {
        return fallback.flatMap { resolve($0, node, shared, warns: warns) }
      }
      resolved = ResolvedPaint(color: color, server: kind)
    }
    if warns, let kind = resolved?.server { warnings.add(kind == .gradient ? .gradient : .pattern, node) }
    return resolved
  }
}
