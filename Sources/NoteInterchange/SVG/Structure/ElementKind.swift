/// The elements of SVG that this reader knows by name.
enum ElementKind: String, Sendable {
  case g, a, use, image, text, tspan, flowRoot, foreignObject, script, symbol, svg, marker, stop, title
  case choice = "switch"
  case path, rect, circle, ellipse, line, polyline, polygon
  case linearGradient, radialGradient, meshgradient, solidcolor, pattern, hatch
  /// Any other element of SVG.
  case other = ""

  /// Whether it draws a path.
  var isShape: Bool {
    switch self {
    case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon: true
    default: false
    }
  }

  /// Whether it can be drawn, itself or through what it holds.
  var isDrawn: Bool {
    switch self {
    case .g, .a, .choice, .svg, .symbol, .use, .image: true
    default: isShape
    }
  }
}

/// The attributes that are asked for at every element of some kind.
enum CommonAttribute: Int, CaseIterable, Sendable {
  case requiredExtensions, systemLanguage
  case x, y, width, height, x1, y1, x2, y2, cx, cy, r, rx, ry, d, points

  static let names = allCases.map { "\($0)" }
}
