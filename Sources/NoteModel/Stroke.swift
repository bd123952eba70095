/// One line of the pen: flat columns of samples, one entry a sample, all of one length.
///
/// Sample *i* is a disc of ``Radius/subscript(_:)`` around (`x[i]`, `y[i]`); between neighbours the disc moves and
/// its radius changes linearly; the union of the discs is filled once with ``color``.
public struct Stroke: Sendable, Hashable {
  // The first one, so that the initializer below differs by it from the memberwise one, which it calls: setting one
  // property after the other would end with a copy of them all.
  /// Keys that this version doesn't know, in the order found.
  public var extra: [RawMember]
  public var id: Identifier
  public var tool: Tool
  public var color: Color
  /// When the pen went down.
  public var startedAt: Timestamp?
  public var radius: Radius
  /// 0.1 pt from the left edge of the page, to the right; may lie off the page.
  public var x: [Int32]
  /// 0.1 pt from the top edge of the page, downwards.
  public var y: [Int32]
  /// Thousandths of what the pen can sense, 0…1000 by rule; more is kept and reported.
  public var pressure: [UInt16]?
  /// Milliseconds since ``startedAt``.
  public var time: [UInt32]?

  public var sampleCount: Int { x.count }

  /// Half the drawn width in 0.1 pt, 0…65535.
  public enum Radius: Sendable, Hashable {
    /// One value for the whole stroke.
    case constant(UInt16)
    /// One value a sample.
    case column([UInt16])

    public subscript(_ sample: Int) -> UInt16 {
      switch self {
      case .constant(let value): value
      case .column(let values): values[sample]
      }
    }
  }

  /// The kind of pen; an unknown one is kept and draws as ``pen``.
  public struct Tool: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let pen = Tool(rawValue: "pen")
    public static let pencil = Tool(rawValue: "pencil")
    public static let marker = Tool(rawValue: "marker")
  }
}

extension Stroke {
  public init(
    id: Identifier, tool: Tool = .pen, color: Color, startedAt: Timestamp? = nil, radius: Radius, x: [Int32],
    y: [Int32], pressure: [UInt16]? = nil, time: [UInt32]? = nil, extra: [RawMember] = []
  ) {
    self = Stroke(
      extra: extra, id: id, tool: tool, color: color, startedAt: startedAt, radius: radius, x: x, y: y,
      pressure: pressure, time: time)
  }
}
