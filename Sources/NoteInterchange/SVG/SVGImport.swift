public import NoteModel

/// Reads an SVG into a page: our own to the bit, anybody's as editable strokes.
///
/// A payload is believed only if it draws what the file draws. Where the whole drawing is as it was written, it is made
/// again from the payload and compared element by element; in a drawing that was changed, every element is judged by
/// what it shows. What other programs drew becomes strokes. Nothing outside the text is read but by
/// ``Options/readLinkedFile``.
public enum SVGImport {
  /// What becomes of a filled area.
  public enum Fills: String, Sendable, CaseIterable {
    /// The stroke around its shape.
    case outline
    /// Slanted lines across it.
    case hatch
    /// A picture of it.
    case image
    /// Nothing.
    case skip
  }

  public struct Options: Sendable {
    /// How many px an inch has; 72 or 90 for the files of some older programs.
    public var resolution = 96.0
    public var fills = Fills.outline
    /// The reader's languages, which `switch` asks for, such as `en`.
    public var languages = ["en"]
    /// The title of a drawing that has none.
    public var title = ""
    /// When a drawing without dates was made.
    public var time = Timestamp(milliseconds: 0)
    /// Gives the file behind a relative reference of an image, nil for none; without it no such image is taken over.
    public var readLinkedFile: (@Sendable (String) -> [UInt8]?)?

    public init() {}
  }

  /// - Parameter bytes: the text, or the text packed by gzip.
  /// - Throws: ``InterchangeError`` for a text that is no SVG, can't be read as XML, or is over a limit that leaves
  ///   nothing to keep, with line and element path. All else is a warning on the page.
  public static func read(
    _ bytes: Span<UInt8>, _ options: Options = Options()
  ) throws(InterchangeError) -> SVGPage {
    if GzipReader.isGzip(bytes) {
      let text = try GzipReader.read(bytes, limit: XMLReader.Limits.drawing.byteCount)
      guard !GzipReader.isGzip(text.span) else {
        throw InterchangeError(.notSVG, line: nil, "the text is packed more than once")
      }
      return try readText(text, options)
    }
    // With room for the zero that libxml2 asks for.
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 1)
    unsafe bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    return try readText(text, options)
  }

  /// The same for a text that isn't needed any more: large ones are read without another copy of them.
  public static func read(
    _ text: consuming [UInt8], _ options: Options = Options()
  ) throws(InterchangeError) -> SVGPage {
    if GzipReader.isGzip(text.span) { return try read(text.span, options) }
    return try readText(text, options)
  }

  private static func readText(
    _ text: consuming [UInt8], _ options: Options
  ) throws(InterchangeError) -> SVGPage {
    let byteCount = text.count
    let identifiers = IdentifierSource(text.span)
    let document = try XMLReader.read(text, .drawing)
    guard let index = SVGIndex(document) else {
      let root = document.elements[0]
      throw InterchangeError(
        .notSVG, line: root.line, path: document.path(of: 0), "the root element is no svg")
    }
    if index.root == 0, document.value(0, "v", in: SVGNames.payload) != nil {
      var reader = SVGPageReader(document, byteCount: byteCount)
      do throws(InterchangeError) {
        return try reader.read()
      } catch {
        // What the payload of the whole doesn't explain, is looked at piece by piece.
        if error.code == .newerFormat { throw error }
      }
    }
    var reader = DrawingReader(index, options, identifiers)
    return reader.read()
  }
}

extension XMLReader.Limits {
  /// For drawings: with the text of titles and style sheets.
  static var drawing: XMLReader.Limits { XMLReader.Limits(textElements: ["style", "title"]) }
}
