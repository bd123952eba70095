import NoteInterchange
import NoteModel

/// Compares an imported page with the truth by the metric of the interchange contract.
struct TruthComparison {
  private let truth: TruthFile
  private let strokes: [Stroke]
  private let size: SIMD2<Double>

  init(_ truth: TruthFile, _ page: SVGPage) {
    self.truth = truth
    strokes = page.page.elements.compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
    size = SIMD2(page.entry.canvas.width, page.entry.canvas.height)
  }

  private struct Expected {
    var points: [SIMD2<Double>]
    var paint: TruthFile.Paint
    /// Nil for the outline of a fill.
    var width: Double?
    var isDashed = false
    var item: Int
  }

  /// What is wrong first; nil when all is within the metric.
  func fault() -> String? {
    let difference = size - truth.size
    if abs(difference.x) > 0.1 || abs(difference.y) > 0.1 { return "page \(size), truth \(truth.size)" }
    var position = 0
    var dashed: [Expected] = []
    let list = expected()
    var next = 0
    while next < list.count {
      let expected = list[next]
      next += 1
      if expected.isDashed {
        dashed.append(expected)
        continue
      }
      if let first = dashed.first {
        let count = dashCount(from: position, dashed)
        if count == 0, !truth.items[first.item].hasOnlyEmptyDashes {
          return "element \(first.item): no dash lies on its line"
        }
        position += count
        dashed = []
      }
      guard position < strokes.count else {
        return "element \(expected.item) and what follows is missing; \(strokes.count) strokes"
      }
      if case .column = strokes[position].radius, expected.width != nil {
        // Lines that go on from one another are one stroke.
        let joined = Self.joined(list[(next - 1)...])
        next += joined.count - 1
        if let fault = faultOfInk(strokes[position], joined) {
          return "element \(expected.item), stroke \(position): \(fault)"
        }
        position += 1
        continue
      }
      if let fault = fault(strokes[position], expected) {
        return "element \(expected.item), stroke \(position): \(fault)"
      }
      position += 1
    }
    position += dashCount(from: position, dashed)
    return position == strokes.count ? nil : "\(strokes.count) strokes, truth has \(position)"
  }

  private func expected() -> [Expected] {
    truth.items.enumerated().flatMap { index, item -> [Expected] in
      var fills: [Expected] = []
      var lines: [Expected] = []
      for line in item.lines {
        var closed = line.points
        if closed.last != closed.first { closed.append(closed[0]) }
        if let paint = item.fill, Self.isVisible(paint), Self.hasArea(line.points) {
          fills.append(Expected(points: closed, paint: paint, item: index))
        }
        guard let paint = item.stroke, Self.isVisible(paint) else { continue }
        if line.points.allSatisfy({ $0 == line.points[0] }), !item.hasCaps { continue }
        lines.append(
          Expected(
            points: line.isClosed ? closed : line.points, paint: paint, width: item.width,
            isDashed: item.isDashed, item: index))
      }
      return fills + lines
    }
  }

  private static func isVisible(_ paint: TruthFile.Paint) -> Bool { paint.opacity * 255 >= 0.5 }

  private static func hasArea(_ points: [SIMD2<Double>]) -> Bool {
    guard let first = points.first else { return false }
    let far = points.max { length($0 - first) < length($1 - first) } ?? first
    let direction = far - first
    let size = length(direction)
    guard points.count > 2, size > 0 else { return false }
    return points.contains { point in
      let offset = point - first
      return abs(direction.x * offset.y - direction.y * offset.x) / size > 0.012
    }
  }

  private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

  private static func points(_ stroke: Stroke) -> [SIMD2<Double>] {
    zip(stroke.x, stroke.y).map { SIMD2(Double($0) / 10, Double($1) / 10) }
  }

  private func fault(_ stroke: Stroke, _ expected: Expected) -> String? {
    if let fault = faultOfPaint(stroke, expected) { return fault }
    let points = Self.points(stroke)
    if PolylineDistance.isFrechet(points, expected.points, within: 0.1) { return nil }
    if !PolylineDistance.isFrechet(points, expected.points, within: 0.15) {
      return "Fréchet distance above 0.15 pt: \(points.prefix(4))… \(expected.points.prefix(4))…"
    }
    let distance = max(
      PolylineDistance.directed(points, expected.points), PolylineDistance.directed(expected.points, points))
    return distance <= 0.1 ? nil : "Hausdorff distance \(distance) pt"
  }

  /// The lines of one color from a place on, each beginning where the one before ends.
  private static func joined(_ list: ArraySlice<Expected>) -> [Expected] {
    var lines: [Expected] = []
    for line in list {
      guard line.width != nil, !line.isDashed, line.paint.color == list.first?.paint.color else { break }
      if let end = lines.last?.points.last, let start = line.points.first, length(end - start) > 0.02 {
        break
      }
      lines.append(line)
    }
    return lines
  }

  /// One stroke against the lines that it was made of: the way, and the width in the middle of each.
  private func faultOfInk(_ stroke: Stroke, _ lines: [Expected]) -> String? {
    let points = Self.points(stroke)
    if !PolylineDistance.isFrechet(points, lines.flatMap(\.points), within: 0.1) {
      return "Fréchet distance above 0.1 pt from \(lines.count) lines"
    }
    for line in lines {
      guard let first = line.points.first, let last = line.points.last, let width = line.width else {
        continue
      }
      let middle = (first + last) / 2
      let widths = points.indices.dropFirst().filter { index in
        PolylineDistance.directed([middle], [points[index - 1], points[index]]) <= 0.15
      }.map { Double(stroke.radius[$0 - 1]) / 10 + Double(stroke.radius[$0]) / 10 }
      // Half a tenth of a width for the sample between two lines, besides the metric; what is no longer than the grid
      // is wide may have gone.
      let isLong = line.points.count == 2 && Self.length(last - first) > 0.15
      if isLong, !widths.contains(where: { abs($0 - width) <= 0.101 + width / 20 }) {
        return "widths \(widths), truth \(width)"
      }
    }
    return nil
  }

  private func faultOfPaint(_ stroke: Stroke, _ expected: Expected) -> String? {
    if let width = expected.width, abs(Double(stroke.radius[0]) / 5 - width) > 0.101 {
      return "width \(Double(stroke.radius[0]) / 5), truth \(width)"
    }
    guard let color = expected.paint.color else { return nil }
    let text = String(stroke.color.text.prefix(7)).lowercased()
    if text != color { return "colour \(text), truth \(color)" }
    if abs(Double(stroke.color.alpha) / 255 - expected.paint.opacity) > 0.5 / 255 + 0.0006 {
      return "alpha \(stroke.color.alpha), truth \(expected.paint.opacity)"
    }
    return nil
  }

  /// How many strokes from a place on are dashes of lines that follow one another.
  private func dashCount(from start: Int, _ lines: [Expected]) -> Int {
    var count = 0
    var line = 0
    while start + count < strokes.count {
      let stroke = strokes[start + count]
      while line < lines.count, !isDash(stroke, of: lines[line]) { line += 1 }
      if line == lines.count { break }
      count += 1
    }
    return count
  }

  private func isDash(_ stroke: Stroke, of line: Expected) -> Bool {
    faultOfPaint(stroke, line) == nil
      && PolylineDistance.directed(Self.points(stroke), line.points) <= 0.1
  }
}
