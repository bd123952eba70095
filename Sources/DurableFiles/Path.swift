/// A path as somebody typed it, absolute or relative to the working folder, as bytes.
public struct Path: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The bytes, in no particular encoding.
  public let bytes: [UInt8]

  private static let slash = UInt8(ascii: "/")

  /// A path from bytes, taken as they are.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A path from text, taken as it is.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// A path written in the source.
  public init(stringLiteral text: String) { self.init(text) }

  /// The last component; nil when there is none, or when it is `.` or `..`.
  public var name: Name? {
    let trimmed = withoutTrailingSlashes
    let start = trimmed.lastIndex(of: Path.slash).map { $0 + 1 } ?? trimmed.startIndex
    return Name(trimmed[start...])
  }

  /// The path without its last component: `.` when there is only one, `/` for what lies at the root.
  public var parent: Path {
    let trimmed = withoutTrailingSlashes
    if trimmed.isEmpty { return Path(bytes.isEmpty ? "." : "/") }
    guard let slash = trimmed.lastIndex(of: Path.slash) else { return "." }
    let above = Path.trimmed(trimmed[..<slash])
    return above.isEmpty ? "/" : Path(Array(above))
  }

  /// The path of something inside this folder.
  public func appending(_ name: Name) -> Path { appending(bytes: name.bytes) }

  /// The path of something further down in this folder.
  public func appending(_ path: RelativePath) -> Path { appending(bytes: path.bytes) }

  /// The path as text; nil when it isn't UTF-8.
  public var text: String? { validText(bytes) }

  /// The path, safe to show: control characters and invalid UTF-8 are escaped.
  public var description: String { shownText(bytes) }

  /// Byte order.
  public static func < (left: Path, right: Path) -> Bool { precedes(left.bytes, right.bytes) }

  private func appending(bytes added: [UInt8]) -> Path {
    if bytes.isEmpty || bytes == [UInt8(ascii: ".")] { return Path(added) }
    return Path(bytes + (bytes.last == Path.slash ? [] : [Path.slash]) + added)
  }

  private var withoutTrailingSlashes: ArraySlice<UInt8> { Path.trimmed(bytes[...]) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let kept = bytes.lastIndex { $0 != slash }.map { $0 + 1 } ?? bytes.startIndex
    return bytes[..<kept]
  }
}
