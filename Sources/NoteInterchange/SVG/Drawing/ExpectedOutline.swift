import NoteModel

/// The outline that a payload draws, to be found again in a drawing that may have been moved, turned, scaled or
/// mirrored.
struct ExpectedOutline {
  private let data: [UInt8]

  /// Curves are made polylines on both sides, so that a little more than the rounding may lie between them.
  private static let tolerance = PayloadMatcher.tolerance + Flattener.tolerance

  init(_ stroke: Stroke) { data = StrokeOutline.data(stroke) }

  /// The similarity under which the outline is the one drawn; nil when there is none.
  func map(to drawn: [DrawnPiece]) -> Similarity? {
    guard drawn.allSatisfy(\.isFill), let start = drawn.first?.points.first else { return nil }
    let plain = polylines(.identity)
    guard plain.count == drawn.count, let origin = plain.first?.first else { return nil }
    var candidates = [Similarity()]
    let pairs =
      zip(plain, drawn).compactMap { line, piece -> (Point, Point)? in
        guard let one = line.first, let two = piece.points.first else { return nil }
        return (one, two)
      } + Self.corners(plain, drawn)
    if let far = pairs.max(by: { ($0.0 - origin).squaredLength < ($1.0 - origin).squaredLength }) {
      for isMirrored in [false, true] {
        if let map = Similarity(from: (origin, far.0), to: (start, far.1), isMirrored: isMirrored) {
          candidates.append(map.snapped(near: origin))
        }
      }
    }
    candidates.append(Similarity(shift: start - origin))
    return candidates.first { map in
      let lines = map.isIdentity ? plain : polylines(map.transform)
      return lines.count == drawn.count
        && zip(lines, drawn).allSatisfy { ExpectedPieces.follows($0, $1.points, Self.tolerance) }
    }
  }

  /// Corners that belong together because both lines have as many.
  private static func corners(_ lines: [[Point]], _ drawn: [DrawnPiece]) -> [(Point, Point)] {
    zip(lines, drawn).flatMap { line, piece in
      line.count == piece.points.count ? Array(zip(line, piece.points)) : []
    }
  }

  private func polylines(_ transform: AffineTransform) -> [[Point]] {
    var flattener = Flattener(transform, limit: StrokeCollector.sampleLimit)
    _ = PathData.read(data.span, into: &flattener)
    let path = flattener.finished()
    return path.subpaths.filter(path.hasArea).map { path.polyline($0, isClosed: true) }
  }
}
