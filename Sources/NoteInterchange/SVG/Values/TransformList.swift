import CXML

/// Reads transforms of SVG (`translate(10 20)`) and of CSS (`translate(10px, 20px) rotate(45deg)`).
struct TransformList {
  private var scanner: TextScanner
  private let units: LengthUnits

  /// The map of a whole list; nil when it can't be read, and then no transform applies.
  static func read(_ text: ArraySlice<UInt8>, _ units: LengthUnits) -> AffineTransform? {
    var list = TransformList(scanner: TextScanner(text), units: units)
    return list.read()
  }

  private mutating func read() -> AffineTransform? {
    var result = AffineTransform.identity
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard let step = readFunction() else { return nil }
      result = result.applied(after: step)
      scanner.skipSeparator()
    }
    return result
  }

  private mutating func readFunction() -> AffineTransform? {
    let name = scanner.name()
    scanner.skipSpace()
    if name == "none", scanner.isAtEnd { return .identity }
    guard scanner.skip("("), let numbers = readArguments() else { return nil }
    return Self.transform(name, numbers)
  }

  private mutating func readArguments() -> [Double]? {
    var numbers: [Double] = []
    scanner.skipSpace()
    while !scanner.skip(")") {
      guard numbers.count < 16, let number = scanner.number() else { return nil }
      guard let factor = readUnit() else { return nil }
      numbers.append(number * factor)
      scanner.skipSeparator()
    }
    return numbers
  }

  /// What one of the unit behind a number is in px or degrees; nil for a unit that isn't known.
  private mutating func readUnit() -> Double? {
    if scanner.next == UInt8(ascii: "%") { return nil }
    switch scanner.name().lowercased() {
    case "", "deg": return 1
    case "rad": return 180 / .pi
    case "grad": return 0.9
    case "turn": return 360
    case let name: return Length.Unit(rawValue: name).map { units.pixels(Length(1, $0)) }
    }
  }

  private static func transform(_ name: String, _ n: [Double]) -> AffineTransform? {
    switch (name, n.count) {
    case ("matrix", 6): return AffineTransform(n[0], n[1], n[2], n[3], n[4], n[5])
    case ("translate", 1), ("translateX", 1): return .translation(n[0], 0)
    case ("translate", 2): return .translation(n[0], n[1])
    case ("translateY", 1): return .translation(0, n[0])
    case ("scale", 1): return .scale(n[0], n[0])
    case ("scale", 2): return .scale(n[0], n[1])
    case ("scaleX", 1): return .scale(n[0], 1)
    case ("scaleY", 1): return .scale(1, n[0])
    case ("rotate", 1): return .rotation(radians: n[0] * .pi / 180)
    case ("rotate", 3):
      return AffineTransform.translation(n[1], n[2])
        .applied(after: .rotation(radians: n[0] * .pi / 180))
        .applied(after: .translation(-n[1], -n[2]))
    case ("skewX", 1): return AffineTransform(1, 0, tan(n[0] * .pi / 180), 1, 0, 0)
    case ("skewY", 1): return AffineTransform(1, tan(n[0] * .pi / 180), 0, 1, 0, 0)
    case ("skew", 1): return AffineTransform(1, 0, tan(n[0] * .pi / 180), 1, 0, 0)
    case ("skew", 2): return AffineTransform(1, tan(n[1] * .pi / 180), tan(n[0] * .pi / 180), 1, 0, 0)
    default: return nil
    }
  }
}
