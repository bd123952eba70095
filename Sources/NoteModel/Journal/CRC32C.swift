/// The checksum of journal frames: CRC-32C (Castagnoli), bits reflected, as in RFC 3720.
struct CRC32C {
  private var register: UInt32 = 0xFFFF_FFFF

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
  }

  mutating func update(_ bytes: Span<UInt8>) {
    let table = Self.table.span
    var register = register
    for position in 0..<bytes.count {
      let index = Int((register ^ UInt32(unsafe bytes[unchecked: position])) & 0xFF)
      register = register >> 8 ^ (unsafe table[unchecked: index])
    }
    self.register = register
  }

  mutating func update<Integer: FixedWidthInteger & UnsignedInteger>(littleEndian value: Integer) {
    var bytes: [UInt8] = []
    for place in 0..<Integer.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: value >> Integer(place * 8)))
    }
    update(bytes.span)
  }

  var value: UInt32 { ~register }
}
