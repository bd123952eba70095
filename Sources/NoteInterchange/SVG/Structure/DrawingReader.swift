import NoteModel

/// Walks through a drawing in the order of painting and hands its shapes on.
///
/// What has been begun lies on a stack of frames, so that no nesting is too deep for it.
struct DrawingReader {
  let index: SVGIndex
  let options: SVGImport.Options
  /// Whether we drew it, without payload.
  let isOurs: Bool
  var resolver: StyleResolver
  var servers: PaintServers
  var warnings: SVGWarnings
  var output: StrokeCollector
  var images: ImageCollector

  /// Something that is drawn in place of elements.
  enum Item {
    case node(Int, size: TargetSize?)
    indirect case shape(Shape, [InheritedStyle.PaintPart])
  }

  /// What a `use` says about the size of what it shows.
  struct TargetSize {
    var width: Length?
    var height: Length?
  }

  struct Frame {
    /// The element in it that is drawn next; nil when none is left.
    private var upcoming: Int?
    /// What stands there instead of elements.
    private var item: Item?
    let context: SharedContext
    /// The element whose content this is; it isn't entered twice.
    var owner: Int
    var isEntered = false
    /// Whether the strokes since its beginning are one element with payload.
    var isGroup = false

    /// - Parameter first: the first of the elements in it, which its siblings follow.
    init(first: Int?, context: SharedContext, owner: Int, isGroup: Bool = false) {
      upcoming = first
      self.context = context
      self.owner = owner
      self.isGroup = isGroup
    }

    init(item: Item, context: SharedContext, owner: Int) {
      self.item = item
      self.context = context
      self.owner = owner
    }

    mutating func nextNode(_ document: XMLDocument) -> Int? {
      guard let node = upcoming else { return nil }
      upcoming = document.elements[node].next
      return node
    }

    mutating func takeItem() -> Item? {
      guard item != nil else { return nil }
      return item.take()
    }
  }

  /// What the element before took over and said, and what came of it: elements beside one another are often alike.
  private struct RecentStyle {
    let outer: DrawingContext.SharedStyle
    let values: StyleValues
    let inner: DrawingContext.SharedStyle
  }

  private var recentStyle: RecentStyle?
  var frames: [Frame] = []
  /// Memory for the next path.
  var spare = FlatPath()
  private var entered: [Bool]
  private var elementCount = 0
  var markerCount = 0
  /// Of drawings that filters lay over one another.
  var overlayCount = 0
  /// In points; without end when the drawing doesn't say it.
  var pageSize = Point(.infinity, .infinity)

  static let elementLimit = 100_000
  static let markerLimit = 20_000

  init(_ index: SVGIndex, _ options: SVGImport.Options, _ identifiers: IdentifierSource) {
    self.index = index
    self.options = options
    isOurs = PlainStroke.isOurs(index)
    resolver = StyleResolver(index.document)
    servers = PaintServers(index)
    warnings = SVGWarnings(index.document)
    output = StrokeCollector(index.document, fills: options.fills, identifiers: identifiers)
    images = ImageCollector(readLinkedFile: options.readLinkedFile)
    entered = [Bool](repeating: false, count: index.document.elements.count)
  }

  /// Draws everything inside the root.
  mutating func draw(_ page: RootViewport) {
    noteOddities()
    if let size = page.size { pageSize = size }
    resolver.readSheets(&warnings)
    var context = DrawingContext(
      transform: page.transform, style: InheritedStyle(), opacity: 1, units: page.units)
    let values = resolver.values(of: index.root)
    guard index.passesConditions(index.root, options.languages), applyStyle(values, index.root, &context)
    else { return }
    warn(of: values, index.root)
    context.units.rootFontSize = context.units.fontSize
    push(content: index.root, SharedContext(context))
    run()
    if resolver.isExhausted { warnings.add(.styleLimit, index.root) }
  }

  private mutating func noteOddities() {
    if index.isLenient { warnings.add(.namespace, index.root) }
    if index.document.lineOfUnboundPrefix != nil { warnings.add(.namespace, index.root) }
    for instruction in index.document.instructions where instruction.target == "xml-stylesheet" {
      warnings.add(.externalStyle, index.root)
    }
  }

  private mutating func run() {
    while let last = frames.indices.last {
      if !frames[last].isEntered, !enter(last) {
        frames.removeLast()
        continue
      }
      if output.isFull {
        leave()
      } else if let node = frames[last].nextNode(index.document) {
        guard count(node) else { return }
        visit(node, nil, frames[last].context)
      } else {
        switch frames[last].takeItem() {
        case .shape(let shape, let parts): paint(shape, parts)
        case .node(let node, let size):
          guard count(node) else { return }
          visit(node, size, frames[last].context)
        case nil: leave()
        }
      }
    }
    output.end(&warnings)
    if output.isFull { warnings.add(.sampleLimit, index.root) }
  }

  /// False, and the end of all drawing, for the first element that is too much.
  private mutating func count(_ node: Int) -> Bool {
    elementCount += 1
    if elementCount <= Self.elementLimit { return true }
    warnings.add(.elementLimit, node)
    frames.removeAll()
    output.end(&warnings)
    return false
  }

  /// False for an element that is being drawn already.
  private mutating func enter(_ frame: Int) -> Bool {
    let owner = frames[frame].owner
    if entered[owner] {
      warnings.add(.cycle, owner)
      return false
    }
    entered[owner] = true
    frames[frame].isEntered = true
    if frames[frame].isGroup { output.beginGroup(owner, &warnings) }
    return true
  }

  private mutating func leave() {
    guard let frame = frames.popLast() else { return }
    entered[frame.owner] = false
    if frame.isGroup { output.endGroup(&warnings) }
  }

  mutating func push(content node: Int, _ context: SharedContext, isGroup: Bool = false) {
    frames.append(
      Frame(
        first: index.document.elements[node].firstChild, context: context, owner: node, isGroup: isGroup))
  }

  mutating func push(_ item: Item, owner: Int, _ context: SharedContext) {
    frames.append(Frame(item: item, context: context, owner: owner))
  }

  // MARK: Style

  /// Takes over what an element says; false when neither it nor its content is drawn.
  mutating func applyStyle(_ values: StyleValues, _ node: Int, _ context: inout DrawingContext) -> Bool {
    if values.isEmpty { return true }
    if values[.display]?.isKeyword("none") ?? false { return false }
    if !values.saysInherited {
      // It stays what it is around.
    } else if let last = recentStyle, last.outer === context.sharedStyle, values.inheritsLike(last.values) {
      context.sharedStyle = last.inner
    } else {
      let outer = context.sharedStyle
      context.style.apply(values, context.units)
      recentStyle = RecentStyle(outer: outer, values: values, inner: context.sharedStyle)
    }
    context.units.fontSize = context.sharedStyle.style.fontSize
    if let opacity = values[.opacity].flatMap({ InheritedStyle.opacity($0) }) { context.opacity *= opacity }
    if let text = values[.transform], !applyTransform(text, values, node, &context) { return false }
    return context.opacity > 0
  }

  /// Says which effects of an element are left out.
  mutating func warn(of values: StyleValues, _ node: Int) {
    for (property, code) in Self.effects {
      guard let text = values[property], !text.isKeyword("none"), !text.isKeyword("normal"),
        !text.isKeyword("inherit")
      else { continue }
      var scanner = TextScanner(text.trimmed)
      if let id = scanner.localReference(), index.node(id) == nil { continue }
      warnings.add(code, node)
    }
  }

  private static let effects: [(StyleProperty, SVGWarning.Code)] = [
    (.filter, .filter), (.mask, .mask), (.clipPath, .clipPath), (.mixBlendMode, .blendMode),
  ]

  private mutating func applyTransform(
    _ text: ArraySlice<UInt8>, _ values: StyleValues, _ node: Int, _ context: inout DrawingContext
  ) -> Bool {
    guard let transform = TransformList.read(text, context.units) else {
      warnings.add(.transformFault, node)
      return true
    }
    var map = transform
    if let origin = values[.transformOrigin].flatMap({ TransformOrigin.read($0, context.units) }) {
      map = AffineTransform.translation(origin.x, origin.y).applied(after: transform)
        .applied(after: .translation(-origin.x, -origin.y))
    }
    context.transform = context.transform.applied(after: map)
    // What a singular transform maps has no area.
    guard context.transform.isInvertible else {
      if !context.transform.isFinite { warnings.add(.outOfRange, node) }
      return false
    }
    return true
  }
}
