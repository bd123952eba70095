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
  extension PDFExport {
    /// Writes the whole file. No more than one page and one image are held at a time.
    ///
    /// - Parameters:
    ///   - page: gives the content of a page.
    ///   - asset: gives the file of an image, nil when there is none.
    ///   - progress: is told the number of pages that are written; throws to stop.
    ///   - emit: takes the next piece of the file.
    /// - Returns: what isn't drawn as it should be.
    /// - Throws: `drawing`, and what the closures throw. What was emitted then is no whole file.
    public func write(
      page: (PageEntry) throws -> Page, asset: (Identifier) throws -> [UInt8]? = { _ in nil },
      progress: (Int) throws -> Void = { _ in }, emit: ([UInt8]) throws -> Void
    ) throws -> [DrawingWarning] {
      var file = PDFFile()
      var images = PDFImages()
      var pageNumbers: [Int] = []
      let tree = file.reserveNumber()
      for (index, entry) in pages.enumerated() {
        let content = try page(entry)
        let box = area.box(of: content, entry.canvas)
        var drawing = PDFDrawing(box, background: background)
        for element in content.elements {
          switch element {
          case .stroke(let stroke): drawing.append(stroke)
          case .image(let image):
            guard let frame = ImageFrame(image) else { continue }
            let number = try images.number(of: image.asset, asset, in: &file, emit: emit)
            drawing.append(frame, imageNumber: number)
          case .unknown: break
          }
        }
        let stream = try file.appendPacked("", emit: emit) { _ in drawing.bytes }
        let resources = drawing.resources
        let size = "\(PDFText.number(box.width)) \(PDFText.number(box.height))"
        pageNumbers.append(
          try file.append(
            "<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 \(size)]/Resources\(resources)/Contents \(stream) 0 R>>",
            emit: emit))
        try progress(index + 1)
      }
      let kids = pageNumbers.map { "\($0) 0 R" }.joined(separator: " ")
      try file.append(
        "<</Type/Pages/Count \(pageNumbers.count)/Kids[\(kids)]>>", as: tree, emit: emit)
      let catalog = try file.append("<</Type/Catalog/Pages \(tree) 0 R>>", emit: emit)
      let information = try file.append(information, emit: emit)
      try file.finish(catalog: catalog, information: information, emit: emit)
      return images.warnings
    }

    private var information: String {
      "<</Title \(PDFText.string(document.title))/Creator(lnote)/Producer(lnote)"
        + "/CreationDate\(PDFText.date(document.createdAt))/ModDate\(PDFText.date(document.modifiedAt))>>"
    }
  }
#endif
