public import NoteModel

/// An image that isn't drawn as it should be: a grey box stands in its place, or a part of it is missing.
public struct DrawingWarning: Sendable, Hashable {
  /// The image's asset.
  public let asset: Identifier
  /// What is wrong with it, the end of a sentence that begins with the asset.
  public let reason: String

  public init(asset: Identifier, reason: String) {
    self.asset = asset
    self.reason = reason
  }
}
