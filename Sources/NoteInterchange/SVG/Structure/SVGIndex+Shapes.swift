extension SVGIndex {
  /// The path of a shape, its sizes in user units; nil for one that has none.
  func source(_ node: Int, _ kind: ElementKind, _ units: LengthUnits) -> Shape.Source? {
    switch kind {
    case .path: value(node, .d).map { .path($0) }
    case .polyline, .polygon: value(node, .points).map { .basic(.polyline($0, isClosed: kind == .polygon)) }
    default: .basic(shape(node, kind, units))
    }
  }

  private func shape(_ node: Int, _ kind: ElementKind, _ units: LengthUnits) -> BasicShape {
    switch kind {
    case .line: .line(point(node, .x1, .y1, units), point(node, .x2, .y2, units))
    case .circle:
      .ellipse(center: point(node, .cx, .cy, units), radii: circleRadii(node, units))
    case .ellipse: .ellipse(center: point(node, .cx, .cy, units), radii: radii(node, units))
    default: rectangle(node, units)
    }
  }

  private func circleRadii(_ node: Int, _ units: LengthUnits) -> Point {
    let radius = pixels(node, .r, .diagonal, units) ?? 0
    return Point(radius, radius)
  }

  private func rectangle(_ node: Int, _ units: LengthUnits) -> BasicShape {
    let corner = point(node, .x, .y, units)
    let size = point(node, .width, .height, units)
    let radii = radii(node, units)
    return .rectangle(
      x: corner.x, y: corner.y, width: size.x, height: size.y, radiusX: radii.x, radiusY: radii.y)
  }

  /// `rx` and `ry`; one that is absent, `auto` or negative takes over the other.
  private func radii(_ node: Int, _ units: LengthUnits) -> Point {
    let x = pixels(node, .rx, .horizontal, units).flatMap { $0 >= 0 ? $0 : nil }
    let y = pixels(node, .ry, .vertical, units).flatMap { $0 >= 0 ? $0 : nil }
    return Point(x ?? y ?? 0, y ?? x ?? 0)
  }

  private func point(_ node: Int, _ x: CommonAttribute, _ y: CommonAttribute, _ units: LengthUnits) -> Point {
    Point(pixels(node, x, .horizontal, units) ?? 0, pixels(node, y, .vertical, units) ?? 0)
  }

  private func pixels(
    _ node: Int, _ name: CommonAttribute, _ axis: LengthUnits.Axis, _ units: LengthUnits
  ) -> Double? {
    length(node, name).map { units.pixels($0, axis) }
  }

  /// Whether all that an element draws is one stroke: by its payload, or because we drew it without one.
  func isOneStroke(_ node: Int, isOurs: Bool) -> Bool {
    if hasStroke(node) { return true }
    guard isOurs else { return false }
    // A stroke's group has its colour; a stroke that is one path stands on the page itself.
    let isOnPage = document.elements[node].parent == root
    return isOnPage && document.value(node, "stroke") ?? document.value(node, "fill") != nil
      && kind(node) != .rect
  }

  // MARK: Conditions

  /// `requiredExtensions` and `systemLanguage`.
  func passesConditions(_ node: Int, _ languages: [String]) -> Bool {
    if let extensions = value(node, .requiredExtensions), !extensions.trimmed.isEmpty {
      return false
    }
    guard let asked = value(node, .systemLanguage) else { return true }
    return asked.split(separator: UInt8(ascii: ",")).contains { language in
      let word = language.keyword
      return languages.contains { word == $0 || word.hasPrefix($0 + "-") }
    }
  }
}
