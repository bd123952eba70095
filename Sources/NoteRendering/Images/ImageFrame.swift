import NoteModel

#if Rendering
  import CCairo

  /// Where an image stands on its page.
  struct ImageFrame {
    /// In points.
    let center: Point
    let size: Point
    /// Clockwise, in radians.
    let rotation: Double
    /// 0 is clear, 1 opaque.
    let opacity: Double

    /// Nil for an image that shows nothing: without an area, or clear.
    init?(_ image: PlacedImage) {
      let frame = image.frame
      guard frame.width > 0, frame.height > 0, image.opacity ?? 1000 > 0 else { return nil }
      size = Point(Double(frame.width), Double(frame.height)) / 10
      center = Point(Double(frame.x), Double(frame.y)) / 10 + size / 2
      rotation = Double((image.rotation ?? 0) % 3600) * .pi / 1800
      opacity = min(1, Double(image.opacity ?? 1000) / 1000)
    }

    /// The frame's corners on the page in points, from the image's top left corner clockwise.
    var corners: [Point] {
      var turn = cairo_matrix_t()
      unsafe cairo_matrix_init_rotate(&turn, rotation)
      return [Point(-1, -1), Point(1, -1), Point(1, 1), Point(-1, 1)].map { corner in
        let half = corner * size / 2
        return center + Point(half.x * turn.xx + half.y * turn.xy, half.x * turn.yx + half.y * turn.yy)
      }
    }
  }
#endif
