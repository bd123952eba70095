import NoteModel

extension DrawingReader {
  /// Paints a shape and its markers in the order that it asks for.
  mutating func draw(_ shape: Shape) {
    let style = shape.context.style
    guard style.hasMarkers else { return paint(shape, style.paintOrder) }
    let order = style.paintOrder
    let place = order.firstIndex(of: .markers) ?? order.endIndex
    paint(shape, Array(order[..<place]))
    // The stack is worked off from its end.
    if place + 1 < order.endIndex {
      push([.shape(shape, Array(order[(place + 1)...]))], owner: shape.node, shape.context)
    }
    pushMarkers(shape)
  }

  mutating func paint(_ shape: Shape, _ parts: [InheritedStyle.PaintPart]) {
    let style = shape.context.style
    guard style.isVisible else { return }
    var flat: FlatPath?
    for part in parts {
      let isFill = part == .fill
      guard part != .markers, let paint = resolve(isFill ? style.fill : style.stroke, shape) else { continue }
      let opacity = shape.context.opacity * (isFill ? style.fillOpacity : style.strokeOpacity)
      let color = paint.color.color(opacity: opacity)
      guard color.alpha > 0 else { continue }
      let path = flat ?? flatten(shape)
      flat = path
      if isFill {
        output.add(fill: path, isEvenOdd: style.isEvenOdd, color, shape.node, &warnings)
      } else {
        stroke(path, color, shape)
      }
    }
  }

  private mutating func flatten(_ shape: Shape) -> FlatPath {
    var flattener = Flattener(shape.context.transform, limit: output.remainingSamples)
    if shape.append(to: &flattener) != nil { warnings.add(.pathFault, shape.node) }
    if flattener.droppedCount > 0 { warnings.add(.outOfRange, shape.node, flattener.droppedCount) }
    return flattener.finished()
  }

  private mutating func stroke(_ path: FlatPath, _ color: Color, _ shape: Shape) {
    let style = shape.context.style
    let transform = shape.context.transform
    let scale = shape.context.hasNonScalingStroke ? shape.context.units.pageScale : transform.meanScale
    let width = shape.context.units.pixels(style.strokeWidth) * scale
    guard width > 0, width.isFinite else { return }
    let isEven = shape.context.hasNonScalingStroke || transform.isSimilarity
    if !isEven { warnings.add(.unevenWidth, shape.node) }
    var line = path
    if !style.dashes.isEmpty {
      let lengths = style.dashes.map { shape.context.units.pixels($0) }
      let offset = shape.context.units.pixels(style.dashOffset)
      if let pattern = DashPattern(lengths, offset: offset) {
        if let dashes = pattern.dashes(of: path, scale: scale, unmap: isEven ? nil : transform.inverse) {
          line = dashes
        } else {
          warnings.add(.dashLimit, shape.node)
        }
      }
    }
    output.add(stroke: line, width: width, style.lineCap, color, shape.node, &warnings)
  }

  // MARK: Paint

  mutating func resolve(_ paint: Paint, _ shape: Shape) -> ResolvedPaint? {
    switch paint {
    case .none: return nil
    case .color(let color): return ResolvedPaint(color: color)
    case .currentColor: return ResolvedPaint(color: shape.context.style.color)
    case .contextFill: return shape.context.contextFill
    case .contextStroke: return shape.context.contextStroke
    case .server(let id, let fallback):
      guard let node = index.node(id), let kind = servers.kind(node) else {
        if fallback == nil { warnings.add(.missingReference, shape.node) }
        return fallback.flatMap { resolve($0, shape) }
      }
      guard let color = servers.average(node, &resolver) else {
        return fallback.flatMap { resolve($0, shape) }
      }
      warnings.add(kind == .gradient ? .gradient : .pattern, shape.node)
      return ResolvedPaint(color: color)
    }
  }
}
