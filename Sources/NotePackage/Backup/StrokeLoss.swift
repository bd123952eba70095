public import NoteModel

/// A page or a whole document that has fewer than half of the strokes that its last generation has.
public struct StrokeLoss: Sendable, Hashable {
  /// Nil for the whole document.
  public let page: Identifier?
  /// The page's number in the last generation, from 1.
  public let number: Int?
  public let before: Int
  public let after: Int

  /// What is gone since another state, the document first.
  static func all(in new: StrokeCounts, since old: StrokeCounts) -> [StrokeLoss] {
    var losses: [StrokeLoss] = []
    func look(_ page: Identifier?, _ number: Int?, _ before: Int?, _ after: Int?) {
      guard let before, let after, before > 0, after < before - after else { return }
      losses.append(StrokeLoss(page: page, number: number, before: before, after: after))
    }
    look(nil, nil, old.total, new.total)
    for (index, id) in old.order.enumerated() {
      // A page that is listed no more has lost all; one that can't be read is a matter of the check.
      look(id, index + 1, old.pages[id] ?? nil, new.pages[id] ?? (new.pages.keys.contains(id) ? nil : 0))
    }
    return losses
  }
}

/// How many strokes each listed page of a document has.
struct StrokeCounts: Equatable {
  private(set) var order: [Identifier] = []
  /// Nil for a page that can't be read whole.
  private(set) var pages: [Identifier: Int?] = [:]

  /// Nil when the document can't be read. Throws when reading fails.
  init?(_ source: any PackageSource, limits: Limits, _ monitor: WorkMonitor) throws(PackageError) {
    guard
      let package = try Self.tolerating({ () throws(PackageError) in try Package.open(source, limits: limits)
      })
    else { return nil }
    for entry in package.document.pages where pages[entry.id] == nil {
      try monitor.checkCancellation()
      order.append(entry.id)
      let count = try Self.tolerating { () throws(PackageError) in try package.page(entry.id).strokeCount }
      pages.updateValue(count, forKey: entry.id)
    }
  }

  /// Nil when a page isn't known.
  var total: Int? {
    var total = 0
    for case let count in pages.values {
      guard let count else { return nil }
      total += count
    }
    return total
  }

  /// A failure to read says nothing of what was written; anything else means that there is no number.
  private static func tolerating<Value>(_ body: () throws(PackageError) -> Value) throws(PackageError)
    -> Value?
  {
    do throws(PackageError) {
      return try body()
    } catch {
      if error.code == .system || error.code == .cancelled { throw error }
      return nil
    }
  }
}
