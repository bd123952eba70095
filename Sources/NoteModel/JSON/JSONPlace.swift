/// Where a byte of a JSON text stands, as a person looks for it.
public struct JSONPlace: Sendable, Hashable {
  /// From 1.
  public let line: Int
  /// In characters from 1, a byte order mark not counted.
  public let column: Int
  /// Such as `pages[2].elements[0].color`; empty for the root.
  public let path: String

  /// Walks the text up to `offset`, which may be the offset of a fault.
  public init(of offset: Int, in bytes: Span<UInt8>) {
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var column = 1
    let start = min(JSONReader(bytes).position, end)
    for position in start..<end {
      if bytes[position] == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if bytes[position] & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
    path = Self.path(to: end, in: bytes)
  }

  private enum Step {
    case key(String)
    case index(Int)
  }

  /// Follows brackets, keys and commas without judging them, since the text may be faulty from `end` on.
  private static func path(to end: Int, in bytes: Span<UInt8>) -> String {
    var steps: [Step] = []
    var lastString = ""
    var position = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "{"): steps.append(.key(""))
      case UInt8(ascii: "["): steps.append(.index(0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if !steps.isEmpty { steps.removeLast() }
      case UInt8(ascii: ":"): if case .key = steps.last { steps[steps.count - 1] = .key(lastString) }
      case UInt8(ascii: ","):
        switch steps.last {
        case .index(let index): steps[steps.count - 1] = .index(index + 1)
        case .key: steps[steps.count - 1] = .key("")
        case nil: break
        }
      case UInt8(ascii: "\""):
        let start = position + 1
        position = start
        while position < end, bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        if start <= min(position, end) {
          lastString = String(validUTF8: bytes.extracting(start..<min(position, end)))
        }
      default: break
      }
      position += 1
    }
    return steps.reduce(into: "") { path, step in
      switch step {
      case .key(""): break
      case .key(let name): path += path.isEmpty ? name : "." + name
      case .index(let index): path += "[\(index)]"
      }
    }
  }
}
