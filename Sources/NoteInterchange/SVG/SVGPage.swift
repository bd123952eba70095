public import NoteModel

/// One page that came out of an SVG.
public struct SVGPage: Sendable, Hashable {
  /// The document that the page was exported from, or a new one.
  public var documentID: Identifier
  /// That document's title, or the drawing's.
  public var title: String
  /// With the elements counted.
  public var entry: PageEntry
  public var page: Page
  public var assets: [EmbeddedAsset]
  /// The images that the SVG refers to; their references are taken from the text and not to be trusted.
  public var linkedAssets: [LinkedAsset]
  public var payload: Payload = .believed
  /// What was left out or changed, in the order of their first places.
  public var warnings: [SVGWarning] = []

  /// What became of the lnote payload.
  public enum Payload: Sendable, Hashable {
    case absent
    /// All of it draws what the file draws.
    case believed
    /// So many elements were taken from it; the others were changed, and count as they are drawn.
    case partlyBelieved(Int, of: Int)
    /// None of it could be read.
    case damaged
  }

  public struct EmbeddedAsset: Sendable, Hashable {
    public var file: AssetFile
    public var bytes: [UInt8]
  }

  public struct LinkedAsset: Sendable, Hashable {
    public var file: AssetFile
    public var reference: String
  }
}
