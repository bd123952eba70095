// Eight bytes of text at a time, the first byte lowest. Every flag here is the top bit of its byte.

extension UInt64 {
  /// The same byte eight times.
  @inline(__always)
  init(repeating byte: UInt8) { self = 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Flags the lowest byte that is `byte`, and some of those above it.
  @inline(__always)
  func first(_ byte: UInt8) -> UInt64 {
    let difference = self ^ UInt64(repeating: byte)
    return (difference &- UInt64(repeating: 1)) & ~difference & UInt64(repeating: 0x80)
  }

  /// Flags the lowest byte below `bound`, which is at most 128, and some of those above it.
  @inline(__always)
  func first(below bound: UInt8) -> UInt64 {
    (self &- UInt64(repeating: bound)) & ~self & UInt64(repeating: 0x80)
  }

  /// Flags the lowest byte that isn't a character of a JSON string that means itself in ASCII, and some above it.
  @inline(__always)
  var firstSpecial: UInt64 {
    first(UInt8(ascii: "\"")) | first(UInt8(ascii: "\\")) | first(below: 0x20)
      | self & UInt64(repeating: 0x80)
  }

  /// The lowest bits of the eight bytes side by side; every other bit must be 0.
  @inline(__always)
  var gatheredLowBits: UInt64 { (self &* 0x0102_0408_1020_4080) &>> 56 }
}

extension Span<UInt8> {
  /// Four bytes as one number, the first byte lowest; the caller has checked that they are there.
  @inline(__always)
  func halfWord(at position: Int) -> UInt32 {
    unsafe UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt32.self))
  }

  /// Eight bytes as one number, the first byte lowest; the caller has checked that they are there.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self))
  }
}
