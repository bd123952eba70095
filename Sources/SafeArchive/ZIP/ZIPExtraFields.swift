/// The extra fields of a ZIP header that change its meaning.
struct ZIPExtraFields {
  /// The content of the Zip64 field; nil when there is none.
  private(set) var zip64: [UInt8]?
  /// The content of Info-ZIP's Unicode path field; nil when there is none.
  private(set) var unicodePath: [UInt8]?

  /// Nil when the fields aren't well formed, or when one that matters is there twice.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let header = Array(rest.prefix(4))
      let (id, count) = (header.uint16(at: 0), header.uint16(at: 2))
      guard rest.count >= 4 + count else { return nil }
      let content = Array(rest.dropFirst(4).prefix(count))
      rest = rest.dropFirst(4 + count)
      switch id {
      case 0x0001:
        guard zip64 == nil else { return nil }
        zip64 = content
      case 0x7075:
        guard unicodePath == nil else { return nil }
        unicodePath = content
      default: break
      }
    }
  }

  /// Fills in the numbers that had no room in their header, in their order; false when they aren't there.
  func fill(_ numbers: inout [Int]) -> Bool {
    var offset = 0
    for index in numbers.indices where numbers[index] == 0xFFFF_FFFF {
      guard let zip64, offset + 8 <= zip64.count, let number = Int(exactly: zip64.uint64(at: offset)) else {
        return false
      }
      numbers[index] = number
      offset += 8
    }
    return true
  }

  /// The name in the Unicode path field; nil when it belongs to another name or isn't well formed.
  func name(replacing name: [UInt8]) -> [UInt8]? {
    guard let unicodePath, unicodePath.count > 5, unicodePath[0] == 1 else { return nil }
    guard unicodePath.uint32(at: 1) == Int(checksum(name)) else { return nil }
    return Array(unicodePath.dropFirst(5))
  }

  /// CRC-32 as in ZIP, bit by bit: names are short.
  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
