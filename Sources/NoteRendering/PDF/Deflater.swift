#if Rendering
  import CCairo

  /// Packs bytes that come in pieces; owner of the packing library's state.
  @safe struct Deflater: ~Copyable {
    /// The library finds its own state by the address that it was given.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 1 << 15)

    /// Digits pack hardly better with more effort, but much slower.
    private static let level: Int32 = 3

    init() throws(RenderingError) {
      unsafe stream = .allocate(capacity: 1)
      unsafe stream.initialize(to: z_stream())
      let status = unsafe deflateInit_(
        stream, Self.level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      if status != Z_OK {
        unsafe stream.deallocate()
        throw RenderingError(.drawing, "can't pack: no memory")
      }
    }

    deinit {
      unsafe _ = deflateEnd(stream)
      unsafe stream.deallocate()
    }

    /// Packs more bytes, at the end the rest, and returns what is ready.
    mutating func pack(_ bytes: [UInt8], isLast: Bool) throws(RenderingError) -> [UInt8] {
      var packed: [UInt8] = []
      var offset = 0
      while true {
        let (code, count) = step(bytes, &offset, isLast: isLast)
        guard code >= 0 || code == Z_BUF_ERROR else {
          throw RenderingError(.drawing, "can't pack: error \(code)")
        }
        packed += buffer[..<count]
        if isLast ? code == Z_STREAM_END : offset == bytes.count && count < buffer.count { return packed }
      }
    }

    private mutating func step(
      _ bytes: [UInt8], _ offset: inout Int, isLast: Bool
    ) -> (code: Int32, count: Int) {
      unsafe bytes.withUnsafeBufferPointer { input in
        unsafe buffer.withUnsafeMutableBufferPointer { output in
          // The library doesn't write to its input.
          unsafe stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress.map { unsafe $0 + offset })
          unsafe stream.pointee.avail_in = UInt32(clamping: input.count - offset)
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          let code = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          offset = unsafe input.count - Int(stream.pointee.avail_in)
          return unsafe (code, output.count - Int(stream.pointee.avail_out))
        }
      }
    }
  }
#endif
