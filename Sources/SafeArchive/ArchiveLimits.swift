/// How much an archive may hold. Sizes are in bytes, counted on what really comes out.
public struct ArchiveLimits: Sendable {
  /// How many entries, folders too.
  public var entries = 100_000
  /// How long one entry may be.
  public var entryByteCount = 4 << 30
  /// How long all entries together may be.
  public var totalByteCount = 64 << 30
  /// How many times its packed size an entry may be long, once it is longer than `ratioFreeByteCount`.
  public var ratio = 200
  /// Whether opening holds every entry to the ratio; else the caller does, by `ArchiveReader.checkRatio`.
  public var ratesEntries = true
  /// Up to which length an entry may be packed as tightly as it likes.
  public var ratioFreeByteCount = 1 << 20
  /// How long a part of a name may be.
  public var nameByteCount = 255
  /// How many parts a name may have.
  public var depth = 16

  /// The limits for archives from anywhere.
  public static let standard = ArchiveLimits()

  /// The standard limits, to be changed.
  public init() {}

  /// Whether so many bytes come out of so few that they are there to fill a disk.
  func isTooTight(_ byteCount: Int, packed packedByteCount: Int) -> Bool {
    let (most, overflow) = packedByteCount.multipliedReportingOverflow(by: ratio)
    return byteCount > ratioFreeByteCount && !overflow && byteCount > most
  }

  var ratioReason: String { "it would unpack to more than \(ratio) times its size" }
}
