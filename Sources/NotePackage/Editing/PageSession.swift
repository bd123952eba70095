import DurableFiles
public import NoteModel

/// Editing one page: changes are made in memory and become durable with ``save()``. For one thread at a time. A class,
/// since the package's session and the app share it.
public final class PageSession {
  /// The page with every change made so far, saved or not.
  public private(set) var page: Page
  private let editor: any PageEditor
  private var changes: [JournalCodec.Change] = []
  /// Whether anything was changed since the document was written.
  private(set) var isTouched = false
  private(set) var isClosed = false

  init(_ page: Page, _ editor: any PageEditor) {
    self.page = page
    self.editor = editor
  }

  /// Whether there are changes that are not durable yet.
  public var isDirty: Bool { !changes.isEmpty }

  var places: [RelativePath] { editor.places }

  // MARK: Changing

  /// Adds an element above all others.
  ///
  /// - Throws: `exists` when the page has an element of that id.
  public func append(_ element: Element) throws(PackageError) {
    if let id = element.id, index(of: id) != nil {
      throw PackageError(.exists, Self.path, "the page \(page.id) has an element \(id) already")
    }
    change(.put(element))
    page.elements.append(element)
  }

  /// Gives the element of the same id another content, in its place.
  ///
  /// - Throws: `notFound` when the page has no element of that id.
  public func replace(_ element: Element) throws(PackageError) {
    guard let id = element.id, let index = index(of: id) else { throw missing(element.id) }
    change(.put(element))
    page.elements[index] = element
  }

  /// Removes an element. Throws `notFound` when the page has none of that id.
  public func remove(_ id: Identifier) throws(PackageError) {
    guard let index = index(of: id) else { throw missing(id) }
    change(.remove(id))
    page.elements.remove(at: index)
  }

  /// Moves an element to a place in the drawing order, from 0; beyond the end means on top.
  ///
  /// - Throws: `notFound` when the page has no element of that id.
  public func move(_ id: Identifier, to place: Int) throws(PackageError) {
    precondition(place >= 0, "a place from 0")
    guard let index = index(of: id) else { throw missing(id) }
    change(.move(id, to: place))
    let element = page.elements.remove(at: index)
    page.elements.insert(element, at: min(place, page.elements.count))
  }

  private func change(_ change: JournalCodec.Change) {
    precondition(!isClosed, "a page that is open")
    changes.append(change)
    isTouched = true
  }

  /// Recent elements are changed most, so the search begins at the end.
  private func index(of id: Identifier) -> Int? { page.elements.lastIndex { $0.id == id } }

  private func missing(_ id: Identifier?) -> PackageError {
    PackageError(.notFound, Self.path, "the page \(page.id) has no element \(id?.text ?? "without an id")")
  }

  // MARK: Saving

  /// Makes all changes durable: once it returns, they are there after a crash.
  ///
  /// With a journal or a database it costs what the changes do; with snapshots, what the page does. The document and
  /// the manifest follow when the package's session is flushed or closed.
  ///
  /// - Throws: `changed` when a program that knows of no lock saved the page meanwhile, and what the system says. The
  ///   changes stay in memory, and the next save tries again.
  public func save() throws(PackageError) {
    guard !changes.isEmpty else { return }
    try editor.save(changes, &page)
    changes = []
  }

  /// Saves, and merges the page's journal into its snapshot. The page can't be changed afterwards.
  public func close() throws(PackageError) {
    guard !isClosed else { return }
    try save()
    try editor.close(&page)
    isClosed = true
  }

  /// Called when the document says what the page is now.
  func settle() { isTouched = isDirty }

  /// Errors of the caller concern no file.
  private static var path: Path { "." }
}
