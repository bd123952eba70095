import NoteModel

@testable import NoteInterchange

/// A page drawn from the definition in the format: the union of all discs, filled once, supersampled, over white.
struct ExactPicture {
  let width: Int
  let height: Int
  /// Red, green, blue of each pixel.
  private(set) var bytes: [UInt8]

  /// - Parameters:
  ///   - scale: pixels a point.
  ///   - samples: along one side of a pixel; thin ends need more than thick lines.
  init(_ strokes: [Stroke], width: Int, height: Int, scale: Double, samples: Int) {
    self.width = width
    self.height = height
    var colors = [SIMD3<Double>](repeating: SIMD3(repeating: 255), count: width * height)
    for stroke in strokes {
      let coverage = Self.coverage(
        of: stroke, width: width, height: height, scale: scale, side: samples)
      let color = SIMD3(Double(stroke.color.red), Double(stroke.color.green), Double(stroke.color.blue))
      let alpha = Double(stroke.color.alpha) / 255
      for (pixel, share) in coverage { colors[pixel] += (color - colors[pixel]) * (alpha * share) }
    }
    bytes = colors.flatMap { color in (0..<3).map { UInt8(min(max(color[$0].rounded(), 0), 255)) } }
  }

  private static func coverage(
    of stroke: Stroke, width: Int, height: Int, scale: Double, side: Int
  ) -> [Int: Double] {
    let columns = width * side
    let rows = height * side
    var isHit = [Bool](repeating: false, count: columns * rows)
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
          let hit = row * columns + column
          if isHit[hit] { continue }
          isHit[hit] = InkLine.covers(
            Point(Double(column) + 0.5, Double(row) + 0.5), Point(start.x, start.y), radii.x,
            Point(end.x, end.y), radii.y)
        }
      }
    }
    var shares: [Int: Double] = [:]
    for hit in isHit.indices where isHit[hit] {
      shares[hit / columns / side * width + hit % columns / side, default: 0] += 1 / Double(side * side)
    }
    return shares
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
  /// A PNG of eight bits a part without interlacing, as rsvg-convert writes it; nil for anything else.
  init?(png data: [UInt8]) {
    func number(_ start: Int) -> Int { data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard data.count > 33, data[24] == 8, data[25] == 2 || data[25] == 6, data[28] == 0 else { return nil }
    width = number(16)
    height = number(20)
    let parts = data[25] == 2 ? 3 : 4
    var packed: [UInt8] = []
    var position = 8
    while position + 12 <= data.count {
      let count = number(position)
      if data[position + 4..<position + 8].elementsEqual("IDAT".utf8) {
        packed += data[position + 8..<position + 8 + count]
      }
      position += count + 12
    }
    guard var rows = try? GzipReader.read(packed.span, limit: 1 << 28, ratioLimit: 1 << 20) else {
      return nil
    }
    let stride = width * parts
    bytes = []
    for row in 0..<height {
      let start = row * (stride + 1) + 1
      let filter = rows[start - 1]
      for index in 0..<stride {
        let left = index >= parts ? Int(rows[start + index - parts]) : 0
        let above = row > 0 ? Int(rows[start + index - stride - 1]) : 0
        let corner = row > 0 && index >= parts ? Int(rows[start + index - stride - 1 - parts]) : 0
        let guess = left + above - corner
        let near = [left, above, corner].min { abs(guess - $0) < abs(guess - $1) } ?? 0
        let prediction = [0, left, above, (left + above) / 2, near][Int(filter)]
        rows[start + index] &+= UInt8(truncatingIfNeeded: prediction)
        if index % parts < 3 { bytes.append(rows[start + index]) }
      }
    }
  }
}
