import DurableFiles
import NoteModel

extension PackageCheck {
  /// How old an unfinished file must be to be nobody's any more, in milliseconds.
  private static let leftoverAge: Int64 = 36 * 3_600_000

  // MARK: Unfinished files

  mutating func checkTemporaries() {
    for entry in inventory.entries where entry.kind == .file && Role(of: entry.path) == .temporary {
      let found: RelativePath?
      do throws(PackageError) {
        found = try target(ofTemporary: entry)
      } catch {
        noteFailure(error, path: entry.path)
        continue
      }
      guard let target = found else {
        noteLeftover(entry, target: nil)
        continue
      }
      if isWanting(target) {
        note(
          .temporarySalvageable, path: entry.path, remedy: Remedy(.all, .promote(entry.path, to: target)),
          "it is whole, and \(target) is \(inventory[target] == nil ? "missing" : "damaged")")
      } else {
        noteLeftover(entry, target: inventory[target])
      }
    }
  }

  /// What an unfinished file was going to be, told by its content.
  private func target(ofTemporary entry: SourceEntry) throws(PackageError) -> RelativePath? {
    guard entry.byteCount > 0, entry.byteCount <= limits.pageByteCount else { return nil }
    let bytes = try source.read(entry.path, limit: limits.pageByteCount)
    if let page = try? PageCodec.decode(bytes.span) {
      // Beside a database a snapshot has no place.
      if self.document?.storage != nil { return nil }
      return inventory.pages[page.id]?.path ?? Layout.page(page.id)
    }
    guard let document = try? DocumentCodec.decode(bytes.span) else { return nil }
    let known = self.document?.id ?? name.flatMap { Layout.documentID(of: $0) }
    return known == nil || known == document.id ? Layout.document : nil
  }

  /// Whether a page or the document is missing or can't be read whole.
  private func isWanting(_ target: RelativePath) -> Bool {
    if unread.contains(target) { return false }
    if target == Layout.document { return document == nil }
    guard case .page(let id) = Role(of: target) else { return false }
    return damagedPages.contains(id)
  }

  private mutating func noteLeftover(_ entry: SourceEntry, target: SourceEntry?) {
    if let modified = entry.modified {
      guard modified / 1_000_000 < now - Self.leftoverAge else { return }
      if let newer = target?.modified, newer < modified { return }
    }
    note(
      .temporaryLeftover, path: entry.path, remedy: Remedy(.safe, .takeOut(entry.path)),
      "\(entry.byteCount) bytes")
  }

  // MARK: Conflict copies

  mutating func checkConflictCopies() {
    for entry in inventory.entries where entry.kind == .file {
      guard case .conflictCopy(let original) = Role(of: entry.path) else { continue }
      do throws(PackageError) {
        let isSame = try haveEqualContent(original, entry.path)
        let remedy = try isSame ? Remedy(.safe, .takeOut(entry.path)) : remedy(forCopy: entry, of: original)
        if remedy == nil { knowsEveryReference = false }
        note(
          .fileConflictCopy, path: entry.path, remedy: remedy,
          inventory[original] == nil
            ? "a copy of \(original), which isn't there"
            : isSame ? "the same as \(original)" : "another state of \(original)")
      } catch {
        noteFailure(error, path: entry.path)
      }
    }
  }

  /// What can be done with a copy that differs.
  private func remedy(
    forCopy copy: SourceEntry, of original: RelativePath
  ) throws(PackageError) -> Remedy? {
    switch Role(of: original) {
    // They can be made again, whatever they show.
    case .manifest, .thumbnail: return Remedy(.safe, .takeOut(copy.path))
    case .page(let id):
      guard document?.storage == nil, copy.byteCount <= limits.pageByteCount,
        case let bytes = try source.read(copy.path, limit: limits.pageByteCount),
        (try? PageCodec.decode(bytes.span))?.id == id
      else { return nil }
      return isWanting(inventory.pages[id]?.path ?? original)
        ? Remedy(.all, .promote(copy.path, to: original)) : Remedy(.all, .adoptCopy(copy.path, of: id))
    case .document:
      guard isWanting(original), copy.byteCount <= limits.documentByteCount,
        case let bytes = try source.read(copy.path, limit: limits.documentByteCount),
        (try? DocumentCodec.decode(bytes.span)) != nil
      else { return nil }
      return Remedy(.all, .promote(copy.path, to: original))
    default: return nil
    }
  }
}
