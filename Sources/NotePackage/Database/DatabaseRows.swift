#if SQLite
  import NoteModel

  /// Why a row is no element.
  struct RowFault: Error {
    let reason: String
  }

  /// Rows of the tables of elements to values and back.
  enum DatabaseRows {
    /// Reads the element of a row whose columns, from `first` on, are those of `DatabaseSchema.columns(of:)`.
    static func element(
      _ row: borrowing DatabaseStatement, of table: String, from first: Int32
    ) throws(RowFault) -> Element {
      switch table {
      case "strokes": return .stroke(try stroke(row, first))
      case "images": return .image(try image(row, first))
      default:
        guard let json = row.text(first) else { throw RowFault(reason: "its json is no text") }
        do {
          return try PageCodec.decodeElement(json.span)
        } catch {
          throw RowFault(reason: "its json is no element: \(error.message)")
        }
      }
    }

    /// The values of an element's row behind page and position, and the table that it belongs in.
    static func values(of element: Element) -> (table: String, values: [DatabaseValue]) {
      switch element {
      case .stroke(let stroke):
        (
          "strokes",
          [
            .text(stroke.id.text), .text(stroke.tool.rawValue), .text(stroke.color.text),
            .text(stroke.startedAt.map { Array($0.text.utf8) }), .integer(columns(of: stroke)),
            .words(SampleBlob.words(of: stroke)), .text(ExtraText.of(stroke.extra)),
          ]
        )
      case .image(let image):
        (
          "images",
          [
            .text(image.id.text), .text(image.asset.text), .integer(image.frame.x), .integer(image.frame.y),
            .integer(image.frame.width), .integer(image.frame.height), .integer(image.rotation),
            .integer(image.opacity), .text(ExtraText.of(image.extra)),
          ]
        )
      case .unknown(let element): ("others", [.text(element.json)])
      }
    }

    private static func columns(of stroke: Stroke) -> Int64 {
      var bits: Int64 = 0
      if case .column = stroke.radius { bits |= SampleColumns.radius }
      if stroke.pressure != nil { bits |= SampleColumns.pressure }
      if stroke.time != nil { bits |= SampleColumns.time }
      return bits
    }

    // MARK: Reading

    private static func stroke(_ row: borrowing DatabaseStatement, _ first: Int32) throws(RowFault) -> Stroke
    {
      let id = Identifier(try text(row, first, "id"))
      let tool = Stroke.Tool(rawValue: try text(row, first + 1, "tool"))
      guard let color = Color(try text(row, first + 2, "color")) else {
        throw RowFault(reason: "its color is neither #RRGGBB nor #RRGGBBAA")
      }
      var startedAt: Timestamp?
      if !row.isNull(first + 3) {
        startedAt = Timestamp(try text(row, first + 3, "startedAt"))
        if startedAt == nil { throw RowFault(reason: "its startedAt is not RFC 3339") }
      }
      guard let columns = row.integer(first + 4), (0...7).contains(columns) else {
        throw RowFault(reason: "its columns are none that the format knows")
      }
      let extra = try extra(row, first + 6).all
      let samples = unsafe row.withBlob(first + 5) { unsafe SampleBlob.read($0, columns) }
      guard var stroke = samples ?? nil else {
        throw RowFault(reason: "its samples are not \(SampleColumns.byteCount) bytes each, one at least")
      }
      stroke.id = id
      stroke.tool = tool
      stroke.color = color
      stroke.startedAt = startedAt
      stroke.extra = extra
      return stroke
    }

    private static func image(
      _ row: borrowing DatabaseStatement, _ first: Int32
    ) throws(RowFault) -> PlacedImage {
      let frame = PlacedImage.Frame(
        x: try number(row, first + 2, "x"), y: try number(row, first + 3, "y"),
        width: try number(row, first + 4, "width"), height: try number(row, first + 5, "height"))
      return PlacedImage(
        id: Identifier(try text(row, first, "id")), asset: Identifier(try text(row, first + 1, "asset")),
        frame: frame, rotation: row.isNull(first + 6) ? nil : try number(row, first + 6, "rotation"),
        opacity: row.isNull(first + 7) ? nil : try number(row, first + 7, "opacity"),
        extra: try extra(row, first + 8).all)
    }

    static func text(
      _ row: borrowing DatabaseStatement, _ column: Int32, _ name: String
    ) throws(RowFault) -> String {
      guard let text = row.text(column).flatMap({ String(validating: $0, as: UTF8.self) }) else {
        throw RowFault(reason: "its \(name) is no text")
      }
      return text
    }

    private static func number(
      _ row: borrowing DatabaseStatement, _ column: Int32, _ name: String
    ) throws(RowFault) -> Int32 {
      guard let value = row.integer(column).flatMap({ Int32(exactly: $0) }) else {
        throw RowFault(reason: "its \(name) is no whole number of 32 bits")
      }
      return value
    }

    static func extra(
      _ row: borrowing DatabaseStatement, _ column: Int32
    ) throws(RowFault) -> ExtraText.Reading {
      if row.isNull(column) { return ExtraText.Reading() }
      guard let reading = row.text(column).flatMap({ ExtraText.Reading($0) }) else {
        throw RowFault(reason: "its extra is no JSON object")
      }
      return reading
    }
  }

  /// The samples of a stroke as one blob: x, y, radius, pressure and time of one after the other.
  enum SampleBlob {
    static func words(of stroke: Stroke) -> [UInt32] {
      let count = stroke.sampleCount
      return unsafe [UInt32](unsafeUninitializedCapacity: count * 4) { words, used in
        for index in 0..<count {
          let pressure = UInt32(stroke.pressure?[index] ?? 0)
          unsafe words[index * 4] = UInt32(bitPattern: stroke.x[index]).littleEndian
          unsafe words[index * 4 + 1] = UInt32(bitPattern: stroke.y[index]).littleEndian
          unsafe words[index * 4 + 2] = (UInt32(stroke.radius[index]) | pressure << 16).littleEndian
          unsafe words[index * 4 + 3] = (stroke.time?[index] ?? 0).littleEndian
        }
        used = count * 4
      }
    }

    /// A stroke that has nothing but its samples yet; nil when the blob isn't one of samples.
    static func read(_ blob: UnsafeRawBufferPointer, _ columns: Int64) -> Stroke? {
      let count = blob.count / SampleColumns.byteCount
      guard count > 0, blob.count % SampleColumns.byteCount == 0 else { return nil }
      func word(_ sample: Int, _ place: Int) -> UInt32 {
        let offset = sample * SampleColumns.byteCount + place * 4
        return UInt32(littleEndian: unsafe blob.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      func half(_ sample: Int, isHigh: Bool) -> UInt16 {
        UInt16(truncatingIfNeeded: word(sample, 2) >> (isHigh ? 16 : 0))
      }
      let hasRadii = columns & SampleColumns.radius != 0
      return Stroke(
        id: Identifier(""), color: Color(red: 0, green: 0, blue: 0),
        radius: hasRadii
          ? .column((0..<count).map { half($0, isHigh: false) }) : .constant(half(0, isHigh: false)),
        x: (0..<count).map { Int32(bitPattern: word($0, 0)) },
        y: (0..<count).map { Int32(bitPattern: word($0, 1)) },
        pressure: columns & SampleColumns.pressure != 0
          ? (0..<count).map { half($0, isHigh: true) } : nil,
        time: columns & SampleColumns.time != 0 ? (0..<count).map { word($0, 3) } : nil)
    }
  }
#endif
