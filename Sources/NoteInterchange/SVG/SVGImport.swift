/// Reads an SVG back into a page.
///
/// A payload is believed only if it draws what the file draws: the drawing is made again from it and compared,
/// element by element, with the drawing in the file. Order of attributes, white space and quotes don't matter, nor do
/// ids, comments, metadata and elements of other namespaces.
public enum SVGImport {
  /// - Throws: ``InterchangeError`` for the first fault, with line and element path; `.foreignDrawing` for an element
  ///   that another program drew or changed.
  public static func read(_ bytes: Span<UInt8>) throws(InterchangeError) -> SVGPage {
    let document = try XMLReader.read(bytes)
    var reader = SVGPageReader(document, byteCount: bytes.count)
    return try reader.read()
  }
}
