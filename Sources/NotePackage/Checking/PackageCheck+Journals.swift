import DurableFiles
import NoteModel

extension PackageCheck {
  /// Checks the journal of a page whose snapshot was read; gives the elements after replay, nil when that can't be
  /// told.
  mutating func checkJournal(of page: Page, _ id: Identifier, _ place: Finding.PageReference) -> Int? {
    guard let entry = inventory.journals[id] else { return page.elements.count }
    guard entry.byteCount > 0 else {
      note(
        .journalTorn, path: entry.path, page: place, offset: 0, remedy: Remedy(.safe, .takeOut(entry.path)),
        "the journal is empty")
      return page.elements.count
    }
    guard let bytes = readKnown(entry, limit: limits.journalByteCount, page: place) else {
      knowsEveryReference = false
      return nil
    }
    let journal = JournalCodec.read(bytes.span)
    if case .noHeader(let reason) = journal.end {
      knowsEveryReference = false
      note(.journalHeader, path: entry.path, page: place, offset: 0, reason)
      return nil
    }
    if journal.page != id {
      knowsEveryReference = false
      note(
        .journalHeader, path: entry.path, page: place, offset: 0,
        "it is the journal of \(journal.page?.text ?? "no page")")
      return nil
    }
    let epoch = page.epoch ?? 0
    if journal.epoch < epoch {
      note(
        .journalMerged, path: entry.path, page: place, remedy: Remedy(.safe, .takeOut(entry.path)),
        "its epoch is \(journal.epoch), the snapshot's \(epoch)")
      return page.elements.count
    }
    noteReferences(journal.changes + journal.laterChanges, entry.path, place)
    if journal.epoch > epoch {
      note(
        .journalAhead, path: entry.path, page: place, offset: 0,
        "its epoch is \(journal.epoch), the snapshot's \(epoch); the snapshot may be an old one")
      return nil
    }
    checkEnd(of: journal, entry, id, place)
    return page.replaying(journal.changes).elements.count
  }

  private mutating func checkEnd(
    of journal: JournalCodec.Reading, _ entry: SourceEntry, _ id: Identifier, _ place: Finding.PageReference
  ) {
    switch journal.end {
    case .whole:
      if entry.byteCount > JournalCodec.mergeByteCount {
        note(.journalLong, path: entry.path, page: place, "\(entry.byteCount) bytes")
      }
    case .torn(let offset):
      note(
        .journalTorn, path: entry.path, page: place, offset: offset,
        remedy: Remedy(.safe, .cutJournal(entry.path, byteCount: journal.goodByteCount)),
        "\(entry.byteCount - offset) bytes of an unfinished frame")
    case .damaged(let offset):
      knowsEveryReference = false
      note(
        .journalDamaged, path: entry.path, page: place, offset: offset,
        remedy: Remedy(.all, .splitJournal(id)),
        "\(journal.changes.count) good changes before it, \(journal.laterChanges.count) behind it")
    case .unknownType(let type, let offset):
      knowsEveryReference = false
      note(.journalUnknownFrame, path: entry.path, page: place, offset: offset, "a frame of type \(type)")
    case .noHeader: break
    }
  }

  /// Assets that a journal names are no orphans, whatever became of the elements.
  private mutating func noteReferences(
    _ changes: [JournalCodec.Change], _ path: RelativePath, _ place: Finding.PageReference
  ) {
    for case .put(.image(let image)) in changes {
      assetReferences.append(AssetReference(asset: image.asset, page: place, path: path, offset: 0))
    }
  }
}
