/// What an import does when the library holds another state of the document already.
public enum ImportPolicy: String, Sendable, Hashable, CaseIterable {
  /// Changes nothing and says what differs.
  case fail
  /// Keeps the one that is there.
  case skip
  /// Takes the other one in too, with new ids.
  case keepBoth = "keep-both"
  /// Lets it take the place of the one that is there, which goes to lost+found.
  case replace
  /// Replaces an older one, keeps a newer one; equal times, or pages that would go, count as a conflict.
  case newer
  /// Page by page: what is only in one is taken, what both changed is kept twice. Nothing is ever deleted.
  case merge
}
