import NoteModel

/// Takes in what ``JSONExport`` writes, as one object or as NDJSON, and whatever else follows ``JSONSchema``.
///
/// Strict: a key that stands twice, a missing or unknown one where nothing could keep it, a wrong type, samples of
/// different length and values that a page can't hold are refused. Numbers off the grid are rounded to nearest,
/// halves away from zero. Keys may come in any order, and assets before the pages that show them.
public enum JSONImport {
  /// Reads the whole text and delivers its parts on the way.
  ///
  /// - Throws: ``InterchangeError`` for the first fault of the text; what the receiver throws as it is. The receiver
  ///   may have got parts of the document by then.
  public static func read(
    _ bytes: Span<UInt8>, into receiver: inout some DocumentReceiver
  ) throws -> ImportedDocument {
    var parts = JSONParts()
    do {
      var reader = JSONReader(bytes)
      try parts.readRoot(&reader, into: &receiver)
      if parts.isLines { try parts.readLines(&reader, into: &receiver) }
      try reader.expectEnd()
      return try parts.result(reader)
    } catch let error as ModelError {
      throw InterchangeError(error, in: bytes)
    }
  }
}
