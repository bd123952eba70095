/// One stroke of a page snapshot to values and back.
enum StrokeCodec {
  static func read(
    _ reader: inout JSONReader, _ columns: inout DeltaColumnReader
  ) throws(ModelError) -> Stroke {
    let start = reader.position
    var stroke = Stroke()
    var found = KeySet()
    var unknown = JSONKeySet()
    var isFirst = true
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      if let known = Key(key, reader) {
        try found.insert(known, at: key)
        try stroke.read(known, &reader, &columns)
      } else {
        try unknown.insert(key, of: reader)
        stroke.extra.append(try reader.rawMember(key))
      }
    }
    if let key = found.missing { throw ModelError(.missingKey, at: start, "a stroke without \"\(key)\"") }
    if !stroke.columnsAreEqual {
      throw ModelError(.columnsDiffer, at: start, "columns of different length: \(stroke.lengths)")
    }
    if stroke.x.isEmpty { throw ModelError(.range, at: start, "a stroke without samples") }
    return consume stroke
  }

  enum Key: Int {
    case type, id, tool, color, startedAt, radius, x, y, pressure, time

    @inline(__always)
    init?(_ key: JSONKey, _ reader: borrowing JSONReader) {
      switch reader.utf8Count(of: key) {
      case 1 where reader.matches(key, "x"): self = .x
      case 1 where reader.matches(key, "y"): self = .y
      case 2 where reader.matches(key, "id"): self = .id
      case 4 where reader.matches(key, "time"): self = .time
      case 4 where reader.matches(key, "type"): self = .type
      case 4 where reader.matches(key, "tool"): self = .tool
      case 5 where reader.matches(key, "color"): self = .color
      case 6 where reader.matches(key, "radius"): self = .radius
      case 8 where reader.matches(key, "pressure"): self = .pressure
      case 9 where reader.matches(key, "startedAt"): self = .startedAt
      default: return nil
      }
    }
  }

  /// The keys that one stroke has said so far.
  struct KeySet {
    private var bits: UInt32 = 0

    mutating func insert(_ key: Key, at place: JSONKey) throws(ModelError) {
      let bit: UInt32 = 1 &<< UInt32(key.rawValue)
      if bits & bit != 0 {
        throw ModelError(
          .duplicateKey, at: place.range.lowerBound - 1, "the key \"\(key)\" stands twice in one stroke")
      }
      bits |= bit
    }

    /// The first required key that isn't there.
    var missing: Key? {
      if contains(.id), contains(.tool), contains(.color), contains(.radius), contains(.x), contains(.y) {
        return nil
      }
      return [Key.id, .tool, .color, .radius, .x, .y].first { !contains($0) }
    }

    private func contains(_ key: Key) -> Bool { bits &>> UInt32(key.rawValue) & 1 != 0 }
  }

  static func append(_ stroke: borrowing Stroke, to output: inout [UInt8]) {
    output.append("{\"type\":\"stroke\",\"id\":")
    output.appendQuoted(stroke.id)
    output.append(",\"tool\":")
    output.appendQuoted(stroke.tool.rawValue)
    output.append(",\"color\":\"")
    output.append(addingCapacity: 9) { $0.append(stroke.color) }
    output.append("\"")
    if let startedAt = stroke.startedAt {
      output.append(",\"startedAt\":")
      output.appendQuoted(startedAt)
    }
    output.append(",\"radius\":")
    switch stroke.radius {
    case .constant(let value): output.append(contentsOf: String(value).utf8)
    case .column(let values): DeltaColumn.append(values, to: &output)
    }
    output.append(",\"x\":")
    DeltaColumn.append(stroke.x, to: &output)
    output.append(",\"y\":")
    DeltaColumn.append(stroke.y, to: &output)
    if let pressure = stroke.pressure {
      output.append(",\"pressure\":")
      DeltaColumn.append(pressure, to: &output)
    }
    if let time = stroke.time {
      output.append(",\"time\":")
      DeltaColumn.append(time, to: &output)
    }
    output.append(members: stroke.extra)
    output.append("}")
  }
}

extension Stroke {
  /// What a reader fills; means nothing until every required key has been read.
  init() {
    id = .unread
    tool = .pen
    color = Color(red: 0, green: 0, blue: 0)
    radius = .constant(0)
    x = []
    y = []
    extra = []
  }

  /// Reads the value of one key.
  mutating func read(
    _ key: StrokeCodec.Key, _ reader: inout JSONReader, _ columns: inout DeltaColumnReader
  ) throws(ModelError) {
    switch key {
    case .type: try reader.skipValue()
    case .id: id = try reader.readIdentifier()
    case .tool: tool = try reader.readTool()
    case .color: color = try reader.readColor()
    case .startedAt: startedAt = try reader.readTimestamp()
    case .radius: radius = try Self.readRadius(&reader, &columns)
    case .x: x = try columns.read(&reader, as: Int32.self, named: "x")
    case .y: y = try columns.read(&reader, as: Int32.self, named: "y")
    case .pressure: pressure = try columns.read(&reader, as: UInt16.self, named: "pressure")
    case .time: time = try columns.read(&reader, as: UInt32.self, named: "time")
    }
  }

  private static func readRadius(
    _ reader: inout JSONReader, _ columns: inout DeltaColumnReader
  ) throws(ModelError) -> Stroke.Radius {
    if reader.current == UInt8(ascii: "[") {
      return .column(try columns.read(&reader, as: UInt16.self, named: "radius"))
    }
    return .constant(try reader.readInteger())
  }

  private var radiusCount: Int? {
    if case .column(let values) = radius { values.count } else { nil }
  }

  fileprivate var columnsAreEqual: Bool {
    let count = x.count
    return y.count == count && (radiusCount ?? count) == count && (pressure?.count ?? count) == count
      && (time?.count ?? count) == count
  }

  fileprivate var lengths: String {
    [
      ("x", x.count), ("y", y.count), ("radius", radiusCount), ("pressure", pressure?.count),
      ("time", time?.count),
    ]
    .compactMap { name, length in length.map { "\(name) \($0)" } }.joined(separator: ", ")
  }
}
