import DurableFiles
import NoteModel

extension PackageCheck {
  /// Listed pages in page order, then the others in the order of their names.
  mutating func checkPages() {
    #if SQLite
      if let database { return checkPages(in: database) }
    #endif
    guard document?.storage == nil else { return }
    var checked: Set<Identifier> = []
    for page in document?.pages ?? [] where checked.insert(page.id).inserted {
      let place = reference(page.id)
      guard let entry = inventory.pages[page.id] else {
        if inventory.lacksDownload({ $0 == .page(page.id) }) { continue }
        let path = Layout.page(page.id) ?? Layout.pages
        if inventory[path]?.kind != .folder { noteMissing(page.id, path, place) }
        damagedPages.insert(page.id)
        knowsEveryReference = false
        continue
      }
      checkPage(entry, page.id, place, listed: page)
    }
    let others = inventory.pages.filter { !checked.contains($0.key) }.sorted { $0.value.path < $1.value.path }
    for (id, entry) in others {
      if let document, !document.pages.isEmpty, documentReading?.listsEveryPage == true {
        note(
          .pageUnlisted, path: entry.path, page: reference(id), remedy: Remedy(.all, .adopt([id])),
          "\(entry.byteCount) bytes that no list names")
      }
      checkPage(entry, id, reference(id), listed: nil)
    }
    checkLoneJournals()
  }

  private mutating func noteMissing(_ id: Identifier, _ path: RelativePath, _ place: Finding.PageReference) {
    let name = name
    let found = searched(path, place) { search throws(PackageError) in try search.page(id, except: name) }
    let isNowhere = search != nil && found == nil && findings.last?.code != .ioError
    let tried = isNowhere ? "; it is nowhere else in the library or its lost+found" : ""
    note(
      .pageMissing, path: path, page: place, remedy: found.map { Remedy(.all, .fetch($0, to: path)) },
      "the page is listed but its file isn't there" + (found.map { "; \($0.path) is this page" } ?? tried))
  }

  /// Looks elsewhere in the library for what is missing here; nil when it is nowhere, or when that can't be told.
  mutating func searched(
    _ path: RelativePath, _ page: Finding.PageReference,
    _ look: (LibrarySearch) throws(PackageError) -> Remedy.FoundFile?
  ) -> Remedy.FoundFile? {
    guard let search else { return nil }
    do throws(PackageError) {
      return try look(search)
    } catch {
      note(
        .ioError, path: path, page: page, "it is missing, and what may be it can't be read: \(error.reason)")
      return nil
    }
  }

  /// Journals without a snapshot, which may hold a page and name assets all the same.
  private mutating func checkLoneJournals() {
    let alone = inventory.journals.filter { inventory.pages[$0.key] == nil }
    for (id, journal) in alone.sorted(by: { $0.value.path < $1.value.path }) {
      note(.journalWithoutPage, path: journal.path, page: reference(id), "its snapshot isn't there")
      knowsEveryReference = false
    }
  }

  private mutating func checkPage(
    _ entry: SourceEntry, _ id: Identifier, _ place: Finding.PageReference, listed: PageEntry?
  ) {
    guard let bytes = readKnown(entry, limit: limits.pageByteCount, page: place) else {
      knowsEveryReference = false
      if !unread.contains(entry.path) { damagedPages.insert(id) }
      return
    }
    do {
      let reading = try PageCodec.read(bytes.span)
      guard reading.formatVersion <= FormatVersion.current else {
        note(.pageNewerFormat, path: entry.path, page: place, "format version \(reading.formatVersion)")
        knowsEveryReference = false
        return
      }
      checkFaults(reading, in: bytes, entry.path, id, place)
      check(reading, entry.path, id, place, listed: listed)
    } catch {
      knowsEveryReference = false
      damagedPages.insert(id)
      note(.pageUnreadable, path: entry.path, page: place, offset: error.offset, error.message)
    }
  }

  private mutating func check(
    _ reading: PageCodec.Reading, _ path: RelativePath, _ id: Identifier, _ place: Finding.PageReference,
    listed: PageEntry?
  ) {
    if reading.page.id != id {
      var remedy: Remedy?
      do throws(PackageError) {
        remedy = try exchange(path, id, reading.page.id)
      } catch {
        noteFailure(error, path: inventory.pages[reading.page.id]?.path, page: reference(reading.page.id))
      }
      note(
        .pageIDMismatch, path: path, page: place, offset: 0, remedy: remedy,
        "the file says it is the page \(reading.page.id)")
    }
    checkElements(reading.page, offsets: reading.elementOffsets, path, id, place)
    let isSound = !reading.faults.contains { $0.kind != .trailingBytes }
    if !isSound {
      knowsEveryReference = false
      damagedPages.insert(id)
    }
    let count = checkJournal(of: reading.page, id, place)
    elementCount += count ?? reading.page.elements.count
    if let listed, isSound, let count { compareCount(listed, count, place) }
  }

  /// Who writes right now lets the document follow when he is done.
  mutating func compareCount(_ listed: PageEntry, _ count: Int, _ place: Finding.PageReference) {
    guard listed.elementCount != count, !findings.contains(where: { $0.code == .packageBusy }) else { return }
    note(
      .elementCountMismatch, path: Layout.document, page: place, offset: offsetOfEntry(place),
      remedy: Remedy(.safe, .correctElementCount(listed.id)),
      "the document counts \(listed.elementCount) elements, the page holds \(count)")
  }

  /// Two files that each hold the other's page were given each other's names.
  private func exchange(
    _ path: RelativePath, _ id: Identifier, _ said: Identifier
  ) throws(PackageError) -> Remedy? {
    guard let other = inventory.pages[said], inventory.journals[id] == nil, inventory.journals[said] == nil,
      other.byteCount <= limits.pageByteCount,
      case let bytes = try source.read(other.path, limit: limits.pageByteCount),
      let page = try? PageCodec.decode(bytes.span), page.id == id
    else { return nil }
    return Remedy(.all, .exchangeNames(min(path, other.path), max(path, other.path)))
  }

  private func offsetOfEntry(_ place: Finding.PageReference) -> Int? {
    place.number.flatMap { number in
      documentReading.flatMap {
        $0.pageOffsets.indices.contains(number - 1) ? $0.pageOffsets[number - 1] : nil
      }
    }
  }

  private mutating func checkFaults(
    _ reading: PageCodec.Reading, in bytes: [UInt8], _ path: RelativePath, _ id: Identifier,
    _ place: Finding.PageReference
  ) {
    let faults = reading.faults
    let remedy = Remedy(.all, .salvagePage(id))
    noteAll(
      .columnsDiffer, path, place, remedy,
      faults.filter { $0.error.code == .columnsDiffer }.map { fault in
        let remains = PageSalvage.remains(fault, in: bytes)
        return (fault.error.offset, "element \(fault.element + 1): \(fault.error.message); \(remains)")
      })
    noteAll(
      .elementDamaged, path, place, remedy,
      faults.filter { $0.kind == .element && $0.error.code != .columnsDiffer }.map {
        ($0.error.offset, "element \($0.element + 1): \($0.error.message)")
      })
    for fault in faults where fault.kind == .truncated {
      note(
        .pageTruncated, path: path, page: place, offset: fault.error.offset, remedy: remedy,
        "the file ends in element \(fault.element + 1), which began at byte \(fault.range.lowerBound), and "
          + PageSalvage.remains(fault, in: bytes)
          + "; \(reading.page.elements.count) whole elements with \(reading.page.sampleCount) samples come before"
      )
    }
    for fault in faults where fault.kind == .trailingBytes {
      note(
        .pageTrailingBytes, path: path, page: place, offset: fault.error.offset,
        "\(fault.range.count) bytes stand behind the end")
    }
  }

  /// - Parameter offsets: where the elements stand in the file; nil for those of a database.
  mutating func checkElements(
    _ page: Page, offsets: [Int]?, _ path: RelativePath, _ id: Identifier, _ place: Finding.PageReference
  ) {
    var ids: Set<Identifier> = []
    var repeated: [(offset: Int?, text: String)] = []
    var outside: [(offset: Int?, text: String)] = []
    var unknown: [(offset: Int?, text: String)] = []
    for (index, element) in page.elements.enumerated() {
      let offset = offsets?[index]
      if let id = element.id, !ids.insert(id).inserted {
        repeated.append((offset, "element \(index + 1) repeats the id \(id)"))
      }
      switch element {
      case .stroke(let stroke):
        if let fault = ValueRange.fault(of: stroke) {
          outside.append((offset, "element \(index + 1): \(fault)"))
        }
      case .image(let image):
        assetReferences.append(AssetReference(asset: image.asset, page: place, path: path, offset: offset))
      case .unknown(let element):
        unknown.append((offset, "element \(index + 1) is of type \"\(element.type)\""))
        // It may name assets in a way that only a newer program knows.
        knowsEveryReference = false
      }
    }
    noteAll(.elementIDDuplicate, path, place, Remedy(.all, .salvagePage(id)), repeated)
    noteAll(.valueRange, path, place, nil, outside)
    noteAll(.elementUnknown, path, place, nil, unknown)
  }

  /// One finding for all places of one kind in a page: their number and the first three.
  private mutating func noteAll(
    _ code: FindingCode, _ path: RelativePath, _ place: Finding.PageReference, _ remedy: Remedy?,
    _ places: [(offset: Int?, text: String)]
  ) {
    guard let first = places.first else { return }
    if places.count == 1 {
      return note(code, path: path, page: place, offset: first.offset, remedy: remedy, first.text)
    }
    let shown = places.prefix(3).map { $0.text + ($0.offset.map { " (byte \($0))" } ?? "") }.joined(
      separator: "; ")
    note(
      code, path: path, page: place, offset: first.offset, remedy: remedy,
      "\(places.count) elements: \(shown)\(places.count > 3 ? "; …" : "")")
  }
}

/// What the format allows a stroke's values to be.
enum ValueRange {
  private static let farthest: Int32 = 1_000_000
  private static let mostPressure: UInt16 = 1000

  /// The first rule that the stroke breaks, nil when it breaks none.
  static func fault(of stroke: Stroke) -> String? {
    if let value = stroke.x.first(where: { $0 > farthest || $0 < -farthest }) {
      return "x \(value) lies beyond 100 000 points"
    }
    if let value = stroke.y.first(where: { $0 > farthest || $0 < -farthest }) {
      return "y \(value) lies beyond 100 000 points"
    }
    if let value = stroke.pressure?.first(where: { $0 > mostPressure }) {
      return "pressure \(value) above 1000"
    }
    switch stroke.radius {
    case .constant(0): return "radius 0"
    case .constant: break
    case .column(let values): if !values.contains(where: { $0 != 0 }) { return "radius 0 throughout" }
    }
    if let time = stroke.time, let back = time.indices.dropFirst().first(where: { time[$0] < time[$0 - 1] }) {
      return "time goes back at sample \(back + 1)"
    }
    return nil
  }
}
