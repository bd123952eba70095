public import NoteModel

/// One page that came out of an SVG.
public struct SVGPage: Sendable, Hashable {
  /// The document that the page was exported from.
  public var documentID: Identifier
  /// That document's title.
  public var title: String
  /// With the elements counted.
  public var entry: PageEntry
  public var page: Page
  public var assets: [EmbeddedAsset]
  /// The images that the SVG refers to; their references are taken from the text and not to be trusted.
  public var linkedAssets: [LinkedAsset]

  public struct EmbeddedAsset: Sendable, Hashable {
    public var file: AssetFile
    public var bytes: [UInt8]
  }

  public struct LinkedAsset: Sendable, Hashable {
    public var file: AssetFile
    public var reference: String
  }
}
