import DurableFiles
import NoteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RepairWork {
  /// Rewrites a page with what can be read of it, in the old order; false when nothing would change.
  mutating func salvage(_ id: Identifier, _ code: FindingCode) throws(PackageError) -> Bool {
    guard let entry = try inventory().pages[id] else { return false }
    // Several findings of one page ask for it.
    if tree.codes[entry.path] != nil { return true }
    guard let bytes = try read(entry, limit: limits.pageByteCount),
      let reading = try? PageCodec.read(bytes.span)
    else {
      return false
    }
    var page = reading.page
    page.elements = Self.elements(of: reading, in: bytes)
    page.renumberRepeatedElements()
    let rewritten = PageCodec.encode(page)
    guard rewritten != bytes else { return false }
    try files { () throws(FileError) in try tree.write(rewritten, to: entry.path, code) }
    try recount(id, code)
    return true
  }

  /// The readable elements, and in their places what is left of strokes that aren't whole.
  private static func elements(of reading: PageCodec.Reading, in bytes: [UInt8]) -> [Element] {
    let faults = Dictionary(reading.faults.filter { $0.kind != .trailingBytes }.map { ($0.element, $0) }) {
      first, _ in first
    }
    var elements: [Element] = []
    var readable = reading.page.elements.makeIterator()
    for number in 0..<reading.page.elements.count + faults.count {
      if let fault = faults[number] {
        if let stroke = PageSalvage.stroke(fault, in: bytes) { elements.append(.stroke(stroke)) }
      } else if let element = readable.next() {
        elements.append(element)
      }
    }
    return elements
  }

  // MARK: Conflict copies

  /// Makes a page of a differing copy, right behind its original.
  mutating func adoptCopy(
    _ path: RelativePath, of id: Identifier, _ code: FindingCode
  ) throws(PackageError) -> Bool {
    guard let index = document?.pages.firstIndex(where: { $0.id == id }),
      let original = document?.pages[index],
      let bytes = try read(try inventory()[path], limit: limits.pageByteCount),
      var page = try? PageCodec.decode(bytes.span)
    else { return false }
    page.id = Identifier(UUID(version5: id.uuid ?? UUID(), SHA256.hash(bytes)))
    guard let target = Layout.page(page.id) else { return false }
    try files { () throws(FileError) in
      try tree.write(PageCodec.encode(page), to: target, code)
      try tree.remove(path, code)
    }
    insert(page, behind: original, at: index + 1, code)
    return true
  }

  private mutating func insert(_ page: Page, behind original: PageEntry, at index: Int, _ code: FindingCode) {
    var entry = original
    entry.id = page.id
    entry.elementCount = page.elements.count
    document?.pages.insert(entry, at: index)
    changeDocument(for: code)
  }

  // MARK: Journals

  mutating func cutJournal(
    _ path: RelativePath, _ byteCount: Int, _ code: FindingCode
  ) throws(PackageError) {
    let bytes = try files { () throws(FileError) in try tree.folder.read(path, limit: limits.journalByteCount)
    }
    try files { () throws(FileError) in try tree.write(Array(bytes.prefix(byteCount)), to: path, code) }
  }

  /// Snapshot and good frames become the page, what later frames give becomes a page behind it.
  mutating func splitJournal(_ id: Identifier, _ code: FindingCode) throws(PackageError) -> Bool {
    let inventory = try inventory()
    guard let journalEntry = inventory.journals[id], let pageEntry = inventory.pages[id],
      let journalBytes = try read(journalEntry, limit: limits.journalByteCount),
      let bytes = try read(pageEntry, limit: limits.pageByteCount),
      var page = try? PageCodec.decode(bytes.span)
    else { return false }
    let journal = JournalCodec.read(journalBytes.span)
    page = page.replaying(journal.changes)
    page.epoch = journal.epoch + 1
    var later = Page(id: Identifier(UUID(version5: id.uuid ?? UUID(), SHA256.hash(journalBytes))))
    later = later.replaying(journal.laterChanges)
    guard let target = Layout.page(later.id) else { return false }
    try files { () throws(FileError) in
      try tree.write(PageCodec.encode(page), to: pageEntry.path, code)
      if !later.elements.isEmpty { try tree.write(PageCodec.encode(later), to: target, code) }
      try tree.remove(journalEntry.path, code)
    }
    try recount(id, code)
    if !later.elements.isEmpty, let index = document?.pages.firstIndex(where: { $0.id == id }),
      let original = document?.pages[index]
    {
      insert(later, behind: original, at: index + 1, code)
    }
    return true
  }
}

extension Page {
  /// Gives later elements that repeat an id one of their own, which follows from the page, the id and the place.
  mutating func renumberRepeatedElements() {
    var seen: Set<Identifier> = []
    for index in elements.indices {
      guard let old = elements[index].id, !seen.insert(old).inserted else { continue }
      let new = Identifier(UUID(version5: id.uuid ?? UUID(), Array("\(old.canonicalText) \(index)".utf8)))
      switch elements[index] {
      case .stroke(var stroke):
        stroke.id = new
        elements[index] = .stroke(stroke)
      case .image(var image):
        image.id = new
        elements[index] = .image(image)
      // Its bytes are kept as they are.
      case .unknown: break
      }
    }
  }
}
