extension Page {
  /// The page after the changes of its journal.
  public func replaying(_ changes: [JournalCodec.Change]) -> Page {
    var page = self
    for change in changes {
      switch change {
      case .put(let element):
        if let id = element.id, let index = page.index(of: id) {
          page.elements[index] = element
        } else {
          page.elements.append(element)
        }
      case .remove(let id):
        if let index = page.index(of: id) { page.elements.remove(at: index) }
      case .move(let id, let place):
        guard let index = page.index(of: id) else { continue }
        let element = page.elements.remove(at: index)
        page.elements.insert(element, at: min(place, page.elements.count))
      }
    }
    return page
  }

  /// Recent elements are changed most, so the search begins at the end.
  private func index(of id: Identifier) -> Int? { elements.lastIndex { $0.id == id } }
}
