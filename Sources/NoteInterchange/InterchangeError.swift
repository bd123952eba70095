import NoteModel

/// The one error of this module: a text that can't be taken in, with the place of its first fault.
public struct InterchangeError: Error, Sendable, Hashable {
  /// What kind of fault it is; open to growth. Faults of JSON carry the codes of ``ModelError/Code`` as well.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A required key or attribute is absent.
    public static let missingKey = Code(rawValue: "missing-key")
    /// A value of another type or spelling than the format says.
    public static let wrongType = Code(rawValue: "wrong-type")
    /// A value that its column or field can't hold.
    public static let range = Code(rawValue: "range")
    /// One page says the same element id twice, or one document the same page, asset or file.
    public static let duplicateID = Code(rawValue: "duplicate-id")
    /// A key that has no place in a package, or means something else there.
    public static let unknownKey = Code(rawValue: "unknown-key")
    /// A name that can't stand in a package.
    public static let unsafeName = Code(rawValue: "unsafe-name")
    /// A version above the one that this program knows.
    public static let newerFormat = Code(rawValue: "newer-format")
    /// The text is not well-formed XML.
    public static let malformedXML = Code(rawValue: "malformed-xml")
    /// More or larger than this program takes from one file.
    public static let limit = Code(rawValue: "limit")
    /// Packed bytes that can't be unpacked.
    public static let damagedGzip = Code(rawValue: "damaged-gzip")
    /// XML, but its root is no SVG.
    public static let notSVG = Code(rawValue: "not-svg")
    /// An `ln:` attribute that can't be read.
    public static let damagedPayload = Code(rawValue: "damaged-payload")
    /// A drawing that has no payload, or draws something else than its payload says.
    public static let foreignDrawing = Code(rawValue: "foreign-drawing")
  }

  public let code: Code
  /// From 1; nil when the fault has no place in the text.
  public let line: Int?
  /// In characters from 1.
  public let column: Int?
  /// Such as `pages[2].elements[0].color` or `svg/g[3]`; empty for the whole text.
  public let path: String
  /// One sentence without file name or place.
  public let message: String

  public init(_ code: Code, line: Int?, column: Int? = nil, path: String = "", _ message: String) {
    self.code = code
    self.line = line
    self.column = column
    self.path = path
    self.message = message
  }

  /// The fault of a JSON text, with its offset turned into the place that a person looks for.
  init(_ error: ModelError, in bytes: Span<UInt8>) {
    let place = JSONPlace(of: error.offset, in: bytes)
    self.init(
      Code(rawValue: error.code.rawValue), line: place.line, column: place.column, path: place.path,
      error.message)
  }
}

extension ModelError.Code {
  // The kinds of fault that only interchange texts have.
  static let duplicateID = Self(rawValue: InterchangeError.Code.duplicateID.rawValue)
  static let unknownKey = Self(rawValue: InterchangeError.Code.unknownKey.rawValue)
  static let unsafeName = Self(rawValue: InterchangeError.Code.unsafeName.rawValue)
}
