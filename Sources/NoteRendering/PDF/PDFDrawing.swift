#if Rendering
  import NoteModel

  /// What stands on one page of a PDF, as its operators (ISO 32000-1, 8).
  ///
  /// The axes run like the page's, in units of ``unit``. Every stroke is its outline: viewers draw lines thinner than a
  /// pixel wider than they are, and move them.
  struct PDFDrawing {
    private(set) var bytes: [UInt8] = []
    private var outline = StrokeOutline()
    /// In units of the page.
    private let area: Box
    private var strokeColor: Color?
    private var fillColor: Color?
    private var lineWidth = -1
    private var alpha = 255
    private var alphas: Set<Int> = []
    private var imageNumbers: Set<Int> = []

    /// - Parameter box: what the page shows, in points.
    init(_ box: Box, background: Color?) {
      let scale = Self.scale
      area = Box(
        left: box.left * scale, top: box.top * scale, right: box.right * scale, bottom: box.bottom * scale)
      bytes.append(pdf: ".04 0 0 -.04 ")
      bytes.append(pdf: -box.left)
      bytes.append(UInt8(ascii: " "))
      bytes.append(pdf: box.bottom)
      bytes.append(pdf: " cm 1 J 1 j\n")
      if let background, background.alpha > 0 {
        setFill(background)
        appendNumbers([area.left, area.top, area.width, area.height])
        bytes.append(pdf: "re f\n")
      }
    }

    /// The dictionary of what the page uses.
    var resources: String {
      let states = alphas.sorted().map { "/A\($0)<</CA \(Self.share($0))/ca \(Self.share($0))>>" }.joined()
      let images = imageNumbers.sorted().map { "/I\($0) \($0) 0 R" }.joined()
      return "<<" + (states.isEmpty ? "" : "/ExtGState<<\(states)>>")
        + (images.isEmpty ? "" : "/XObject<<\(images)>>") + ">>"
    }

    /// 255ths as a number with four decimals.
    private static func share(_ alpha: Int) -> String {
      let digits = String(10_000 + (alpha * 10_000 + 127) / 255)
      return alpha >= 255 ? "1" : "." + digits.dropFirst()
    }

    // MARK: Strokes

    mutating func append(_ stroke: Stroke) {
      guard stroke.color.alpha > 0, stroke.radius != .constant(0) else { return }
      // Beyond the page nothing is seen; as far as the page is large, what moves it into view stays possible.
      let margin = max(area.width, area.height)
      outline.trace(
        stroke,
        StrokeOutline.Mapping(scale: Self.scale, visible: area.inset(by: -margin), tolerance: Self.tolerance))
      guard !outline.polygons.isEmpty else { return }
      setFill(stroke.color)
      let (x, y) = (Self.whole(outline.corners[0].x), Self.whole(outline.corners[0].y))
      // Numbers seen from the stroke's first corner are shorter.
      bytes.append(pdf: "q 1 0 0 1 ")
      appendPlace(x, y, " cm\n")
      for polygon in outline.polygons { append(outline.corners[polygon], x, y) }
      bytes.append(pdf: "f Q\n")
    }

    private mutating func append(_ polygon: ArraySlice<Point>, _ originX: Int, _ originY: Int) {
      var last: (x: Int, y: Int)?
      for corner in polygon {
        let place = (x: Self.whole(corner.x) - originX, y: Self.whole(corner.y) - originY)
        if let last, last == place { continue }
        appendPlace(place.x, place.y, last == nil ? " m\n" : " l\n")
        last = place
      }
    }

    /// In points: what outlines are rounded to.
    static let unit = 0.04
    /// Units a point.
    private static let scale = 25.0
    /// How far an outline may be off before it is rounded, in units.
    private static let tolerance = 0.5

    private static func whole(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9).rounded()) }

    private mutating func appendPlace(_ x: Int, _ y: Int, _ operation: StaticString) {
      bytes.append(pdf: x)
      bytes.append(UInt8(ascii: " "))
      bytes.append(pdf: y)
      bytes.append(pdf: operation)
    }

    private mutating func appendNumbers(_ values: [Double]) {
      for value in values {
        bytes.append(pdf: value)
        bytes.append(UInt8(ascii: " "))
      }
    }

    // MARK: State

    private mutating func setStroke(_ color: Color, width: Int) {
      setAlpha(Int(color.alpha))
      if width != lineWidth {
        lineWidth = width
        bytes.append(pdf: width)
        bytes.append(pdf: " w\n")
      }
      guard color != strokeColor else { return }
      strokeColor = color
      appendColor(color)
      bytes.append(pdf: "RG\n")
    }

    private mutating func setFill(_ color: Color) {
      setAlpha(Int(color.alpha))
      guard color != fillColor else { return }
      fillColor = color
      appendColor(color)
      bytes.append(pdf: "rg\n")
    }

    private mutating func setAlpha(_ alpha: Int) {
      guard alpha != self.alpha else { return }
      self.alpha = alpha
      alphas.insert(alpha)
      bytes.append(pdf: "/A")
      bytes.append(pdf: alpha)
      bytes.append(pdf: " gs\n")
    }

    private mutating func appendColor(_ color: Color) {
      for part in [color.red, color.green, color.blue] {
        let thousandths = (Int(part) * 1000 + 127) / 255
        if thousandths == 1000 {
          bytes.append(pdf: "1 ")
        } else {
          bytes.append(pdf: ".")
          for divisor in [100, 10, 1] { bytes.append(UInt8(ascii: "0") + UInt8(thousandths / divisor % 10)) }
          bytes.append(pdf: " ")
        }
      }
    }

    // MARK: Images

    /// Places an image, or the grey box with a cross that stands for one that can't be drawn.
    mutating func append(_ frame: ImageFrame, imageNumber image: PDFImages.Image?) {
      let corners = frame.corners.map { $0 * Self.scale }
      let alpha = Int((frame.opacity * 255).rounded())
      guard let image else { return appendBox(corners, UInt8(alpha)) }
      setAlpha(alpha)
      imageNumbers.insert(image.number)
      let (x, y) = (corners[1] - corners[0], corners[3] - corners[0])
      let axes = image.orientation.axes
      let origin = corners[0] + x * axes.origin.x + y * axes.origin.y
      let right = x * axes.x.x + y * axes.x.y
      let down = x * axes.y.x + y * axes.y.y
      bytes.append(pdf: "q ")
      // The unit square of an image has its origin at the lower left.
      appendNumbers([
        right.x, right.y, -down.x, -down.y, origin.x + down.x, origin.y + down.y,
      ])
      bytes.append(pdf: "cm /I")
      bytes.append(pdf: image.number)
      bytes.append(pdf: " Do Q\n")
    }

    private mutating func appendBox(_ corners: [Point], _ alpha: UInt8) {
      setFill(Color(red: 224, green: 224, blue: 224, alpha: alpha))
      appendCorners(corners)
      bytes.append(pdf: "h f\n")
      let sides = [corners[1] - corners[0], corners[3] - corners[0]].map { $0.dot($0).squareRoot() }
      setStroke(
        Color(red: 144, green: 144, blue: 144, alpha: alpha), width: Int(min(37, (sides.min() ?? 0) / 10)))
      appendCorners(corners)
      bytes.append(pdf: "h ")
      appendCorners([corners[0], corners[2]])
      appendCorners([corners[1], corners[3]])
      bytes.append(pdf: "S\n")
    }

    private mutating func appendCorners(_ corners: [Point]) {
      for (index, corner) in corners.enumerated() {
        appendNumbers([corner.x, corner.y])
        bytes.append(pdf: index == 0 ? "m " : "l ")
      }
    }
  }
#endif
