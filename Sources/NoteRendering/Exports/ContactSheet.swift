#if Rendering
  import NoteModel

  /// The covers of a library with their titles below, as one picture.
  public struct ContactSheet: Sendable {
    /// In the order of the covers, row by row.
    public let titles: [String]

    public init(titles: [String]) { self.titles = titles }

    /// The most pixels of a sheet; beyond, everything becomes smaller.
    private static let maximumPixelCount = 24_000_000.0
    private static let coverSide = 256.0
    private static let gap = 28.0
    private static let titleHeight = 44.0
    private static let titleSize = 15.0
    private static let cell = Point(coverSide + gap, coverSide + titleHeight + gap)
    private static let paper = Color(red: 244, green: 243, blue: 240)
    private static let ink = Color(red: 40, green: 40, blue: 44)
    private static let edge = Color(red: 200, green: 198, blue: 192)

    /// Draws and writes the whole picture. No more than its pixels and one cover are held at a time.
    ///
    /// - Parameters:
    ///   - cover: gives the file of a document's cover, nil when there is none; an empty sheet stands in its place.
    ///   - emit: takes the next piece of the PNG.
    /// - Returns: which covers could not be drawn, and why.
    public func write(
      cover: (Int) throws -> [UInt8]?, emit: ([UInt8]) throws -> Void
    ) throws -> [(index: Int, problem: RenderingError)] {
      let columns = columnCount
      let rows = max(1, (titles.count + columns - 1) / columns)
      let size = Self.cell * Point(Double(columns), Double(rows)) + Point(Self.gap, Self.gap)
      let scale = min(1, (Self.maximumPixelCount / (size.x * size.y)).squareRoot())
      let surface = try PixelSurface(
        width: max(1, Int((size.x * scale).rounded())), height: max(1, Int((size.y * scale).rounded())),
        .opaque)
      let context = DrawingContext(on: surface)
      context.setColor(Self.paper)
      context.paint()
      context.scale(by: scale)
      context.setFont(size: Self.titleSize)
      var problems: [(index: Int, problem: RenderingError)] = []
      for index in titles.indices {
        let corner =
          Self.cell * Point(Double(index % columns), Double(index / columns)) + Point(Self.gap, Self.gap)
        var picture: PixelSurface?
        if let bytes = try cover(index) {
          do throws(RenderingError) {
            picture = try CoverPicture.read(bytes, wanted: Point(1, 1) * Self.coverSide * scale)
          } catch {
            problems.append((index, error))
          }
        }
        draw(picture, at: corner, on: context)
        draw(titles[index], below: corner, on: context)
      }
      try context.checkStatus()
      try PNGCoder.encode(surface, dotsPerInch: nil, emit: emit)
      return problems
    }

    /// A little wider than high.
    private var columnCount: Int {
      let count = (Double(titles.count) * 1.4 * Self.cell.y / Self.cell.x).squareRoot()
      return min(max(1, titles.count), max(1, Int(count.rounded())))
    }

    /// At the middle of the cell's lower edge, like prints lying on a table.
    private func draw(_ picture: PixelSurface?, at corner: Point, on context: borrowing DrawingContext) {
      let shape = picture.map { Point(Double($0.uprightWidth), Double($0.uprightHeight)) } ?? Point(3, 4)
      let size = shape * (Self.coverSide / max(shape.x, shape.y))
      let origin = corner + Point((Self.coverSide - size.x) / 2, Self.coverSide - size.y)
      let box = Box(left: origin.x, top: origin.y, right: origin.x + size.x, bottom: origin.y + size.y)
      context.setColor(.white)
      context.append(box)
      context.fill()
      if let picture {
        context.isolated {
          context.append(box)
          context.clip()
          context.paint(
            picture, origin: origin, x: Point(size.x, 0), y: Point(0, size.y), opacity: 1)
        }
      }
      context.append(box)
      context.setColor(Self.edge)
      context.stroke(width: 1)
    }

    private func draw(_ title: String, below corner: Point, on context: borrowing DrawingContext) {
      let text = Self.fitting(Self.shown(title), on: context)
      let left = corner.x + (Self.coverSide - context.width(of: text)) / 2
      context.setColor(Self.ink)
      context.show(text, at: Point(left, corner.y + Self.coverSide + Self.titleSize * 1.7))
    }

    /// The title cut to the width of a cover, the end marked where something is missing.
    private static func fitting(_ title: String, on context: borrowing DrawingContext) -> String {
      let most = coverSide + gap / 2
      if context.width(of: title) <= most { return title }
      var text = title
      while !text.isEmpty, context.width(of: text + "…") > most { text.removeLast() }
      return text + "…"
    }

    /// The title on one line, without what draws nothing or turns the line round, no longer than a line can hold.
    private static func shown(_ title: String) -> String {
      var shown = ""
      for scalar in title.unicodeScalars.prefix(200) {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: shown += " "
        case .format, .unassigned, .privateUse, .surrogate: break
        default: shown.unicodeScalars.append(scalar)
        }
      }
      return shown
    }
  }
#endif
