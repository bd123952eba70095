import FoundationEssentials
import NoteModel

/// Pages like real ones, the same for the same seed.
///
/// Strokes have 21 samples in the median, 106 at the 95th percentile and 1,400 at most; steps are about 1 pt; pressure
/// and time are columns, and so is the radius of every third stroke.
public struct GeneratedPages: Sendable {
  private var random: SplitMix64

  public init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// Strokes a page: 300 in the median, 2,000 at most.
  public mutating func strokeCount() -> Int { logNormal(median: 300, sigma: 0.8, limits: 1...2000) }

  public mutating func page(strokeCount: Int? = nil, id: Identifier? = nil) -> Page {
    let count = strokeCount ?? self.strokeCount()
    return Page(id: id ?? identifier(), elements: (0..<count).map { .stroke(stroke($0)) })
  }

  public mutating func identifier() -> Identifier {
    let halves = (random.next(), random.next())
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: withUnsafeBytes(of: halves) { Array($0) }) }
    bytes.6 = bytes.6 & 0x0F | 0x40
    bytes.8 = bytes.8 & 0x3F | 0x80
    return Identifier(UUID(uuid: bytes))
  }

  private mutating func stroke(_ number: Int) -> Stroke {
    let count = logNormal(median: 21, sigma: 0.984, limits: 1...1400)
    var (x, y) = ([Int32](), [Int32]())
    var (pressure, radius) = ([UInt16](), [UInt16]())
    var time: [UInt32] = []
    var place = (x: random.within(300...7900), y: random.within(300...11_500))
    var direction = random.within(0...(.pi * 2))
    var force = random.within(100...400)
    var now = 0.0
    for _ in 0..<count {
      x.append(Int32(place.x.rounded()))
      y.append(Int32(place.y.rounded()))
      pressure.append(UInt16(force))
      radius.append(UInt16(8 + force / 60))
      time.append(UInt32(now))
      direction += random.within(-0.5...0.5)
      let step = 10 * random.within(0.5...1.5)
      place.x += step * cosine(direction)
      place.y += step * cosine(direction - .pi / 2)
      force = min(max(force + random.within(-30...30), 20), 1000)
      now += random.within(3...9)
    }
    return Stroke(
      id: identifier(), tool: number % 20 == 19 ? .marker : .pen, color: Color(red: 26, green: 26, blue: 26),
      startedAt: Timestamp(milliseconds: 1_796_026_500_000 + Int64(number) * 900),
      radius: number % 3 == 0 ? .column(radius) : .constant(12), x: x, y: y, pressure: pressure, time: time)
  }

  /// A whole number whose logarithm is spread like a normal distribution's.
  private mutating func logNormal(median: Double, sigma: Double, limits: ClosedRange<Int>) -> Int {
    // Twelve uniform numbers add up to something very like a normal one, with variance 1.
    let normal = (0..<12).reduce(-6.0) { sum, _ in sum + random.within(0...1) }
    return min(
      max(Int((median * exponential(sigma * normal)).rounded()), limits.lowerBound), limits.upperBound)
  }

  /// Series, so that the pages are the same on every platform's mathematics library.
  private func exponential(_ value: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for place in 1...12 {
      term *= value / 16 / Double(place)
      sum += term
    }
    for _ in 0..<4 { sum *= sum }
    return sum
  }

  private func cosine(_ angle: Double) -> Double {
    let turn = angle - (angle / (.pi * 2)).rounded() * .pi * 2
    var (sum, term) = (1.0, 1.0)
    for place in stride(from: 1.0, through: 21, by: 2) {
      term *= -turn * turn / (place * (place + 1))
      sum += term
    }
    return sum
  }
}

/// A small generator of random numbers by Sebastiano Vigna (public domain), the same everywhere.
struct SplitMix64: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + Double(next() >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
  }
}
