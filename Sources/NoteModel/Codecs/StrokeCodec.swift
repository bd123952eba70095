/// One stroke of a page snapshot to values and back.
enum StrokeCodec {
  static func read(
    _ reader: inout JSONReader, _ columns: inout DeltaColumnReader
  ) throws(ModelError) -> Stroke {
    let start = reader.position
    var fields = Fields()
    var keys = KnownKeys()
    var unknown = JSONKeySet()
    var isFirst = true
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      guard let known = Key(key, reader) else {
        try unknown.insert(key, of: reader)
        fields.extra.append(try reader.rawMember(key))
        continue
      }
      try keys.insert(known.rawValue, at: key)
      try fields.read(known, &reader, &columns)
    }
    return try fields.stroke(at: start)
  }

  enum Key: Int {
    case type, id, tool, color, startedAt, radius, x, y, pressure, time

    @inline(__always)
    init?(_ key: JSONKey, _ reader: borrowing JSONReader) {
      switch key.range.count {
      case 1:
        if reader.matches(key, "x") {
          self = .x
        } else if reader.matches(key, "y") {
          self = .y
        } else {
          return nil
        }
      case 2: if reader.matches(key, "id") { self = .id } else { return nil }
      case 4:
        if reader.matches(key, "time") {
          self = .time
        } else if reader.matches(key, "type") {
          self = .type
        } else if reader.matches(key, "tool") {
          self = .tool
        } else {
          return nil
        }
      case 5: if reader.matches(key, "color") { self = .color } else { return nil }
      case 6: if reader.matches(key, "radius") { self = .radius } else { return nil }
      case 8: if reader.matches(key, "pressure") { self = .pressure } else { return nil }
      case 9: if reader.matches(key, "startedAt") { self = .startedAt } else { return nil }
      default: return nil
      }
    }
  }

  struct Fields {
    var id: Identifier?
    var tool: Stroke.Tool?
    var color: Color?
    var startedAt: Timestamp?
    var radius: Stroke.Radius?
    var x: [Int32]?
    var y: [Int32]?
    var pressure: [UInt16]?
    var time: [UInt32]?
    var extra: [RawMember] = []

    mutating func read(
      _ key: Key, _ reader: inout JSONReader, _ columns: inout DeltaColumnReader
    ) throws(ModelError) {
      switch key {
      case .type: try reader.skipValue()
      case .id: id = try reader.readIdentifier()
      case .tool: tool = try reader.readTool()
      case .color: color = try reader.readColor()
      case .startedAt: startedAt = try reader.readTimestamp()
      case .radius:
        if reader.current == UInt8(ascii: "[") {
          radius = .column(try columns.read(&reader, as: UInt16.self, named: "radius"))
        } else {
          radius = .constant(try reader.readInteger())
        }
      case .x: x = try columns.read(&reader, as: Int32.self, named: "x")
      case .y: y = try columns.read(&reader, as: Int32.self, named: "y")
      case .pressure: pressure = try columns.read(&reader, as: UInt16.self, named: "pressure")
      case .time: time = try columns.read(&reader, as: UInt32.self, named: "time")
      }
    }

    func stroke(at offset: Int) throws(ModelError) -> Stroke {
      guard let id else { throw lacks("id", offset) }
      guard let tool else { throw lacks("tool", offset) }
      guard let color else { throw lacks("color", offset) }
      guard let radius else { throw lacks("radius", offset) }
      guard let x else { throw lacks("x", offset) }
      guard let y else { throw lacks("y", offset) }
      try checkLengths(x, y, radius, at: offset)
      return Stroke(
        id: id, tool: tool, color: color, startedAt: startedAt, radius: radius, x: x, y: y,
        pressure: pressure,
        time: time, extra: extra)
    }

    private func lacks(_ key: String, _ offset: Int) -> ModelError {
      ModelError(.missingKey, at: offset, "a stroke without \"\(key)\"")
    }

    private func checkLengths(
      _ x: [Int32], _ y: [Int32], _ radius: Stroke.Radius, at offset: Int
    ) throws(ModelError) {
      let count = x.count
      var areEqual =
        y.count == count && (pressure?.count ?? count) == count && (time?.count ?? count) == count
      if case .column(let values) = radius { areEqual = areEqual && values.count == count }
      guard areEqual else { throw lengthsDiffer(x, y, radius, at: offset) }
      if x.isEmpty { throw ModelError(.range, at: offset, "a stroke without samples") }
    }

    private func lengthsDiffer(_ x: [Int32], _ y: [Int32], _ radius: Stroke.Radius, at offset: Int)
      -> ModelError
    {
      var lengths = "x \(x.count), y \(y.count)"
      if case .column(let values) = radius { lengths += ", radius \(values.count)" }
      if let pressure { lengths += ", pressure \(pressure.count)" }
      if let time { lengths += ", time \(time.count)" }
      return ModelError(.columnsDiffer, at: offset, "columns of different length: \(lengths)")
    }
  }

  static func append(_ stroke: Stroke, to output: inout [UInt8]) {
    output.append(contentsOf: "{\"type\":\"stroke\",\"id\":".utf8)
    output.appendQuoted(stroke.id.text)
    output.append(contentsOf: ",\"tool\":".utf8)
    output.appendQuoted(stroke.tool.rawValue)
    output.append(contentsOf: ",\"color\":\"".utf8)
    output.append(contentsOf: stroke.color.utf8)
    output.append(UInt8(ascii: "\""))
    if let startedAt = stroke.startedAt {
      output.append(contentsOf: ",\"startedAt\":".utf8)
      output.appendQuoted(startedAt.text)
    }
    output.append(contentsOf: ",\"radius\":".utf8)
    switch stroke.radius {
    case .constant(let value): output.append(contentsOf: String(value).utf8)
    case .column(let values): DeltaColumn.append(values, to: &output)
    }
    output.append(contentsOf: ",\"x\":".utf8)
    DeltaColumn.append(stroke.x, to: &output)
    output.append(contentsOf: ",\"y\":".utf8)
    DeltaColumn.append(stroke.y, to: &output)
    if let pressure = stroke.pressure {
      output.append(contentsOf: ",\"pressure\":".utf8)
      DeltaColumn.append(pressure, to: &output)
    }
    if let time = stroke.time {
      output.append(contentsOf: ",\"time\":".utf8)
      DeltaColumn.append(time, to: &output)
    }
    output.append(members: stroke.extra)
    output.append(UInt8(ascii: "}"))
  }
}

/// The known keys that one object has said so far.
struct KnownKeys {
  private var seen: UInt32 = 0

  mutating func insert(_ key: Int, at place: JSONKey) throws(ModelError) {
    let bit: UInt32 = 1 << UInt32(key)
    if seen & bit != 0 {
      throw ModelError(.duplicateKey, at: place.range.lowerBound - 1, "a key stands twice in one element")
    }
    seen |= bit
  }
}
