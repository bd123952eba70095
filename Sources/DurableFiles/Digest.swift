import CPlatform

/// SHA-256 over bytes that come in pieces.
public struct SHA256: Sendable {
  private var state = lnote_digest()

  /// A digest over nothing yet.
  public init() { unsafe lnote_sha256_begin(&state) }

  /// Takes in more bytes.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Takes in more bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe lnote_sha256_update(&state, $0.baseAddress, $0.count) }
  }

  /// The 32 bytes of the digest over all that was taken in.
  public consuming func finalize() -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 32)
    unsafe lnote_sha256_finish(&state, &result)
    return result
  }

  /// The 32 bytes of the digest over some bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finalize()
  }
}

/// SHA-1 over bytes that come in pieces: for names made from content, such as version 5 UUIDs, never for security.
public struct SHA1: Sendable {
  private var state = lnote_digest()

  /// A digest over nothing yet.
  public init() { unsafe lnote_sha1_begin(&state) }

  /// Takes in more bytes.
  public mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Takes in more bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe lnote_sha1_update(&state, $0.baseAddress, $0.count) }
  }

  /// The 20 bytes of the digest over all that was taken in.
  public consuming func finalize() -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 20)
    unsafe lnote_sha1_finish(&state, &result)
    return result
  }

  /// The 20 bytes of the digest over some bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var digest = SHA1()
    digest.update(bytes)
    return digest.finalize()
  }
}
