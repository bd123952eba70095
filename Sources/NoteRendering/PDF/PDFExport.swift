public import NoteModel
import NotePackage

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
  extension PDFExport {
    /// Writes the whole file. No more than one image and a few pages for each worker are held at a time.
    ///
    /// - Parameters:
    ///   - workerCount: how many pages are drawn at a time.
    ///   - page: gives the content of a page; called on other threads.
    ///   - asset: gives the file of an image, nil when there is none.
    ///   - progress: is told the number of pages that are written; throws to stop.
    ///   - emit: takes the next piece of the file.
    /// - Returns: what isn't drawn as it should be.
    /// - Throws: `drawing`, and what the closures throw. What was emitted then is no whole file.
    public func write(
      workerCount: Int = 1, page: @escaping @Sendable (PageEntry) throws -> Page,
      asset: (Identifier) throws -> [UInt8]? = { _ in nil },
      progress: (Int) throws -> Void = { _ in }, emit: ([UInt8]) throws -> Void
    ) throws -> [DrawingWarning] {
      var file = PDFFile()
      var images = PDFImages()
      var pageNumbers: [Int] = []
      let tree = file.reserveNumber()
      try OrderedPipeline.run(pages, workerCount: workerCount) { entry in
        Result { try drawn(try page(entry), entry) }
      } use: { (entry, made: Result<DrawnPage, any Error>) throws in
        let packed: PackedPage
        switch try made.get() {
        case .packed(let page): packed = page
        case .withImages(let page):
          packed = try draw(page, entry) { try images.number(of: $0, asset, in: &file, emit: emit) }
        }
        let stream = try file.append("/Filter/FlateDecode", packed.content, emit: emit)
        let place = "/Parent \(tree) 0 R/MediaBox[0 0 \(packed.size)]"
        pageNumbers.append(
          try file.append(
            "<</Type/Page\(place)/Resources\(packed.resources)/Contents \(stream) 0 R>>", emit: emit))
        try progress(pageNumbers.count)
      }
      let kids = pageNumbers.map { "\($0) 0 R" }.joined(separator: " ")
      try file.append(
        "<</Type/Pages/Count \(pageNumbers.count)/Kids[\(kids)]>>", as: tree, emit: emit)
      let catalog = try file.append("<</Type/Catalog/Pages \(tree) 0 R>>", emit: emit)
      let information = try file.append(information, emit: emit)
      try file.finish(catalog: catalog, information: information, emit: emit)
      return images.warnings
    }

    /// Images are objects of the file that all pages share, so that only pages without them are drawn ahead.
    private enum DrawnPage {
      case packed(PackedPage)
      case withImages(Page)
    }

    private struct PackedPage {
      let content: [UInt8]
      let resources: String
      /// Width and height.
      let size: String
    }

    private func drawn(_ page: Page, _ entry: PageEntry) throws -> DrawnPage {
      let hasImages = page.elements.contains { if case .image = $0 { true } else { false } }
      return hasImages ? .withImages(page) : .packed(try draw(page, entry) { _ in nil })
    }

    private func draw(
      _ page: Page, _ entry: PageEntry, image number: (Identifier) throws -> PDFImages.Image?
    ) throws -> PackedPage {
      let box = area.box(of: page, entry.canvas)
      var drawing = PDFDrawing(box, background: background)
      for element in page.elements {
        switch element {
        case .stroke(let stroke): drawing.append(stroke)
        case .image(let image):
          guard let frame = ImageFrame(image) else { continue }
          drawing.append(frame, imageNumber: try number(image.asset))
        case .unknown: break
        }
      }
      var deflater = try Deflater()
      return PackedPage(
        content: try deflater.pack(drawing.bytes, isLast: true), resources: drawing.resources,
        size: "\(PDFText.number(box.width)) \(PDFText.number(box.height))")
    }

    private var information: String {
      "<</Title \(PDFText.string(document.title))/Creator(lnote)/Producer(lnote)"
        + "/CreationDate\(PDFText.date(document.createdAt))/ModDate\(PDFText.date(document.modifiedAt))>>"
    }
  }
#endif
