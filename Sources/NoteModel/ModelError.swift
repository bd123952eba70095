/// The one error of this module: text that is not what the format describes.
public struct ModelError: Error, Sendable, Hashable {
  /// What kind of fault it is; open to growth.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text ends before the value does.
    public static let unexpectedEnd = Code(rawValue: "unexpected-end")
    /// A byte that JSON doesn't allow there.
    public static let syntax = Code(rawValue: "syntax")
    /// Bytes that are not UTF-8, or an escape that names half a character.
    public static let encoding = Code(rawValue: "encoding")
    /// Values nested deeper than ``JSONReader/maximumDepth``.
    public static let depth = Code(rawValue: "depth")
    /// One object says the same key twice.
    public static let duplicateKey = Code(rawValue: "duplicate-key")
    /// Something stands after the end of the value.
    public static let trailingBytes = Code(rawValue: "trailing-bytes")
    /// A required key is absent.
    public static let missingKey = Code(rawValue: "missing-key")
    /// A value of another type than the format says.
    public static let wrongType = Code(rawValue: "wrong-type")
    /// A value that its column or field can't hold.
    public static let range = Code(rawValue: "range")
    /// The columns of one stroke differ in length.
    public static let columnsDiffer = Code(rawValue: "columns-differ")
    /// A `formatVersion` above ``FormatVersion/current``.
    public static let newerFormat = Code(rawValue: "newer-format")
  }

  public let code: Code
  /// Where in the text, in bytes from its start.
  public let offset: Int
  /// One sentence without file name or place.
  public let message: String

  public init(_ code: Code, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }
}

/// The version of the package format that this toolkit reads and writes.
public enum FormatVersion {
  public static let current = 1
}
