#if Rendering
  import CCairo
  import NoteModel

  /// Draws on a surface; owner of the drawing library's state.
  @safe struct DrawingContext: ~Copyable {
    private let context: OpaquePointer

    init(on surface: PixelSurface) {
      unsafe context = surface.withSurface { unsafe cairo_create($0) }
    }

    deinit { unsafe cairo_destroy(context) }

    /// Throws what went wrong since the beginning.
    func checkStatus() throws(RenderingError) { try unsafe check(cairo_status(context), "draw") }

    func setColor(_ color: Color) {
      unsafe cairo_set_source_rgba(
        context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255)
    }

    /// Paints everything in the colour.
    func paint() { unsafe cairo_paint(context) }

    func append(_ polygon: ArraySlice<Point>) {
      guard let first = polygon.first else { return }
      unsafe cairo_move_to(context, first.x, first.y)
      for corner in polygon.dropFirst() { unsafe cairo_line_to(context, corner.x, corner.y) }
      unsafe cairo_close_path(context)
    }

    func append(line: [Point]) {
      guard let first = line.first else { return }
      unsafe cairo_move_to(context, first.x, first.y)
      for corner in line.dropFirst() { unsafe cairo_line_to(context, corner.x, corner.y) }
    }

    func append(_ box: Box) { unsafe cairo_rectangle(context, box.left, box.top, box.width, box.height) }

    /// Fills the path, each place once that is wound at all.
    func fill() {
      unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
      unsafe cairo_fill(context)
    }

    /// Draws the path with round ends and bends.
    func stroke(width: Double) {
      unsafe cairo_set_line_width(context, width)
      unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
      unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      unsafe cairo_stroke(context)
    }

    /// Limits what follows to the path.
    func clip() { unsafe cairo_clip(context) }

    /// Does something and then sets colour, clip and axes back.
    func isolated(_ body: () -> Void) {
      unsafe cairo_save(context)
      body()
      unsafe cairo_restore(context)
    }

    /// Paints a picture into a unit square with these axes; the clip ends it. Its outermost pixels go on beyond the
    /// square, so that a clip along its edges cuts pixels that are whole.
    func paint(_ picture: PixelSurface, origin: Point, x: Point, y: Point, opacity: Double) {
      var square = cairo_matrix_t(xx: x.x, yx: x.y, xy: y.x, yy: y.y, x0: origin.x, y0: origin.y)
      unsafe cairo_transform(context, &square)
      let axes = picture.orientation.axes
      var turn = cairo_matrix_t(
        xx: axes.x.x, yx: axes.x.y, xy: axes.y.x, yy: axes.y.y, x0: axes.origin.x, y0: axes.origin.y)
      unsafe cairo_transform(context, &turn)
      unsafe cairo_scale(context, 1 / Double(picture.width), 1 / Double(picture.height))
      unsafe picture.withSurface { unsafe cairo_set_source_surface(context, $0, 0, 0) }
      unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      unsafe cairo_paint_with_alpha(context, opacity)
    }

    // MARK: Text

    func setFont(size: Double, isBold: Bool = false) {
      unsafe cairo_select_font_face(
        context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
        isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
      unsafe cairo_set_font_size(context, size)
    }

    func width(of text: String) -> Double {
      var extents = cairo_text_extents_t()
      unsafe cairo_text_extents(context, text, &extents)
      return extents.x_advance
    }

    func show(_ text: String, at place: Point) {
      unsafe cairo_move_to(context, place.x, place.y)
      unsafe cairo_show_text(context, text)
      unsafe cairo_new_path(context)
    }

    /// Draws everything that follows smaller or larger.
    func scale(by factor: Double) { unsafe cairo_scale(context, factor, factor) }
  }
#endif
