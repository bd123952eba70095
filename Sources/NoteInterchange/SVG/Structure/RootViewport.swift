/// The size of the page and the user space of the outermost `svg`.
struct RootViewport {
  /// In points; nil when the drawing doesn't say it, and its content counts.
  var size: Point?
  /// From user space to points.
  var transform: AffineTransform
  var units: LengthUnits

  init(_ index: SVGIndex, resolution: Double) {
    let scale = 72 / resolution
    units = LengthUnits()
    units.resolution = resolution
    let viewBox = index.document.value(index.root, "viewBox").flatMap { ViewBox($0) }
    // Percentages are of a window that isn't there; the view box stands in for it.
    units.viewportWidth = viewBox?.width ?? 100
    units.viewportHeight = viewBox?.height ?? 100
    var width = Self.side(index, "width", .horizontal, units)
    var height = Self.side(index, "height", .vertical, units)
    if let viewBox {
      switch (width, height) {
      case (let known?, nil): height = known * viewBox.height / viewBox.width
      case (nil, let known?): width = known * viewBox.width / viewBox.height
      case (nil, nil): (width, height) = (viewBox.width, viewBox.height)
      default: break
      }
    }
    transform = .scale(scale, scale)
    if let width, let height {
      size = Point(width * scale, height * scale)
      if let viewBox {
        let fit = AspectRatio(index.document.value(index.root, "preserveAspectRatio"))
        transform = transform.applied(after: viewBox.transform(width: width, height: height, fit))
      } else {
        units.viewportWidth = width
        units.viewportHeight = height
      }
    }
  }

  /// In px; nil for a side that is absent, no length or not above 0.
  private static func side(
    _ index: SVGIndex, _ name: String, _ axis: LengthUnits.Axis, _ units: LengthUnits
  ) -> Double? {
    guard let length = index.length(index.root, name) else { return nil }
    if length.unit == .percent, index.document.value(index.root, "viewBox") == nil { return nil }
    let side = units.pixels(length, axis)
    return side > 0 && side.isFinite ? side : nil
  }
}
