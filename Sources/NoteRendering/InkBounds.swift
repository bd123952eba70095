#if Rendering
  import NoteModel

  /// The smallest rectangle around what a page shows, in points.
  struct InkBounds {
    /// Nil as long as nothing is drawn.
    private(set) var box: Box?

    init(_ page: Page) {
      for element in page.elements {
        switch element {
        case .stroke(let stroke): add(stroke)
        case .image(let image): add(image)
        case .unknown: break
        }
      }
    }

    private mutating func add(_ stroke: Stroke) {
      guard stroke.color.alpha > 0 else { return }
      for sample in stroke.x.indices where stroke.radius[sample] > 0 {
        let radius = Double(stroke.radius[sample])
        let (x, y) = (Double(stroke.x[sample]), Double(stroke.y[sample]))
        add(
          Box(
            left: (x - radius) / 10, top: (y - radius) / 10, right: (x + radius) / 10,
            bottom: (y + radius) / 10
          ))
      }
    }

    private mutating func add(_ image: PlacedImage) {
      guard let frame = ImageFrame(image) else { return }
      for corner in frame.corners {
        add(Box(left: corner.x, top: corner.y, right: corner.x, bottom: corner.y))
      }
    }

    private mutating func add(_ other: Box) { box = box?.union(other) ?? other }
  }

  extension PictureArea {
    /// The rectangle in points.
    func box(of page: Page, _ canvas: Canvas) -> Box {
      let whole = Box(canvas)
      guard self == .ink, let ink = InkBounds(page).box?.intersection(whole), !ink.isEmpty else {
        return whole
      }
      return ink
    }
  }
#endif
