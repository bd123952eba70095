extension DrawingReader {
  mutating func pushMarkers(_ shape: Shape) {
    let style = shape.context.style
    guard style.isVisible else { return }
    var positions = MarkerPositions(limit: Self.markerLimit)
    _ = shape.append(to: &positions)
    var width = shape.context.units.pixels(style.strokeWidth)
    if !width.isFinite || width < 0 { width = 0 }
    var shown = shape.context
    setContextPaint(shape.node, shape.shared, &shown)
    var pending: [Frame] = []
    let places = positions.places()
    for (number, place) in places.enumerated() {
      var ids: [String?] = []
      switch place.kind {
      case .start: ids = places.count == 1 ? [style.markerStart, style.markerEnd] : [style.markerStart]
      case .middle: ids = [style.markerMiddle]
      case .end: ids = [style.markerEnd]
      }
      for id in ids.compactMap({ $0 }) {
        guard let node = index.node(id), index.kind(node) == .marker else { continue }
        markerCount += 1
        guard markerCount <= Self.markerLimit else {
          warnings.add(.markerLimit, shape.node)
          break
        }
        if let frame = markerFrame(node, place, isStart: number == 0, width, shown) { pending.append(frame) }
      }
      if markerCount > Self.markerLimit { break }
    }
    frames += pending.reversed()
  }

  private mutating func markerFrame(
    _ node: Int, _ place: MarkerPositions.Place, isStart: Bool, _ strokeWidth: Double, _ outer: DrawingContext
  ) -> Frame? {
    let document = index.document
    var context = outer
    context.style = inheritedStyle(of: node, outer)
    var angle = place.angle
    if let orient = document.value(node, "orient")?.keyword {
      if orient == "auto-start-reverse" {
        if isStart { angle += .pi }
      } else if orient != "auto" {
        var scanner = TextScanner(document.value(node, "orient")?.trimmed ?? [])
        let number = scanner.number() ?? 0
        let unit = scanner.name()
        angle = unit == "rad" ? number : unit == "turn" ? number * 2 * .pi : number * .pi / 180
      }
    } else {
      angle = 0
    }
    guard angle.isFinite else { return nil }
    let scalesWithWidth = document.value(node, "markerUnits")?.keyword != "userspaceonuse"
    let scale = scalesWithWidth ? strokeWidth : 1
    func length(_ name: String, _ axis: LengthUnits.Axis, _ standard: Double) -> Double {
      index.length(node, name).map { context.units.pixels($0, axis) } ?? standard
    }
    let width = length("markerWidth", .horizontal, 3)
    let height = length("markerHeight", .vertical, 3)
    guard width > 0, height > 0, scale > 0 else { return nil }
    var fitted = AffineTransform.identity
    context.units.viewportWidth = width
    context.units.viewportHeight = height
    if let text = document.value(node, "viewBox") {
      guard let viewBox = ViewBox(text) else { return nil }
      fitted = viewBox.transform(
        width: width, height: height, AspectRatio(document.value(node, "preserveAspectRatio")))
      context.units.viewportWidth = viewBox.width
      context.units.viewportHeight = viewBox.height
    }
    let reference = fitted.map(
      Point(
        referenceCoordinate(node, "refX", .horizontal, context.units),
        referenceCoordinate(node, "refY", .vertical, context.units)))
    context.transform = context.transform
      .applied(after: .translation(place.point.x, place.point.y))
      .applied(after: .rotation(radians: angle))
      .applied(after: .scale(scale, scale))
      .applied(after: .translation(-reference.x, -reference.y))
      .applied(after: fitted)
    guard context.transform.isInvertible else { return nil }
    return Frame(first: document.elements[node].firstChild, context: SharedContext(context), owner: node)
  }

  /// The style of a marker or mask: properties come from its ancestors, not from the element that shows it.
  mutating func inheritedStyle(of node: Int, _ outer: DrawingContext) -> InheritedStyle {
    var style = InheritedStyle()
    style.fontSize = outer.style.fontSize
    var lineage = [node]
    while let parent = index.document.elements[lineage[lineage.count - 1]].parent { lineage.append(parent) }
    for element in lineage.reversed() { style.apply(resolver.values(of: element), outer.units) }
    return style
  }

  /// A length, or a word for a place in the view box.
  private func referenceCoordinate(
    _ node: Int, _ name: String, _ axis: LengthUnits.Axis, _ units: LengthUnits
  ) -> Double {
    guard let text = index.document.value(node, name) else { return 0 }
    let side = axis == .horizontal ? units.viewportWidth : units.viewportHeight
    switch text.keyword {
    case "left", "top": return 0
    case "center": return side / 2
    case "right", "bottom": return side
    default: return Length(text).map { units.pixels($0, axis) } ?? 0
    }
  }
}
