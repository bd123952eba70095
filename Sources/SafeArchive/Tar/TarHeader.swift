import DurableFiles

/// One header block of a tar archive, taken at its word once its checksum is right.
struct TarHeader {
  static let byteCount = 512

  /// The type flag.
  let type: UInt8
  /// How many bytes follow; nil when the field holds no number, or a negative one.
  let contentByteCount: Int?
  /// The name, with its prefix.
  let name: [UInt8]
  let link: [UInt8]

  /// Nil for what is no header.
  init?(_ block: [UInt8]) {
    guard block.count == Self.byteCount, let said = TarHeader.number(block[148..<156]) else { return nil }
    // The checksum is made with its own field full of spaces; some old writers took bytes for signed ones.
    var (unsigned, signed) = (8 * 0x20, 8 * 0x20)
    for (index, byte) in block.enumerated() where !(148..<156).contains(index) {
      unsigned += Int(byte)
      signed += Int(Int8(bitPattern: byte))
    }
    guard said == unsigned || said == signed else { return nil }
    type = block[156]
    contentByteCount = TarHeader.number(block[124..<136])
    link = TarHeader.text(block[157..<257])
    let last = TarHeader.text(block[0..<100])
    // GNU's form of the header has other things where the prefix is.
    let prefix = block[257..<263].elementsEqual("ustar\0".utf8) ? TarHeader.text(block[345..<500]) : []
    name = prefix.isEmpty ? last : prefix + [UInt8(ascii: "/")] + last
  }

  /// The bytes up to the first NUL.
  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

  /// An octal number, or one of GNU's binary ones; nil for anything else. An empty field is 0.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    if first & 0x80 != 0 {
      // The sign is the second bit.
      guard first & 0x40 == 0 else { return nil }
      var value = Int(first & 0x3F)
      for byte in field.dropFirst() {
        guard value <= Int.max >> 8 else { return nil }
        value = value << 8 | Int(byte)
      }
      return value
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
    guard digits.allSatisfy({ (0x30...0x37).contains($0) }), field.count <= 12 else { return nil }
    return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
  }
}
