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
      push(.shape(shape, Array(order[(place + 1)...])), owner: shape.node, shape.context)
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
      guard part != .markers, let paint = resolve(isFill ? shared.style.fill : shared.style.stroke, shape)
      else {
        continue
      }
      let opacity = shape.context.opacity * (isFill ? shared.style.fillOpacity : shared.style.strokeOpacity)
      let color = paint.color.color(opacity: opacity)
      guard color.alpha > 0 else { continue }
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
    if shape.append(to: &flattener) != nil { warnings.add(.pathFault, shape.node) }
    if flattener.droppedCount > 0 { warnings.add(.outOfRange, shape.node, flattener.droppedCount) }
    path = flattener.finished()
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
          return output.add(stroke: dashes, width: width, shared.style.lineCap, color, shape.node, &warnings)
        }
        warnings.add(.dashLimit, shape.node)
      }
    }
    output.add(stroke: path, width: width, shared.style.lineCap, color, shape.node, &warnings)
  }

  // MARK: Paint

  mutating func resolve(_ paint: Paint, _ shape: Shape) -> ResolvedPaint? {
    switch paint {
    case .none: return nil
    case .color(let color): return ResolvedPaint(color: color)
    case .currentColor: return ResolvedPaint(color: shape.context.sharedStyle.style.color)
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
