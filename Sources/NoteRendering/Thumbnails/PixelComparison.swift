#if Rendering
  /// Whether two small pictures have ink in the same places, however thick and smooth their lines are: some programs
  /// draw no line thinner than a pixel.
  struct PixelComparison {
    /// Pixels where one picture has ink and the other has nothing near.
    let differentCount: Int
    /// Pixels where one of them has ink.
    let inkedCount: Int

    /// Below this of 255 there is ink.
    private static let ink = 200
    /// From this on there is nothing, but for what JPEG leaves beside lines.
    private static let paper = 240

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
          let (left, right) = (first[y * width + x], second[y * width + x])
          if min(left, right) >= Self.ink { continue }
          inked += 1
          if left < Self.ink && right >= Self.paper && Self.isPaper(second, x, y, width, height)
            || right < Self.ink && left >= Self.paper && Self.isPaper(first, x, y, width, height)
          {
            different += 1
          }
        }
      }
      differentCount = different
      inkedCount = inked
    }

    /// One in fifty pixels of ink may differ, and a few in any case.
    var isAlike: Bool { differentCount <= max(4, inkedCount / 50) }

    /// Whether there is nothing at a place and around it.
    private static func isPaper(_ pixels: [Int], _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Bool {
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) where pixels[row * width + column] < paper {
          return false
        }
      }
      return true
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
