import DurableFiles
import Testing

/// The examples of FIPS 180-4.
@Suite struct DigestTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func sha256(_ text: String, _ expected: String) {
    #expect(hexadecimal(SHA256.hash(Array(text.utf8))) == expected)
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
  ])
  func sha1(_ text: String, _ expected: String) {
    #expect(hexadecimal(SHA1.hash(Array(text.utf8))) == expected)
  }

  @Test func piecesAddUp() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    var (long, short) = (SHA256(), SHA1())
    for start in stride(from: 0, to: 1000, by: 37) {
      long.update(Array(bytes[start..<min(start + 37, 1000)]))
      short.update(Array(bytes[start..<min(start + 37, 1000)]))
    }
    #expect(long.finalize() == SHA256.hash(bytes))
    #expect(short.finalize() == SHA1.hash(bytes))
  }
}
