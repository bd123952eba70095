import NoteModel

/// How many pixels a picture has.
public enum PictureSize: Sendable, Hashable {
  /// Pixels an inch; a point is 1/72 inch.
  case resolution(Double)
  /// Pixels on the longer side.
  case longerSide(Int)

  /// The most pixels that one picture may have, 512 MiB.
  public static let maximumPixelCount = 128 << 20
  /// The longest side that the drawing library can do.
  public static let maximumSide = 32_767
}

/// What of a page a picture shows.
public enum PictureArea: Sendable, Hashable {
  case page
  /// The smallest rectangle of the page around everything drawn on it; the whole page when nothing is.
  case ink
}

/// A picture's pixels and the part of the page that they show.
struct PictureGrid: Sendable, Hashable {
  let width: Int
  let height: Int
  /// Pixels a point.
  let scale: Double
  /// In points.
  let area: Box

  /// - Throws: `tooLarge`, before any memory is asked for.
  init(_ area: Box, _ size: PictureSize) throws(RenderingError) {
    self.area = area
    let width: Double
    let height: Double
    switch size {
    case .resolution(let dotsPerInch):
      scale = dotsPerInch / 72
      // A pixel that is covered by a thousandth or less isn't there.
      width = (area.width * scale - 0.001).rounded(.up)
      height = (area.height * scale - 0.001).rounded(.up)
    case .longerSide(let side):
      scale = Double(side) / max(area.width, area.height)
      width = (area.width * scale).rounded()
      height = (area.height * scale).rounded()
    }
    guard scale.isFinite, scale > 0, width <= Double(PictureSize.maximumSide),
      height <= Double(PictureSize.maximumSide),
      max(1, width) * max(1, height) <= Double(PictureSize.maximumPixelCount)
    else {
      let sides = width < 1e9 && height < 1e9 ? "\(Int(width)) × \(Int(height))" : "too many"
      throw RenderingError(
        .tooLarge,
        "the picture would have \(sides) pixels; at most \(PictureSize.maximumPixelCount >> 20) megapixels and "
          + "\(PictureSize.maximumSide) on a side can be drawn: ask for a lower resolution")
    }
    self.width = max(1, Int(width))
    self.height = max(1, Int(height))
  }
}

/// A rectangle with sides along the axes; its unit is said where it is used.
struct Box: Sendable, Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  var width: Double { right - left }
  var height: Double { bottom - top }
  var isEmpty: Bool { !(width > 0 && height > 0) }

  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  init(_ canvas: Canvas) { self.init(left: 0, top: 0, right: canvas.width, bottom: canvas.height) }

  func inset(by distance: Double) -> Box {
    Box(left: left + distance, top: top + distance, right: right - distance, bottom: bottom - distance)
  }

  func intersection(_ other: Box) -> Box {
    Box(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  func union(_ other: Box) -> Box {
    Box(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}
