/// Numbers as ZIP writes them. The caller has made sure that the bytes are there.
extension [UInt8] {
  func uint16(at offset: Int) -> Int {
    Int(self[offset]) | Int(self[offset + 1]) << 8
  }

  func uint32(at offset: Int) -> Int {
    uint16(at: offset) | uint16(at: offset + 2) << 16
  }

  func uint64(at offset: Int) -> UInt64 {
    UInt64(uint32(at: offset)) | UInt64(uint32(at: offset + 4)) << 32
  }

  /// Whether "PK" and two more bytes stand here.
  func hasSignature(_ third: UInt8, _ fourth: UInt8, at offset: Int) -> Bool {
    offset >= 0 && offset + 4 <= count && self[offset] == 0x50 && self[offset + 1] == 0x4B
      && self[offset + 2] == third && self[offset + 3] == fourth
  }
}
