import NoteModel

/// The lines of an SVG as they grow, one element each, attributes in a fixed order.
struct SVGDrawing {
  var bytes: [UInt8] = []
  let hasPayload: Bool
  private let style: SVGExport.Style
  private var pieces = StrokePieces()
  /// The assets in `<defs>` that have a file, and the place of each in it.
  var shared: [Identifier: SharedImage] = [:]

  struct SharedImage {
    let number: Int
    let saidExtension: String?
  }

  init(hasPayload: Bool, style: SVGExport.Style = .runs) {
    self.hasPayload = hasPayload
    self.style = style
  }

  mutating func append(_ element: UnknownElement) {
    guard hasPayload else { return }
    bytes.append("<g")
    SVGPayload.append(element, to: &bytes)
    bytes.append("/>\n")
  }

  mutating func append(_ stroke: Stroke) {
    switch style {
    case .runs: append(runsOf: stroke)
    case .outline: append(outlineOf: stroke)
    }
  }

  private mutating func append(outlineOf stroke: Stroke) {
    bytes.append("<path")
    appendPaint("fill", Self.colorText(stroke.color))
    appendOpacity(stroke.color)
    bytes.append(" d=\"")
    bytes.append(contentsOf: StrokeOutline.data(stroke))
    bytes.append(UInt8(ascii: "\""))
    if hasPayload { SVGPayload.append(stroke, to: &bytes) }
    bytes.append("/>\n")
  }

  private mutating func append(runsOf stroke: Stroke) {
    pieces.trace(stroke)
    let color = Self.colorText(stroke.color)
    if pieces.isSingle {
      bytes.append("<path")
      if let run = pieces.runs.first {
        appendPaint("stroke", color)
        appendWidth(run.width)
        appendOpacity(stroke.color)
        appendPath(run)
      } else if let disc = pieces.discs.first {
        appendPaint("fill", color)
        appendOpacity(stroke.color)
        appendPath(disc)
      }
      if hasPayload { SVGPayload.append(stroke, to: &bytes) }
      bytes.append("/>\n")
      return
    }
    bytes.append("<g")
    appendPaint("stroke", color)
    appendOpacity(stroke.color)
    if hasPayload { SVGPayload.append(stroke, to: &bytes) }
    bytes.append(">\n")
    for run in pieces.runs {
      bytes.append("<path")
      appendWidth(run.width)
      appendPath(run)
      bytes.append("/>\n")
    }
    for disc in pieces.discs {
      bytes.append("<path")
      appendPaint("fill", color)
      bytes.append(" stroke=\"none\"")
      appendPath(disc)
      bytes.append("/>\n")
    }
    bytes.append("</g>\n")
  }

  private mutating func appendPaint(_ name: StaticString, _ color: [UInt8]) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(name)
    bytes.append("=\"")
    bytes.append(contentsOf: color)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendWidth(_ width: Int64) {
    bytes.append(" stroke-width=\"")
    bytes.append(tenths: width)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendPath(_ run: StrokePieces.Run) {
    bytes.append(" d=\"")
    bytes.append(line: pieces.points[run.points])
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendPath(_ disc: StrokePieces.Disc) {
    bytes.append(" d=\"")
    bytes.append(disc: disc)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendOpacity(_ color: Color) {
    if color.alpha == 255 { return }
    appendOpacity(thousandths: (Int64(color.alpha) * 1000).dividedRounding(by: 255))
  }

  mutating func appendOpacity(thousandths: Int64) {
    bytes.append(" opacity=\"")
    bytes.append(thousandths: thousandths)
    bytes.append(UInt8(ascii: "\""))
  }

  /// `#rrggbb`, without the alpha, which few readers know.
  private static func colorText(_ color: Color) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return [UInt8(ascii: "#")]
      + [color.red, color.green, color.blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
