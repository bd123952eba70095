import CXML

/// Packs bytes that come in pieces as gzip (RFC 1952), without name and date: the same bytes give the same file.
@safe public struct GzipWriter: ~Copyable {
  /// On the heap, since zlib remembers where its stream lies.
  private let stream: UnsafeMutablePointer<z_stream>
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  /// What stands around the packed bytes.
  enum Frame: Int32 {
    case zlib = 0
    /// What zlib asks for by adding it to the size of the window.
    case gzip = 16
  }

  /// Nil when there is no memory for it.
  public init?() { self.init(frame: .gzip) }

  init?(frame: Frame) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // A window of 32 KiB; 9 is zlib's own name for the most memory.
    let status = unsafe deflateInit2_(
      stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + frame.rawValue, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Takes the next bytes in and gives what of the packed ones is ready.
  public mutating func write(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_NO_FLUSH) }

  /// The rest of the packed bytes.
  public mutating func finish() -> [UInt8] { run([], Z_FINISH) }

  private mutating func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    var output: [UInt8] = []
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: source.count)
      repeat {
        let count = buffer.count
        _ = unsafe buffer.withUnsafeMutableBufferPointer { target in
          unsafe stream.pointee.next_out = target.baseAddress
          unsafe stream.pointee.avail_out = UInt32(count)
          return unsafe deflate(stream, flush)
        }
        output += unsafe buffer[..<(count - Int(stream.pointee.avail_out))]
      } while unsafe stream.pointee.avail_out == 0
      unsafe stream.pointee.next_in = nil
    }
    return output
  }
}
