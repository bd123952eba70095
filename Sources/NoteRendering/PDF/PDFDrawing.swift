#if Rendering
  import NoteModel

  /// What stands on one page of a PDF, as its operators (ISO 32000-1, 8).
  ///
  /// The axes are the page's own: units of 0.1 pt, y down. A stroke of one width is a line with round ends. An opaque
  /// stroke of changing width is a line for each run of segments of one width, the mean of their ends', which is off
  /// by no more than 0.05 pt; where the radius changes faster it is the outline. A translucent one is its outline,
  /// since pieces would show where they overlap.
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
      area = Box(left: box.left * 10, top: box.top * 10, right: box.right * 10, bottom: box.bottom * 10)
      bytes.append(pdf: ".1 0 0 -.1 ")
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
      guard stroke.color.alpha > 0 else { return }
      if case .constant(let radius) = stroke.radius {
        if radius == 0 { return }
        if appendLine(stroke, radius) { return }
      } else if stroke.color.alpha == 255, stroke.sampleCount > 1 {
        return appendRuns(stroke)
      }
      appendOutline(stroke)
    }

    /// False for a stroke of one place: not every program draws a line of no length.
    private mutating func appendLine(_ stroke: Stroke, _ radius: UInt16) -> Bool {
      guard (1..<max(1, stroke.sampleCount)).contains(where: { !stroke.isSamePlace($0, 0) }) else {
        return false
      }
      setStroke(stroke.color, width: 2 * Int(radius))
      appendPlace(stroke, 0, "m")
      for sample in 1..<stroke.sampleCount where !stroke.isSamePlace(sample, sample - 1) {
        appendPlace(stroke, sample, "l")
      }
      bytes.append(pdf: "S\n")
      return true
    }

    private mutating func appendRuns(_ stroke: Stroke) {
      /// The width of the line being made; nil for none.
      var width: Int?
      var isDrawn = false
      for sample in 1..<stroke.sampleCount {
        let (first, last) = (Int(stroke.radius[sample - 1]), Int(stroke.radius[sample]))
        let isStanding = stroke.isSamePlace(sample, sample - 1)
        if isStanding && last == first || first + last == 0 { continue }
        isDrawn = true
        if isStanding || abs(first - last) > 1 {
          if width != nil { bytes.append(pdf: "S\n") }
          width = nil
          appendOutline(stroke.segment(to: sample))
          continue
        }
        if width != first + last {
          if width != nil { bytes.append(pdf: "S\n") }
          width = first + last
          setStroke(stroke.color, width: first + last)
          appendPlace(stroke, sample - 1, "m")
        }
        appendPlace(stroke, sample, "l")
      }
      if width != nil { bytes.append(pdf: "S\n") }
      // All samples in one place.
      if !isDrawn { appendOutline(stroke) }
    }

    private mutating func appendOutline(_ stroke: Stroke) {
      // Beyond the page nothing is seen; as far as the page is large, what moves it into view stays possible.
      let margin = max(area.width, area.height)
      outline.trace(
        stroke,
        StrokeOutline.Mapping(scale: 10, visible: area.inset(by: -margin), tolerance: Self.outlineTolerance))
      guard !outline.polygons.isEmpty else { return }
      setFill(stroke.color)
      for polygon in outline.polygons {
        var operation: StaticString = "m"
        for corner in outline.corners[polygon] {
          appendTenths(corner.x)
          appendTenths(corner.y)
          bytes.append(pdf: operation)
          bytes.append(UInt8(ascii: "\n"))
          operation = "l"
        }
      }
      bytes.append(pdf: "f\n")
    }

    /// In units of the page.
    private static let outlineTolerance = 0.1

    private mutating func appendPlace(_ stroke: Stroke, _ sample: Int, _ operation: StaticString) {
      bytes.append(pdf: Int(stroke.x[sample]))
      bytes.append(UInt8(ascii: " "))
      bytes.append(pdf: Int(stroke.y[sample]))
      bytes.append(UInt8(ascii: " "))
      bytes.append(pdf: operation)
      bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func appendTenths(_ value: Double) {
      bytes.append(pdf: (min(max(value, -1e9), 1e9) * 10).rounded() / 10)
      bytes.append(UInt8(ascii: " "))
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
      let corners = frame.corners.map { $0 * 10 }
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
        Color(red: 144, green: 144, blue: 144, alpha: alpha), width: Int(min(15, (sides.min() ?? 0) / 10)))
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

  extension Stroke {
    fileprivate func isSamePlace(_ one: Int, _ other: Int) -> Bool {
      x[one] == x[other] && y[one] == y[other]
    }

    /// What the disc sweeps on its way to a sample.
    fileprivate func segment(to sample: Int) -> Stroke {
      let pair = sample - 1...sample
      return Stroke(
        id: id, color: color, radius: .column(pair.map { radius[$0] }), x: Array(x[pair]), y: Array(y[pair]))
    }
  }
#endif
