/// What `document.json` says: the source of truth for title, dates and page order.
public struct Document: Sendable, Hashable {
  public var formatVersion: Int
  public var id: Identifier
  public var title: String
  public var createdAt: Timestamp
  public var modifiedAt: Timestamp
  /// `sqlite` when the pages lie in a database; nil for snapshots.
  public var storage: String?
  /// In page order.
  public var pages: [PageEntry]
  /// Keys that this version doesn't know, in the order found.
  public var extra: [RawMember]

  public init(
    formatVersion: Int = FormatVersion.current, id: Identifier, title: String, createdAt: Timestamp,
    modifiedAt: Timestamp, storage: String? = nil, pages: [PageEntry], extra: [RawMember] = []
  ) {
    self.formatVersion = formatVersion
    self.id = id
    self.title = title
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
    self.storage = storage
    self.pages = pages
    self.extra = extra
  }
}

/// One page as its document lists it.
public struct PageEntry: Sendable, Hashable {
  public var id: Identifier
  public var canvas: Canvas
  public var createdAt: Timestamp
  public var modifiedAt: Timestamp
  /// After journal replay.
  public var elementCount: Int
  /// Keys that this version doesn't know, in the order found.
  public var extra: [RawMember]

  public init(
    id: Identifier, canvas: Canvas, createdAt: Timestamp, modifiedAt: Timestamp, elementCount: Int,
    extra: [RawMember] = []
  ) {
    self.id = id
    self.canvas = canvas
    self.createdAt = createdAt
    self.modifiedAt = modifiedAt
    self.elementCount = elementCount
    self.extra = extra
  }
}

/// The size of a page in points.
public struct Canvas: Sendable, Hashable {
  public var width: Double
  public var height: Double
  /// Keys that this version doesn't know, in the order found.
  public var extra: [RawMember]

  public init(width: Double, height: Double, extra: [RawMember] = []) {
    self.width = width
    self.height = height
    self.extra = extra
  }

  /// The longest side that the format allows, in points.
  public static let maximumSide = 14_400.0

  /// Whether both sides are above 0 and at most ``maximumSide``.
  public var isValid: Bool {
    width > 0 && height > 0 && width <= Self.maximumSide && height <= Self.maximumSide
  }
}

/// What `manifest.json` says: the library's cache, which follows from the document and its thumbnails.
public struct Manifest: Sendable, Hashable {
  public var formatVersion: Int
  public var id: Identifier
  public var title: String
  public var modifiedAt: Timestamp
  public var pageCount: Int
  /// The first page's thumbnail as a path inside the package, if that file exists.
  public var cover: String?
  /// Keys that this version doesn't know, in the order found.
  public var extra: [RawMember]

  public init(
    formatVersion: Int = FormatVersion.current, id: Identifier, title: String, modifiedAt: Timestamp,
    pageCount: Int, cover: String?, extra: [RawMember] = []
  ) {
    self.formatVersion = formatVersion
    self.id = id
    self.title = title
    self.modifiedAt = modifiedAt
    self.pageCount = pageCount
    self.cover = cover
    self.extra = extra
  }
}
