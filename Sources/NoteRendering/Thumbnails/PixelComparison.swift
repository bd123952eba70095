#if Rendering
  /// Whether two small pictures show the same, however their edges were smoothed and packed.
  struct PixelComparison {
    /// Pixels of which one picture has something that the other has nowhere near.
    let differentCount: Int
    /// Pixels that aren't white in one of them.
    let inkedCount: Int

    /// More than this of 255 is a difference; JPEG of quality 80 stays below beside sharp lines.
    private static let tolerance = 72
    /// Below this of 255 there is ink.
    private static let white = 232

    /// Compares the lightness of the part that both have.
    init(_ one: PixelSurface, _ other: PixelSurface) {
      let width = min(one.width, other.width)
      let height = min(one.height, other.height)
      let first = Self.lightness(one, width, height)
      let second = Self.lightness(other, width, height)
      var different = 0
      var inked = 0
      for y in 0..<height {
        for x in 0..<width {
          let index = y * width + x
          if min(first[index], second[index]) < Self.white { inked += 1 }
          if Self.isOutside(first[index], second, x, y, width, height)
            || Self.isOutside(second[index], first, x, y, width, height)
          {
            different += 1
          }
        }
      }
      differentCount = different
      inkedCount = inked
    }

    /// A twentieth of the ink may differ, and a few pixels in any case.
    var isAlike: Bool { differentCount <= max(4, inkedCount / 20) }

    private static func isOutside(
      _ value: Int, _ pixels: [Int], _ x: Int, _ y: Int, _ width: Int, _ height: Int
    ) -> Bool {
      var lowest = 255
      var highest = 0
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) {
          lowest = min(lowest, pixels[row * width + column])
          highest = max(highest, pixels[row * width + column])
        }
      }
      return value < lowest - tolerance || value > highest + tolerance
    }

    private static func lightness(_ surface: PixelSurface, _ width: Int, _ height: Int) -> [Int] {
      unsafe surface.withPixels { pixels, bytesPerRow in
        var lightness: [Int] = []
        lightness.reserveCapacity(width * height)
        for y in 0..<height {
          for x in 0..<width {
            let pixel = unsafe pixels + y * bytesPerRow + 4 * x
            lightness.append(unsafe (Int(pixel[0]) + 2 * Int(pixel[1]) + Int(pixel[2])) / 4)
          }
        }
        return lightness
      } ?? [Int](repeating: 255, count: width * height)
    }
  }
#endif
