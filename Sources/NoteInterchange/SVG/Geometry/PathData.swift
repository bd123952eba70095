/// Reads path data: the whole grammar, with packed flags, exponents and implicit repeats.
///
/// After an error, all segments before it count. Source: SVG 1.1, section 8.3, and SVG 2, section 9.3.
struct PathData {
  /// The offset of the first fault; nil when the whole text was read or the sink was full.
  static func read<Sink: PathSink>(_ text: Span<UInt8>, into sink: inout Sink) -> Int? {
    var reader = PathData()
    return reader.read(text, into: &sink)
  }

  private var position = 0
  private var start = Point.zero
  private var current = Point.zero
  /// The control point that `S` or `T` reflects.
  private var control = Point.zero
  private var previous = UInt8(ascii: "M")
  /// Whether a subpath has to be begun before the next segment.
  private var isClosed = false

  private init() {}

  private mutating func read<Sink: PathSink>(_ text: Span<UInt8>, into sink: inout Sink) -> Int? {
    skipSpace(text)
    guard position < text.count else { return nil }
    guard text[position] | 0x20 == UInt8(ascii: "m") else { return position }
    while position < text.count, !sink.isFull {
      let command = text[position]
      let fault = position
      guard Self.isCommand(command) else { return fault }
      position += 1
      if command | 0x20 == UInt8(ascii: "z") {
        finish(into: &sink)
      } else if let fault = readSegments(command, text, into: &sink) {
        return fault
      }
      skipSpace(text)
    }
    return nil
  }

  private static func isCommand(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "m"), UInt8(ascii: "z"), UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "v"),
      UInt8(ascii: "c"), UInt8(ascii: "s"), UInt8(ascii: "q"), UInt8(ascii: "t"), UInt8(ascii: "a"):
      byte >= 0x40
    default: false
    }
  }

  private mutating func finish<Sink: PathSink>(into sink: inout Sink) {
    if !isClosed { sink.close() }
    isClosed = true
    current = start
    previous = UInt8(ascii: "z")
  }

  /// The segments of one command letter; the offset of the first that can't be read.
  private mutating func readSegments<Sink: PathSink>(
    _ letter: UInt8, _ text: Span<UInt8>, into sink: inout Sink
  ) -> Int? {
    var command = letter
    repeat {
      skipSpace(text)
      let fault = position
      guard readSegment(command, text, into: &sink) else { return fault }
      if command | 0x20 == UInt8(ascii: "m") {
        command = command & 0x20 | UInt8(ascii: "L")
      }
      skipSeparator(text)
    } while position < text.count && !sink.isFull && Self.beginsNumber(text[position])
    return nil
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
  }

  private mutating func readSegment<Sink: PathSink>(
    _ command: UInt8, _ text: Span<UInt8>, into sink: inout Sink
  ) -> Bool {
    let origin = command & 0x20 != 0 ? current : .zero
    let kind = command | 0x20
    switch kind {
    case UInt8(ascii: "m"):
      guard let point = point(text, origin) else { return false }
      sink.move(to: point)
      start = point
      isClosed = false
      arrive(at: point, kind)
    case UInt8(ascii: "l"):
      guard let point = point(text, origin) else { return false }
      line(to: point, kind, into: &sink)
    case UInt8(ascii: "h"):
      guard let x = number(text) else { return false }
      line(to: Point(origin.x + x, current.y), kind, into: &sink)
    case UInt8(ascii: "v"):
      guard let y = number(text) else { return false }
      line(to: Point(current.x, origin.y + y), kind, into: &sink)
    case UInt8(ascii: "c"):
      guard let first = point(text, origin), let second = next(text, origin), let end = next(text, origin)
      else { return false }
      curve(first, second, to: end, kind, into: &sink)
    case UInt8(ascii: "s"):
      guard let second = point(text, origin), let end = next(text, origin) else { return false }
      let follows = previous == UInt8(ascii: "c") || previous == UInt8(ascii: "s")
      curve(follows ? current * 2 - control : current, second, to: end, kind, into: &sink)
    case UInt8(ascii: "q"):
      guard let middle = point(text, origin), let end = next(text, origin) else { return false }
      quadratic(middle, to: end, kind, into: &sink)
    case UInt8(ascii: "t"):
      guard let end = point(text, origin) else { return false }
      let follows = previous == UInt8(ascii: "q") || previous == UInt8(ascii: "t")
      quadratic(follows ? current * 2 - control : current, to: end, kind, into: &sink)
    default: return readArc(text, origin, into: &sink)
    }
    return true
  }

  private mutating func readArc<Sink: PathSink>(
    _ text: Span<UInt8>, _ origin: Point, into sink: inout Sink
  ) -> Bool {
    guard let radiusX = number(text) else { return false }
    skipSeparator(text)
    guard let radiusY = number(text) else { return false }
    skipSeparator(text)
    guard let rotation = number(text) else { return false }
    skipSeparator(text)
    guard let isLarge = flag(text) else { return false }
    skipSeparator(text)
    guard let isSweep = flag(text) else { return false }
    guard let end = next(text, origin) else { return false }
    reopen(into: &sink)
    sink.arc(
      EllipticalArc(
        start: current, end: end, radii: Point(radiusX, radiusY), rotation: rotation, isLarge: isLarge,
        isSweep: isSweep))
    arrive(at: end, UInt8(ascii: "a"))
    return true
  }

  // MARK: Segments

  private mutating func reopen<Sink: PathSink>(into sink: inout Sink) {
    guard isClosed else { return }
    sink.move(to: start)
    isClosed = false
  }

  private mutating func arrive(at point: Point, _ command: UInt8) {
    current = point
    previous = command
  }

  @inline(__always)
  private mutating func line<Sink: PathSink>(to point: Point, _ kind: UInt8, into sink: inout Sink) {
    reopen(into: &sink)
    sink.line(to: point)
    arrive(at: point, kind)
  }

  private mutating func curve<Sink: PathSink>(
    _ first: Point, _ second: Point, to end: Point, _ kind: UInt8, into sink: inout Sink
  ) {
    reopen(into: &sink)
    sink.curve(first, second, to: end, endsVertex: true)
    control = second
    arrive(at: end, kind)
  }

  private mutating func quadratic<Sink: PathSink>(
    _ middle: Point, to end: Point, _ kind: UInt8, into sink: inout Sink
  ) {
    reopen(into: &sink)
    sink.quadratic(from: current, middle, to: end)
    control = middle
    arrive(at: end, kind)
  }

  // MARK: Tokens

  @inline(__always)
  private mutating func skipSpace(_ text: Span<UInt8>) {
    while position < text.count, TextScanner.isSpace(text[position]) { position += 1 }
  }

  @inline(__always)
  private mutating func skipSeparator(_ text: Span<UInt8>) {
    skipSpace(text)
    if position < text.count, text[position] == UInt8(ascii: ",") {
      position += 1
      skipSpace(text)
    }
  }

  @inline(__always)
  private mutating func number(_ text: Span<UInt8>) -> Double? {
    DecimalNumber.read(text, at: &position)
  }

  @inline(__always)
  private mutating func point(_ text: Span<UInt8>, _ origin: Point) -> Point? {
    guard let x = number(text) else { return nil }
    skipSeparator(text)
    guard let y = number(text) else { return nil }
    return Point(origin.x + x, origin.y + y)
  }

  private mutating func next(_ text: Span<UInt8>, _ origin: Point) -> Point? {
    skipSeparator(text)
    return point(text, origin)
  }

  /// One digit, which may stand right before the next token.
  private mutating func flag(_ text: Span<UInt8>) -> Bool? {
    guard position < text.count, text[position] == UInt8(ascii: "0") || text[position] == UInt8(ascii: "1")
    else { return nil }
    position += 1
    return text[position - 1] == UInt8(ascii: "1")
  }
}
