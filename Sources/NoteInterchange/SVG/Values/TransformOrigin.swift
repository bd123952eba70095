/// `transform-origin` in user space.
enum TransformOrigin {
  /// Nil for a text that can't be read.
  static func read(_ text: ArraySlice<UInt8>, _ units: LengthUnits) -> Point? {
    let words = text.split { TextScanner.isSpace($0) }
    guard let first = words.first, words.count <= 3 else { return nil }
    let second = words.count > 1 ? words[1] : nil
    // Keywords may stand in either order.
    if isVertical(first.keyword) || second.map({ isHorizontal($0.keyword) }) ?? false {
      guard let y = coordinate(first, .vertical, units) else { return nil }
      guard let second else { return Point(units.viewportWidth / 2, y) }
      return coordinate(second, .horizontal, units).map { Point($0, y) }
    }
    guard let x = coordinate(first, .horizontal, units) else { return nil }
    guard let second else { return Point(x, units.viewportHeight / 2) }
    return coordinate(second, .vertical, units).map { Point(x, $0) }
  }

  private static func isVertical(_ word: String) -> Bool { word == "top" || word == "bottom" }
  private static func isHorizontal(_ word: String) -> Bool { word == "left" || word == "right" }

  private static func coordinate(
    _ text: ArraySlice<UInt8>, _ axis: LengthUnits.Axis, _ units: LengthUnits
  ) -> Double? {
    let side = axis == .horizontal ? units.viewportWidth : units.viewportHeight
    switch text.keyword {
    case "left", "top": return 0
    case "center": return side / 2
    case "right", "bottom": return side
    default: return Length(text).map { units.pixels($0, axis) }
    }
  }
}
