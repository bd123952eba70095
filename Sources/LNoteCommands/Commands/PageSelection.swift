/// The pages that `--pages 2-3,5,7-` names, by number from 1.
struct PageSelection {
  private let ranges: [ClosedRange<Int>]

  /// Nil for a text of another form.
  init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = Self.range(part) else { return nil }
      ranges.append(range)
    }
    self.ranges = ranges
  }

  private static func range(_ part: Substring) -> ClosedRange<Int>? {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false)
    switch ends.count {
    case 1:
      guard let page = number(ends[0]) else { return nil }
      return page...page
    case 2:
      let first = ends[0].isEmpty ? 1 : number(ends[0])
      let last = ends[1].isEmpty ? Int.max : number(ends[1])
      guard let first, let last, first <= last, !(ends[0].isEmpty && ends[1].isEmpty) else { return nil }
      return first...last
    default: return nil
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard let value = Int(text), value > 0, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return nil
    }
    return value
  }

  /// The indices from 0 of a document's selected pages, in page order; nil when a number is beyond the last page.
  func indices(pageCount: Int) -> [Int]? {
    for range in ranges
    where range.lowerBound > pageCount || range.upperBound > pageCount && range.upperBound != .max {
      return nil
    }
    return (0..<pageCount).filter { index in ranges.contains { $0.contains(index + 1) } }
  }
}
