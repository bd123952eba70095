public import NoteModel

/// Draws the thumbnail of a page. This module knows no pixels; a program that can draw hands one in.
public protocol ThumbnailDrawing: Sendable {
  /// - Parameters:
  ///   - canvas: the page's size.
  ///   - asset: gives the bytes of an asset, nil when it has no file.
  /// - Returns: a JPEG.
  func thumbnail(of page: Page, canvas: Canvas, asset: (Identifier) throws -> [UInt8]?) throws -> [UInt8]
}
