import NoteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Ids for what a file gives: the same file gives the same ids, so that reading it twice makes nothing new.
struct IdentifierSource {
  /// Two lanes over eight bytes at a time: quick, and no two files will ever meet by chance.
  struct Digest: Hashable {
    fileprivate let high: UInt64
    fileprivate let low: UInt64

    init(_ bytes: Span<UInt8>) {
      var lanes = (UInt64(bytes.count), ~UInt64(bytes.count))
      unsafe bytes.withUnsafeBytes { bytes in
        let whole = bytes.count & ~7
        for start in stride(from: 0, to: whole, by: 8) {
          let word = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
          IdentifierSource.take(UInt64(bigEndian: word), into: &lanes)
        }
        var word: UInt64 = 0
        for position in whole..<bytes.count { unsafe word = word << 8 | UInt64(bytes[position]) }
        IdentifierSource.take(word, into: &lanes)
      }
      (high, low) = (IdentifierSource.mixed(lanes.0), IdentifierSource.mixed(lanes.1))
    }
  }

  private let seed: Digest
  private var count: UInt64 = 0

  /// - Parameter bytes: the whole file.
  init(_ bytes: Span<UInt8>) { seed = Digest(bytes) }

  @inline(__always)
  fileprivate static func take(_ word: UInt64, into lanes: inout (UInt64, UInt64)) {
    lanes.0 = (lanes.0 ^ word) &* 0xFF51_AFD7_ED55_8CCD
    lanes.0 ^= lanes.0 >> 32
    lanes.1 = (lanes.1 &+ word) &* 0xC4CE_B9FE_1A85_EC53
    lanes.1 ^= lanes.1 >> 29
  }

  /// A UUID of version 8 (RFC 9562), made from the file's digest and a number.
  mutating func next() -> Identifier {
    count += 1
    let high = Self.mixed(seed.high &+ count &* 0x9E37_79B9_7F4A_7C15)
    let low = Self.mixed(seed.low &+ count &* 0xD1B5_4A32_D192_ED03)
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
  fileprivate static func mixed(_ value: UInt64) -> UInt64 {
    var word = value
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
