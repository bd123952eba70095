import NoteModel

/// Pixels over white, red, green and blue from 0 to 255.
struct Raster {
  let width: Int
  let height: Int
  var pixels: [SIMD4<Float>]

  init(width: Int, height: Int, pixels: [SIMD4<Float>]? = nil) {
    self.width = width
    self.height = height
    self.pixels = pixels ?? Array(repeating: SIMD4(255, 255, 255, 0), count: width * height)
  }
}

/// The definition of a stroke's look, in pixels: each holds 8 × 8 places, and each of these asks for its distance from
/// every moving disc. The places are staggered, so that no two lie on one upright or level line: thin lines along the
/// axes are measured to a 64th, too. Knows nothing of outlines.
struct ExactRaster {
  private(set) var raster: Raster
  private let scale: Double

  init(_ canvas: Canvas, scale: Double) {
    self.scale = scale
    raster = Raster(
      width: max(1, Int((canvas.width * scale - 0.001).rounded(.up))),
      height: max(1, Int((canvas.height * scale - 0.001).rounded(.up))))
  }

  static func drawing(_ page: Page, _ canvas: Canvas, scale: Double) -> Raster {
    var exact = ExactRaster(canvas, scale: scale)
    for case .stroke(let stroke) in page.elements { exact.draw(stroke) }
    return exact.raster
  }

  private struct Disc {
    var x: Double
    var y: Double
    var radius: Double
  }

  mutating func draw(_ stroke: Stroke) {
    let discs = stroke.x.indices.map { index in
      Disc(
        x: Double(stroke.x[index]) * scale / 10, y: Double(stroke.y[index]) * scale / 10,
        radius: Double(stroke.radius[index]) * scale / 10)
    }
    guard let box = Self.pixels(of: discs[...], raster) else { return }
    var covered = [UInt64](repeating: 0, count: box.columns.count * box.rows.count)
    for index in discs.indices {
      let pair = discs[index...min(index + 1, discs.count - 1)]
      guard let near = Self.pixels(of: pair, raster) else { continue }
      for row in near.rows {
        for column in near.columns {
          let place = (row - box.rows.lowerBound) * box.columns.count + column - box.columns.lowerBound
          if covered[place] != .max { covered[place] |= Self.coverage(column, row, pair) }
        }
      }
    }
    let alpha = Float(stroke.color.alpha) / 255
    let color = SIMD4(Float(stroke.color.red), Float(stroke.color.green), Float(stroke.color.blue), 0)
    for row in box.rows {
      for column in box.columns {
        let place = (row - box.rows.lowerBound) * box.columns.count + column - box.columns.lowerBound
        let share = alpha * Float(covered[place].nonzeroBitCount) / 64
        let pixel = row * raster.width + column
        raster.pixels[pixel] += (color - raster.pixels[pixel]) * share
      }
    }
  }

  private static func pixels(of discs: ArraySlice<Disc>, _ raster: Raster) -> (
    columns: Range<Int>, rows: Range<Int>
  )? {
    func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int>? {
      let first = max(0, Int(max(low.rounded(.down), -1)))
      let last = min(limit, Int(min(high.rounded(.up), 1e6)))
      return first < last ? first..<last : nil
    }
    guard
      let columns = range(
        discs.map { $0.x - $0.radius }.min() ?? 0, discs.map { $0.x + $0.radius }.max() ?? 0, raster.width),
      let rows = range(
        discs.map { $0.y - $0.radius }.min() ?? 0, discs.map { $0.y + $0.radius }.max() ?? 0, raster.height)
    else { return nil }
    return (columns, rows)
  }

  /// One bit for each of the 64 places of a pixel that lies in a moving disc.
  private static func coverage(_ column: Int, _ row: Int, _ discs: ArraySlice<Disc>) -> UInt64 {
    // No place of a pixel lies further from its middle than this.
    let reach = 0.71
    let middle = distance(Double(column) + 0.5, Double(row) + 0.5, discs)
    if middle > reach { return 0 }
    if middle < -reach { return .max }
    var bits: UInt64 = 0
    for place in 0..<64 {
      let (line, position) = (Double(place / 8), Double(place % 8))
      let x = Double(column) + (position + (line + 0.5) / 8) / 8
      let y = Double(row) + (line + (position + 0.5) / 8) / 8
      if distance(x, y, discs) < 0 { bits |= 1 << UInt64(place) }
    }
    return bits
  }

  /// From the edge of the nearest disc on the way from the first to the last; negative inside it.
  private static func distance(_ x: Double, _ y: Double, _ discs: ArraySlice<Disc>) -> Double {
    guard let first = discs.first, let last = discs.last else { return .infinity }
    func from(_ share: Double) -> Double {
      let dx = first.x + (last.x - first.x) * share - x
      let dy = first.y + (last.y - first.y) * share - y
      return (dx * dx + dy * dy).squareRoot() - (first.radius + (last.radius - first.radius) * share)
    }
    let ends = min(from(0), from(1))
    let (stepX, stepY) = (last.x - first.x, last.y - first.y)
    let length = (stepX * stepX + stepY * stepY).squareRoot()
    guard length > 0 else { return ends }
    let slope = (last.radius - first.radius) / length
    guard abs(slope) < 1 else { return ends }
    let along = ((x - first.x) * stepX + (y - first.y) * stepY) / length
    let across = abs((x - first.x) * stepY - (y - first.y) * stepX) / length
    let best = along + across * slope / (1 - slope * slope).squareRoot()
    return best <= 0 || best >= length ? ends : min(ends, from(best / length))
  }
}

/// How far two pictures differ: a pixel is wrong if it lies outside the range of the other's 3 × 3 neighbours by more
/// than 40 of 255.
struct PictureDifference: CustomStringConvertible {
  private(set) var wrongCount = 0
  private(set) var inkedCount = 0
  /// The largest difference of a pixel from the one in the same place.
  private(set) var largest: Float = 0

  private static let tolerance: Float = 40

  init(_ one: Raster, _ other: Raster) {
    let width = min(one.width, other.width)
    let height = min(one.height, other.height)
    for y in 0..<height {
      for x in 0..<width {
        let first = one.pixels[y * one.width + x]
        let second = other.pixels[y * other.width + x]
        if min(first, second, SIMD4(repeating: 250)) != SIMD4(250, 250, 250, 0) { inkedCount += 1 }
        let gap = max(first, second) - min(first, second)
        largest = max(largest, gap.max())
        if gap.max() <= Self.tolerance { continue }
        if Self.isOutside(first, other, x, y, width, height)
          || Self.isOutside(second, one, x, y, width, height)
        {
          wrongCount += 1
        }
      }
    }
  }

  private static func isOutside(
    _ pixel: SIMD4<Float>, _ raster: Raster, _ x: Int, _ y: Int, _ width: Int, _ height: Int
  ) -> Bool {
    var lowest = SIMD4<Float>(repeating: 255)
    var highest = SIMD4<Float>(repeating: 0)
    for row in max(0, y - 1)...min(height - 1, y + 1) {
      for column in max(0, x - 1)...min(width - 1, x + 1) {
        lowest = min(lowest, raster.pixels[row * raster.width + column])
        highest = max(highest, raster.pixels[row * raster.width + column])
      }
    }
    return (lowest - pixel).max() > tolerance || (pixel - highest).max() > tolerance
  }

  /// At most one pixel, or 0.05 % of the inked ones.
  var isAllowed: Bool { wrongCount <= max(1, inkedCount / 2000) }

  var description: String { "\(wrongCount) of \(inkedCount) inked pixels are wrong, at most by \(largest)" }
}

private func min(_ one: SIMD4<Float>, _ other: SIMD4<Float>, _ third: SIMD4<Float>) -> SIMD4<Float> {
  min(min(one, other), third)
}

private func min(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
  one.replacing(with: other, where: other .< one)
}

private func max(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
  one.replacing(with: other, where: other .> one)
}
