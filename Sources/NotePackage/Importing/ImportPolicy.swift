/// What an import does when the library holds another state of the document already.
public enum ImportPolicy: String, Sendable, Hashable, CaseIterable {
  /// Changes nothing and says what differs.
  case fail
  /// Keeps the one that is there.
  case skip
  /// Takes the other one in too, with new ids.
  case keepBoth = "keep-both"
}
