public import DurableFiles
public import SafeArchive

/// How much this toolkit reads before it says no; options raise them.
public struct Limits: Sendable {
  /// `document.json` and `manifest.json`.
  public var documentByteCount = 64 << 20
  /// One page snapshot.
  public var pageByteCount = 64 << 20
  /// One journal.
  public var journalByteCount = 256 << 20
  /// One asset, thumbnail or extra file.
  public var assetByteCount = 256 << 20
  /// All files of one package.
  public var packageByteCount = 4 << 30
  /// Files and folders of one package.
  public var packageEntryCount = 5000
  /// A JSON or SVG file of an import.
  public var interchangeByteCount = 1 << 30
  public var archive = ArchiveLimits.standard

  public init() {}

  /// How long a file of a package may be, by what it is there for.
  public func byteCount(of path: RelativePath) -> Int {
    switch Role(of: path) {
    case .manifest, .document: documentByteCount
    case .page: pageByteCount
    case .journal: journalByteCount
    // Its pages are in it.
    case .database: packageByteCount
    default: assetByteCount
    }
  }

  public static let standard = Limits()
}
