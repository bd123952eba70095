public import NoteModel

/// One file in `assets/`, by its name.
public struct AssetFile: Sendable, Hashable {
  /// The file's stem.
  public var id: Identifier
  /// Without the dot; empty for none. Says the type.
  public var fileExtension: String

  public init(id: Identifier, fileExtension: String) {
    self.id = id
    self.fileExtension = fileExtension
  }

  /// The file's name inside `assets/`.
  public var name: String { fileExtension.isEmpty ? id.text : id.text + "." + fileExtension }

  public var mediaType: String { MediaType.type(ofExtension: fileExtension) }

  /// Whether the name is one step of a path and no hidden file.
  var isSafe: Bool { id.text.isSafeName && name.isSafeName }
}

extension String {
  /// Whether the text can name a file: not empty, not hidden, no separator, no NUL, at most 255 bytes.
  var isSafeName: Bool {
    !isEmpty && utf8.count <= 255 && utf8.first != UInt8(ascii: ".")
      && !utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 }
  }
}
