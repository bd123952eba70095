import CXML

/// Writes a picture of four bytes a pixel (red, green, blue, alpha) as PNG (ISO/IEC 15948), row by row.
struct PNGWriter: ~Copyable {
  private var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private var deflater: GzipWriter
  private var packed: [UInt8] = []

  /// Nil when there is no memory for it.
  init?(width: Int, height: Int) {
    guard let deflater = GzipWriter(frame: .zlib) else { return nil }
    self.deflater = deflater
    // 8 bits a channel, colours with alpha, and the one method there is for each of the rest.
    append("IHDR", Self.number(width) + Self.number(height) + [8, 6, 0, 0, 0])
  }

  mutating func append(row: [UInt8]) {
    // Each row begins with its filter; areas of one colour need none.
    packed += deflater.write([0])
    packed += deflater.write(row)
  }

  /// The whole file; once, after all rows.
  mutating func finish() -> [UInt8] {
    packed += deflater.finish()
    append("IDAT", packed)
    append("IEND", [])
    return bytes
  }

  private mutating func append(_ kind: String, _ content: [UInt8]) {
    let checked = Array(kind.utf8) + content
    bytes += Self.number(content.count) + checked + Self.number(Int(Self.checksum(checked)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    let value = UInt32(truncatingIfNeeded: value)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt {
    unsafe bytes.withUnsafeBufferPointer { unsafe UInt(crc32(0, $0.baseAddress, UInt32($0.count))) }
  }
}
