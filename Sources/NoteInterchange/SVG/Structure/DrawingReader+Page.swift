import NoteModel

extension DrawingReader {
  /// The whole drawing as one page.
  mutating func read() -> SVGPage {
    let viewport = RootViewport(index, resolution: options.resolution)
    let root = payloadRoot()
    draw(viewport)
    let canvas = canvas(viewport)
    var page = Page(id: root?.contentID ?? root?.entry.id ?? output.makeIdentifier())
    page.elements = output.elements
    var entry =
      root?.entry
      ?? PageEntry(
        id: page.id, canvas: canvas, createdAt: options.time, modifiedAt: options.time, elementCount: 0)
    entry.canvas = Canvas(width: canvas.width, height: canvas.height, extra: entry.canvas.extra)
    entry.elementCount = page.elements.count
    if let root {
      page.epoch = root.epoch
      page.extra = root.header
      page.trailingExtra = root.trailer
    }
    return SVGPage(
      documentID: root?.documentID ?? output.makeIdentifier(), title: root?.title ?? title(), entry: entry,
      page: page, assets: images.embedded + output.pictures, linkedAssets: [], payload: payload(root != nil),
      warnings: warnings.list)
  }

  /// What the payload of the root says; nil without one that can be read.
  private func payloadRoot() -> PayloadReader.Root? {
    guard index.root == 0, index.document.value(0, "v", in: SVGNames.payload) != nil else { return nil }
    let placeholder = Canvas(width: 1, height: 1)
    do throws(InterchangeError) {
      return try PayloadReader(index.document).readRoot(canvas: placeholder)
    } catch {
      return nil
    }
  }

  private func payload(_ hasRoot: Bool) -> SVGPage.Payload {
    let count = output.payloadCount
    if count == 0 { return hasRoot ? .believed : .absent }
    if output.believedCount == count { return hasRoot ? .believed : .partlyBelieved(count, of: count) }
    return output.believedCount == 0 && !hasRoot ? .damaged : .partlyBelieved(output.believedCount, of: count)
  }

  /// The text of the root's `title`.
  private func title() -> String {
    let node = index.document.children(of: index.root).first { index.kind($0) == .title }
    let text = node.flatMap { index.document.contents[$0] }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    return words.isEmpty ? options.title : words.joined(separator: " ")
  }

  // MARK: Size

  private mutating func canvas(_ viewport: RootViewport) -> Canvas {
    let empty = Point(100, 100) * viewport.units.pageScale
    let size = viewport.size ?? (output.elements.isEmpty ? empty : output.extent)
    func side(_ length: Double) -> Double {
      let rounded = (length * 1000).rounded() / 1000
      return rounded.isFinite ? min(max(rounded, 0.001), Canvas.maximumSide) : Canvas.maximumSide
    }
    let canvas = Canvas(width: side(size.x), height: side(size.y))
    if abs(canvas.width - size.x) > 0.01 || abs(canvas.height - size.y) > 0.01 || !size.x.isFinite {
      warnings.add(.pageSize, index.root)
    }
    return canvas
  }
}

extension StrokeCollector {
  /// The right and lower end of all that is drawn, in points; at least one point.
  var extent: Point {
    var end = Point(1, 1)
    for element in elements {
      switch element {
      case .stroke(let stroke):
        for sample in stroke.x.indices {
          let radius = Double(stroke.radius[sample])
          end.x = max(end.x, (Double(stroke.x[sample]) + radius) / 10)
          end.y = max(end.y, (Double(stroke.y[sample]) + radius) / 10)
        }
      case .image(let image):
        end.x = max(end.x, (Double(image.frame.x) + Double(image.frame.width)) / 10)
        end.y = max(end.y, (Double(image.frame.y) + Double(image.frame.height)) / 10)
      case .unknown: break
      }
    }
    return end
  }
}
