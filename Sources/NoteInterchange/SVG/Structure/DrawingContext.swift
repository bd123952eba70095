/// What an element takes over from those around it.
struct DrawingContext: Sendable {
  /// From user space to points of the page.
  var transform: AffineTransform
  var style: InheritedStyle {
    get { sharedStyle.style }
    set { sharedStyle = SharedStyle(newValue) }
  }
  /// Most elements pass on what they took over, which then isn't copied.
  private(set) var sharedStyle: SharedStyle
  /// Of all groups around, multiplied.
  var opacity: Double
  var units: LengthUnits
  /// What `context-fill` and `context-stroke` mean inside a marker or what a `use` shows.
  var contextFill: ResolvedPaint?
  var contextStroke: ResolvedPaint?
  /// The colour in which a mask's drawing shows; nil outside of masks.
  var stencil: PaintColor?
  /// Whether the width of a stroke is in px of the page, not of user space. Children don't take it over.
  var hasNonScalingStroke = false
  /// The `use` whose payload tells about the image that it shows.
  var imagePayload: Int?

  init(transform: AffineTransform, style: InheritedStyle, opacity: Double, units: LengthUnits) {
    self.transform = transform
    sharedStyle = SharedStyle(style)
    self.opacity = opacity
    self.units = units
  }

  final class SharedStyle: Sendable {
    let style: InheritedStyle
    init(_ style: InheritedStyle) { self.style = style }
  }
}

/// A colour that may stand for a gradient or pattern.
struct ResolvedPaint: Sendable, Hashable {
  var color: PaintColor
  var server: PaintServers.Kind?
}

/// Something to be drawn: a path with all that its surroundings say.
struct Shape: Sendable {
  enum Source: Sendable {
    case path(ArraySlice<UInt8>)
    case basic(BasicShape)
  }

  var node: Int
  var source: Source
  var context: DrawingContext

  /// Appends the path in user space; the offset of a fault in path data.
  func append<Sink: PathSink>(to sink: inout Sink) -> Int? {
    switch source {
    case .path(let text): return PathData.read(text.span, into: &sink)
    case .basic(let shape):
      shape.append(to: &sink)
      return nil
    }
  }
}
