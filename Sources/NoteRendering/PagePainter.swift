#if Rendering
  import NoteModel

  /// Draws pages by the definition of the format: each stroke one shape filled once, each image in its frame.
  ///
  /// It keeps its memory from page to page.
  struct PagePainter {
    /// How the page maps to the surface.
    struct Target {
      /// Units of the surface a point.
      let scale: Double
      /// In points.
      let area: Box

      /// The area in units of the surface.
      var visible: Box { Box(left: 0, top: 0, right: area.width * scale, bottom: area.height * scale) }

      func map(_ place: Point) -> Point { (place - Point(area.left, area.top)) * scale }
    }

    let store: PictureStore
    private var outline = StrokeOutline()

    init(_ store: PictureStore) { self.store = store }

    /// Coordinates beyond this are cut off before the drawing library sees them: its numbers end at 8 million.
    private static let largestCoordinate = 500_000.0
    /// How far an outline may be off, in pixels.
    private static let pixelTolerance = 0.04

    mutating func paint(_ page: Page, on context: borrowing DrawingContext, _ target: Target) throws {
      defer { store.forget() }
      for element in page.elements {
        switch element {
        case .stroke(let stroke): paint(stroke, on: context, target)
        case .image(let image): try paint(image, on: context, target)
        case .unknown: break
        }
      }
      try context.checkStatus()
    }

    // MARK: Strokes

    private mutating func paint(_ stroke: Stroke, on context: borrowing DrawingContext, _ target: Target) {
      guard stroke.color.alpha > 0, stroke.radius != .constant(0) else { return }
      outline.trace(
        stroke,
        StrokeOutline.Mapping(
          scale: target.scale, origin: Point(target.area.left, target.area.top),
          visible: target.visible.inset(by: -2),
          tolerance: Self.pixelTolerance))
      guard !outline.polygons.isEmpty else { return }
      let isFar = outline.extent > Self.largestCoordinate
      for polygon in outline.polygons {
        let corners = outline.corners[polygon]
        if isFar {
          context.append(PolygonClip.clip(corners, to: target.visible.inset(by: -8))[...])
        } else {
          context.append(corners)
        }
      }
      context.setColor(stroke.color)
      context.fill()
    }

    // MARK: Images

    private func paint(
      _ image: PlacedImage, on context: borrowing DrawingContext, _ target: Target
    ) throws {
      guard let frame = ImageFrame(image) else { return }
      let visible = target.visible.inset(by: -2)
      let corners = frame.corners.map(target.map)
      let shown = PolygonClip.clip(corners[...], to: visible)
      guard shown.count >= 3 else { return }
      let entry = try store.entry(image.asset, wanted: frame.size * target.scale)
      switch entry {
      case .picture(let picture):
        context.isolated {
          context.append(shown[...])
          context.clip()
          context.paint(
            picture, origin: corners[0], x: corners[1] - corners[0], y: corners[3] - corners[0],
            opacity: frame.opacity)
        }
      case .box:
        paintBox(shown, corners, opacity: frame.opacity, on: context, scale: target.scale)
      }
    }

    /// A grey box with a cross: here is an image that can't be drawn.
    private func paintBox(
      _ shown: [Point], _ corners: [Point], opacity: Double, on context: borrowing DrawingContext,
      scale: Double
    ) {
      let alpha = UInt8((opacity * 255).rounded())
      let side = min((corners[1] - corners[0]).length, (corners[3] - corners[0]).length)
      context.isolated {
        context.append(shown[...])
        context.clip()
        context.setColor(Color(red: 224, green: 224, blue: 224, alpha: alpha))
        context.paint()
        guard corners.allSatisfy({ abs($0.x) < Self.largestCoordinate && abs($0.y) < Self.largestCoordinate })
        else { return }
        context.append(corners[...])
        context.append(line: [corners[0], corners[2]])
        context.append(line: [corners[1], corners[3]])
        context.setColor(Color(red: 144, green: 144, blue: 144, alpha: alpha))
        context.stroke(width: min(1.5 * scale, side / 10))
      }
    }
  }

  extension Point {
    fileprivate var length: Double { dot(self).squareRoot() }
  }
#endif
