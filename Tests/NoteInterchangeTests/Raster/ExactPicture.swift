import NoteModel

/// A page drawn from the definition in the format: the union of all discs, filled once, supersampled, over white.
struct ExactPicture {
  /// Samples along one side of a pixel.
  private static let samples = 6

  let width: Int
  let height: Int
  /// Red, green, blue of each pixel.
  private(set) var bytes: [UInt8]

  /// - Parameter scale: pixels a point.
  init(_ strokes: [Stroke], width: Int, height: Int, scale: Double) {
    self.width = width
    self.height = height
    var colors = [SIMD3<Double>](repeating: SIMD3(repeating: 255), count: width * height)
    for stroke in strokes {
      let coverage = Self.coverage(of: stroke, width: width, height: height, scale: scale)
      let color = SIMD3(Double(stroke.color.red), Double(stroke.color.green), Double(stroke.color.blue))
      let alpha = Double(stroke.color.alpha) / 255
      for (pixel, share) in coverage { colors[pixel] += (color - colors[pixel]) * (alpha * share) }
    }
    bytes = colors.flatMap { color in (0..<3).map { UInt8(min(max(color[$0].rounded(), 0), 255)) } }
  }

  private static func coverage(of stroke: Stroke, width: Int, height: Int, scale: Double) -> [Int: Double] {
    var hits: Set<Int> = []
    let side = samples
    let columns = width * side
    let rows = height * side
    let unit = scale * Double(side) / 10
    for sample in stroke.x.indices {
      let next = min(sample + 1, stroke.x.count - 1)
      let start = SIMD2(Double(stroke.x[sample]), Double(stroke.y[sample])) * unit
      let end = SIMD2(Double(stroke.x[next]), Double(stroke.y[next])) * unit
      let radii = SIMD2(Double(stroke.radius[sample]), Double(stroke.radius[next])) * unit
      let reach = max(radii.x, radii.y)
      let left = max(0, min(start.x, end.x) - reach)
      let right = min(Double(columns - 1), max(start.x, end.x) + reach)
      let top = max(0, min(start.y, end.y) - reach)
      let bottom = min(Double(rows - 1), max(start.y, end.y) + reach)
      guard left <= right, top <= bottom else { continue }
      for row in Int(top)...Int(bottom) {
        for column in Int(left)...Int(right) {
          let place = SIMD2(Double(column) + 0.5, Double(row) + 0.5)
          if isInside(place, start, end, radii) { hits.insert(row * columns + column) }
        }
      }
    }
    var shares: [Int: Double] = [:]
    for hit in hits {
      shares[hit / columns / side * width + hit % columns / side, default: 0] += 1 / Double(side * side)
    }
    return shares
  }

  /// By the definition: whether a disc on the way holds the place. The function of the way is convex, so thirds find
  /// its least.
  private static func isInside(
    _ place: SIMD2<Double>, _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ radii: SIMD2<Double>
  ) -> Bool {
    func excess(_ share: Double) -> Double {
      let offset = place - (start + (end - start) * share)
      return (offset * offset).sum().squareRoot() - (radii.x + (radii.y - radii.x) * share)
    }
    if excess(0) <= 0 || excess(1) <= 0 { return true }
    var low = 0.0
    var high = 1.0
    for _ in 0..<24 {
      let one = low + (high - low) / 3
      let two = high - (high - low) / 3
      if excess(one) <= 0 || excess(two) <= 0 { return true }
      if excess(one) < excess(two) { high = two } else { low = one }
    }
    return false
  }

  /// The share of the inked pixels that are outside what the other picture shows around them, by more than 40.
  func wrongShare(against other: ExactPicture) -> Double {
    var wrong = 0
    var inked = 0
    for row in 0..<height {
      for column in 0..<width {
        let isInked = (0..<3).contains {
          bytes[(row * width + column) * 3 + $0] != 255 || other.bytes[(row * width + column) * 3 + $0] != 255
        }
        guard isInked else { continue }
        inked += 1
        if isWrong(row, column, other) || other.isWrong(row, column, self) { wrong += 1 }
      }
    }
    return inked == 0 ? 0 : Double(wrong) / Double(inked)
  }

  private func isWrong(_ row: Int, _ column: Int, _ other: ExactPicture) -> Bool {
    (0..<3).contains { part in
      var low = 255
      var high = 0
      for y in max(0, row - 1)...min(height - 1, row + 1) {
        for x in max(0, column - 1)...min(width - 1, column + 1) {
          let value = Int(other.bytes[(y * width + x) * 3 + part])
          low = min(low, value)
          high = max(high, value)
        }
      }
      let value = Int(bytes[(row * width + column) * 3 + part])
      return value < low - 40 || value > high + 40
    }
  }
}

extension ExactPicture {
  /// A binary portable pixmap; nil for anything else.
  init?(pixmap data: [UInt8]) {
    let head = data.prefix(64).split(maxSplits: 4, omittingEmptySubsequences: true) {
      $0 == 0x20 || $0 == 0x0A
    }
    let words = head.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4, words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]),
      words[3] == "255", data.count >= width * height * 3
    else { return nil }
    self.width = width
    self.height = height
    bytes = Array(data.suffix(width * height * 3))
  }
}
