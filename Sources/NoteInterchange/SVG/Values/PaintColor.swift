import NoteModel

/// An sRGB colour with straight alpha, each part from 0 to 1.
struct PaintColor: Sendable, Hashable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  static let black = PaintColor(0, 0, 0)
  static let clear = PaintColor(0, 0, 0, 0)

  /// The colour in eight bits a part, its alpha times an opacity.
  func color(opacity: Double) -> Color {
    func byte(_ value: Double) -> UInt8 { value.isNaN ? 0 : UInt8((min(max(value, 0), 1) * 255).rounded()) }
    return Color(red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha * opacity))
  }

  func mixed(with other: PaintColor, _ fraction: Double) -> PaintColor {
    func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * fraction }
    return PaintColor(
      mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
  }
}

/// Reads colours as CSS Color 4 spells them.
enum PaintColorReader {
  /// Nil for anything but one colour and what may stand behind it; `currentColor` is none.
  static func read(_ text: ArraySlice<UInt8>) -> PaintColor? {
    var scanner = TextScanner(text.trimmed)
    return read(&scanner)
  }

  static func read(_ scanner: inout TextScanner) -> PaintColor? {
    if scanner.skip("#") { return hexadecimal(&scanner) }
    let name = scanner.name().lowercased()
    scanner.skipSpace()
    if scanner.skip("(") { return function(name, &scanner) }
    if name == "transparent" { return .clear }
    guard let value = ColorNames.table[name] else { return nil }
    return PaintColor(
      Double(value >> 16) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255)
  }

  private static func hexadecimal(_ scanner: inout TextScanner) -> PaintColor? {
    var value: UInt32 = 0
    var count = 0
    while let byte = scanner.next, TextScanner.isNameByte(byte) {
      guard count < 8, let digit = TextScanner.hexadecimal(byte) else { return nil }
      value = value << 4 | UInt32(digit)
      count += 1
      scanner.advance()
    }
    /// The parts from the left, alpha full where it isn't said.
    func color(_ width: UInt32, _ value: UInt32) -> PaintColor {
      let whole = Double(1 << width - 1)
      func part(_ place: UInt32) -> Double { Double(value >> (place * width) & (1 << width - 1)) / whole }
      return PaintColor(part(3), part(2), part(1), part(0))
    }
    switch count {
    case 3: return color(4, value << 4 | 0xF)
    case 4: return color(4, value)
    case 6: return color(8, value << 8 | 0xFF)
    case 8: return color(8, value)
    default: return nil
    }
  }

  private struct Argument {
    var value: Double
    var isPercentage: Bool
  }

  private static func function(_ name: String, _ scanner: inout TextScanner) -> PaintColor? {
    var arguments: [Argument] = []
    scanner.skipSpace()
    while !scanner.skip(")") {
      guard arguments.count < 4 else { return nil }
      if let number = scanner.number() {
        let isPercentage = scanner.skip("%")
        let unit = scanner.name().lowercased()
        arguments.append(Argument(value: number * angleFactor(unit), isPercentage: isPercentage))
      } else if scanner.name().lowercased() == "none" {
        arguments.append(Argument(value: 0, isPercentage: false))
      } else {
        return nil
      }
      scanner.skipSeparator()
      if scanner.skip("/") { scanner.skipSpace() }
    }
    guard arguments.count >= 3 else { return nil }
    let alpha = arguments.count > 3 ? fraction(arguments[3], of: 1) : 1
    switch name {
    case "rgb", "rgba":
      return PaintColor(
        fraction(arguments[0], of: 255), fraction(arguments[1], of: 255), fraction(arguments[2], of: 255),
        alpha)
    case "hsl", "hsla":
      return hsl(arguments[0].value, share(arguments[1]), share(arguments[2]), alpha)
    case "hwb": return hwb(arguments[0].value, share(arguments[1]), share(arguments[2]), alpha)
    default: return nil
    }
  }

  private static func angleFactor(_ unit: String) -> Double {
    switch unit {
    case "rad": 180 / .pi
    case "grad": 0.9
    case "turn": 360
    default: 1
    }
  }

  private static func fraction(_ argument: Argument, of whole: Double) -> Double {
    let value = argument.isPercentage ? argument.value / 100 : argument.value / whole
    return value.isNaN ? 0 : min(max(value, 0), 1)
  }

  private static func share(_ argument: Argument) -> Double { min(max(argument.value / 100, 0), 1) }

  private static func hsl(
    _ hue: Double, _ saturation: Double, _ lightness: Double, _ alpha: Double
  ) -> PaintColor? {
    guard hue.isFinite else { return nil }
    let turn = (hue.truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360) / 30
    let amplitude = saturation * min(lightness, 1 - lightness)
    func part(_ offset: Double) -> Double {
      let k = (offset + turn).truncatingRemainder(dividingBy: 12)
      return lightness - amplitude * max(-1, min(k - 3, 9 - k, 1))
    }
    return PaintColor(part(0), part(8), part(4), alpha)
  }

  private static func hwb(
    _ hue: Double, _ whiteness: Double, _ blackness: Double, _ alpha: Double
  ) -> PaintColor? {
    let sum = whiteness + blackness
    if sum >= 1 { return PaintColor(whiteness / sum, whiteness / sum, whiteness / sum, alpha) }
    guard let pure = hsl(hue, 1, 0.5, alpha) else { return nil }
    func part(_ value: Double) -> Double { value * (1 - sum) + whiteness }
    return PaintColor(part(pure.red), part(pure.green), part(pure.blue), alpha)
  }
}
