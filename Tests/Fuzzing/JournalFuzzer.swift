/// Reads any bytes as a journal: no crash, and what counts as good lies in the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJournal(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let reading = JournalCodec.read(bytes.span)
  precondition(reading.goodByteCount <= bytes.count, "the good part lies in the file")
  let page = Page(id: Identifier("page")).replaying(reading.changes).replaying(reading.laterChanges)
  precondition(
    page.elements.count <= reading.changes.count + reading.laterChanges.count, "each change adds at most one")
  // The good part alone reads as the same changes, with nothing behind it.
  if case .torn(let offset) = reading.end, offset > 0 {
    let good = JournalCodec.read(bytes.span.extracting(first: reading.goodByteCount))
    precondition(
      good.changes == reading.changes && good.end == .whole, "a torn journal is whole once it is cut")
  }
  return 0
}
