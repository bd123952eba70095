/// The colours that gradients and patterns have on average.
struct PaintServers {
  private let index: SVGIndex
  private var known: [Int: PaintColor?] = [:]

  init(_ index: SVGIndex) { self.index = index }

  enum Kind: Sendable { case gradient, pattern }

  /// What an id refers to; nil for something that paints nothing.
  func kind(_ node: Int) -> Kind? {
    switch index.kind(node) {
    case .linearGradient, .radialGradient, .meshgradient, .solidcolor: .gradient
    case .pattern, .hatch: .pattern
    default: nil
    }
  }

  /// Nil for a gradient without stops or a pattern without content: nothing is painted.
  mutating func average(_ node: Int, _ resolver: inout StyleResolver) -> PaintColor? {
    if let color = known[node] { return color }
    known[node] = .some(nil)
    let color: PaintColor? =
      kind(node) == .gradient ? averageOfStops(node, &resolver) : averageOfContent(node, &resolver)
    known[node] = .some(color)
    return color
  }

  // MARK: Gradients

  private struct Stop {
    var offset: Double
    var color: PaintColor
  }

  private func averageOfStops(_ node: Int, _ resolver: inout StyleResolver) -> PaintColor? {
    let stops = stops(of: node, &resolver)
    guard let first = stops.first, let last = stops.last else { return nil }
    // The first colour reaches from 0 to its stop, the last to 1.
    var sum = [first.color.red, first.color.green, first.color.blue].map {
      $0 * first.color.alpha * first.offset
    }
    var alpha = first.color.alpha * first.offset
    func add(_ one: PaintColor, _ two: PaintColor, _ width: Double) {
      let middle = one.mixed(with: two, 0.5)
      let weight = middle.alpha * width
      for (part, value) in [middle.red, middle.green, middle.blue].enumerated() {
        sum[part] += value * weight
      }
      alpha += weight
    }
    for (one, two) in zip(stops, stops.dropFirst()) { add(one.color, two.color, two.offset - one.offset) }
    add(last.color, last.color, 1 - last.offset)
    guard alpha > 0 else { return .clear }
    return PaintColor(sum[0] / alpha, sum[1] / alpha, sum[2] / alpha, alpha)
  }

  /// Its own, or those of the gradient that it refers to.
  private func stops(of start: Int, _ resolver: inout StyleResolver) -> [Stop] {
    var node = start
    for _ in 0..<32 {
      var stops: [Stop] = []
      for child in index.document.children(of: node) where index.kind(child) == .stop {
        stops.append(stop(child, after: stops.last?.offset ?? 0, &resolver))
        if stops.count > 1_000 { break }
      }
      if !stops.isEmpty { return stops }
      guard case .local(let id) = index.reference(node), let next = index.node(id), kind(next) == .gradient
      else { return [] }
      node = next
    }
    return []
  }

  private func stop(_ node: Int, after least: Double, _ resolver: inout StyleResolver) -> Stop {
    let values = resolver.values(of: node)
    var color = PaintColor.black
    if let text = values[.stopColor] {
      if let read = PaintColorReader.read(text) {
        color = read
      } else if text.keyword == "currentcolor" {
        color = currentColor(node, &resolver)
      }
    }
    color.alpha *= values[.stopOpacity].flatMap { InheritedStyle.opacity($0) } ?? 1
    let offset = index.document.value(node, "offset").flatMap { InheritedStyle.opacity($0) } ?? 0
    return Stop(offset: max(least, offset), color: color)
  }

  private func currentColor(_ node: Int, _ resolver: inout StyleResolver) -> PaintColor {
    var current: Int? = node
    while let ancestor = current {
      if let color = resolver.values(of: ancestor)[.color].flatMap({ PaintColorReader.read($0) }) {
        return color
      }
      current = index.document.elements[ancestor].parent
    }
    return .black
  }

  // MARK: Patterns

  /// The mean of the colours that its content is filled or stroked with, as far as they are plain.
  private func averageOfContent(_ start: Int, _ resolver: inout StyleResolver) -> PaintColor? {
    var node = start
    for _ in 0..<32 where index.document.elements[node].firstChild == nil {
      guard case .local(let id) = index.reference(node), let next = index.node(id), kind(next) == .pattern
      else { return nil }
      node = next
    }
    var open = [(node, InheritedStyle())]
    var colors: [PaintColor] = []
    var visited = 0
    while let (parent, inherited) = open.popLast(), visited < 256 {
      for child in index.document.children(of: parent).prefix(256) {
        visited += 1
        guard let kind = index.kind(child) else { continue }
        var style = inherited
        style.apply(resolver.values(of: child), LengthUnits())
        if kind.isShape {
          colors += [style.fill, style.stroke].compactMap { color($0, style) }
        }
        open.append((child, style))
      }
    }
    guard var mean = colors.first else { return nil }
    for (count, color) in colors.enumerated().dropFirst() {
      mean = mean.mixed(with: color, 1 / Double(count + 1))
    }
    return mean
  }

  private func color(_ paint: Paint, _ style: InheritedStyle) -> PaintColor? {
    switch paint {
    case .color(let color): color
    case .currentColor: style.color
    default: nil
    }
  }
}
