import DurableFiles

/// File names that people can send anywhere, made from titles.
public enum FileNaming {
  /// The title as a name that every file system can hold, or nil when nothing of it is left.
  ///
  /// - Parameter reservedByteCount: room to leave for what the caller appends.
  public static func safeStem(_ title: String, reservedByteCount: Int = 32) -> String? {
    var text = ""
    for scalar in title.unicodeScalars { text.unicodeScalars.append(isSafe(scalar) ? scalar : "_") }
    while let first = text.first, first == "." || first == " " { text.removeFirst() }
    while text.utf8.count > 255 - reservedByteCount { text.removeLast() }
    while let last = text.last, last == "." || last == " " { text.removeLast() }
    if text.isEmpty || text.allSatisfy({ $0 == "_" }) { return nil }
    return Portability.isReserved(text) ? "_" + text : text
  }

  private static func isSafe(_ scalar: UnicodeScalar) -> Bool {
    if "/\\:*?\"<>|".unicodeScalars.contains(scalar) { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    default: return true
    }
  }
}
