extension PageCodec {
  /// What is left of a stroke that was cut or whose columns differ: the samples that every column still has.
  ///
  /// Columns that the cut took away altogether are dropped when a stroke can do without them; whatever was read
  /// stands as it was. Nil when not even one place of the pen is left, or when it is no stroke.
  ///
  /// - Parameter line: the bytes of one element, from its opening bracket as far as they go.
  public static func salvageStroke(_ line: Span<UInt8>) -> Stroke? {
    let closed = closedAtLastWholeNumber(line)
    var reader = JSONReader(closed.span)
    var columns = DeltaColumnReader()
    guard reader.stands("{\"type\":\"stroke\"") else { return nil }
    return StrokeCodec.salvage(&reader, &columns)
  }

  /// A line that was cut inside a column, with the column ended behind its last number that is certainly whole.
  private static func closedAtLastWholeNumber(_ line: Span<UInt8>) -> [UInt8] {
    var opening = -1
    var comma = -1
    for position in 0..<line.count {
      switch line[position] {
      case UInt8(ascii: "["): opening = position
      case UInt8(ascii: "]"): opening = -1
      case UInt8(ascii: ","): comma = position
      default: break
      }
    }
    let bytes = JSONReader(line).copy(0..<line.count)
    guard opening >= 0 else { return bytes }
    return bytes.prefix(max(comma, opening + 1)) + Array("]}".utf8)
  }
}

extension StrokeCodec {
  /// Reads keys until one can't be read; what came before it is believed.
  fileprivate static func salvage(_ reader: inout JSONReader, _ columns: inout DeltaColumnReader) -> Stroke? {
    var stroke = Stroke()
    var found = KeySet()
    var isFirst = true
    guard (try? reader.beginObject()) != nil else { return nil }
    while let key = (try? reader.nextKey(&isFirst)) ?? nil {
      do throws(ModelError) {
        if let known = Key(key, reader) {
          try stroke.read(known, &reader, &columns)
          try found.insert(known, at: key)
        } else {
          stroke.extra.append(try reader.rawMember(key))
        }
      } catch {
        break
      }
    }
    return found.missing == nil ? stroke.shortened : nil
  }
}

extension Stroke {
  /// As long as the shortest column; nil when that one is empty.
  fileprivate var shortened: Stroke? {
    var count = min(x.count, y.count, pressure?.count ?? .max, time?.count ?? .max)
    if case .column(let values) = radius { count = min(count, values.count) }
    guard count > 0 else { return nil }
    var stroke = self
    if case .column(let values) = radius { stroke.radius = .column(Array(values.prefix(count))) }
    stroke.x = Array(x.prefix(count))
    stroke.y = Array(y.prefix(count))
    stroke.pressure = pressure.map { Array($0.prefix(count)) }
    stroke.time = time.map { Array($0.prefix(count)) }
    return stroke
  }
}
