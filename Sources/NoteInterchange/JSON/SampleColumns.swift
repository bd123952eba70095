import NoteModel

/// What one sample of a stroke holds, and in which order.
enum SampleField: String, CaseIterable {
  case x, y, radius, pressure, time

  /// The decimals of the grid.
  var decimalCount: Int {
    switch self {
    case .x, .y, .radius: 1
    case .pressure: 3
    case .time: 0
    }
  }
}

/// The samples of one stroke as rows of JSON.
struct SampleColumns {
  private let stroke: Stroke
  private let radius: [UInt16]?

  init(_ stroke: Stroke) {
    self.stroke = stroke
    if case .column(let values) = stroke.radius { radius = values } else { radius = nil }
  }

  func fieldsText(isSpaced: Bool) -> [UInt8] {
    var names = ["\"x\"", "\"y\""]
    if radius != nil { names.append("\"radius\"") }
    if stroke.pressure != nil { names.append("\"pressure\"") }
    if stroke.time != nil { names.append("\"time\"") }
    return Array(("[" + names.joined(separator: isSpaced ? ", " : ",") + "]").utf8)
  }

  /// The array of arrays; with an indentation every sample stands on a line of its own, that deep.
  func samplesText(indentation: Int?) -> [UInt8] {
    let count = stroke.x.count
    let longestSample = 5 * (OutputSpan<UInt8>.longestNumber + 2) + 4 + (indentation ?? 0)
    var text: [UInt8] = []
    text.append(UInt8(ascii: "["))
    // In portions, so that little more memory is asked for than is used.
    var start = 0
    while start < count {
      let end = min(start + 256, count)
      text.append(addingCapacity: (end - start) * longestSample) { output in
        for sample in start..<end {
          if sample > 0 { output.append(UInt8(ascii: ",")) }
          if let indentation { output.append(lineBreakAndSpaces: indentation) }
          appendSample(sample, isSpaced: indentation != nil, to: &output)
        }
      }
      start = end
    }
    if let indentation, count > 0 {
      text.append(UInt8(ascii: "\n"))
      text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation - 2))
    }
    text.append(UInt8(ascii: "]"))
    return text
  }

  @inline(__always)
  private func appendSample(_ sample: Int, isSpaced: Bool, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "["))
    output.append(tenths: Int64(stroke.x[sample]))
    output.append(comma: isSpaced)
    output.append(tenths: Int64(stroke.y[sample]))
    if let radius {
      output.append(comma: isSpaced)
      output.append(tenths: Int64(radius[sample]))
    }
    if let pressure = stroke.pressure {
      output.append(comma: isSpaced)
      output.append(thousandths: Int64(pressure[sample]))
    }
    if let time = stroke.time {
      output.append(comma: isSpaced)
      output.append(digitsOf: UInt64(time[sample]))
    }
    output.append(UInt8(ascii: "]"))
  }
}

extension OutputSpan<UInt8> {
  @inline(__always)
  fileprivate mutating func append(comma isSpaced: Bool) {
    append(UInt8(ascii: ","))
    if isSpaced { append(UInt8(ascii: " ")) }
  }

  fileprivate mutating func append(lineBreakAndSpaces count: Int) {
    append(UInt8(ascii: "\n"))
    for _ in 0..<count { append(UInt8(ascii: " ")) }
  }
}
