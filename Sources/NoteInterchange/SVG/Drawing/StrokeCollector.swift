import NoteModel

/// Makes strokes of what is drawn, and decides for elements with payload which of the two counts.
struct StrokeCollector {
  private(set) var elements: [Element] = []
  /// The files of fills that became pictures.
  var pictures: [SVGPage.EmbeddedAsset] = []
  var pictureByteCount = 0
  /// How many elements with payload there were, and how many of them were believed.
  private(set) var payloadCount = 0
  private(set) var believedCount = 0
  let fills: SVGImport.Fills
  private let document: XMLDocument
  private let matcher: PayloadMatcher
  private var identifiers: IdentifierSource
  private var ids: Set<Identifier> = []
  /// Whether ids come out of the file; those made here differ from one another.
  private let hasForeignIDs: Bool
  var samples = 0
  private var group: Group?
  /// Lines that go on from one another, of which ink may be made.
  private var chain: SegmentChain?
  /// What the element looked at last says about being ink.
  private var hints: InkHints?
  /// How many steps may still be spent on looking for ribbons.
  private var ribbonWork = 60_000_000

  /// The element with payload that is being drawn.
  private struct Group {
    var node: Int
    var pieces: [DrawnPiece] = []
    /// What the element draws if its payload doesn't count.
    var ink: InkLine?
  }

  /// The most samples and the most elements of a page.
  static let sampleLimit = 5_000_000
  static let elementLimit = 100_000
  /// Half the width of the stroke that stands for a fill, in 0.1 pt.
  static let outlineRadius: UInt16 = 3

  init(_ document: XMLDocument, fills: SVGImport.Fills, identifiers: IdentifierSource) {
    self.fills = fills
    self.document = document
    matcher = PayloadMatcher(document)
    hasForeignIDs = document.names.contains { $0.namespace == SVGNames.payload }
    self.identifiers = identifiers
    // A drawing has about as many strokes as elements; moving them while they become more takes its time.
    elements.reserveCapacity(min(document.elements.count, Self.elementLimit))
  }

  var remainingSamples: Int { Self.sampleLimit - samples }
  var isFull: Bool { samples >= Self.sampleLimit || elements.count >= Self.elementLimit }

  var isInGroup: Bool { group != nil }

  /// Whether a path drawn by an element may be a stroke of its own.
  func mayBeStroke(_ node: Int) -> Bool { group == nil || group?.node == node }

  mutating func makeIdentifier() -> Identifier { identifiers.next() }

  // MARK: What is drawn

  /// - Parameter isDashed: whether the path is dashes, which stay apart.
  mutating func add(
    stroke path: FlatPath, width: Double, _ cap: InheritedStyle.LineCap, isDashed: Bool = false,
    _ color: Color, _ node: Int, _ warnings: inout SVGWarnings
  ) {
    for subpath in path.subpaths {
      let points = path.points[subpath.points]
      if let first = points.first, points.allSatisfy({ $0 == first }) {
        // Only caps show a line of no length.
        if cap == .butt { continue }
        if cap == .square { warnings.add(.squareCap, node) }
      }
      guard group == nil else {
        let line = path.polyline(subpath, isClosed: subpath.isClosed)
        add(DrawnPiece(kind: .line(width: width), points: line, color: color, node: node), &warnings)
        continue
      }
      samples += points.count
      guard elements.count < Self.elementLimit else { return warnings.add(.elementLimit, node) }
      let isPart = cap == .round && color.alpha == 255 && !isDashed && !subpath.isClosed
      note(points, isPart: isPart, width: width, color, node, &warnings)
      emit(points, isClosed: subpath.isClosed, radius: GridLine.radius(width: width), color)
    }
  }

  // MARK: Lines that go on

  /// Remembers where the next line would go on.
  ///
  /// - Parameter isPart: whether more of it would look like one line: without corners at its ends, and opaque.
  private mutating func note(
    _ points: ArraySlice<Point>, isPart: Bool, width: Double, _ color: Color, _ node: Int,
    _ warnings: inout SVGWarnings
  ) {
    if isPart, chain?.extend(points, width: width, color) ?? false { return }
    endChain(&warnings)
    guard isPart, let end = points.last else { return }
    chain = SegmentChain(color, node, start: elements.count, width: width, end: end)
  }

  /// Makes one stroke of the lines that went on from one another, if they are ink.
  mutating func endChain(_ warnings: inout SVGWarnings) {
    guard let ended = chain.take(), ended.isInk, elements.count == ended.start + ended.count else { return }
    let line = ended.ink(elements[ended.start...])
    elements.removeLast(ended.count)
    warnings.add(.segments, ended.node)
    append(line, ended.color, keepsPauses: true)
  }

  /// Takes ink that was drawn as an area; false where the payload of its element may tell more.
  mutating func add(ink line: InkLine, _ color: Color, _ node: Int, _ warnings: inout SVGWarnings) -> Bool {
    if let group, hasPayload(group.node) {
      self.group?.ink = line
      return false
    }
    endChain(&warnings)
    samples += line.count
    append(line, color, keepsPauses: true)
    return true
  }

  mutating func add(_ piece: DrawnPiece, _ warnings: inout SVGWarnings) {
    samples += piece.points.count
    if group != nil {
      group?.pieces.append(piece)
    } else {
      emit(piece, &warnings)
    }
  }

  private mutating func emit(_ piece: DrawnPiece, _ warnings: inout SVGWarnings) {
    switch piece.kind {
    case .line:
      guard elements.count < Self.elementLimit else { return warnings.add(.elementLimit, piece.node) }
      emit(piece)
    case .fill(let isEvenOdd):
      emit(fill: piece.points[...], isEvenOdd: isEvenOdd, piece.color, piece.node, &warnings)
    }
  }

  mutating func emit(
    fill points: ArraySlice<Point>, isEvenOdd: Bool, _ color: Color, _ node: Int,
    _ warnings: inout SVGWarnings
  ) {
    guard elements.count < Self.elementLimit else { return warnings.add(.elementLimit, node) }
    if fills == .outline, let line = centerLine(points, isEvenOdd: isEvenOdd, node) {
      warnings.add(.ribbon, node)
      return append(line, color)
    }
    warnings.add(fills == .skip ? .fillSkipped : .fillOutlined, node)
    if fills != .skip { emit(points, isClosed: true, radius: Self.outlineRadius, color) }
  }

  private mutating func emit(_ piece: DrawnPiece) {
    var radius = Self.outlineRadius
    switch piece.kind {
    case .line(let width): radius = GridLine.radius(width: width)
    case .fill: if fills == .skip { return }
    }
    emit(piece.points[...], isClosed: false, radius: radius, piece.color)
  }

  mutating func emit(
    _ points: ArraySlice<Point>, isClosed: Bool, radius: UInt16, _ color: Color
  ) {
    let (x, y) = GridLine.columns(points, isClosed: isClosed)
    guard !x.isEmpty else { return }
    if hasForeignIDs {
      append(.stroke(Stroke(id: makeIdentifier(), color: color, radius: .constant(radius), x: x, y: y)))
    } else {
      elements.append(
        .stroke(Stroke(id: makeIdentifier(), color: color, radius: .constant(radius), x: x, y: y)))
    }
  }

  /// The centre line of a fill that is a ribbon of ink.
  ///
  /// - Parameter points: the corners; the last one is joined with the first.
  mutating func centerLine(_ points: ArraySlice<Point>, isEvenOdd: Bool, _ node: Int) -> InkLine? {
    guard ribbonWork > 0 else { return nil }
    ribbonWork -= points.count + (points.first == points.last ? 0 : 1)
    guard let shape = Ribbon.Shape(points) else { return nil }
    var hints = self.hints.take().flatMap { $0.node == node ? $0 : nil } ?? InkHints(document, node)
    defer { self.hints = hints }
    return Ribbon.centerLine(shape, isEvenOdd: isEvenOdd, &hints, work: &ribbonWork)
  }

  /// - Parameter keepsPauses: whether samples at one place differ by their radius.
  mutating func append(_ line: InkLine, _ color: Color, keepsPauses: Bool = false) {
    var stroke = Stroke(id: makeIdentifier(), color: color, radius: .constant(0), x: [], y: [])
    var radii: [UInt16] = []
    for (point, radius) in zip(line.points, line.radii) {
      let x = GridLine.coordinate(point.x)
      let y = GridLine.coordinate(point.y)
      let half = GridLine.radius(width: radius * 2)
      if x == stroke.x.last, y == stroke.y.last, !keepsPauses || half == radii.last { continue }
      stroke.x.append(x)
      stroke.y.append(y)
      radii.append(half)
    }
    guard let first = radii.first else { return }
    stroke.radius = radii.allSatisfy { $0 == first } ? .constant(first) : .column(radii)
    append(.stroke(stroke))
  }

  mutating func append(_ element: consuming Element, _ warnings: inout SVGWarnings) {
    endChain(&warnings)
    append(element)
  }

  mutating func append(_ element: consuming Element) {
    guard elements.count < Self.elementLimit else { return }
    if hasForeignIDs, let id = element.id, !ids.insert(id).inserted {
      // A copy gets an id of its own.
      let id = identifiers.next()
      ids.insert(id)
      switch element {
      case .stroke(var stroke):
        stroke.id = id
        element = .stroke(stroke)
      case .image(var image):
        image.id = id
        element = .image(image)
      case .unknown: return
      }
    }
    elements.append(element)
  }

  // MARK: Payload

  private func hasPayload(_ node: Int) -> Bool { document.value(node, "s", in: SVGNames.payload) != nil }

  mutating func beginGroup(_ node: Int, _ warnings: inout SVGWarnings) {
    endChain(&warnings)
    // An element with payload inside another one is no drawing of ours; the outer one counts as drawn.
    if let outer = group { for piece in outer.pieces { emit(piece) } }
    group = Group(node: node)
    if hasPayload(node) { payloadCount += 1 }
  }

  mutating func endGroup(_ warnings: inout SVGWarnings) {
    guard let ended = group else { return }
    group = nil
    guard hasPayload(ended.node) else {
      if let line = PlainStroke.line(ended.pieces), let color = ended.pieces.first?.color {
        return append(line, color, keepsPauses: true)
      }
      for piece in ended.pieces { emit(piece, &warnings) }
      return
    }
    switch matcher.match(ended.node, ended.pieces) {
    case .believed(let stroke):
      believedCount += 1
      samples += stroke.sampleCount
      append(.stroke(stroke))
    case .differs:
      if !ended.pieces.isEmpty { warnings.add(.payloadDiffers, ended.node) }
      emit(ended, &warnings)
    case .damaged:
      warnings.add(.payloadDamaged, ended.node)
      emit(ended, &warnings)
    }
  }

  private mutating func emit(_ group: Group, _ warnings: inout SVGWarnings) {
    if let ink = group.ink, let color = group.pieces.first?.color {
      return append(ink, color, keepsPauses: true)
    }
    for piece in group.pieces { emit(piece, &warnings) }
  }

  /// Finishes what is still open at the end of the drawing.
  mutating func end(_ warnings: inout SVGWarnings) {
    endGroup(&warnings)
    endChain(&warnings)
  }
}
