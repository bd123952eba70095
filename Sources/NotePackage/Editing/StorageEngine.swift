/// How a session makes changes to a page durable.
public enum StorageEngine: String, Sendable, CaseIterable {
  /// Each save writes the whole page.
  case snapshot
  /// Each save appends what changed to the page's journal, which is merged when it is long and when the page is closed.
  case journal
  /// Each save is one transaction of what changed; for packages that keep their pages in a database.
  case sqlite
}
