import NoteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Ids for what a file gives: the same file gives the same ids, so that reading it twice makes nothing new.
struct IdentifierSource {
  private let seed: (UInt64, UInt64)
  private var count: UInt64 = 0

  /// - Parameter bytes: the whole file.
  init(_ bytes: Span<UInt8>) {
    // Two lanes over eight bytes at a time: quick, and no two files will ever meet by chance.
    var lanes = (UInt64(bytes.count), ~UInt64(bytes.count))
    var word: UInt64 = 0
    for position in bytes.indices {
      word = word << 8 | UInt64(bytes[position])
      if position & 7 == 7 { Self.take(word, into: &lanes) }
    }
    Self.take(word, into: &lanes)
    seed = (Self.mixed(lanes.0), Self.mixed(lanes.1))
  }

  @inline(__always)
  private static func take(_ word: UInt64, into lanes: inout (UInt64, UInt64)) {
    lanes.0 = (lanes.0 ^ word) &* 0xFF51_AFD7_ED55_8CCD
    lanes.0 ^= lanes.0 >> 32
    lanes.1 = (lanes.1 &+ word) &* 0xC4CE_B9FE_1A85_EC53
    lanes.1 ^= lanes.1 >> 29
  }

  /// A UUID of version 8 (RFC 9562), made from the file's digest and a number.
  mutating func next() -> Identifier {
    count += 1
    let high = Self.mixed(seed.0 &+ count &* 0x9E37_79B9_7F4A_7C15)
    let low = Self.mixed(seed.1 &+ count &* 0xD1B5_4A32_D192_ED03)
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
    return Identifier(
      UUID(
        uuid: (
          byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
          byte(high, 6) & 0x0F | 0x80, byte(high, 7), byte(low, 0) & 0x3F | 0x80, byte(low, 1), byte(low, 2),
          byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
        )))
  }

  /// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), which scatters neighbouring numbers.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var word = value
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
