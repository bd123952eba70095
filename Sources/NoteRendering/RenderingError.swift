/// The one error of this module: why a picture could not be made.
public struct RenderingError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is; open to growth.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The picture would need more pixels than ``PictureSize/maximumPixelCount``, or more than a side may have.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The drawing library gave up, mostly for want of memory.
    public static let drawing = Code(rawValue: "drawing")
    /// The bytes are no picture that can be read.
    public static let unreadable = Code(rawValue: "unreadable")
  }

  public let code: Code
  /// One sentence that names what failed and what to do.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
