import CXML
import NoteModel

extension DrawingReader {
  /// Places an image, if its file can be had.
  mutating func place(image node: Int, _ context: DrawingContext) {
    guard context.style.isVisible else { return }
    let reference: ArraySlice<UInt8>
    switch index.reference(node) {
    case .none: return
    case .local: return warnings.add(.imageRefused, node)
    case .external(let text): reference = text
    }
    let payload = PayloadReader(index.document)
    let said = payload.text(node, "asset").flatMap { XMLSpelling.read(Array($0.utf8)[...]) }
    let asset = said.map { Identifier(String(decoding: $0, as: UTF8.self)) }
    do throws(ImageCollector.Failure) {
      let image = try images.image(
        reference, asset: asset ?? output.makeIdentifier(), fileExtension: payload.text(node, "extension"))
      place(image, node, context)
    } catch {
      warnings.add(error == .external ? .externalImage : .imageRefused, node)
    }
  }

  private mutating func place(_ image: ImageCollector.Image, _ node: Int, _ context: DrawingContext) {
    let units = context.units
    func length(_ name: String, _ axis: LengthUnits.Axis) -> Double? {
      index.length(node, name).map { units.pixels($0, axis) }
    }
    let natural = Point(Double(image.width), Double(image.height))
    var width = length("width", .horizontal)
    var height = length("height", .vertical)
    if width == nil, let height { width = height * natural.x / natural.y }
    if height == nil, let width { height = width * natural.y / natural.x }
    let box = Point(width ?? natural.x, height ?? natural.y)
    guard box.x > 0, box.y > 0 else { return }
    let fit = AspectRatio(index.document.value(node, "preserveAspectRatio"))
    let natureBox = ViewBox(x: 0, y: 0, width: natural.x, height: natural.y)
    if fit.isSlice { warnings.add(.clipPath, node) }
    let map = context.transform
      .applied(after: .translation(length("x", .horizontal) ?? 0, length("y", .vertical) ?? 0))
      .applied(after: natureBox.transform(width: box.x, height: box.y, fit))
    append(image, natural, map, context, node)
  }

  private mutating func append(
    _ image: ImageCollector.Image, _ natural: Point, _ map: AffineTransform, _ context: DrawingContext,
    _ node: Int
  ) {
    let payload = context.imagePayload ?? node
    let across = map.mapDirection(Point(natural.x, 0))
    let down = map.mapDirection(Point(0, natural.y))
    let center = map.map(natural * 0.5)
    let width = across.length
    let height = down.length
    guard map.isInvertible, abs(center.x) <= Flattener.farthest, abs(center.y) <= Flattener.farthest,
      max(width, height) <= Flattener.farthest
    else { return warnings.add(.outOfRange, node) }
    let isSkewed = abs(across.x * down.x + across.y * down.y) > 1e-3 * width * height
    if isSkewed || map.determinant < 0 { warnings.add(.imageDistorted, node) }
    // A mirrored image hangs upside down only when it is turned over its width.
    let axis = map.determinant < 0 && across.x < 0 ? Point(-across.x, -across.y) : across
    let turn = (atan2(axis.y, axis.x) * 1800 / .pi).rounded()
    let opacity = Int32((min(max(context.opacity, 0), 1) * 1000).rounded())
    let frame = PlacedImage.Frame(
      x: GridLine.coordinate(center.x - width / 2), y: GridLine.coordinate(center.y - height / 2),
      width: GridLine.coordinate(width), height: GridLine.coordinate(height))
    let drawn = PlacedImage(
      id: output.makeIdentifier(), asset: image.asset, frame: frame, rotation: Int32(turn), opacity: opacity)
    output.append(.image(believed(drawn, payload) ?? drawn), &warnings)
  }

  /// The image that a payload tells of, placed as it is drawn; nil when it shows another one or can't be read.
  private func believed(_ drawn: PlacedImage, _ node: Int) -> PlacedImage? {
    let reader = PayloadReader(index.document)
    guard reader.has(node, "frame") else { return nil }
    do throws(InterchangeError) {
      var image = try reader.readImage(node)
      guard image.asset == drawn.asset else { return nil }
      if image.frame != drawn.frame { image.frame = drawn.frame }
      if (image.rotation ?? 0) % 3600 != drawn.rotation { image.rotation = drawn.rotation }
      if image.opacity ?? 1000 != drawn.opacity { image.opacity = drawn.opacity }
      return image
    } catch {
      return nil
    }
  }
}
