public import NoteModel

/// A document's pages as one PDF of shapes, not pixels.
///
/// Pages are as large as their canvas, in points. Every image stands in the file once, JPEG with its original bytes
/// (but for damaged ones and those of four colours). The same pages give the same bytes.
public struct PDFExport: Sendable {
  public var document: Document
  /// The pages to write, in this order.
  public var pages: [PageEntry]
  public var area: PictureArea
  /// What is painted behind the pages; nil for nothing, which is white on paper and in every viewer.
  public var background: Color?

  public init(
    document: Document, pages: [PageEntry], area: PictureArea = .page, background: Color? = nil
  ) {
    self.document = document
    self.pages = pages
    self.area = area
    self.background = background
  }
}

#if Rendering
  import CCairo

  extension PDFExport {
    /// Writes the whole file. No more than one page and its images are held at a time.
    ///
    /// - Parameters:
    ///   - page: gives the content of a page.
    ///   - asset: gives the file of an image, nil when there is none.
    ///   - progress: is told the number of pages that are drawn; throws to stop.
    ///   - emit: takes the next piece of the file.
    /// - Returns: what isn't drawn as it should be.
    /// - Throws: `drawing`, and what the closures throw. What was emitted then is no whole file.
    public func write(
      page: (PageEntry) throws -> Page, asset: (Identifier) throws -> [UInt8]? = { _ in nil },
      progress: (Int) throws -> Void = { _ in }, emit: ([UInt8]) throws -> Void
    ) throws -> [DrawingWarning] {
      try withoutActuallyEscaping(emit) { emit in
        let sink = Sink(emit)
        let surface = PDFSurface(writingTo: sink)
        surface.describe(document)
        do {
          let warnings = try draw(on: surface, page, asset, progress)
          try surface.finish()
          try sink.finish()
          return warnings
        } catch {
          surface.abandon()
          // A failed write shows as an error of the drawing library, too.
          try sink.finish()
          throw error
        }
      }
    }

    private func draw(
      on surface: borrowing PDFSurface, _ page: (PageEntry) throws -> Page,
      _ asset: (Identifier) throws -> [UInt8]?, _ progress: (Int) throws -> Void
    ) throws -> [DrawingWarning] {
      try withoutActuallyEscaping(asset) { asset in
        let store = PictureStore(asset, gate: PictureGate(), keepsFiles: true)
        var painter = PagePainter(store)
        let context = surface.context()
        for (index, entry) in pages.enumerated() {
          let content = try page(entry)
          let box = area.box(of: content, entry.canvas)
          surface.setSize(box)
          if let background {
            context.setColor(background)
            context.append(Box(left: 0, top: 0, right: box.width, bottom: box.height))
            context.fill()
          }
          try painter.paint(content, on: context, PagePainter.Target(scale: 1, area: box, isVector: true))
          context.showPage()
          try progress(index + 1)
        }
        return store.takeWarnings()
      }
    }
  }

  /// Owner of the drawing library's PDF.
  @safe private struct PDFSurface: ~Copyable {
    private let surface: OpaquePointer
    private let sink: Sink

    init(writingTo sink: Sink) {
      self.sink = sink
      unsafe surface = cairo_pdf_surface_create_for_stream(
        Sink.write, Unmanaged.passUnretained(sink).toOpaque(), 1, 1)
    }

    deinit { unsafe cairo_surface_destroy(surface) }

    /// Title and dates; without dates of its own the library would write the time of day.
    func describe(_ document: Document) {
      unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, document.title)
      unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "lnote")
      unsafe cairo_pdf_surface_set_metadata(
        surface, CAIRO_PDF_METADATA_CREATE_DATE, Self.dateText(document.createdAt))
      unsafe cairo_pdf_surface_set_metadata(
        surface, CAIRO_PDF_METADATA_MOD_DATE, Self.dateText(document.modifiedAt))
    }

    /// In UTC with whole seconds.
    private static func dateText(_ time: Timestamp) -> String {
      String(Timestamp(milliseconds: time.milliseconds).text.prefix(19)) + "Z"
    }

    func setSize(_ box: Box) { unsafe cairo_pdf_surface_set_size(surface, box.width, box.height) }

    func context() -> DrawingContext { unsafe DrawingContext(onSurface: surface) }

    func finish() throws(RenderingError) {
      unsafe cairo_surface_finish(surface)
      try unsafe check(cairo_surface_status(surface), "write a PDF")
    }

    /// Ends a file that nobody wants: the rest isn't passed on.
    func abandon() {
      sink.close()
      unsafe cairo_surface_finish(surface)
    }
  }
#endif
