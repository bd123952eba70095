/// What a JPEG says of itself before its first scan, and what decoding it will take.
///
/// Sources: ITU-T T.81 annex B for the markers, Exif 2.32 section 4.6 for the orientation.
struct JPEGHeader {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var componentCount = 0
  /// Whether Adobe's marker stands in it, which means that four colours are stored inverted.
  private(set) var isAdobe = false
  private(set) var orientation = ImageOrientation.upright
  /// Whether all coefficients have to be kept until the end: progressive files, and scans that hold some components.
  private var keepsCoefficients = false
  private var bitsPerComponent = 8
  private var samplings: [(horizontal: Int, vertical: Int)] = []

  /// At an eighth of the size, decoding a flat picture of as many pixels takes about a second.
  private static let maximumPixelCount = 200_000_000
  private static let maximumCoefficientByteCount = 160 << 20
  /// Pixels times scans.
  private static let maximumWork = 4_000_000_000

  init(_ bytes: [UInt8]) throws(PictureProblem) {
    try readMarkers(bytes)
    guard width > 0, height > 0 else { throw PictureProblem("is a damaged JPEG: it has no size") }
    let pixelCount = width * height
    guard bitsPerComponent == 8 else {
      throw PictureProblem("is a JPEG of \(bitsPerComponent) bits, which can't be drawn")
    }
    guard pixelCount <= Self.maximumPixelCount,
      !keepsCoefficients || coefficientByteCount <= Self.maximumCoefficientByteCount
    else { throw PictureProblem("says that it has \(width) × \(height) pixels, which are too many") }
    if keepsCoefficients, pixelCount * Self.scanCount(bytes) > Self.maximumWork {
      throw PictureProblem("is a JPEG of too many scans")
    }
  }

  /// Two bytes a coefficient, as many as the components' samples.
  private var coefficientByteCount: Int {
    let widest = samplings.map(\.horizontal).max() ?? 1
    let highest = samplings.map(\.vertical).max() ?? 1
    return samplings.reduce(0) { sum, sampling in
      sum + 2 * (width * sampling.horizontal / widest + 8) * (height * sampling.vertical / highest + 8)
    }
  }

  private mutating func readMarkers(_ bytes: [UInt8]) throws(PictureProblem) {
    var position = 2
    while position + 4 <= bytes.count {
      guard bytes[position] == 0xFF else { throw PictureProblem("is a damaged JPEG") }
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      // Markers without a segment.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        position += 2
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let end = position + 2 + length
      guard length >= 2, end <= bytes.count, marker != 0xD9 else { break }
      let segment = bytes[position + 4..<end]
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: readFrame(segment, marker)
      case 0xDA:
        keepsCoefficients = keepsCoefficients || Int(segment.first ?? 0) < componentCount
        return
      case 0xE1: orientation = ImageOrientation(exif: Array(segment)) ?? orientation
      case 0xEE: isAdobe = isAdobe || segment.starts(with: "Adobe".utf8)
      default: break
      }
      position = end
    }
    throw PictureProblem("is a damaged JPEG: it ends before its picture begins")
  }

  private mutating func readFrame(_ segment: ArraySlice<UInt8>, _ marker: UInt8) {
    let frame = Array(segment)
    guard frame.count >= 6, frame.count >= 6 + 3 * Int(frame[5]) else { return }
    bitsPerComponent = Int(frame[0])
    height = Int(frame[1]) << 8 | Int(frame[2])
    width = Int(frame[3]) << 8 | Int(frame[4])
    componentCount = Int(frame[5])
    samplings = (0..<componentCount).map { index in
      let factors = frame[7 + 3 * index]
      return (max(1, Int(factors >> 4)), max(1, Int(factors & 15)))
    }
    keepsCoefficients = marker & 3 == 2
  }

  /// Counts start-of-scan markers, which can't stand inside a scan's data.
  private static func scanCount(_ bytes: [UInt8]) -> Int {
    var count = 0
    var isEscaped = false
    for byte in bytes {
      if isEscaped, byte == 0xDA { count += 1 }
      isEscaped = byte == 0xFF
    }
    return count
  }
}

/// How a camera was held, as Exif numbers it: the way from the stored picture to the upright one.
///
/// Pictures are shown upright: that is how the app shows them, and what who took them saw. The frame is that of the
/// upright picture.
struct ImageOrientation: RawRepresentable, Hashable, Sendable {
  /// 1…8.
  let rawValue: Int

  static let upright = ImageOrientation(unchecked: 1)

  init?(rawValue: Int) {
    guard (1...8).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(unchecked rawValue: Int) { self.rawValue = rawValue }

  /// Whether width and height change places.
  var isTransposed: Bool { rawValue >= 5 }

  /// Where the stored picture's x and y axes point in the upright one, both of size 1, and where its origin lies.
  var axes: (x: Point, y: Point, origin: Point) {
    switch rawValue {
    case 2: (Point(-1, 0), Point(0, 1), Point(1, 0))
    case 3: (Point(-1, 0), Point(0, -1), Point(1, 1))
    case 4: (Point(1, 0), Point(0, -1), Point(0, 1))
    case 5: (Point(0, 1), Point(1, 0), Point(0, 0))
    case 6: (Point(0, 1), Point(-1, 0), Point(1, 0))
    case 7: (Point(0, -1), Point(-1, 0), Point(1, 1))
    case 8: (Point(0, -1), Point(1, 0), Point(0, 1))
    default: (Point(1, 0), Point(0, 1), Point(0, 0))
    }
  }

  /// Reads tag 0x0112 of an Exif segment; nil when there is none that can be read.
  init?(exif segment: [UInt8]) {
    guard segment.starts(with: Array("Exif\0\0".utf8)), segment.count >= 14 else { return nil }
    let tiff = segment.dropFirst(6)
    let isLittle = tiff.starts(with: "II".utf8)
    guard isLittle || tiff.starts(with: "MM".utf8) else { return nil }
    func number(at offset: Int, bytes count: Int) -> Int? {
      let start = tiff.startIndex + offset
      guard offset >= 0, start + count <= tiff.endIndex else { return nil }
      let bytes = tiff[start..<start + count]
      return isLittle
        ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else {
      return nil
    }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(at: entry, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      self.init(rawValue: number(at: entry + 8, bytes: 2) ?? 0)
      return
    }
    return nil
  }
}
