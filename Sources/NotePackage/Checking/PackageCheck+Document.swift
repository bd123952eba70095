import DurableFiles
import NoteModel

extension PackageCheck {
  mutating func checkDocument() {
    guard let entry = inventory[Layout.document], entry.kind == .file else {
      if inventory[Layout.document] == nil, !inventory.notDownloaded.contains(Layout.document) {
        note(
          .documentMissing, path: Layout.document, remedy: Remedy(.all, .rebuildDocument),
          "there is no such file")
      }
      knowsEveryReference = false
      return
    }
    guard let bytes = readKnown(entry, limit: limits.documentByteCount) else {
      if findings.last.map({ $0.code == .fileEmpty || $0.code == .fileZeroed }) == true {
        note(
          .documentUnreadable, path: Layout.document, offset: 0, remedy: Remedy(.all, .rebuildDocument),
          "holds no JSON")
      }
      knowsEveryReference = false
      return
    }
    do {
      let reading = try DocumentCodec.read(bytes.span)
      documentReading = reading
      document = reading.document
      check(reading)
    } catch {
      knowsEveryReference = false
      note(
        .documentUnreadable, path: Layout.document, offset: error.offset,
        remedy: Remedy(.all, .rebuildDocument),
        error.message)
    }
  }

  private mutating func check(_ reading: DocumentCodec.Reading) {
    if reading.isNewer {
      note(
        .documentNewerFormat, path: Layout.document,
        "format version \(reading.formatVersion); this program knows \(FormatVersion.current)")
      return
    }
    for problem in reading.problems {
      note(
        .documentField, severity: problem.hasSafeDefault ? .error : .fatal, path: Layout.document,
        offset: problem.offset, remedy: canFillIn(reading) ? Remedy(.all, .fillInFields) : nil,
        problem.message)
    }
    if !reading.listsEveryPage { knowsEveryReference = false }
    guard let document = reading.document else { return }
    checkFolderName(document.id)
    checkDates(document)
    checkList(document, offsets: reading.pageOffsets)
  }

  /// Only where every lack has a safe default, since a document that lacks more can't be told from another's.
  private func canFillIn(_ reading: DocumentCodec.Reading) -> Bool {
    reading.document != nil && reading.listsEveryPage && reading.problems.allSatisfy(\.hasSafeDefault)
  }

  private mutating func checkFolderName(_ id: Identifier) {
    guard let name, let wanted = Layout.packageName(id), name != wanted || id.uuid == nil else { return }
    if let said = Layout.documentID(of: name), said != id {
      note(
        .folderNameMismatch, remedy: Remedy(.all, .renameFolder(to: wanted)),
        "the folder is named for \(said), the document is \(id)")
    } else if id.uuid == nil {
      note(.folderNameForm, "the document's id \(id) is no UUID, so that no name is canonical")
    } else {
      note(
        .folderNameForm, remedy: Remedy(.safe, .renameFolder(to: wanted)), "the canonical name is \(wanted)")
    }
  }

  private mutating func checkDates(_ document: Document) {
    // One day of grace for clocks and time zones.
    let latest = now + 86_400_000
    let earliest: Int64 = 946_684_800_000
    func fault(_ created: Timestamp, _ modified: Timestamp) -> String? {
      if created.milliseconds > modified.milliseconds {
        return "created \(created.text), after modified \(modified.text)"
      }
      if modified.milliseconds > latest { return "modified \(modified.text), in the future" }
      if created.milliseconds < earliest { return "created \(created.text), before 2000" }
      return nil
    }
    if documentReading?.problems.contains(where: { $0.field.hasSuffix("At") }) == true { return }
    if let fault = fault(document.createdAt, document.modifiedAt) {
      note(.documentDates, path: Layout.document, fault)
    }
    for (index, page) in document.pages.enumerated() {
      guard let fault = fault(page.createdAt, page.modifiedAt) else { continue }
      let place = Finding.PageReference(number: index + 1, id: page.id)
      note(
        .documentDates, path: Layout.document, page: place, offset: documentReading?.pageOffsets[index], fault
      )
    }
  }

  /// Snapshots that nobody lists, oldest first.
  private var unlistedPages: [Identifier] {
    inventory.pages.filter { pageNumbers[$0.key] == nil }.sorted { left, right in
      let (one, other) = (left.value.modified ?? 0, right.value.modified ?? 0)
      return one != other ? one < other : left.key.canonicalText < right.key.canonicalText
    }.map(\.key)
  }

  private mutating func checkList(_ document: Document, offsets: [Int]) {
    for (index, page) in document.pages.enumerated() {
      let place = Finding.PageReference(number: index + 1, id: page.id)
      if let first = pageNumbers[page.id] {
        note(
          .pageListedTwice, path: Layout.document, page: place, offset: offsets[index],
          remedy: Remedy(.all, .keepFirstListings),
          "the page stands as number \(first) already")
      } else {
        pageNumbers[page.id] = index + 1
      }
      let hasReadableCanvas =
        documentReading?.problems.contains { $0.field.hasPrefix("pages[\(index)].canvas") } == false
      if !page.canvas.isValid, hasReadableCanvas {
        note(
          .canvasSize, path: Layout.document, page: place, offset: offsets[index],
          "\(shortestText(page.canvas.width)) × \(shortestText(page.canvas.height)) points")
      }
    }
    if document.pages.isEmpty, documentReading?.listsEveryPage == true, !inventory.pages.isEmpty {
      note(
        .documentListsNothing, path: Layout.document, remedy: Remedy(.all, .adopt(unlistedPages)),
        "\(inventory.pages.count) snapshots are there")
    }
  }
}
