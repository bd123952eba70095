/// A place inside a folder tree: one or more names, none of which leads out of it.
public struct RelativePath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The names from the top down, at least one.
  public let names: [Name]

  /// A path of names. There must be at least one.
  public init(_ names: [Name]) {
    precondition(!names.isEmpty, "a relative path has at least one name")
    self.names = names
  }

  /// A path of one name.
  public init(_ name: Name) { names = [name] }

  /// A path from text, split at `/`; nil when a part is empty, `.` or `..`, or holds NUL.
  public init?(_ text: String) { self.init(Array(text.utf8)) }

  /// A path from bytes, split at `/`; nil when a part is empty, `.` or `..`, or holds NUL.
  public init?(_ bytes: [UInt8]) {
    var names: [Name] = []
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let name = Name(part) else { return nil }
      names.append(name)
    }
    self.names = names
  }

  /// The last name.
  public var name: Name { names[names.count - 1] }

  /// The path above; nil at the top.
  public var parent: RelativePath? { names.count > 1 ? RelativePath(Array(names.dropLast())) : nil }

  /// The path of something inside.
  public func appending(_ name: Name) -> RelativePath { RelativePath(names + [name]) }

  /// The names joined by `/`.
  public var bytes: [UInt8] { Array(names.map(\.bytes).joined(separator: [UInt8(ascii: "/")])) }

  /// The path as text; nil when a name isn't UTF-8.
  public var text: String? { validText(bytes) }

  /// The path, safe to show: control characters and invalid UTF-8 are escaped.
  public var description: String { shownText(bytes) }

  /// The order of the joined bytes.
  public static func < (left: RelativePath, right: RelativePath) -> Bool {
    // Most paths that are compared lie in one folder, whose names need no look.
    let shared = zip(left.names, right.names).prefix { $0 == $1 }.count
    return precedes(left.bytes(from: shared), right.bytes(from: shared))
  }

  private func bytes(from depth: Int) -> some Sequence<UInt8> {
    names[depth...].lazy.map(\.bytes).joined(separator: CollectionOfOne(UInt8(ascii: "/")))
  }
}
