import DurableFiles

/// Why an archive can't be read or written.
public struct ArchiveError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, open to growth: compare with the constants, and expect others.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word that names it.
    public let rawValue: String
    /// A code by its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It begins neither like a ZIP nor like a tar archive.
    public static let notAnArchive = Code(rawValue: "not-an-archive")
    /// It begins like an archive and has no end.
    public static let truncated = Code(rawValue: "archive-truncated")
    /// There is something behind its end.
    public static let trailingData = Code(rawValue: "archive-trailing-data")
    /// It has more than one end, so that readers disagree on what it holds.
    public static let severalEnds = Code(rawValue: "archive-several-ends")
    /// It is one of several volumes.
    public static let multipleVolumes = Code(rawValue: "archive-volumes")
    /// It holds nothing.
    public static let empty = Code(rawValue: "archive-empty")
    /// Its directory isn't where, or isn't what, its end says.
    public static let directoryDamaged = Code(rawValue: "directory-damaged")
    /// An entry's header is missing or unreadable.
    public static let headerDamaged = Code(rawValue: "entry-header-damaged")
    /// An entry's header and the directory disagree.
    public static let headerMismatch = Code(rawValue: "entry-header-mismatch")
    /// Entries overlap, or something lies between them.
    public static let entriesApart = Code(rawValue: "entries-apart")
    /// An entry is packed by a method other than storing or deflating.
    public static let method = Code(rawValue: "entry-method")
    /// A tar archive uses what readers of tar understand differently: global headers, sparse files, several names.
    public static let tarFeature = Code(rawValue: "tar-feature")
    /// The compression around a tar archive is damaged, or of a kind that isn't read.
    public static let compression = Code(rawValue: "compression")
    /// An entry is encrypted.
    public static let encrypted = Code(rawValue: "encrypted")
    /// An entry is neither a regular file nor a folder.
    public static let entryType = Code(rawValue: "entry-type")
    /// An entry's content doesn't unpack, or its checksum is wrong.
    public static let entryDamaged = Code(rawValue: "entry-damaged")
    /// An entry's content isn't as long as it says.
    public static let entrySize = Code(rawValue: "entry-size")
    /// A name's bytes aren't text in a known encoding.
    public static let nameEncoding = Code(rawValue: "name-encoding")
    /// A name has a part that could lead elsewhere, or can't exist on some system.
    public static let nameComponent = Code(rawValue: "name-component")
    /// Two names are one on some system, or a file is also a folder.
    public static let nameClash = Code(rawValue: "name-clash")
    /// There are more entries than the limit.
    public static let tooManyEntries = Code(rawValue: "too-many-entries")
    /// An entry, or all of them, would unpack to more than the limit.
    public static let tooLarge = Code(rawValue: "too-large")
    /// An entry is packed so tightly that it is made to fill disks.
    public static let ratio = Code(rawValue: "ratio")
    /// Reading or writing failed, which says nothing about the content; see `underlying`.
    public static let io = Code(rawValue: "io")
    /// The library that packs and unpacks failed.
    public static let library = Code(rawValue: "library")
  }

  /// The kind of failure.
  public var code: Code
  /// The archive.
  public var path: Path
  /// The entry it is about, safe to show.
  public var entry: String?
  /// Where in the archive, in bytes from its start.
  public var offset: Int?
  /// What is wrong, and what to do.
  public var reason: String
  /// The failure below, for `io`.
  public var underlying: FileError?

  /// A failure with what is known about it.
  public init(
    _ code: Code, path: Path, entry: String? = nil, offset: Int? = nil, reason: String,
    underlying: FileError? = nil
  ) {
    self.code = code
    self.path = path
    self.entry = entry
    self.offset = offset
    self.reason = reason
    self.underlying = underlying
  }

  init(_ error: FileError) {
    self.init(.io, path: error.path, reason: error.message, underlying: error)
  }

  /// One line: the archive, the entry if it is about one, and what is wrong.
  public var message: String {
    if let underlying { return underlying.message }
    return "\(path): " + (entry.map { "entry \($0): " } ?? "") + reason
  }

  /// The same as `message`.
  public var description: String { message }
}
