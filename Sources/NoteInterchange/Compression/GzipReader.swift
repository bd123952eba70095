import CXML

/// Unpacks gzip (RFC 1952), as `.svgz` is packed.
enum GzipReader {
  /// How many times as large as the packed bytes the text may be.
  static let ratioLimit = 200

  static func isGzip(_ bytes: Span<UInt8>) -> Bool { bytes.count > 2 && bytes[0] == 0x1F && bytes[1] == 0x8B }

  /// - Parameter limit: of the unpacked bytes.
  /// - Throws: `.limit` beyond it or beyond ``ratioLimit``, `.damagedGzip` for bytes that are cut or damaged.
  static func read(
    _ bytes: Span<UInt8>, limit: Int, ratioLimit: Int = Self.ratioLimit
  ) throws(InterchangeError) -> [UInt8] {
    guard let packedCount = UInt32(exactly: bytes.count) else {
      throw InterchangeError(.limit, line: nil, "the packed text has \(bytes.count) bytes")
    }
    // A small text may be packed better than any large one.
    let most = min(limit, max(bytes.count, 1024) * ratioLimit)
    // On the heap, since zlib remembers where its stream lies.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    // 32 asks for the frame of gzip or of zlib, whichever is there, around a window of 32 KiB.
    let status = unsafe inflateInit2_(stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw InterchangeError(.damagedGzip, line: nil, "the packed text can't be unpacked")
    }
    defer { unsafe inflateEnd(stream) }
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    let result: Int32 = unsafe bytes.withUnsafeBufferPointer { packed in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
      unsafe stream.pointee.avail_in = packedCount
      while true {
        let pieceCount = piece.count
        let status = unsafe piece.withUnsafeMutableBufferPointer { buffer in
          unsafe stream.pointee.next_out = buffer.baseAddress
          unsafe stream.pointee.avail_out = UInt32(pieceCount)
          return unsafe inflate(stream, Z_NO_FLUSH)
        }
        output += unsafe piece[..<(pieceCount - Int(stream.pointee.avail_out))]
        if status != Z_OK || output.count > most { return status }
      }
    }
    guard output.count <= most else {
      throw InterchangeError(
        .limit, line: nil, "the text is packed more than \(ratioLimit) times, or has more than \(limit) bytes"
      )
    }
    guard result == Z_STREAM_END else {
      throw InterchangeError(.damagedGzip, line: nil, "the packed text is cut or damaged")
    }
    return output
  }
}
