#if Rendering
  import CCairo

  /// Reads and writes PNG.
  enum PNGCoder {
    /// Decodes a picture whose header was found to be of a size that can be held.
    static func decode(_ bytes: [UInt8]) throws(PictureProblem) -> PixelSurface {
      let surface = unsafe bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
        var rest = unsafe Rest(bytes: buffer)
        let read: cairo_read_func_t = { closure, target, count in
          guard let rest = unsafe closure?.assumingMemoryBound(to: Rest.self), let target = unsafe target,
            unsafe rest.pointee.take(Int(count), into: target)
          else { return CAIRO_STATUS_READ_ERROR }
          return CAIRO_STATUS_SUCCESS
        }
        return unsafe cairo_image_surface_create_from_png_stream(read, &rest)
      }
      guard let surface = unsafe surface, let pixels = unsafe try? PixelSurface(surface) else {
        throw PictureProblem("is a damaged PNG")
      }
      return pixels
    }

    /// The bytes that haven't been read yet.
    @safe private struct Rest {
      var bytes: UnsafeBufferPointer<UInt8>

      mutating func take(_ count: Int, into target: UnsafeMutablePointer<UInt8>) -> Bool {
        guard unsafe count <= bytes.count, let start = unsafe bytes.baseAddress else { return false }
        unsafe target.update(from: start, count: count)
        unsafe bytes = UnsafeBufferPointer(rebasing: bytes[count...])
        return true
      }
    }

    /// Writes a picture piece by piece.
    ///
    /// - Parameter dotsPerInch: is told to those who print it; nil for none.
    static func encode(
      _ surface: PixelSurface, dotsPerInch: Double?, emit: ([UInt8]) throws -> Void
    ) throws {
      try withoutActuallyEscaping(emit) { emit in
        let sink = Sink(emit)
        if let dotsPerInch { sink.addition = densityChunk(dotsPerInch) }
        let status = unsafe surface.withSurface { pointer in
          unsafe cairo_surface_write_to_png_stream(
            pointer, Sink.write, Unmanaged.passUnretained(sink).toOpaque())
        }
        try sink.finish()
        try check(status, "write a PNG")
      }
    }

    /// PNG, third edition, 11.3.5.3: pixels a metre.
    private static func densityChunk(_ dotsPerInch: Double) -> [UInt8] {
      let pixelsPerMeter = UInt32(min(max(1, (dotsPerInch / 0.0254).rounded()), 1e9))
      let number = (0..<4).map { UInt8(truncatingIfNeeded: pixelsPerMeter >> (24 - 8 * UInt32($0))) }
      let content = Array("pHYs".utf8) + number + number + [1]
      return [0, 0, 0, 9] + content + checksum(content)
    }

    /// PNG, third edition, annex D.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      return (0..<4).map { UInt8(truncatingIfNeeded: ~crc >> (24 - 8 * UInt32($0))) }
    }
  }

  /// Passes on what the drawing library writes, in larger pieces. A class, since C code holds on to it.
  final class Sink {
    /// Goes in behind the first chunk of a PNG.
    var addition: [UInt8] = []
    private let emit: ([UInt8]) throws -> Void
    private var pending: [UInt8] = []
    private var failure: (any Error)?

    private static let pieceByteCount = 1 << 16
    private static let firstChunkEnd = 33

    init(_ emit: @escaping ([UInt8]) throws -> Void) { self.emit = emit }

    static let write: cairo_write_func_t = { closure, bytes, count in
      guard let closure = unsafe closure, let bytes = unsafe bytes else { return CAIRO_STATUS_WRITE_ERROR }
      let sink = unsafe Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
      return unsafe sink.take(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    private func take(_ bytes: UnsafeBufferPointer<UInt8>) -> cairo_status_t {
      guard failure == nil else { return CAIRO_STATUS_WRITE_ERROR }
      unsafe pending.append(contentsOf: bytes)
      if !addition.isEmpty, pending.count >= Self.firstChunkEnd {
        pending.insert(contentsOf: addition, at: Self.firstChunkEnd)
        addition = []
      }
      if pending.count >= Self.pieceByteCount { flush() }
      return failure == nil ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }

    private func flush() {
      do { try emit(pending) } catch { failure = error }
      pending.removeAll(keepingCapacity: true)
    }

    /// Passes on the rest. Throws what the first failing write threw.
    func finish() throws {
      if failure == nil, !pending.isEmpty { flush() }
      if let failure { throw failure }
    }
  }
#endif
