/// One component of a path, as the bytes the file system knows.
///
/// Never empty, `.` or `..`, and without `/` or NUL.
public struct Name: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The bytes, in no particular encoding.
  public let bytes: [UInt8]

  /// A name from bytes; nil when they can't be one component.
  public init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard !bytes.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")) else { return nil }
    guard bytes != [UInt8(ascii: ".")], bytes != Array("..".utf8) else { return nil }
    self.bytes = bytes
  }

  /// A name from text; nil when it can't be one component.
  public init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// For names made here, which are known to be fine.
  init(trusted text: String) {
    bytes = Array(text.utf8)
  }

  /// The name as text; nil when it isn't UTF-8.
  public var text: String? { validText(bytes) }

  /// The name, safe to show: control characters and invalid UTF-8 are escaped.
  public var description: String { shownText(bytes) }

  /// Byte order.
  public static func < (left: Name, right: Name) -> Bool { precedes(left.bytes, right.bytes) }
}
