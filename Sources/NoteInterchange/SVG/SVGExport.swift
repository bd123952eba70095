public import NoteModel

/// One page as one SVG that draws what the format defines and, with its payload, reads back to the bit.
///
/// Coordinates are points. The same page gives the same bytes. Numbers are rounded to the grid and then differenced,
/// so relative commands never drift. The text goes out in pieces; no more than one image is held at a time.
public struct SVGExport: Sendable {
  /// How a stroke's shape is drawn.
  public enum Style: String, Sendable, CaseIterable {
    /// Centre lines, one path a run of equal width.
    case runs
    /// One filled path a stroke, for programs and plotters that want areas.
    case outline
  }

  public var document: Document
  /// The page's entry in the document.
  public var entry: PageEntry
  public var style: Style
  /// Whether pressure, time and all else that a drawing doesn't show goes along.
  public var hasPayload: Bool
  /// Whether the page is painted white.
  public var paintsBackground: Bool

  public init(
    document: Document, entry: PageEntry, style: Style = .runs, hasPayload: Bool = true,
    paintsBackground: Bool = false
  ) {
    self.document = document
    self.entry = entry
    self.style = style
    self.hasPayload = hasPayload
    self.paintsBackground = paintsBackground
  }

  /// Writes the whole text.
  ///
  /// - Parameters:
  ///   - image: gives the file of an asset, nil when the package lacks it; such an image isn't drawn.
  ///   - emit: takes the next piece of the text.
  /// - Throws: what the closures throw, and nothing else.
  public func write(
    _ page: Page, image: (Identifier) throws -> SVGImage? = { _ in nil }, emit: ([UInt8]) throws -> Void
  ) throws {
    try write(page, sharing: Self.assetsToShare(in: page), image: image, emit: emit)
  }

  /// - Parameter shared: the assets that stand in `<defs>`, in this order.
  func write(
    _ page: Page, sharing shared: [Identifier], image: (Identifier) throws -> SVGImage?,
    emit: ([UInt8]) throws -> Void
  ) throws {
    var drawing = SVGDrawing(hasPayload: hasPayload, style: style)
    appendRoot(page, to: &drawing.bytes)
    if !shared.isEmpty { try drawing.appendDefinitions(of: shared, image: image, emit: emit) }
    if paintsBackground { appendBackground(to: &drawing.bytes) }
    for element in page.elements {
      switch element {
      case .stroke(let stroke): drawing.append(stroke)
      case .image(let placed): try drawing.append(placed, image: image, emit: emit)
      case .unknown(let element): drawing.append(element)
      }
      if drawing.bytes.count >= Self.pieceByteCount {
        try emit(drawing.bytes)
        drawing.bytes.removeAll(keepingCapacity: true)
      }
    }
    drawing.bytes.append("</svg>\n")
    try emit(drawing.bytes)
  }

  static let pieceByteCount = 64 * 1024

  /// Those that more than one element shows, or one without an area, which isn't drawn: no file may get lost.
  private static func assetsToShare(in page: Page) -> [Identifier] {
    var counts: [Identifier: Int] = [:]
    var order: [Identifier] = []
    for case .image(let image) in page.elements {
      if counts[image.asset] == nil { order.append(image.asset) }
      counts[image.asset, default: 0] += image.frame.width > 0 && image.frame.height > 0 ? 1 : 2
    }
    return order.filter { counts[$0, default: 0] > 1 }
  }

  private func appendRoot(_ page: Page, to output: inout [UInt8]) {
    let width = shortestText(entry.canvas.width)
    let height = shortestText(entry.canvas.height)
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"")
    if page.imageCount > 0 { output.append(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"") }
    if hasPayload { output.append(" xmlns:ln=\"urn:lnote:svg:1\"") }
    output.append(
      contentsOf: " width=\"\(width)pt\" height=\"\(height)pt\" viewBox=\"0 0 \(width) \(height)\"".utf8)
    output.append(" role=\"img\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
    if hasPayload { SVGPayload.append(document, entry, page, style, to: &output) }
    output.append(">\n<title>")
    let number = document.pages.firstIndex { $0.id == entry.id }.map { $0 + 1 }
    output.append(xmlText: document.title)
    if let number { output.append(contentsOf: ", page \(number)".utf8) }
    output.append("</title>\n<desc>")
    if let number { output.append(contentsOf: "Page \(number) of \(document.pages.count): ".utf8) }
    let strokes = page.strokeCount
    let images = page.imageCount
    output.append(contentsOf: "\(strokes) \(strokes == 1 ? "stroke" : "strokes"), ".utf8)
    output.append(contentsOf: "\(images) \(images == 1 ? "image" : "images")".utf8)
    output.append("</desc>\n")
  }

  private func appendBackground(to output: inout [UInt8]) {
    let width = shortestText(entry.canvas.width)
    let height = shortestText(entry.canvas.height)
    output.append(contentsOf: "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#ffffff\"".utf8)
    if hasPayload { output.append(" ln:background=\"\"") }
    output.append("/>\n")
  }
}
