public import NoteModel

/// Takes the parts of a document in the order in which a text says them, one at a time.
///
/// What a method throws ends the import and is thrown on as it is.
public protocol DocumentReceiver {
  mutating func asset(_ file: AssetFile, bytes: [UInt8]) throws
  /// An asset that the text names only; `reference` is taken from the text and not to be trusted.
  mutating func linkedAsset(_ file: AssetFile, reference: String) throws
  mutating func page(_ page: Page, entry: PageEntry) throws
  /// A file that the format doesn't know; `path` is relative, without `.` and `..`, and names none of the format's.
  mutating func file(path: [UInt8], bytes: [UInt8]) throws
}

/// What an imported text says about the document itself.
public struct ImportedDocument: Sendable, Hashable {
  /// Lists the pages that were delivered, with their elements counted.
  public var document: Document
  /// The unknown keys of `manifest.json`.
  public var manifestExtra: [RawMember]

  public init(document: Document, manifestExtra: [RawMember]) {
    self.document = document
    self.manifestExtra = manifestExtra
  }
}
