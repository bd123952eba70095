/// What an element takes over from those around it.
struct DrawingContext: Sendable {
  /// From user space to points of the page.
  var transform: AffineTransform
  var style: InheritedStyle {
    get { sharedStyle.style }
    set { sharedStyle = SharedStyle(newValue) }
  }
  /// Most elements pass on what they took over, which then isn't copied.
  var sharedStyle: SharedStyle
  /// Of all groups around, multiplied.
  var opacity: Double
  var units: LengthUnits
  /// What `context-fill` and `context-stroke` mean inside a marker or what a `use` shows.
  var contextPaint: ContextPaint?
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

  /// Few drawings have any; in a place of its own, it doesn't lengthen what every element copies.
  final class ContextPaint: Sendable {
    let fill: ResolvedPaint?
    let stroke: ResolvedPaint?
    init(fill: ResolvedPaint?, stroke: ResolvedPaint?) { (self.fill, self.stroke) = (fill, stroke) }
  }
}

/// A context that most elements pass on as it is, so that it isn't copied for each of them.
final class SharedContext: Sendable {
  let context: DrawingContext
  init(_ context: DrawingContext) { self.context = context }
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

  let node: Int
  let source: Source
  let shared: SharedContext

  var context: DrawingContext { shared.context }

  /// The stroke whose outline a path is, as style `outline` draws it.
  ///
  /// - Parameters:
  ///   - leastHulls: how many hulls the outline has at least.
  ///   - limit: of samples.
  func ink(leastHulls: Int, limit: Int) -> InkLine? {
    guard case .path(let text) = source, !shared.context.sharedStyle.style.isEvenOdd else { return nil }
    return OutlineTrace.line(text, shared.context.transform, leastHulls: leastHulls, limit: limit)
  }

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
