#if Rendering
  /// The objects of a PDF as they are written, and where each of them lies (ISO 32000-1, 7.5).
  struct PDFFile {
    private var byteCount = 0
    /// By object number from 1; 0 for those that are still to come.
    private var offsets: [Int] = []

    /// A number for an object that is written later.
    mutating func reserveNumber() -> Int {
      offsets.append(0)
      return offsets.count
    }

    /// Writes an object and returns its number.
    @discardableResult
    mutating func append(
      _ object: String, as reserved: Int? = nil, emit: ([UInt8]) throws -> Void
    ) throws -> Int {
      let number = try begin(reserved, emit)
      try write(Array("\(object)\nendobj\n".utf8), emit)
      return number
    }

    /// Writes a stream of bytes as they are.
    mutating func append(
      _ entries: String, _ bytes: [UInt8], emit: ([UInt8]) throws -> Void
    ) throws -> Int {
      let number = try begin(nil, emit)
      try write(Array("<<\(entries)/Length \(bytes.count)>>stream\n".utf8), emit)
      try write(bytes, emit)
      try write(Array("\nendstream\nendobj\n".utf8), emit)
      return number
    }

    /// Writes a stream of bytes that are packed on the way, in pieces of which one is held at a time.
    mutating func appendPacked(
      _ entries: String, pieceCount: Int, emit: ([UInt8]) throws -> Void, piece: (Int) -> [UInt8]
    ) throws -> Int {
      let length = reserveNumber()
      let number = try begin(nil, emit)
      try write(Array("<<\(entries)/Filter/FlateDecode/Length \(length) 0 R>>stream\n".utf8), emit)
      var deflater = try Deflater()
      let start = byteCount
      for index in 0..<pieceCount {
        try write(try deflater.pack(piece(index), isLast: index == pieceCount - 1), emit)
      }
      let packedCount = byteCount - start
      try write(Array("\nendstream\nendobj\n".utf8), emit)
      try append("\(packedCount)", as: length, emit: emit)
      return number
    }

    /// Writes the table of objects and the end.
    mutating func finish(catalog: Int, information: Int, emit: ([UInt8]) throws -> Void) throws {
      let start = byteCount
      var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
      for offset in offsets { table += Self.padded(offset) + " 00000 n \n" }
      table += "trailer\n<</Size \(offsets.count + 1)/Root \(catalog) 0 R/Info \(information) 0 R>>\n"
      try write(Array("\(table)startxref\n\(start)\n%%EOF\n".utf8), emit)
    }

    private static func padded(_ offset: Int) -> String {
      let digits = String(offset)
      return String(repeating: "0", count: max(0, 10 - digits.utf8.count)) + digits
    }

    private mutating func begin(_ reserved: Int?, _ emit: ([UInt8]) throws -> Void) throws -> Int {
      // The second line tells programs that copy files that this is no text.
      if byteCount == 0 { try write(Array("%PDF-1.5\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A], emit) }
      let number = reserved ?? reserveNumber()
      offsets[number - 1] = byteCount
      try write(Array("\(number) 0 obj\n".utf8), emit)
      return number
    }

    private mutating func write(_ bytes: [UInt8], _ emit: ([UInt8]) throws -> Void) throws {
      if bytes.isEmpty { return }
      byteCount += bytes.count
      try emit(bytes)
    }
  }
#endif
