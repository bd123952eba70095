import NoteModel

/// The shape of a stroke as closed polygons, all wound the same way, whose nonzero fill is the union of its moving
/// discs.
///
/// Between two samples the disc sweeps two edges, each touching both discs, and the discs' backs. The outline runs
/// along the edges of one side, round the end, back along the other side and round the start. At a bend the outer
/// side follows the disc, or cuts the corner where both edges meet if that is near enough. The inner side goes from
/// edge to edge where they meet if that takes away no more than both neighbours cover, else through the disc's
/// centre, which takes away nothing. So no place inside has a
/// winding below one, however the stroke crosses itself. (A place at signed distance |p − c| − r from the nearest
/// disc lies on the normal of an edge, in the wedge of a bend, or in the cap of an end; each of them is wound once.)
///
/// The memory is used again for the next stroke.
struct StrokeOutline {
  /// How the page's grid of 0.1 pt maps to the unit of the outline.
  struct Mapping {
    /// Units a point.
    var scale: Double
    /// The place on the page, in points, that becomes the origin.
    var origin: Point = .zero
    /// What has to be right; what lies outside may be left out. In units.
    var visible: Box
    /// How far the outline may be off, in units.
    var tolerance: Double
  }

  /// The corners of all polygons, one behind the other.
  private(set) var corners: [Point] = []
  /// Where each polygon lies in ``corners``.
  private(set) var polygons: [Range<Int>] = []
  /// The larger absolute value of all coordinates.
  private(set) var extent = 0.0

  private var chain = Chain()
  private var tolerance = 0.0

  mutating func trace(_ stroke: Stroke, _ mapping: Mapping) {
    corners.removeAll(keepingCapacity: true)
    polygons.removeAll(keepingCapacity: true)
    chain.clear()
    extent = 0
    tolerance = mapping.tolerance
    let unit = mapping.scale / 10
    let shift = mapping.origin * mapping.scale
    for sample in stroke.x.indices {
      let center = Point(Double(stroke.x[sample]), Double(stroke.y[sample])) * unit - shift
      let radius = Double(stroke.radius[sample]) * unit
      append(Disc(center: center, radius: radius), mapping.visible)
    }
    finishChain(mapping.visible)
  }

  private struct Disc {
    var center: Point
    var radius: Double

    func isOutside(_ box: Box) -> Bool {
      center.x + radius < box.left || center.x - radius > box.right || center.y + radius < box.top
        || center.y - radius > box.bottom
    }
  }

  /// Two neighbours' common tangents: where they touch, seen from the centres.
  private struct Tangents {
    var direction: Point
    var left: Point
    var right: Point
    /// Of each tangent between the places where it touches.
    var length: Double

    init?(_ first: Disc, _ last: Disc) {
      let step = last.center - first.center
      let change = first.radius - last.radius
      let squared = step.dot(step)
      let rest = squared - change * change
      // One of the discs holds the other.
      guard rest > 1e-12, rest > squared * 1e-9 else { return nil }
      let distance = squared.squareRoot()
      length = rest.squareRoot()
      direction = step / distance
      let normal = Point(-direction.y, direction.x)
      let along = direction * (change / distance)
      let across = normal * (length / distance)
      left = along + across
      right = along - across
    }
  }

  /// The polygon being made: neighbours none of which holds the other.
  private struct Chain {
    var last: Disc?
    /// Nil as long as there is only one disc.
    var tangents: Tangents?
    var firstDisc = Disc(center: .zero, radius: 0)
    var firstTangents: Tangents?
    /// Whether the one disc of the chain is part of what is drawn already.
    var isCovered = false
    var right: [Point] = []

    mutating func clear() {
      last = nil
      tangents = nil
      firstTangents = nil
      isCovered = false
      right.removeAll(keepingCapacity: true)
    }
  }

  private mutating func append(_ disc: Disc, _ visible: Box) {
    guard let last = chain.last else { return begin(disc, isCovered: false) }
    if isSegmentOutside(last, disc, visible) {
      finishChain(visible)
      return begin(disc, isCovered: false)
    }
    guard let tangents = Tangents(last, disc) else {
      if disc.radius > last.radius {
        if chain.tangents == nil { chain.isCovered = true }
        finishChain(visible)
        begin(disc, isCovered: false)
      } else if disc.radius != last.radius || disc.center != last.center {
        finishChain(visible)
        begin(disc, isCovered: true)
      }
      return
    }
    if let before = chain.tangents {
      guard bend(at: last, before, tangents) else {
        finishChain(visible)
        begin(last, isCovered: true)
        return append(disc, visible)
      }
    } else {
      chain.firstDisc = last
      chain.firstTangents = tangents
      corners.append(last.center + tangents.left * last.radius)
      chain.right.append(last.center + tangents.right * last.radius)
    }
    chain.tangents = tangents
    chain.last = disc
  }

  private func isSegmentOutside(_ first: Disc, _ last: Disc, _ box: Box) -> Bool {
    max(first.center.x + first.radius, last.center.x + last.radius) < box.left
      || min(first.center.x - first.radius, last.center.x - last.radius) > box.right
      || max(first.center.y + first.radius, last.center.y + last.radius) < box.top
      || min(first.center.y - first.radius, last.center.y - last.radius) > box.bottom
  }

  private mutating func begin(_ disc: Disc, isCovered: Bool) {
    chain.clear()
    chain.last = disc
    chain.isCovered = isCovered
  }

  /// Goes round a disc between two segments; false for bends that are too sharp to be told from their opposite.
  private mutating func bend(at disc: Disc, _ before: Tangents, _ after: Tangents) -> Bool {
    guard before.direction.dot(after.direction) > 0.01, before.left.dot(after.left) > 0.01,
      before.right.dot(after.right) > 0.01
    else { return false }
    let room = min(before.length, after.length)
    Self.join(disc, before.left, after.left, sense: 1, room, tolerance, to: &corners)
    Self.join(disc, before.right, after.right, sense: -1, room, tolerance, to: &chain.right)
    return true
  }

  /// - Parameter sense: 1 where turning from x to y bends inwards, -1 where it bends outwards.
  private static func join(
    _ disc: Disc, _ before: Point, _ after: Point, sense: Double, _ room: Double, _ tolerance: Double,
    to side: inout [Point]
  ) {
    let radius = disc.radius
    let turn = before.cross(after) * sense
    let cosine = before.dot(after)
    let isInner = turn >= 0
    // The triangle that going straight over takes away lies in both neighbours.
    let isCoveredTwice = cosine > 0.7 && 2 * radius * turn < room
    // How far the corner at which both edges meet lies from the disc is a quarter of this angle's versed sine.
    if isInner ? isCoveredTwice : cosine > 0.7 && radius * (1 - cosine) / 4 < tolerance {
      side.append(disc.center + (before + after) * (radius / (1 + cosine)))
      return
    }
    side.append(disc.center + before * radius)
    if isInner {
      side.append(disc.center)
    } else {
      appendArc(disc, from: before, to: after, tolerance, to: &side)
    }
    side.append(disc.center + after * radius)
  }

  /// The corners strictly between two directions less than half a turn apart, along the shorter arc.
  private static func appendArc(
    _ disc: Disc, from first: Point, to last: Point, _ tolerance: Double, to side: inout [Point]
  ) {
    let cosine = min(1, max(-1, first.dot(last)))
    let half = ((1 + cosine) / 2).squareRoot()
    // The middle of one chord is no further from the arc than it may be.
    if disc.radius * (1 - half) <= tolerance { return }
    let middle = first + last
    let length = middle.dot(middle).squareRoot()
    guard length > 1e-6, 1 - half > finest else { return }
    let direction = middle / length
    appendArc(disc, from: first, to: direction, tolerance, to: &side)
    side.append(disc.center + direction * disc.radius)
    appendArc(disc, from: direction, to: last, tolerance, to: &side)
  }

  /// The flattest arc that is still divided, so that no disc gets more than 1,024 corners.
  private static let finest = 5e-6

  /// From one direction to another by way of a third, with less than half a turn on either side of it.
  private mutating func appendCap(_ disc: Disc, from first: Point, over middle: Point, to last: Point) {
    guard disc.radius > tolerance / 2 else { return }
    Self.appendArc(disc, from: first, to: middle, tolerance, to: &corners)
    corners.append(disc.center + middle * disc.radius)
    Self.appendArc(disc, from: middle, to: last, tolerance, to: &corners)
  }

  private mutating func finishChain(_ visible: Box) {
    guard let disc = chain.last else { return }
    let start = polygons.last?.upperBound ?? 0
    if let tangents = chain.tangents, let first = chain.firstTangents {
      corners.append(disc.center + tangents.left * disc.radius)
      appendCap(disc, from: tangents.left, over: tangents.direction, to: tangents.right)
      corners.append(disc.center + tangents.right * disc.radius)
      corners.append(contentsOf: chain.right.reversed())
      let back = -first.direction
      appendCap(chain.firstDisc, from: first.right, over: back, to: first.left)
    } else if !chain.isCovered, disc.radius > 0, !disc.isOutside(visible) {
      let directions = [Point(1, 0), Point(0, -1), Point(-1, 0), Point(0, 1)]
      for (index, direction) in directions.enumerated() {
        corners.append(disc.center + direction * disc.radius)
        Self.appendArc(disc, from: direction, to: directions[(index + 1) % 4], tolerance, to: &corners)
      }
    }
    chain.clear()
    guard corners.count - start >= 3 else { return corners.removeLast(corners.count - start) }
    polygons.append(start..<corners.count)
    for corner in corners[start...] { extent = max(extent, abs(corner.x), abs(corner.y)) }
  }
}
